"""The straight way of a move is the same as the other, to the byte: whole games are played both ways."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from tests.server import hall as halls
from tests.server.hall import Hall, Visitor, everybody_reads, play_on, seat_people, start_people
from tests.server.venue import EXAMPLES, Refused

from tablee.games import find, known_games
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.outside import Chance
from tablee.server.store.interface import Batch, Done, StoreError
from tablee.server.store.memory import MemoryStore
from tablee.server.table import straight

MOST = 60
"""Inputs of one game."""
NAMES = (*known_games(), str(EXAMPLES / "morpion.py"), str(EXAMPLES / "buzzer.py"), "tests.kit.vigil")


def cases() -> Iterator[Any]:
    for name in NAMES:
        found = find(name)
        for preset in found.game.meta.presets:
            yield pytest.param(name, preset, id=f"{found.game.meta.id}-{preset}")


class Counted:
    """How often a move took the straight way."""

    def __init__(self, *, is_open: bool) -> None:
        self._play = straight.play
        self._is_open = is_open
        self.times = 0

    def __call__(self, *words: Any) -> bool:
        went = self._is_open and self._play(*words)
        self.times += went
        return went


def quarrel(people: list[Visitor], luck: SeededLuck) -> None:
    """What is refused, comes twice, or is no move at all."""
    person = luck.pick(people)
    for seat, frame in person.frames.items():
        for ask in frame["asks"]:
            for action in (*frame["moves"][:1], {"type": "Burn"}, 7):
                for name in (ask["id"], "nothing"):
                    for owner in (seat, 0, 99):
                        command = {"id": f"q{luck.below(9)}", "do": "play", "seat": owner, "ask": name}
                        if owner != seat or action == 7 or name == "nothing" or action == {"type": "Burn"}:
                            person.send({**command, "action": action})
    everybody_reads(people)


def play_whole(
    name: str, preset: str, monkeypatch: pytest.MonkeyPatch, *, is_open: bool, takes_at_once: bool = False
) -> tuple[list[Any], int]:
    """All that everybody was sent, and all that was kept; and how many moves went straight."""
    counted = Counted(is_open=is_open)
    with monkeypatch.context() as patch:
        patch.setattr(straight, "play", counted)
        patch.setattr(halls, "_ids", count(1))
        found = find(name)
        hall = Hall([found])
        hall.takes_at_once = takes_at_once
        hall.deal(Chance(random.Random(name).randbytes))

        possible = found.game.meta.seats(found.game.meta.presets[preset])
        seats = max(min(possible), min(max(possible), 4))
        code, people = seat_people(hall, found.game.meta.id, seats, preset=preset)
        screen = hall.visit(code, screen=True, language="fr")
        people[0].do("start")
        everybody = [*people, screen]
        everybody_reads(everybody)
        luck = SeededLuck(seed_from(name, preset))
        for number in range(MOST):
            if not play_on(hall, code, people, luck, silence=5):
                break
            screen.read()
            if number % 7 == 3:
                quarrel(people, luck)
            if number % 11 == 5:  # a disk that is full for a moment, and a line that is lost
                hall.store.error = StoreError("The disk is full.")
                quarrel(people, luck)
                hall.store.error = None
                keys = people[1].keys
                people[1].leave()
                people[1] = hall.visit(code, *keys)
        assert not hall.defects
        store = hall.store
        kept = [store.docs, store.logs, store.past, store.summaries]
        return [[person.bytes for person in [*people, screen]], kept], counted.times


@pytest.mark.parametrize(("name", "preset"), [*cases()])
def test_a_game_is_the_same_both_ways(name: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    went, times = play_whole(name, preset, monkeypatch, is_open=True, takes_at_once=True)
    waited, as_often = play_whole(name, preset, monkeypatch, is_open=True)
    other, none = play_whole(name, preset, monkeypatch, is_open=False)
    assert went == other
    assert waited == other
    assert as_often == times
    assert none == 0
    has_races = any(kind.race for kind in find(name).game.meta.kinds.values())
    assert (times > 0) is not has_races, times


def test_a_defect_of_the_rules_is_answered_and_the_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    code, people = start_people(hall, "morpion", 2)
    assert hall.actor(code).is_plain
    with monkeypatch.context() as patch:
        patch.setattr(type(hall.running(code).table.game), "step", lambda *_: 1 // 0)
        with pytest.raises(Refused) as refused:
            people[0].play(0)
        assert refused.value.code == "defect"
    assert hall.defects
    people[0].play(0)
    assert len(hall.running(code).table.record.entries) == 2


def test_what_goes_at_once_does_not_overtake_what_waits() -> None:
    hall = Hall()
    hall.takes_at_once = True
    _, (ana, bob) = start_people(hall, "morpion", 2)
    everybody_reads([ana, bob])
    ana.send({"id": "now", "do": "ping", "sent": 1})
    ana.play(0)
    assert [message["tell"] for message in ana.heard[-3:]] == ["pong", "answer", "frame"]
    ana.connection.bye("closing")
    assert [message["tell"] for message in ana.read()] == ["bye"]
    bob.read()
    bob.play(1)
    assert ana.read() == []


def test_who_lost_their_place_while_their_move_was_written_is_answered_and_told_nothing_more() -> None:
    """Rights are looked up when telling, here too."""
    hall = Hall(store=LateStore())
    _, (ana, bob) = start_people(hall, "morpion", 2)
    store = hall.store
    assert isinstance(store, LateStore)
    store.is_late = True
    ana.read()
    ana.send({"id": "move", "do": "play", "seat": 0, "ask": "0.mark", "action": {"type": "Mark", "cell": 4}})
    ana.leave()
    store.tell()
    bob.read()
    assert bob.frames[1]["board"]["cells"][4] == "X"
    assert [message["tell"] for message in ana.read()] == ["answer"]


class LateStore(MemoryStore):
    """Keeps at once, and says so later."""

    is_late = False

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Callable[[], None]] = []

    def write(self, batch: Batch, done: Done) -> None:
        error = self.keep(batch)
        if self.is_late:
            self._told.append(lambda: done(error))
        else:
            done(error)

    def tell(self) -> None:
        told, self._told = self._told, []
        for one in told:
            one()
