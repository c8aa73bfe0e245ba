"""An upgrade loses nothing: tables of this release go on under the next one, in every game and every phase.

(A store of the first version is opened in test_damage.py.)"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

import pytest
from tests.kit import vigil
from tests.server.cutting import games
from tests.server.hall import Hall, Visitor, play_on, start_people

from tablee.games import Found, find
from tablee.kernel.luck import SeededLuck, seed_from


def next_release(found: Found) -> Found:
    """The same game with a higher version, as after a change of a rule for new tables."""
    game: Any = copy(found.game)
    game.meta = replace(found.game.meta, version=found.game.meta.version + 1)
    return replace(found, game=game)


def upgrade(hall: Hall, found: Found) -> None:
    """The house is stopped, and opened by the next release."""
    hall.games = [found]
    hall.reopen()


def come_back(hall: Hall, code: str, people: list[Visitor]) -> list[Visitor]:
    back = [hall.visit(code, *person.keys) for person in people]
    for person in back:
        person.read()
    return back


def shown(person: Visitor, seat: int) -> dict[str, Any]:
    frame = person.frames[seat]
    parts = {key: frame[key] for key in ("board", "hand", "moves", "outcome")}
    # A race that was cut begins anew under another id.
    asks = [{**ask, "id": ask["id"].partition("~")[0]} for ask in frame["asks"]]
    return {**parts, "asks": asks}


RARE = {"slam"}
"""Kinds of asks that people who play at random hardly ever come to."""


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_tables_of_this_release_go_on_under_the_next_in_every_phase(found: Found) -> None:
    wanted, seen = set(found.game.meta.kinds) - RARE, set[str]()
    later, presets = next_release(found), list(found.game.meta.presets)
    for number in range(40):
        hall, luck = Hall([found]), SeededLuck(seed_from("upgrade", found.game.meta.id, number))
        preset = presets[number % len(presets)]
        seats = found.game.meta.seats(found.game.meta.presets[preset])
        code, people = start_people(hall, found.game.meta.id, max(2, seats[0]), preset=preset)
        is_over = False
        while not is_over:
            phase = {ask.kind for ask in hall.running(code).table.asks} - seen
            if phase:
                seen |= phase
                before = [shown(person, seat) for seat, person in enumerate(people)]
                upgrade(hall, later)
                people = come_back(hall, code, people)
                assert [shown(person, seat) for seat, person in enumerate(people)] == before
                assert hall.running(code).table.record.header.rules == found.game.meta.version
                break
            is_over = not play_on(hall, code, people, luck)
        if hall.games != [later]:
            continue
        while play_on(hall, code, people, luck):
            pass
        assert hall.actor(code).lobby.phase == "over"
        assert "cannot_resume" not in hall.log.getvalue()
        people[0].do("again")
        assert hall.running(code).table.record.header.rules == later.game.meta.version
        if seen >= wanted:
            return
    assert seen >= wanted, f"phases never reached: {wanted - seen}"


class Kinder(vigil.Vigil):
    """From version 2 on nobody loses a token."""

    meta = replace(vigil.Vigil.meta, version=2)

    def punish(self, new: vigil.VigilState, loser: int) -> None:
        tokens = new.tokens[loser]
        super().punish(new, loser)
        if new.rules >= 2 and new.tokens[loser] < tokens:
            new.tokens[loser], new.bank = tokens, new.bank - 1


def test_a_changed_rule_is_for_tables_born_after_it() -> None:
    found = find("tests.kit.vigil")
    kinder: Found = replace(found, game=Kinder())  # type: ignore[arg-type]
    for is_before in (True, False):
        hall, luck = Hall([found if is_before else kinder]), SeededLuck(seed_from("kinder"))
        code, people = start_people(hall, "vigil", 2)
        upgrade(hall, kinder)
        people = come_back(hall, code, people)
        while play_on(hall, code, people, luck):
            pass
        assert (sum(people[0].frames[0]["board"]["tokens"]) == 4) is not is_before


def test_a_table_that_an_older_release_cannot_play_is_left_alone_and_said_so() -> None:
    found = find("tests.kit.vigil")
    hall = Hall([next_release(found)])
    code, people = start_people(hall, "vigil", 2)
    upgrade(hall, found)
    host = hall.visit(code, *people[0].keys)
    host.read()
    assert "newer than ours" in hall.log.getvalue()
    assert hall.defects == []
    assert host.lobby["phase"] == "playing"
    upgrade(hall, next_release(found))
    (host,) = come_back(hall, code, people[:1])
    assert host.frames[0]["board"]["turn"] == 0
