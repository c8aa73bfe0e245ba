"""Talk: short phrases and one's own words, seen beside the speaker's emblem, heard by screen readers, read again."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, WALL, Devices, seat
from tests.browser.seating import Lay
from tests.browser.words import SAY, page_words

ENGLISH = page_words("en")
READ_OUT = 6_000
"""Milliseconds for which a sentence is there to be read out."""
IS_FORGOTTEN = "said => !document.documentElement.outerHTML.includes(said)"
OWN_WORDS = "Under the <b>ninth</b> stone?"


def _hears(page: Page, sentence: str) -> None:
    expect(page.locator("[aria-live=polite]")).to_contain_text(sentence)


def test_people_talk_before_the_game_and_in_it_each_in_their_own_language(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 0})
    host, guest = device.at(table, "Zoé", PHONE), device.at(table, "Luc", PHONE, "en-GB")
    wall = device.at(table, [], WALL)
    expect(steps.chair(wall, "Luc")).to_be_visible()
    expect(guest.get_by_role("button", name=ENGLISH("lobby.not_ready"))).to_be_visible()

    steps.press_key(host, "talk")
    steps.press_key(steps.sheet(host, SAY("talk")), "talk.emote.bravo")
    expect(steps.sheet(host)).to_have_count(0)
    _hears(guest, ENGLISH("talk.says", name="Zoé", text=ENGLISH("talk.emote.bravo")))
    _hears(wall, SAY("talk.says", name="Zoé", text=SAY("talk.emote.bravo")))
    # Beside the emblem of who says it.
    emblem, bubble = steps.chair(wall, "Zoé").locator(".emb"), wall.locator(".bubble")
    expect(bubble).to_have_text(SAY("talk.emote.bravo"))
    where, said = emblem.bounding_box(), bubble.bounding_box()
    assert where is not None
    assert said is not None
    assert said["x"] < where["x"] + where["width"]
    assert where["x"] < said["x"] + said["width"]

    # Words of one's own go once the host lets them.
    steps.press_key(host, "talk")
    steps.press_key(steps.sheet(host), "talk.open")
    expect(steps.sheet(host).get_by_label(SAY("talk.words"))).to_be_visible()
    steps.close_sheet(host)

    table.start()
    expect(guest.get_by_role("grid")).to_be_visible()
    steps.press(guest, ENGLISH("talk"))
    talk = steps.sheet(guest, ENGLISH("talk"))
    said_before = talk.get_by_role("list", name=ENGLISH("talk.said"))
    expect(said_before).to_contain_text(f"Zoé {ENGLISH('talk.emote.bravo')}")
    talk.get_by_role("button", name=ENGLISH("talk.send"), exact=True).click(force=True)
    expect(steps.notice(guest, ENGLISH("talk.empty"))).to_be_visible()
    talk.get_by_label(ENGLISH("talk.words")).fill(OWN_WORDS)
    guest.keyboard.press("Enter")
    for page in (host, wall):
        _hears(page, SAY("talk.says", name="Luc", text=OWN_WORDS))
    expect(host.locator(".bubble").last).to_have_text(OWN_WORDS)


def test_who_wants_no_bubbles_gets_none_and_can_still_read(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"])
    page = device.at(table, "Luc", PHONE)
    _switch_bubbles(page)
    table.ask("say", seat=0, channel="table", emote="hmm")
    steps.press_key(page, "talk")
    said = steps.sheet(page).get_by_role("list", name=SAY("talk.said"))
    expect(said).to_contain_text(f"Zoé {SAY('talk.emote.hmm')}")
    expect(page.locator(".bubble")).to_have_count(0)
    steps.close_sheet(page)

    # Who wants them again has them.
    _switch_bubbles(page)
    table.ask("say", seat=0, channel="table", emote="bravo")
    expect(page.locator(".bubble")).to_have_text(SAY("talk.emote.bravo"))


def _switch_bubbles(page: Page) -> None:
    steps.press_key(page, "menu")
    steps.press_key(steps.sheet(page), "settings")
    steps.sheet(page).get_by_role("switch", name=SAY("settings.bubbles")).click()
    steps.close_sheet(page)


def test_where_forgetting_is_part_of_the_game_the_page_forgets_what_was_said(device: Devices, lay: Lay) -> None:
    """In Copieur the last four lines stay, and no other is anywhere in the page."""
    table = lay("copieur", ["Zoé"], bots=["easy", "medium"])
    table.ask("words", open=True)
    table.start()
    page = device(PHONE)
    page.clock.install()
    seat(page, table, "Zoé")
    page.goto(table.path)
    steps.press_key(page, "talk")
    talk = steps.sheet(page, SAY("talk"))
    lines = talk.get_by_role("list", name=SAY("talk.said")).get_by_role("listitem")
    for number in range(1, 6):
        table.ask("say", seat=0, channel="table", text=f"parole {number}")
        expect(lines.last).to_have_text(f"Zoé parole {number}")
    talk.get_by_label(SAY("talk.words")).fill("parole 6")
    page.keyboard.press("Enter")
    expect(talk).to_have_count(0)
    steps.press_key(page, "talk")
    expect(lines).to_have_text([f"Zoé parole {number}" for number in range(3, 7)])
    # Nor is it anywhere else, once it has been read out: at most what was said in one moment is, together.
    for _ in range(2):
        page.clock.fast_forward(READ_OUT)
    page.wait_for_function(IS_FORGOTTEN, arg="parole 2", polling=steps.GLANCE)
