"""A table that nobody visits leaves memory, and whoever asks for it finds it as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

import pytest
from tests.server.hall import WIDE_OPEN, Hall, Visitor, everybody_reads, play_on, start_people
from tests.server.venue import Refused

from tablee.games import find
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.limits import LIMITS
from tablee.server.store.interface import Batch, Done, Forget, Lost, NewTable, Owner, Query, StoreError, Taken
from tablee.server.store.memory import MemoryStore

T = TypeVar("T")
_numbers = count(1)


def leave_alone(hall: Hall, people: list[Visitor]) -> None:
    """Until the table sleeps."""
    for person in people:
        person.leave()
    hall.wall.advance(LIMITS.asleep)


def come_back(hall: Hall, code: str, people: list[Visitor]) -> list[Visitor]:
    back = [hall.visit(code, *person.keys) for person in people]
    everybody_reads(back)
    return back


def shown(person: Visitor, seat: int) -> dict[str, Any]:
    return {key: person.frames[seat][key] for key in ("board", "hand", "asks", "moves", "outcome", "now")}


def test_a_table_without_anybody_sleeps_and_is_woken_as_it_was() -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    luck = SeededLuck(seed_from("sleep"))
    for _ in range(5):
        play_on(hall, code, people, luck)
    hall.wall.advance(1_234)
    for seat, person in enumerate(people):
        person.do("hold", seat=seat, held=False)
    now = hall.running(code).now(hall.wall.now())
    before = [shown(person, seat) for seat, person in enumerate(people)]
    for person in people:
        person.leave()
    hall.wall.advance(LIMITS.asleep - 1)
    assert code in hall.house.tables
    hall.wall.advance(1)
    assert code not in hall.house.tables
    hall.wall.advance(1_000_000)
    people = come_back(hall, code, people)
    assert [{**shown(person, seat), "now": 0} for seat, person in enumerate(people)] == [
        {**one, "now": 0} for one in before
    ]
    assert people[0].clock["now"] == now, "nobody's time has run"
    while play_on(hall, code, people, luck):
        pass
    assert people[0].lobby["phase"] == "over"
    assert not hall.defects


def test_a_table_that_somebody_visits_stays_awake() -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    people[0].leave()
    hall.wall.advance(5 * LIMITS.asleep)
    assert code in hall.house.tables
    people[1].leave()
    hall.wall.advance(LIMITS.asleep // 2)
    watcher = hall.visit(code)
    hall.wall.advance(LIMITS.asleep)
    assert code in hall.house.tables
    watcher.leave()
    hall.wall.advance(LIMITS.asleep)
    assert code not in hall.house.tables


def test_nothing_of_a_table_that_sleeps_rings() -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    leave_alone(hall, people)
    assert code not in hall.house.tables
    assert hall.wall.next_at() is None


def test_a_finished_game_is_shown_again_and_one_that_was_deleted_is_not() -> None:
    for is_deleted in (False, True):
        hall = Hall()
        code, people = start_people(hall, "morpion", 2)
        luck = SeededLuck(seed_from("sleep"))
        while play_on(hall, code, people, luck):
            pass
        outcome, record = people[0].frames[0]["outcome"], people[0].lobby["record"]
        leave_alone(hall, people)
        if is_deleted:
            assert hall.store.keep(Batch(Owner(""), [Forget(record)])) is None
        people = come_back(hall, code, people)
        if is_deleted:
            assert people[0].lobby["phase"] == "lobby"
            people[1].do("ready", place=1, ready=True)
            people[0].do("start")
        else:
            assert people[0].frames[0]["outcome"] == outcome
            people[0].do("again")
        everybody_reads(people)
        assert people[0].frames[0]["outcome"] is None


def test_who_opened_a_table_that_sleeps_finds_it_by_the_same_command() -> None:
    hall = Hall([find("pierres")])
    host = hall.visit()
    wish = {"id": "opening-a-table-1", "game": "pierres", "name": "Ana", "emblem": None}
    opened = host.do("open", **wish)
    leave_alone(hall, [host])
    again = hall.visit().do("open", **wish)
    assert again["table"] == opened["table"]
    assert again["key"] != opened["key"]


def test_where_too_many_are_awake_those_without_anybody_sleep_at_once() -> None:
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, awake=2))
    empty, people = start_people(hall, "pierres", 2)
    for person in people:
        person.leave()
    first, second, third = hall.visit(), hall.visit(), hall.visit()
    for host in (first, second):
        host.do("open", game="pierres", name=None, emblem=None)
    assert empty not in hall.house.tables
    with pytest.raises(Refused) as refused:
        third.do("open", game="pierres", name=None, emblem=None)
    assert refused.value.code == "house_full"
    with pytest.raises(Refused) as refused:
        third.do("hello", table=empty, keys=people[0].keys)
    assert refused.value.code == "house_full"
    first.leave()
    hall.wall.advance(LIMITS.tidy_full)
    third.do("hello", table=empty, keys=people[0].keys)
    third.read()
    assert third.frames[0]["board"]


def test_one_that_slept_and_that_nobody_played_at_is_cleared_away() -> None:
    hall = Hall([find("pierres")])
    host, other = hall.visit(), hall.visit()
    code = host.do("open", game="pierres", name=None, emblem=None)["table"]
    played, people = start_people(hall, "pierres", 2)
    leave_alone(hall, [host, *people])
    hall.wall.advance(LIMITS.empty_lobby)
    other.do("open", game="pierres", name=None, emblem=None)
    assert code not in hall.store.docs
    assert played in hall.store.docs


# Where the store takes its time, or has bad news.


class Late(MemoryStore):
    """Reads and writes are answered when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Callable[[], None]] = []
        self.is_late = False
        self.bad_news: StoreError | None = None

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        answer = super().read
        if self.bad_news is not None:
            done(self.bad_news)
        elif self.is_late:
            self.waiting.append(lambda: answer(query, done))
        else:
            answer(query, done)

    def write(self, batch: Batch, done: Done) -> None:
        if self.bad_news is not None:
            done(self.bad_news)
        else:
            super().write(batch, done)

    def go_on(self) -> None:
        waiting, self.waiting = self.waiting, []
        for answer in waiting:
            answer()


def sleeping() -> tuple[Hall, Late, str, list[Visitor]]:
    store = Late()
    hall = Hall([find("pierres")], store=store)
    code, people = start_people(hall, "pierres", 2)
    leave_alone(hall, people)
    return hall, store, code, people


def ask(visitor: Visitor, do: str, **fields: Any) -> str:
    command = f"{do}-{next(_numbers)}"
    visitor.send({"id": command, "do": do, **fields})
    visitor.read()
    return command


def test_all_who_knock_while_it_is_read_are_let_in_by_one_reading() -> None:
    hall, store, code, people = sleeping()
    store.is_late = True
    guests = [hall.knock() for _ in range(3)]
    asked = [ask(guest, "hello", table=code, keys=people[0].keys, language="en") for guest in guests]
    assert len(store.waiting) == 1
    guests[1].leave()
    elsewhere = ask(guests[2], "hello", table=None, keys=[], language="en")
    store.go_on()
    everybody_reads(guests)
    assert guests[0].answers[asked[0]]["ok"]
    assert guests[0].frames[0]["hand"] is not None or guests[0].frames[0]["board"]
    assert guests[2].answers[asked[2]]["refusal"]["code"] == "no_table"
    assert guests[2].answers[elsewhere]["ok"]
    assert not guests[2].frames, "who went elsewhere meanwhile stays there"
    assert [visit.connection for visit in hall.actor(code).visits] == [guests[0].connection]


def test_a_table_that_cannot_be_read_is_refused_with_a_sentence_and_tried_again() -> None:
    hall, store, code, people = sleeping()
    store.bad_news = StoreError("the disk is wet")
    guest = hall.knock()
    refusals = []
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            guest.do("hello", table=code, keys=people[0].keys, language="en")
        refusals.append(refused.value.code)
    assert refusals == ["not_read", "not_read"]
    assert "the disk is wet" in hall.log.getvalue()
    store.bad_news = None
    guest.do("hello", table=code, keys=people[0].keys)
    guest.read()
    assert guest.frames[0]


def test_a_table_that_was_lost_tells_nobody_anything_and_is_found_again() -> None:
    hall, store, code, people = sleeping()
    people = come_back(hall, code, people)
    seat = hall.running(code).table.asks[0].seats[0]
    board = people[seat].frames[seat]["board"]
    store.bad_news = Lost("another node has it")
    with pytest.raises(Refused) as refused:
        people[seat].play(seat)
    assert refused.value.code == "not_kept"
    everybody_reads(people)
    assert [person.bye and person.bye["code"] for person in people] == ["closing", "closing"]
    assert all(person.frames[number]["board"] == board for number, person in enumerate(people) if number == seat)
    assert code not in hall.house.tables
    store.bad_news = None
    people = come_back(hall, code, people)
    assert people[seat].frames[seat]["board"] == board
    people[seat].play(seat)
    assert not hall.defects


def test_the_code_of_a_table_that_sleeps_is_given_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    leave_alone(hall, people)
    codes = iter([code, code, "WXYZ"])
    monkeypatch.setattr(hall.house._chance, "code", lambda _: next(codes))
    assert hall.visit().do("open", game="pierres", name="Eve", emblem=None)["table"] == "WXYZ"
    assert come_back(hall, code, people)[0].lobby["places"][0]["name"] == "Ana"


def test_a_code_that_is_taken_is_drawn_again() -> None:
    class Unlucky(MemoryStore):
        taken: list[str]

        def write(self, batch: Batch, done: Done) -> None:
            if len(self.taken) < 2 and isinstance(batch.writes[0], NewTable):
                self.taken.append(batch.owner.code)
                done(Taken("there is one"))
            else:
                super().write(batch, done)

    store = Unlucky()
    store.taken = []
    hall = Hall([find("pierres")], store=store)
    host = hall.visit()
    opened = host.do("open", game="pierres", name="Ana", emblem=None)
    host.read()
    assert len({*store.taken, opened["table"]}) == 3
    assert list(store.docs) == [opened["table"]]
    assert list(hall.house.tables) == [opened["table"]]
    assert host.you == {"places": [0], "host": True}
    assert not hall.defects
