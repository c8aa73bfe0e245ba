"""320 pixels wide, and a laptop with everything twice as large: the lobby of every game. (Its moments and its end are
looked at on the walk through it, or where it is played to the end by keyboard.)"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect
from tests.browser import axe, reach, steps
from tests.browser.devices import LAPTOP, SIT, Devices
from tests.browser.seating import Lay

NAME: Final = "Maximilienne-Victor"
BOTS: Final = {"pierres": 1, "anges": 1, "copieur": 2, "fil": 1, "voyelles": 1}
"""As many as it takes."""


def test_all_of_every_lobby_can_be_reached(device: Devices, lay: Lay) -> None:
    page = device(LAPTOP)
    page.goto("/")
    for game, bots in BOTS.items():
        table = lay(game, [NAME], bots=["easy"] * bots)
        page.evaluate(SIT, [table.code, table.keys_of(NAME), NAME])
        page.goto(table.path)
        expect(steps.start_button(page)).to_be_visible()
        for size in (reach.NARROW, reach.ENLARGED, LAPTOP):
            page.set_viewport_size(size)
            reach.check(page)
        axe.check(page, both_lights=False)
