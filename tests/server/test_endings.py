"""No table can hang: from any state clocks alone lead to the end. (bench/endings.py tries thousands of each game.)"""

from __future__ import annotations

import pytest
from tests.server.cutting import games
from tests.server.hall import Hall, play_on, start_people, until
from tests.server.silence import fall_silent

from tablee.games import Found
from tablee.kernel.luck import SeededLuck, seed_from


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_from_any_state_clocks_alone_lead_to_the_end(found: Found) -> None:
    assert fall_silent(found, 30, "test").states == 30


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_when_all_players_leave_and_somebody_watches_the_house_brings_it_to_an_end(found: Found) -> None:
    """Clocks run out, bots stand in, and the game is over in the end."""
    hall, luck = Hall([found]), SeededLuck(seed_from("leaving", found.game.meta.id))
    code, people = start_people(hall, found.game.meta.id, max(2, found.game.meta.seats(found.game.meta.options())[0]))
    screen = hall.visit(code)
    for _ in range(4):
        play_on(hall, code, people, luck)
    for person in people:
        person.leave()
    until(hall, lambda: hall.actor(code).lobby.phase == "over")
    screen.read()
    assert screen.frames[None]["outcome"] is not None
    assert hall.defects == []


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_a_table_without_clocks_goes_on_when_somebody_is_away(found: Found) -> None:
    """Without a clock nobody is hurried; but who is away must not stop the others for ever."""
    hall = Hall([found])
    code, people = start_people(hall, found.game.meta.id, max(2, found.game.meta.seats(found.game.meta.options())[0]))
    screen = hall.visit(code)
    people[0].do("pace", pace="none")
    for person in people:
        person.leave()
    until(hall, lambda: hall.actor(code).lobby.phase == "over")
    screen.read()
    assert screen.frames[None]["outcome"] is not None
