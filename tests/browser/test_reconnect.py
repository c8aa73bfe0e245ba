"""The power goes in mid-game, or somebody closes the browser: nothing is lost but a few seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, WALL, Devices
from tests.browser.house import House, open_house
from tests.browser.lines import cuttable_line

HIDE = """(isHidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
SLEEP = """() => {
  window.wake = { setTimeout, setInterval };
  const last = setTimeout(() => undefined);
  for (let timer = 0; timer <= last; timer++) clearTimeout(timer);
  Object.assign(window, { setTimeout: () => 0, setInterval: () => 0 });
}"""
"""In a pocket no timer runs, neither those that were set nor any that will be."""
WAKE = """() => Object.assign(window, window.wake)"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """One that may be killed."""
    with open_house(tmp_path) as house:
        yield house


def test_after_a_kill_every_page_comes_back_by_itself_and_the_game_goes_on(house: House, device: Devices) -> None:
    device.forgive("WebSocket connection to")
    host, guest, wall = device(PHONE), device(PHONE), device(WALL)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Luc")
    expect(steps.chair(host, "Luc")).to_be_visible()
    steps.add_bot(host, "Gravier")
    wall.goto(f"/t/{code}")
    steps.set_rules(host, first="Zoé")
    steps.press(guest, "C’est bon pour moi")
    steps.start(host)
    steps.lift(host, "A1")
    expect(steps.cell(guest, "A1")).to_have_accessible_name(steps.DIGIT)
    before = steps.board_of(guest)
    steps.mark(guest, "D1")

    house.kill()
    for page in (host, guest, wall):
        expect(page.get_by_text("Le fil est coupé", exact=True)).to_be_visible()
        axe.check(page, both_lights=page is guest)
    # What is pressed meanwhile is not lost either.
    steps.press(guest, "Soulever la pierre en D1")
    house.start()

    for page in (host, guest, wall):
        expect(page.get_by_text("Le fil est coupé", exact=True)).to_be_hidden()
    expect(steps.cell(guest, "D1")).to_have_accessible_name(steps.DIGIT)
    # The bot plays on, then it is the first one's turn again.
    expect(host.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()
    after = steps.board_of(host)
    assert after[0] == before[0]
    assert sum(now != then for now, then in zip(after, before, strict=True)) == 2
    for page in (guest, wall):
        expect(page.get_by_text("À Zoé de jouer").first).to_be_visible()


def test_whoever_closes_the_browser_in_mid_turn_finds_their_seat_again(device: Devices) -> None:
    host, guest = device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Luc")
    steps.set_rules(host, first="Luc")
    steps.press(guest, "C’est bon pour moi")
    steps.start(host)
    steps.mark(guest, "A1")

    guest = device.reopen(guest)
    expect(guest.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()
    expect(guest.get_by_role("gridcell", name=steps.STONE)).to_have_count(81)
    steps.lift(guest, "A1")
    expect(host.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()


def test_a_locked_phone_keeps_its_seat_under_a_moon_and_is_back_when_it_is_looked_at(
    house: House, device: Devices
) -> None:
    device.forgive("WebSocket connection to")
    host, wall, phone = device(PHONE), device(WALL), device(PHONE)
    code = steps.open_table(host, "Zoé")
    wall.goto(f"/t/{code}")
    with cuttable_line(house.port) as line:
        phone.goto(f"http://127.0.0.1:{line.port}/t/{code}")
        steps.say_who(phone, "Luc")
        steps.press(phone, "Je m’assieds")
        steps.set_rules(host, first="Zoé")
        steps.press(phone, "C’est bon pour moi")
        steps.start(host)
        expect(phone.get_by_role("grid", name="Plateau")).to_be_visible()

        phone.evaluate(HIDE, True)
        line.cut(True)
        expect(phone.get_by_text("Le fil est coupé", exact=True)).to_be_visible()
        phone.evaluate(SLEEP)
        # The others see that he is away: a moon, no cross. His chair is still his, and the game goes on.
        steps.press(host, "Menu")
        people = steps.sheet(host).get_by_role("listitem").filter(has_text="Luc")
        expect(people).to_contain_text("pas là")
        for place in (people, wall.get_by_role("listitem").filter(has_text="Luc")):
            expect(place.locator("[data-state=away] use[href$='#i-lune']")).to_have_count(1)
            expect(place.locator("use[href$='#i-non']")).to_have_count(0)
        steps.press(steps.sheet(host), "Fermer")
        steps.lift(host, "A1")

        # Nothing but the eye on it brings it back: no timer runs before it is there.
        line.cut(False)
        phone.evaluate(HIDE, False)
        expect(phone.get_by_text("Le fil est coupé", exact=True)).to_be_hidden()
        phone.evaluate(WAKE)
        expect(steps.cell(phone, "A1")).to_have_accessible_name(steps.DIGIT)
        steps.lift(phone, "D1")
        expect(wall.locator("[data-state=away]")).to_have_count(0)
        phone.close()
