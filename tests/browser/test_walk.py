"""Every kind of moment of four games, on every screen, for everybody: one walk serves axe, small screens, walls, words,
keyboard and screen reader together. (Beside it: `test_axe`, screens that are no game; `test_keyboard`, playing.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Any, Final, NamedTuple

import pytest
from tests.browser.devices import Devices
from tests.browser.house import StageHouse
from tests.browser.moments import Rehearsal, forget, nothing_known, way_through
from tests.browser.seating import Deed, Lay, first_thing
from tests.browser.walk import Walk

from tablee.games.fil.actions import Confirm, Volunteer, Vote
from tablee.games.fil.debate import COLOURS
from tablee.kernel.luck import Luck, seed_from
from tablee.server.show.tools import AnyTable

PEOPLE: Final = ("Maximilienne-Victor", "Luc", "Odile", "Pia", "Noé", "Ida")
"""One name is as long as names may be."""


class Way(NamedTuple):
    """A table to be walked through."""

    game: str
    preset: str
    seats: int
    deeds: int
    """So many, at most."""
    number: int = 0
    """Of its chance: one that leads everywhere soon."""
    options: Mapping[str, object] = {}
    again: tuple[str, ...] = ()
    """What is asked differently at this table than at the ones before."""
    since: Callable[[Any], bool] = lambda _: True
    """Where the walk begins; before, everybody plays well."""

    @property
    def seed(self) -> bytes:
        return seed_from(self.game, self.preset, str(self.number))


WALKS: Final = {
    "pierres": [
        Way("pierres", "classique", 2, 60, 3, {"first": 0}),
        Way("pierres", "annonce", 3, 3, 0, {"opening": "quick", "tournoi": True}),
    ],
    "copieur": [Way("copieur", "petits", 4, 100, 1), Way("copieur", "maitres", 3, 40, again=("early", "question"))],
    "voyelles": [Way("voyelles", "jury", 3, 60), Way("voyelles", "classique", 2, 40, 2)],
    "anges": [Way("anges", "classique", 3, 70, 2), Way("anges", "famille", 2, 12, again=("keep",))],
    "fil": [
        Way("fil", "decouverte", 3, 70, 131),
        Way("fil", "schizo", 3, 30, since=lambda state: state.phase == "slam", again=("debate",)),
    ],
    "fil-alone": [Way("fil", "chacun", 3, 80, 0, {"first": 0})],
    "fil-teams": [Way("fil", "equipes", 6, 160, 0, {"first": 0})],
}


def play_well(table: AnyTable, luck: Luck) -> Deed:
    """As people do who know the Mystery card; in other games as anybody does."""
    state: Any = table.state
    ask = table.asks[0]
    if ask.kind == "volunteer":
        return Deed(ask.seats[0], ask.id, Volunteer())
    if ask.kind != "debate":
        return first_thing(table, luck)
    seat = ask.awaited[0]
    choice = COLOURS[state.spaces.index(state.mystery)] if state.mystery in state.spaces else COLOURS[0]
    return Deed(seat, ask.id, Vote(choice) if state.votes[seat] is None else Confirm())


@pytest.mark.parametrize("name", WALKS)
def test_every_kind_of_moment(device: Devices, house: StageHouse, lay: Lay, name: str) -> None:
    walk, known = Walk(device), nothing_known()
    for way, language in zip(WALKS[name], cycle(("fr", "en")), strict=False):
        house.seed(way.seed)
        house.stop_clock()
        table = lay(way.game, PEOPLE[: way.seats], preset=way.preset, options=way.options, pace="normal")
        table.start()
        forget(known, way.again)
        rehearsal = Rehearsal(way.game, table.options, way.seats, way.seed, known)
        table.play(rehearsal.begin(play_well, way.since))
        walk.come(table, language)
        stops = way_through(rehearsal, way.deeds)
        walk.go(stops)
        if "over" in stops[-1].seat:
            walk.look_at_the_end()
        walk.check_languages()
