"""A part of the page does not come: it is said, with a way to try again."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices, seat
from tests.browser.seating import Lay
from tests.browser.words import PIERRES, SAY, rules_of

MORPION = "examples/morpion.py"
JUST_UPDATED = "sessionStorage.setItem('tablee.reloaded', String(Date.now()))"


def test_words_that_do_not_come_are_asked_for_again(device: Devices) -> None:
    device.forgive("Failed to load resource")
    page = device(PHONE)
    page.route("**/api/words/morpion*", lambda route: route.abort())
    steps.press_key(steps.choose_game(page, MORPION), "rules")
    rules = page.get_by_role("dialog").last
    expect(rules.get_by_text(SAY("jammed.rules"))).to_be_visible()
    page.unroute("**/api/words/morpion*")
    steps.press_key(rules, "again")
    expect(rules.get_by_text(rules_of(MORPION).short[0])).to_be_visible()


def test_a_game_whose_screens_do_not_come_says_so_and_goes_on_when_they_do(device: Devices, lay: Lay) -> None:
    device.forgive("Failed to load resource")
    device.forgive("Failed to fetch dynamically imported module")
    device.forgive("Unable to preload")
    table = lay("pierres", ["Zoé"], bots=["easy"], options={"first": 0})
    table.start()
    page = device(PHONE)
    page.add_init_script(JUST_UPDATED)
    seat(page, table, "Zoé")
    page.route("**/assets/Seat-*", lambda route: route.abort())
    page.goto(table.path)
    expect(page.get_by_role("heading", name=SAY("jammed"))).to_be_visible()
    page.route("**/healthz", lambda route: route.abort())
    steps.press_key(page, "again")
    expect(steps.notice(page, SAY("home.no_server"))).to_be_visible()
    page.unroute("**/healthz")
    page.unroute("**/assets/Seat-*")
    steps.press_key(page, "again")
    expect(page.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()
