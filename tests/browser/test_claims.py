"""A phone is lost and its owner comes back with another: « Je suis Léa », and the host says whether it is."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices, seat
from tests.browser.seating import Lay
from tests.browser.words import PIERRES, SAY

NAME = "Léa"
ASKS = SAY("claim.asks", name=NAME)
IS_ME = SAY("claim.me", name=NAME)
YES = SAY("claim.yes", name=NAME)


def _number(page: Page) -> str:
    """The number that the asking device shows."""
    waits = steps.sheet(page, SAY("claim.title", name=NAME))
    return waits.get_by_text(re.compile(r"^\d\d$")).inner_text()


def test_a_name_that_is_taken_can_be_ones_own(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", NAME])
    host, new = device.at(table, "Zoé", PHONE), device.at(table, [], PHONE)
    steps.say_who(new, NAME)
    steps.press_key(new, "lobby.sit")
    expect(new.get_by_role("alert")).to_contain_text(SAY("who.name.taken", name=NAME))
    expect(new.get_by_role("button", name=IS_ME)).to_have_count(0)  # she is here

    table.leave()
    steps.press(new, IS_ME)
    slip = host.get_by_role("complementary", name=ASKS)
    expect(slip).to_contain_text(SAY("claim.number", number=_number(new)))
    expect(new.get_by_role("button", name=SAY("lobby.not_ready"))).to_have_count(0)
    steps.press(slip, SAY("claim.no", name=NAME))
    expect(new.get_by_text(SAY("claim.turned_away", name=NAME)).first).to_be_visible()

    steps.press(new, IS_ME)
    steps.press(slip, YES)
    expect(new.get_by_role("button", name=SAY("lobby.not_ready"))).to_be_visible()  # as ready as she was
    expect(slip).to_be_hidden()


def test_in_the_middle_of_a_game_a_lost_phone_is_replaced(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", NAME], options={"first": 1})
    table.start()
    host, new, other = device.at(table, "Zoé", PHONE), device.at(table, [], PHONE), device.at(table, [], PHONE)
    table.leave()
    steps.press(new, IS_ME)
    slip = host.get_by_role("complementary", name=ASKS)
    expect(slip).to_be_visible()
    expect(other.get_by_role("button", name=IS_ME)).to_have_count(0)  # somebody has asked already
    expect(other.get_by_role("button", name=YES)).to_have_count(0)  # who only looks on decides nothing
    steps.press(slip, YES)
    steps.lift(new, "A1")
    steps.lift(host, "D1")

    # The phone turns up under the sofa: it only looks on now.
    seat(other, table, NAME)
    other.reload()
    expect(other.get_by_role("heading", name=PIERRES("board.active", seat=NAME))).to_be_visible()
    expect(other.get_by_role("button", name=PIERRES.anywhere("action.Remove", "board.mark"))).to_have_count(0)
