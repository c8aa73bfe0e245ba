"""A store that refuses at once, as one does whose data base is away: it is asked again after a while, not for ever."""

from __future__ import annotations

import pytest
from tests.server.cutting import games
from tests.server.hall import Hall, Visitor, start_people
from tests.server.venue import Refused

from tablee.server.store.interface import Batch, Done, StoreError
from tablee.server.store.memory import MemoryStore

MOST = 50


class Refusing(MemoryStore):
    """Counts how often it is asked while it refuses."""

    asked = 0

    def write(self, batch: Batch, done: Done) -> None:
        if self.error is not None:
            self.asked += 1
            assert self.asked < MOST, "it is asked for ever"
        super().write(batch, done)


def playing(game: str) -> tuple[Hall, Refusing, list[Visitor]]:
    """A game whose next clock has run out, and nobody has looked yet."""
    store = Refusing()
    hall = Hall([found for found in games() if found.game.meta.id == game], store=store)
    code, people = start_people(hall, game, 2)
    until = hall.running(code).expires_at()
    assert until is not None
    store.error = StoreError("the data base is away")
    hall.wall.set(until + 5_000)
    return hall, store, people


def test_who_answers_when_the_time_is_up_is_told_that_it_was_not_kept() -> None:
    hall, store, people = playing("pierres")
    seat = next(seat for seat, person in enumerate(people) if person.frames[seat]["moves"])
    with pytest.raises(Refused) as refused:
        people[seat].play(seat)
    assert refused.value.code == "not_kept"
    assert store.asked == 1
    store.error = None
    hall.wall.advance(2_000)
    assert not hall.defects


@pytest.mark.parametrize("game", ["pierres", "fil"])
def test_a_clock_that_cannot_be_kept_rings_again_after_a_while(game: str) -> None:
    hall, store, _ = playing(game)
    hall.wall.advance(3_500)
    assert 3 <= store.asked <= 5
    store.error = None
    before = sum(map(len, store.logs.values()))
    hall.wall.advance(2_000)
    assert sum(map(len, store.logs.values())) > before
    assert not hall.defects
