"""Copieur ! at a real table: six play to the end, on a phone, a laptop, a device between three, and a wall."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import axe, bluff, classroom, steps
from tests.browser.classroom import Class, Pupil
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices
from tests.browser.house import open_house

TIMES = 4
"""Its windows are of so many seconds, whatever the table's pace: so here seconds are shorter."""


@pytest.fixture
def device(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Devices]:
    with open_house(tmp_path_factory.mktemp("hasty"), thought=50, times=TIMES) as house:
        devices = Devices(browser, house.address)
        yield devices
        devices.close()
    assert devices.complaints == []


def test_six_seats_play_to_the_end(device: Devices) -> None:
    """A phone, a laptop, a device that lies open between three, a bot, and a wall that shows it all."""
    phone, laptop, shared, wall = device(PHONE), device(LAPTOP), device(SMALL_PHONE), device(WALL)
    code = classroom.open_table(phone, "Zoé")
    bluff.sit_down_at_a_wide_screen(laptop, code, "Odile")
    steps.sit_down(shared, code, "Papa")
    for name in ("Luc", "Ana"):
        steps.chair(shared, "Place libre").click()
        steps.say_who(steps.sheet(shared), name)
        steps.press(steps.sheet(shared), "Je m’assieds")
        expect(steps.chair(phone, name)).to_be_visible()
    steps.add_bot(phone, "Gomme")
    classroom.set_rules(phone, "Classique", "Zoé")
    for page in (laptop, shared):
        steps.press(page, "C’est bon pour moi")
    steps.start(phone)
    wall.goto(f"/t/{code}")
    corners = shared.get_by_role("group", name="Un coin pour chacun")
    pupils = {
        "Zoé": Pupil(phone),
        "Odile": Pupil(laptop),
        **{name: Pupil(shared, corners.get_by_role("region", name=name)) for name in ("Papa", "Luc", "Ana")},
    }
    for pupil in pupils.values():
        pupil.is_ready()
    table = Class(wall, pupils)
    while table.play_on():
        assert shared.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert table.seen >= {"roll", "copier", "tell"}

    for page in (phone, laptop, wall):
        expect(page.get_by_role("region", name="Podium")).to_be_visible()
        steps.press(page, "Revoir le plateau")
        # All six slates lie open, and the prizes are given.
        expect(page.get_by_role("heading", name="Les ardoises au grand jour")).to_be_visible()
        expect(page.get_by_role("img", name=re.compile(r"^Ardoise \d\s: "))).to_have_count(6)
    for page in (phone, wall):
        axe.check(page)
