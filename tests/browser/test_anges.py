"""Anges & Démons at a real table: from the lobby to the end, forced challenges, sharing by keyboard; no secrets out."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import bluff, steps
from tests.browser.devices import LAPTOP, PHONE, Devices
from tests.browser.seating import Lay
from tests.browser.twin import Twin
from tests.browser.words import ANGES, SAY, Said, game_words

from tablee.games.anges.actions import Announce, Challenge
from tablee.games.anges.cards import CARDS, is_triple, readings

REFUSED = game_words("anges", part="refusals")
CARD = re.compile(r"card--(ange|demon|x)\b")


def test_a_person_and_five_bots_play_from_the_lobby_to_the_podium(device: Devices) -> None:
    phone = device(PHONE)
    code = steps.open_table(phone, "Zoé", "anges")
    for _ in range(5):
        steps.add_bot(phone, "easy", "anges")
    steps.set_rules(phone, "anges", preset="famille", first="Zoé")
    steps.start(phone)

    mine = {
        kind: phone.get_by_role("heading", name=ANGES.like(f"ask.{kind}.title"))
        for kind in ("announce", "decide", "share")
    }
    podium = steps.podium(phone)
    soon = mine["announce"].or_(mine["decide"]).or_(mine["share"]).or_(podium)
    expect(mine["announce"]).to_be_visible()
    while not podium.is_visible():
        # The same thing is never asked of the same seat twice in a row.
        if mine["announce"].is_visible():
            bluff.tell_the_truth(phone)
            expect(mine["announce"]).to_have_count(0)
        elif mine["decide"].is_visible():
            bluff.answer(phone, "true")
            expect(mine["decide"]).to_have_count(0)
        elif mine["share"].is_visible():
            bluff.share(phone)
            expect(mine["share"]).to_have_count(0)
        expect(soon.first).to_be_visible()

    wall = device(LAPTOP)
    wall.goto(f"/t/{code}")
    for page in (phone, wall):
        expect(steps.podium(page)).to_be_visible()
        steps.press_key(page, "end.look")
        expect(bluff.title(page, "end.piles")).to_be_visible()
    phone.get_by_text(ANGES("end.told")).click()
    expect(phone.get_by_text(ANGES.anywhere("end.told.true", "end.told.false")).first).to_be_visible()


def test_a_device_passed_round_to_the_end(device: Devices, lay: Lay) -> None:
    """Of two players: announce, take, keep, announce, doubt, share, on one phone; then the draw pile is empty."""
    table = lay("anges", ["Zoé", "Papa"], preset="sans-x", options={"first": 0})
    twin = Twin(table, "passed round 1")
    twin.go_on(lambda state: state.phase == "announce" and len(state.draw) == 3)
    assert not is_triple(readings(twin.state.hand)[0]), "the truth may be taken"
    phone = device.at(table, ["Zoé", "Papa"], PHONE)
    steps.press(phone, SAY("curtain.lift", name="Zoé"))
    bluff.tell_the_truth(phone)
    _pass_to(phone, "Papa")
    bluff.answer(phone, "take")
    expect(bluff.title(phone, "ask.keep.title")).to_be_visible()
    bluff.keep(phone, 3)
    expect(bluff.title(phone, "ask.announce.title", to="Zoé")).to_be_visible()
    steps.press(phone, ANGES("screen.lie"))
    expect(phone.get_by_text(ANGES("screen.is_lie"))).to_be_visible()
    bluff.announce(phone)
    _pass_to(phone, "Zoé")
    bluff.answer(phone, "false")
    expect(bluff.title(phone, "ask.share.title")).to_be_visible()
    bluff.share(phone)
    expect(steps.podium(phone)).to_be_visible()


def _pass_to(phone: Page, name: str) -> None:
    """Who has just played sees what came of it, and then passes the device on."""
    steps.press(phone, SAY("pass.to", name=name))
    steps.press(phone, SAY("curtain.lift", name=name))


def test_three_equal_values_must_be_challenged(device: Devices, lay: Lay) -> None:
    table = lay("anges", ["Zoé", "Luc"], preset="classique", options={"first": 0})
    twin = Twin(table, "triple")
    twin.does("Zoé", Announce((5, 5, 5)))
    luc = device.at(table, "Luc", PHONE)

    expect(luc.get_by_text(ANGES("ask.decide.forced"))).to_be_visible()
    take = luc.get_by_role("button", name=ANGES("screen.choice.take"), exact=True)
    expect(take).to_have_attribute("aria-disabled", "true")
    # The thing that cannot be done says which rule forbids it, and nothing has happened.
    take.press("Enter")
    expect(luc.get_by_text(REFUSED.anywhere("must_challenge")).first).to_be_visible()
    expect(bluff.title(luc, "ask.decide.title")).to_be_visible()
    assert (5, 5, 5) not in readings(twin.state.hand)
    bluff.answer(luc, "false")
    expect(bluff.title(luc, "ask.share.title")).to_be_visible()


def test_values_are_said_highest_first_and_the_truth_is_one_tap_away(device: Devices, lay: Lay) -> None:
    table = lay("anges", ["Zoé", "Luc"], preset="sans-x", options={"first": 0})
    twin = Twin(table, "truth")
    zoe, luc = device.at(table, "Zoé", PHONE), device.at(table, "Luc", PHONE)
    # Tapping one's own cards says their values.
    expect(bluff.cards(zoe)).to_have_count(3)
    for card in bluff.cards(zoe).all():
        card.click()
    expect(zoe.get_by_text(ANGES("screen.is_true"))).to_be_visible()
    claim = zoe.get_by_role("region", name=ANGES("screen.claim")).get_by_role("button")
    said = [int(text) for text in claim.all_inner_texts()]
    assert tuple(said) == readings(twin.state.hand)[0]

    steps.press(zoe, ANGES("screen.lie"))
    expect(zoe.get_by_text(ANGES("screen.is_lie"))).to_be_visible()
    bluff.announce(zoe)
    expect(bluff.title(luc, "ask.decide.title")).to_be_visible()
    # Who passed the cards still sees them, who listens does not.
    expect(bluff.scene(zoe).get_by_role("img", name=bluff.FACE)).to_have_count(3)
    expect(bluff.scene(luc).get_by_role("img", name=bluff.FACE)).to_have_count(0)
    expect(bluff.scene(luc).get_by_role("img", name=ANGES("piece.dos"))).to_have_count(3)


def test_the_winner_shares_by_keyboard_alone(device: Devices, lay: Lay) -> None:
    table = lay("anges", ["Zoé", "Luc"], preset="sans-x", options={"first": 0})
    twin = Twin(table, "sharing")
    zoe = device.at(table, "Zoé", LAPTOP)
    zoe.get_by_role("button", name=ANGES("screen.truth")).press("Enter")
    zoe.get_by_role("button", name=ANGES.like("action.Announce")).press("Enter")
    expect(bluff.news(zoe, "screen.decide.wait", seat="Luc")).to_be_visible()
    twin.did("Zoé", Announce(readings(twin.state.hand)[0]))
    twin.does("Luc", Challenge(False))

    cards = zoe.get_by_role("button", name=ANGES.anywhere("screen.laid"))
    expect(cards).to_have_count(3)
    first = CARDS[twin.state.hand[0]]
    name = ANGES(f"card.{first.name}")
    moved = cards.and_(zoe.get_by_role("button", name=re.compile(f"^{name},"))).first
    moved.focus()
    zoe.keyboard.press("ArrowRight")
    there = _one_by_one(ANGES.anywhere("screen.pile.of", seat="Luc"), ANGES.anywhere("screen.laid", number=1))
    expect(moved).to_have_accessible_name(there)
    expect(moved).to_be_focused()
    zoe.keyboard.press("ArrowLeft")
    expect(moved).to_have_accessible_name(ANGES.anywhere("screen.pile.mine"))
    is_up = ANGES("side.up") in (moved.get_attribute("aria-label") or "")
    zoe.keyboard.press("Enter")
    turned = _one_by_one(re.compile(r"\+1, "), ANGES.anywhere("side.down")) if is_up else ANGES.anywhere("side.up")
    expect(moved).to_have_accessible_name(turned)
    for card in cards.all():
        card.focus()
        zoe.keyboard.press("ArrowLeft")
        if ANGES("side.up") in (card.get_attribute("aria-label") or ""):
            zoe.keyboard.press("Enter")
    zoe.keyboard.press("ArrowUp")
    expect(zoe.get_by_role("status").filter(has_text=ANGES("screen.for.me"))).to_contain_text("+3")
    zoe.get_by_role("button", name=ANGES("screen.share.do")).press("Enter")

    # Three more than the two that two players begin with, and nobody is shown what they are.
    expect(bluff.pile_of(zoe, ANGES("screen.you"))).to_contain_text(bluff.face_down(5))
    expect(bluff.news(zoe, "screen.announce.you", seat="Luc")).to_be_visible()


def _one_by_one(*parts: Said) -> Said:
    return re.compile(".*".join(part.pattern for part in parts), re.DOTALL)


def test_who_takes_sorts_six_cards_by_key_and_by_hand(device: Devices, lay: Lay) -> None:
    table = lay("anges", ["Zoé", "Luc"], preset="sans-x", options={"first": 1})
    twin = Twin(table, "sorting")
    twin.does("Luc", Announce((9, 8, 1)))
    zoe = device.at(table, "Zoé", LAPTOP)
    bluff.answer(zoe, "take")

    passed = zoe.get_by_role("region", name=ANGES("hand.passed", by="Luc")).get_by_role("button")
    drawn = zoe.get_by_role("region", name=ANGES("hand.drawn")).get_by_role("button")
    expect(passed).to_have_count(3)
    expect(drawn).to_have_count(3)
    passed.first.focus()
    zoe.keyboard.press("3")
    expect(passed).to_have_count(2)
    drawn.first.drag_to(zoe.get_by_role("region", name=ANGES("screen.slot.discard"), exact=True))
    expect(drawn).to_have_count(2)
    drawn.first.drag_to(zoe.get_by_role("region", name=ANGES("screen.slot.open")))
    expect(drawn).to_have_count(1)
    steps.pick(zoe.get_by_role("group", name=ANGES("screen.side")), f"{ANGES('screen.lay.down')} +1")
    zoe.get_by_role("button", name=ANGES.like("screen.keep.do")).click()
    expect(bluff.title(zoe, "ask.announce.title", to="Luc")).to_be_visible()
    expect(bluff.cards(zoe)).to_have_count(3)
    expect(bluff.pile_of(zoe, ANGES("screen.you"))).to_contain_text(bluff.face_down(3))


def test_the_shared_screen_hears_every_word_and_gives_nothing_away(device: Devices, lay: Lay) -> None:
    table = lay("anges", ["Zoé", "Luc", "Léa"], preset="sans-x", options={"first": 0})
    twin = Twin(table, "shared")
    luc, lea, wall = device.at(table, "Luc", PHONE), device.at(table, "Léa", PHONE), device.at(table, [], LAPTOP)
    # Nobody has a card on a pile yet: there is not one face on the wall, nor on the phones of those who wait.
    for page in (wall, lea):
        expect(bluff.news(page, "screen.announce.wait", seat="Zoé", to="Luc")).to_be_visible()
    expect(bluff.title(luc, "screen.announce.you", seat="Zoé")).to_be_visible()
    for page in (wall, luc, lea):
        assert _faces(page) == 0
    with steps.stopped_clock(lea), steps.stopped_clock(wall):
        steps.press(luc.get_by_role("group", name=ANGES("screen.talk")), ANGES("phrase.liar"))
        for page in (lea, wall):
            expect(page.locator(".bubble")).to_have_text(ANGES("phrase.liar"))
        lea.clock.run_for(1_000)
        said = SAY("talk.says", name="Luc", text=ANGES("phrase.liar"))
        expect(lea.locator("[aria-live=polite]")).to_contain_text(said)

    twin.does("Zoé", Announce((9, 9, 0)))
    for page in (wall, luc, lea):
        expect(bluff.scene(page).get_by_text("9, 9 et 0")).to_be_attached()
        assert _faces(page) == 0
    bluff.answer(luc, "take")
    for page in (wall, lea):
        expect(bluff.news(page, "screen.keep.wait", seat="Luc")).to_be_visible()
        assert _faces(page) == 0
    bluff.keep(luc)
    expect(bluff.news(wall, "screen.announce.wait", seat="Luc", to="Léa")).to_be_visible()
    assert _faces(wall) <= 1  # the top of one pile
    with steps.stopped_clock(wall):
        steps.press(luc, ANGES("screen.talk"))
        steps.press(luc.get_by_role("group", name=ANGES("screen.talk")), ANGES("phrase.sworn"))
        expect(wall.locator(".bubble").filter(has_text=ANGES("phrase.sworn"))).to_be_visible()
    steps.press(luc, ANGES("screen.lie"))
    bluff.announce(luc)
    bluff.answer(lea, "false")
    shown = wall.get_by_role("list", name=ANGES("board.shown")).get_by_role("img")
    expect(shown).to_have_count(3)
    bluff.share(lea)
    expect(bluff.news(wall, "screen.announce.wait", seat="Léa", to="Zoé")).to_be_visible()
    expect(shown).to_have_count(0)
    assert _faces(wall) <= 2
    assert "hand" not in str(wall.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))


def _faces(page: Page) -> int:
    """Cards whose face is anywhere in the page, seen or not."""
    return len(CARD.findall(page.locator("main").first.inner_html()))
