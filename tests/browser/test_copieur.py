"""Copieur ! at a real table: six play to the end, on a phone, a laptop, a device between three, and a wall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from playwright.sync_api import expect
from tests.browser import classroom, steps
from tests.browser.classroom import Pupil
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices, arrived
from tests.browser.house import StageHouse
from tests.browser.seating import Deed, Laid, Lay, rehearse
from tests.browser.words import COPIEUR, SAY

from tablee.games.copieur.actions import Exchange, Ready, Roll, TellMine
from tablee.games.copieur.meta import PRESETS
from tablee.kernel.luck import seed_from

PEOPLE: Final = ("Zoé", "Odile", "Papa", "Luc", "Ana", "Théo")
SEED: Final = seed_from("six at school 16")


def test_six_seats_play_to_the_end(device: Devices, house: StageHouse, lay: Lay) -> None:
    """The first turn and the last are played by hand, the others over the wire. For the last one Odile has a laptop,
    and all of it is to be seen on a wall."""
    house.seed(SEED)
    house.stop_clock()
    table = lay("copieur", PEOPLE, options={"first": 0})
    phone, shared = device.at(table, "Zoé", PHONE), device.at(table, PEOPLE[2:5], SMALL_PHONE)
    corners = shared.get_by_role("group", name=SAY("zones"))
    pupils = {0: Pupil(phone)}
    for seat in (2, 3, 4):
        pupils[seat] = Pupil(shared, corners.get_by_role("region", name=PEOPLE[seat]))
    steps.start(phone)

    options = replace(PRESETS["classique"], first=0)
    deeds = rehearse("copieur", 6, SEED, lambda state: state.phase == "over", options=options, choose=classroom.blunder)
    rolls = [at for at, deed in enumerate(deeds) if isinstance(deed.action, Roll)]
    by_hand(house, table, pupils, deeds[: rolls[1]])
    table.play(deeds[rolls[1] : rolls[-1]])
    laptop, wall = device.at(table, "Odile", LAPTOP), device.at(table, [], WALL)
    pupils[1] = Pupil(laptop)
    by_hand(house, table, pupils, deeds[rolls[-1] :])

    for page in (phone, laptop, wall):
        expect(steps.podium(page)).to_be_visible()
        steps.press_key(page, "end.look")
        # All six slates lie open, and the prizes are given.
        expect(page.get_by_role("heading", name=COPIEUR("end.slates"))).to_be_visible()
        expect(page.get_by_role("img", name=classroom.SLATE)).to_have_count(6)


def by_hand(house: StageHouse, table: Laid, pupils: Mapping[int, Pupil], deeds: Iterable[Deed]) -> None:
    """Whoever has a screen does it there."""
    for deed in deeds:
        pupil = None if deed.seat is None else pupils.get(deed.seat)
        if pupil is None:
            table.play([deed])
            continue
        match deed.action:
            case Ready():
                pupil.is_ready()
            case Roll():
                pupil.roll()
            case Exchange(to):
                pupil.exchange(PEOPLE[to])
            case TellMine():
                steps.hit(house, pupil.button(COPIEUR("screen.tell.have")))
            case _:
                raise AssertionError(f"nobody has learned to do {deed}")
        arrived(pupil.page)
        assert pupil.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
