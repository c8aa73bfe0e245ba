"""Talk: short phrases and one's own words, seen beside the speaker's emblem, heard by screen readers, read again."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, WALL, Devices


def _say(page: Page, phrase: str) -> None:
    steps.press(page, "Dire quelque chose")
    steps.press(steps.sheet(page, "Dire quelque chose"), phrase)
    expect(steps.sheet(page)).to_have_count(0)


def _hears(page: Page, sentence: str) -> None:
    expect(page.locator("[aria-live=polite]")).to_contain_text(sentence)


def test_people_talk_before_the_game_and_in_it_each_in_their_own_language(device: Devices) -> None:
    host, guest, wall = device(PHONE), device(PHONE, "en-GB"), device(WALL)
    code = steps.open_table(host, "Zoé")
    guest.goto(f"/t/{code}")
    guest.get_by_label("Your name").fill("Luc")
    steps.press(guest, "Sit down")
    wall.goto(f"/t/{code}")
    expect(steps.chair(wall, "Luc")).to_be_visible()

    _say(host, "Bravo !")
    _hears(guest, "Zoé says: Well done!")
    _hears(wall, "Zoé dit : Bravo !")
    # Beside the emblem of who says it.
    emblem, bubble = steps.chair(wall, "Zoé").locator(".emb"), wall.locator(".bubble")
    expect(bubble).to_have_text("Bravo !")
    where, said = emblem.bounding_box(), bubble.bounding_box()
    assert where is not None
    assert said is not None
    assert said["x"] < where["x"] + where["width"]
    assert where["x"] < said["x"] + said["width"]

    # Words of one's own go once the host lets them.
    steps.press(host, "Dire quelque chose")
    steps.press(steps.sheet(host), "Laisser chacun écrire ses mots")
    expect(steps.sheet(host).get_by_label("Ou avec vos mots")).to_be_visible()
    steps.press(steps.sheet(host), "Fermer")

    steps.set_rules(host, first="Zoé")
    steps.press(guest, "I am ready")
    expect(host.get_by_text("Tout le monde est là")).to_be_visible()
    steps.start(host)
    expect(guest.get_by_role("grid")).to_be_visible()
    steps.press(guest, "Say something")
    talk = steps.sheet(guest, "Say something")
    expect(talk.get_by_role("list", name="What was said")).to_contain_text("Zoé Well done!")
    talk.get_by_role("button", name="Say", exact=True).click(force=True)
    expect(guest.get_by_text("Write something first.").first).to_be_visible()
    talk.get_by_label("Or in your own words").fill("Under the <b>ninth</b> stone?")
    guest.keyboard.press("Enter")
    for page in (host, wall):
        _hears(page, "Luc dit : Under the <b>ninth</b> stone?")
    expect(host.locator(".bubble").last).to_have_text("Under the <b>ninth</b> stone?")


def test_who_wants_no_bubbles_gets_none_and_can_still_read(device: Devices) -> None:
    host, guest = device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Luc")
    steps.press(guest, "Menu")
    steps.press(steps.sheet(guest), "Réglages et confort")
    steps.sheet(guest).get_by_role("switch", name="Bulles").click()
    steps.press(steps.sheet(guest), "Fermer")
    _say(host, "Hmm…")
    expect(host.locator(".bubble")).to_be_visible()
    steps.press(guest, "Dire quelque chose")
    expect(steps.sheet(guest).get_by_role("list", name="Ce qui s’est dit")).to_contain_text("Zoé Hmm…")
    expect(guest.locator(".bubble")).to_have_count(0)


def test_where_forgetting_is_part_of_the_game_the_page_forgets_what_was_said(device: Devices) -> None:
    """In Copieur the last four lines stay, and no other is anywhere in the page."""
    page = device(PHONE)
    steps.open_table(page, "Zoé", "Copieur\u202f!")
    for bot in ("Gomme", "Buvard"):
        steps.add_bot(page, bot)
    steps.start(page)
    steps.press(page, "Dire quelque chose")
    steps.press(steps.sheet(page), "Laisser chacun écrire ses mots")
    steps.press(steps.sheet(page), "Fermer")
    for number in range(1, 7):
        steps.press(page, "Dire quelque chose")
        talk = steps.sheet(page, "Dire quelque chose")
        talk.get_by_label("Ou avec vos mots").fill(f"parole {number}")
        page.keyboard.press("Enter")
        expect(talk).to_have_count(0)
    steps.press(page, "Dire quelque chose")
    said = steps.sheet(page).get_by_role("list", name="Ce qui s’est dit")
    expect(said.get_by_role("listitem")).to_have_text([f"Zoé parole {number}" for number in range(3, 7)])
    assert "parole 2" not in page.content()
