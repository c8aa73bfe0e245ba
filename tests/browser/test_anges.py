"""Anges & Démons at a real table: from the lobby to the end, forced challenges, sharing by keyboard; no secrets out."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import axe, bluff, steps
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices

CARD = re.compile(r"card--(ange|demon|x)\b")


def test_a_phone_a_laptop_a_device_passed_round_and_two_bots_play_to_the_end(device: Devices) -> None:
    phone, laptop, shared, wall = device(PHONE), device(LAPTOP), device(SMALL_PHONE), device(WALL)
    code = bluff.open_table(phone, "Zoé")
    bluff.sit_down_at_a_wide_screen(laptop, code, "Odile")
    steps.sit_down(shared, code, "Papa")
    steps.chair(shared, "Place libre").click()
    steps.say_who(steps.sheet(shared), "Luc")
    steps.press(steps.sheet(shared), "Je m’assieds")
    expect(steps.chair(phone, "Luc")).to_be_visible()
    steps.add_bot(phone, "Tante Honorine")
    steps.add_bot(phone, "Oncle Gaspard")
    steps.set_rules(phone, preset="En famille", first="Zoé")
    for page in (laptop, shared):
        steps.press(page, "C’est bon pour moi")
    steps.start(phone)
    wall.goto(f"/t/{code}")

    devices = {"Zoé": phone, "Odile": laptop, "Papa": shared, "Luc": shared}
    table = bluff.Table(wall, devices, shared)
    while table.play_on():
        _nothing_sticks_out(shared)

    for page in (phone, laptop, shared, wall):
        expect(page.get_by_role("region", name="Podium")).to_be_visible()
    steps.press(phone, "Revoir le plateau")
    expect(phone.get_by_role("heading", name="Les piles au grand jour")).to_be_visible()
    phone.get_by_text("Qui a dit quoi").click()
    expect(phone.get_by_text(re.compile("disait vrai|disait .* et tenait")).first).to_be_visible()
    steps.press(wall, "Revoir le plateau")
    expect(wall.get_by_role("heading", name="Les piles au grand jour")).to_be_visible()
    for page in (phone, wall):
        axe.check(page)


def _nothing_sticks_out(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_three_equal_values_must_be_challenged(device: Devices) -> None:
    zoe, luc = device(PHONE), device(PHONE)
    _two_at_a_table(zoe, luc)
    bluff.say(zoe, 5, 5, 5)

    expect(luc.get_by_text("Trois valeurs identiques")).to_be_visible()
    take = luc.get_by_role("button", name="Prendre", exact=True)
    expect(take).to_have_attribute("aria-disabled", "true")
    # The thing that cannot be done says which rule forbids it, and nothing has happened.
    take.press("Enter")
    expect(luc.get_by_text(re.compile("trois fois pareil")).first).to_be_visible()
    expect(luc.get_by_role("heading", name="Qu’en pensez-vous")).to_be_visible()
    bluff.answer(luc, "Faux")
    shown = luc.get_by_role("list", name="Les trois cartes").or_(luc.get_by_role("button", name="Poser ainsi"))
    expect(shown.first).to_be_visible()


def test_values_are_said_highest_first_and_the_truth_is_one_tap_away(device: Devices) -> None:
    zoe, luc = device(PHONE), device(PHONE)
    _two_at_a_table(zoe, luc, preset="Sans X")
    # Tapping one's own cards says their values.
    for card in bluff.cards(zoe).all():
        card.click()
    expect(zoe.get_by_text("C’est la vérité.")).to_be_visible()
    claim = zoe.get_by_role("region", name="Votre annonce").get_by_role("button")
    said = [int(text) for text in claim.all_inner_texts()]
    assert said == sorted(said, reverse=True)
    assert sorted(said) == sorted(int(label[5:].split(",")[0].split()[-1]) for label in _labels(zoe))

    steps.press(zoe, "Mentir pour moi")
    expect(zoe.get_by_text("C’est un mensonge.")).to_be_visible()
    bluff.announce(zoe)
    expect(luc.get_by_role("heading", name="Qu’en pensez-vous")).to_be_visible()
    # Who passed the cards still sees them, who listens does not.
    expect(bluff.scene(zoe).get_by_role("img", name=bluff.FACE)).to_have_count(3)
    expect(bluff.scene(luc).get_by_role("img", name=bluff.FACE)).to_have_count(0)
    expect(bluff.scene(luc).get_by_role("img", name="Carte face cachée")).to_have_count(3)


def _labels(page: Page) -> list[str]:
    return [card.get_attribute("aria-label") or "" for card in bluff.cards(page).all()]


def test_the_winner_shares_by_keyboard_alone(device: Devices) -> None:
    zoe, luc = device(LAPTOP), device(PHONE)
    _two_at_a_table(zoe, luc, preset="Sans X")
    truth = zoe.get_by_role("button", name="Dire la vérité")
    truth.press("Enter")
    zoe.get_by_role("button", name=re.compile("^Annoncer ")).press("Enter")
    bluff.answer(luc, "Faux")

    cards = zoe.get_by_role("button", name=re.compile(r"Posée en n°\s\d$"))
    expect(cards).to_have_count(3)
    first = cards.first
    name = (first.get_attribute("aria-label") or "").split(",")[0]
    moved = zoe.get_by_role("button", name=re.compile(rf"^{name},.*Posée")).first
    first.focus()
    zoe.keyboard.press("ArrowRight")
    expect(moved).to_have_accessible_name(re.compile(r"chez Luc. Posée en n°\s1$"))
    expect(moved).to_be_focused()
    zoe.keyboard.press("ArrowLeft")
    expect(moved).to_have_accessible_name(re.compile("Ma pile"))
    before = moved.get_attribute("aria-label") or ""
    zoe.keyboard.press("Enter")
    expect(moved).to_have_accessible_name(re.compile(r"\+1, face cachée" if "visible" in before else "face visible"))
    for card in cards.all():
        card.focus()
        zoe.keyboard.press("ArrowLeft")
        if "visible" in (card.get_attribute("aria-label") or ""):
            zoe.keyboard.press("Enter")
    zoe.keyboard.press("ArrowUp")
    expect(zoe.get_by_role("status").filter(has_text="pour vous")).to_contain_text("+3")
    zoe.get_by_role("button", name="Poser ainsi").press("Enter")

    # Three more than the two that two players begin with, and nobody is shown what they are.
    mine = bluff.pile_of(zoe, "Vous")
    expect(mine).to_contain_text("5 cartes, Face cachée")
    expect(luc.get_by_role("heading", name="Annoncez à Zoé")).to_be_visible()


def test_who_takes_sorts_six_cards_by_key_and_by_hand(device: Devices) -> None:
    zoe, luc = device(LAPTOP), device(PHONE)
    _two_at_a_table(zoe, luc, preset="Sans X", first="Luc")
    bluff.say(luc, 9, 8, 1)
    bluff.answer(zoe, "Prendre")

    passed = zoe.get_by_role("region", name="Passées par Luc").get_by_role("button")
    drawn = zoe.get_by_role("region", name="Piochées à l’instant").get_by_role("button")
    expect(passed).to_have_count(3)
    expect(drawn).to_have_count(3)
    passed.first.focus()
    zoe.keyboard.press("3")
    expect(passed).to_have_count(2)
    drawn.first.drag_to(zoe.get_by_role("region", name="Défausse", exact=True))
    expect(drawn).to_have_count(2)
    drawn.first.drag_to(zoe.get_by_role("region", name="Défausse visible"))
    expect(drawn).to_have_count(1)
    steps.pick(zoe.get_by_role("group", name="Face visible ou cachée"), "Face cachée +1")
    zoe.get_by_role("button", name=re.compile("^Défausser")).click()
    expect(zoe.get_by_role("heading", name="Annoncez à Luc")).to_be_visible()
    expect(bluff.cards(zoe)).to_have_count(3)
    expect(bluff.pile_of(luc, "Zoé")).to_contain_text("3 cartes, Face cachée")


def test_the_shared_screen_gives_nothing_away(device: Devices) -> None:
    zoe, luc, lea, wall = device(PHONE), device(PHONE), device(PHONE), device(WALL)
    code = bluff.open_table(zoe, "Zoé")
    steps.sit_down(luc, code, "Luc")
    steps.sit_down(lea, code, "Léa")
    steps.set_rules(zoe, preset="Sans X", first="Zoé")
    for page in (luc, lea):
        steps.press(page, "C’est bon pour moi")
    steps.start(zoe)
    wall.goto(f"/t/{code}")

    # Nobody has a card on a pile yet: there is not one face on the wall, nor on the phones of those who wait.
    for page in (wall, luc, lea):
        expect(page.get_by_role("heading", name=re.compile("Zoé (annonce à Luc|va vous parler)"))).to_be_visible()
        assert _faces(page) == 0
        axe.check(page, both_languages=True)
    axe.check(zoe, both_languages=True)
    bluff.say(zoe, 9, 9, 0)
    for page in (wall, luc, lea):
        expect(bluff.scene(page).get_by_text("9, 9, 0")).to_be_attached()
        assert _faces(page) == 0
        axe.check(page, both_languages=True)
    bluff.answer(luc, "Prendre")
    for page in (wall, zoe, lea):
        expect(page.get_by_role("heading", name=re.compile("Luc prend les cartes"))).to_be_visible()
        assert _faces(page) == 0
    axe.check(luc, both_languages=True)
    bluff.keep(luc)
    expect(wall.get_by_role("heading", name=re.compile("Luc annonce à Léa"))).to_be_visible()
    assert _faces(wall) <= 1  # the top of one pile
    bluff.say(luc, 4, 3, 2)
    bluff.answer(lea, "Faux")
    shown = wall.get_by_role("list", name="Les trois cartes").get_by_role("img")
    expect(shown).to_have_count(3)
    for page in (wall, luc, lea):
        axe.check(page, both_languages=True)
    bluff.share(lea if lea.get_by_role("button", name="Poser ainsi").is_visible() else luc)
    expect(wall.get_by_role("heading", name=re.compile("Léa annonce à Zoé"))).to_be_visible()
    expect(shown).to_have_count(0)
    assert _faces(wall) <= 2
    assert "hand" not in str(wall.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))


def _faces(page: Page) -> int:
    """Cards whose face is anywhere in the page, seen or not."""
    return len(CARD.findall(page.locator("main").first.inner_html()))


def test_a_word_is_heard_all_round_the_table(device: Devices) -> None:
    zoe, luc, wall = device(PHONE), device(PHONE), device(WALL)
    code = _two_at_a_table(zoe, luc)
    wall.goto(f"/t/{code}")
    expect(wall.get_by_role("heading", name=re.compile("Zoé annonce à Luc"))).to_be_visible()
    steps.press(zoe, "Dire un mot")
    steps.press(zoe.get_by_role("group", name="Dire un mot"), "Juré !")
    for page in (zoe, luc, wall):
        expect(page.locator(".bubble")).to_have_text("Juré !")
    steps.press(luc.get_by_role("group", name="Dire un mot"), "Tu mens !")
    expect(zoe.locator(".bubble").filter(has_text="Tu mens !")).to_be_visible()
    expect(zoe.locator("[aria-live=polite]")).to_contain_text("Luc dit : Tu mens !")


def _two_at_a_table(zoe: Page, luc: Page, preset: str = "Classique", first: str = "Zoé") -> str:
    code = bluff.open_table(zoe, "Zoé")
    steps.sit_down(luc, code, "Luc")
    steps.set_rules(zoe, preset=preset, first=first)
    steps.press(luc, "C’est bon pour moi")
    steps.start(zoe)
    expect((zoe if first == "Zoé" else luc).get_by_role("heading", name="Annoncez à")).to_be_visible()
    return code
