"""320 pixels wide, and a laptop with everything twice as large: lobby and play of every game. (Their ends are looked at
where the games are played to the end by keyboard.)"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.browser import axe, reach, steps
from tests.browser.devices import LAPTOP, Devices

GAMES = {"Pierres": 1, "Anges & Démons": 1, "Copieur !": 2, "De Fil en Aiguille": 1, "Voyelles": 1}
"""With as many bots as it takes."""


@pytest.mark.parametrize("size", [reach.NARROW, reach.ENLARGED], ids=["narrow", "enlarged"])
@pytest.mark.parametrize("game", GAMES)
def test_all_of_it_can_be_reached(device: Devices, game: str, size: ViewportSize) -> None:
    page = device(LAPTOP)
    page.set_viewport_size(size)
    steps.open_table(page, "Maximilienne-Victor", game)
    chairs = page.get_by_role("region", name="Places")
    expect(chairs).to_be_visible()
    reach.check(page)
    for _ in range(GAMES[game]):
        steps.chair(page, "Place libre").click()
        steps.sheet(page).get_by_role("listitem").first.get_by_role("button").click()
        expect(steps.sheet(page)).to_have_count(0)
    steps.set_rules(page)
    page.get_by_role("button", name=re.compile("^Commencer à")).click()
    expect(page.locator("main .game h2").last).to_be_visible()
    reach.check(page)
    axe.check(page, both_lights=False)
