"""The power goes in mid-game, or somebody closes the browser: nothing is lost but a few seconds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, WALL, Devices, seat
from tests.browser.house import StageHouse
from tests.browser.lines import cuttable_line
from tests.browser.seating import Lay
from tests.browser.words import PIERRES, SAY

MINUTE = 60
"""Seconds."""
MOMENT, LONGEST_WAIT = 1_200, 3_250
"""Milliseconds until a page says that its line is cut, and until it tries again at the latest."""
IS_CUT = "() => window.line.readyState === WebSocket.CLOSED"
HIDE = """(isHidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.own_house
def test_after_a_kill_every_page_comes_back_by_itself_and_the_game_goes_on(
    house: StageHouse, device: Devices, lay: Lay
) -> None:
    device.forgive("WebSocket connection to")
    table = lay("pierres", ["Zoé", "Luc"], bots=["easy"], options={"first": 0})
    table.start()
    host, guest, wall = device(PHONE), device(PHONE), device(WALL)
    for page, people in ((host, ["Zoé"]), (guest, ["Luc"]), (wall, [])):
        page.clock.install()
        seat(page, table, people)
        page.goto(table.path)
    steps.lift(host, "A1")
    expect(steps.cell(guest, "A1")).to_have_accessible_name(steps.DIGIT)
    before = steps.board_of(guest)
    steps.mark(guest, "D1")

    table.leave()
    house.kill()
    for page in (host, guest, wall):
        page.wait_for_function(IS_CUT)
        page.clock.fast_forward(MOMENT)
        expect(page.get_by_text(SAY("lost.title"), exact=True)).to_be_visible()
    axe.check(guest)
    # What is pressed meanwhile is not lost either.
    steps.press(guest, PIERRES("action.Remove", cell="D1"))
    house.start()

    for page in (host, guest, wall):
        page.clock.fast_forward(LONGEST_WAIT)
        expect(page.get_by_text(SAY("lost.title"), exact=True)).to_be_hidden()
    expect(steps.cell(guest, "D1")).to_have_accessible_name(steps.DIGIT)
    # The bot plays on, then it is the first one's turn again.
    expect(host.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()
    after = steps.board_of(host)
    assert after[0] == before[0]
    assert sum(now != then for now, then in zip(after, before, strict=True)) == 2
    for page in (guest, wall):
        expect(page.get_by_text(PIERRES("board.active", seat="Zoé")).first).to_be_visible()


def test_whoever_closes_the_browser_in_mid_turn_finds_their_seat_again(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 1})
    table.start()
    page = device.at(table, "Luc", PHONE)
    table.leave()
    steps.mark(page, "A1")

    page = device.reopen(page)
    expect(page.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()
    expect(page.get_by_role("gridcell", name=steps.STONE)).to_have_count(81)
    steps.lift(page, "A1")
    expect(page.get_by_role("heading", name=PIERRES("board.active", seat="Zoé"))).to_be_visible()


def test_a_locked_phone_keeps_its_seat_under_a_moon_and_is_back_when_it_is_looked_at(
    house: StageHouse, device: Devices, lay: Lay
) -> None:
    device.forgive("WebSocket connection to")
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 0})
    table.start()
    host, wall, phone = device.at(table, "Zoé", PHONE), device.at(table, [], WALL), device(PHONE)
    phone.clock.install()
    seat(phone, table, "Luc")
    with cuttable_line(house.port) as line:
        phone.goto(f"http://127.0.0.1:{line.port}{table.path}")
        expect(phone.get_by_role("grid", name=PIERRES("board.name"))).to_be_visible()
        table.leave()

        phone.evaluate(HIDE, True)
        line.cut(True)
        phone.wait_for_function(IS_CUT)
        phone.clock.fast_forward(MOMENT)
        expect(phone.get_by_text(SAY("lost.title"), exact=True)).to_be_visible()
        # In a pocket no timer runs, neither those that were set nor any that will be.
        phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + MINUTE)
        # The others see that he is away: a moon, no cross. His chair is still his, and the game goes on.
        steps.press_key(host, "menu")
        people = steps.sheet(host).get_by_role("listitem").filter(has_text="Luc")
        expect(people).to_contain_text(SAY("place.away"))
        for place in (people, wall.get_by_role("listitem").filter(has_text="Luc")):
            expect(place.locator("[data-state=away] use[href$='#i-lune']")).to_have_count(1)
            expect(place.locator("use[href$='#i-non']")).to_have_count(0)
        steps.close_sheet(host)
        steps.lift(host, "A1")

        # Nothing but the eye on it brings it back: no timer runs before it is there.
        line.cut(False)
        phone.evaluate(HIDE, False)
        expect(phone.get_by_text(SAY("lost.title"), exact=True)).to_be_hidden()
        phone.clock.resume()
        expect(steps.cell(phone, "A1")).to_have_accessible_name(steps.DIGIT)
        steps.lift(phone, "D1")
        expect(wall.locator("[data-state=away]")).to_have_count(0)
        phone.close()
