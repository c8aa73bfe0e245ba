"""320 pixels wide, and a laptop with everything twice as large: lobby and play of every game. (Their ends are looked at
where the games are played to the end by keyboard.)"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser import axe, reach, steps
from tests.browser.devices import LAPTOP, Devices
from tests.browser.seating import Lay

BOTS = {"pierres": 1, "anges": 1, "copieur": 2, "fil": 1, "voyelles": 1}
"""As many as it takes."""


@pytest.mark.parametrize("game", BOTS)
def test_all_of_it_can_be_reached(device: Devices, lay: Lay, game: str) -> None:
    table = lay(game, ["Maximilienne-Victor"], bots=["easy"] * BOTS[game])
    page = device.at(table, "Maximilienne-Victor", LAPTOP)
    expect(steps.start_button(page)).to_be_visible()
    reach.check_small(page)
    steps.start(page)
    expect(page.locator("main .game h2").last).to_be_visible()
    for size in (reach.NARROW, reach.ENLARGED):
        page.set_viewport_size(size)
        reach.check(page)
        axe.check(page, both_lights=False)
