"""A table that nobody visits leaves memory, and whoever asks for it finds it as it was."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.server.hall import WIDE_OPEN, Hall, Visitor, everybody_reads, play_on, seat_people, start_people
from tests.server.venue import Refused, Venue, play_out, start_table

from tablee.games import find
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.replay import Unplayable
from tablee.server.limits import LIMITS
from tablee.server.show.tools import tools_of
from tablee.server.store.interface import Batch, Done, Forget, Lost, NewTable, Owner, Query, StoreError, Taken
from tablee.server.store.memory import MemoryStore
from tablee.server.table.places import new_lobby
from tablee.server.table.saved import read_lobby, write_lobby

T = TypeVar("T")
_numbers = count(1)


def leave_alone(hall: Hall, people: list[Visitor]) -> None:
    """Until the table sleeps."""
    for person in people:
        person.leave()
    hall.wall.advance(LIMITS.sleeps_after)


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
    hall.wall.advance(LIMITS.sleeps_after - 1)
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
    hall.wall.advance(5 * LIMITS.sleeps_after)
    assert code in hall.house.tables
    people[1].leave()
    hall.wall.advance(LIMITS.sleeps_after // 2)
    watcher = hall.visit(code)
    hall.wall.advance(LIMITS.sleeps_after)
    assert code in hall.house.tables
    watcher.leave()
    hall.wall.advance(LIMITS.sleeps_after)
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
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, awake_tables=2))
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


def refuse(*_: object) -> Iterator[None]:
    yield from _of_another_time()


def _of_another_time() -> Iterator[None]:
    raise Unplayable(1, "of another time")


def test_a_long_game_is_played_again_in_turns_and_others_go_on_meanwhile() -> None:
    """All of a long game of words at once would hold up everybody for a tenth of a second."""
    hall = Hall(limits=replace(WIDE_OPEN, played_again=2))
    code, people = start_people(hall, "morpion", 2)
    for turn in range(5):
        everybody_reads(people)
        people[turn % 2].play(turn % 2)
    board = people[0].frames[0]["board"]
    hall.reopen()
    back, other = hall.knock(), hall.visit()
    back.send({"id": "back", "do": "hello", "table": code, "keys": people[0].keys})
    assert back.read() == []
    assert other.do("open", game="pierres", name="Zoé", emblem=None)["table"]
    late = hall.knock()
    late.send({"id": "late", "do": "hello", "table": code, "keys": []})
    hall.wall.advance(0)
    for one, seat in ((back, 0), (late, None)):
        one.read()
        assert one.frames[seat]["board"] == board
    assert back.answers["back"]["ok"]
    assert not hall.defects


def unplayable(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[Visitor]]:
    """A table whose game this version cannot set up again."""
    code, people = start_people(hall, "pierres", 2)
    leave_alone(hall, people)
    with monkeypatch.context() as patch:
        patch.setattr("tablee.server.house.register.set_up_in_turns", refuse)
        people = come_back(hall, code, people)
    assert "cannot_resume" in hall.log.getvalue()
    assert people[0].lobby["phase"] == "playing"
    return code, people


def test_a_game_that_cannot_be_played_any_more_can_be_ended_and_the_next_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = Hall([find("pierres")])
    code, people = unplayable(hall, monkeypatch)
    people[0].do("end")
    people[1].do("ready", place=1, ready=True)
    people[0].do("start")
    everybody_reads(people)
    seed = hall.running(code).seed
    assert hall.running(code).ordinal == 2
    leave_alone(hall, people)
    come_back(hall, code, people)
    assert hall.running(code).seed == seed
    assert not hall.defects


def test_a_table_whose_game_cannot_be_played_any_more_can_be_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its game stayed without a table, and the house did not open any more."""

    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, _) = await start_table(venue, "pierres", "Ana", "Bob", preset="rapide")
        with monkeypatch.context() as patch:
            patch.setattr("tablee.server.house.register.set_up_in_turns", refuse)
            async with Venue(tmp_path) as venue:
                back = await venue.client(code, *host.keys)
                await back.do("close")
        async with Venue(tmp_path) as venue:
            with pytest.raises(Refused, match="There is no table"):
                await venue.client(code)

    play_out(test)


def test_who_sees_off_the_last_one_leaves_a_table_that_sleeps() -> None:
    hall = Hall([find("pierres")])
    code, (host, guest) = seat_people(hall, "pierres", 2)
    host.leave()
    hall.actor(code).dismiss(next(iter(hall.actor(code).visits)), "removed")
    hall.wall.advance(LIMITS.sleeps_after)
    assert code not in hall.house.tables
    guest.read()
    assert guest.bye is not None


def test_tables_are_cleared_in_turn_and_those_that_cannot_be_hold_up_no_others() -> None:
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, cleared_at_once=2))
    here = [hall.visit() for _ in range(3)]
    kept = {one.do("open", game="pierres", name=None, emblem=None)["table"] for one in here}
    gone = set()
    for one in [hall.visit() for _ in range(5)]:
        gone.add(one.do("open", game="pierres", name=None, emblem=None)["table"])
        one.leave()
    late = hall.visit()
    for _ in range(6):
        hall.wall.advance(LIMITS.empty_lobby)
        late.do("open", game="pierres", name=None, emblem=None)
    assert kept <= hall.store.docs.keys()
    assert gone.isdisjoint(hall.store.docs)


def test_a_defect_while_somebody_is_let_in_leaves_nobody_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    guest = hall.knock()

    def break_down(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tablee.server.table.presence.welcome_back", break_down)
        with pytest.raises(Refused) as refused:
            guest.do("hello", table=code, keys=people[0].keys)
    assert refused.value.code == "defect"
    assert guest.connection.visit is None
    with pytest.raises(Refused) as refused:
        guest.do("sit", place=None, name="Ghost", emblem=None)
    assert refused.value.code == "no_table"


def test_an_option_may_have_any_name() -> None:
    """Names that were changed since are changed in the lobby, and not in what a game of somebody else's calls so."""
    tools = tools_of(find("pierres"))
    lobby = new_lobby(tools.found, "ABCD", "host", "made")
    doc = json.loads(write_lobby(tools, lobby, {}))
    old = {**doc, "asked": doc.pop("made_by"), "words": doc.pop("free_talk")}
    old["places"] = [{**place, "asked": place["made_by"]} for place in old["places"]]
    for place in old["places"]:
        del place["made_by"]
    again, _ = read_lobby(tools, json.dumps(old))
    assert again == replace(lobby, games=0)
    options = {**old, "options": {**old["options"], "words": 1}}
    with pytest.raises(Malformed, match="words"):
        read_lobby(tools, json.dumps(options))


class FullDisk(io.StringIO):
    """Where nothing can be written."""

    def write(self, _: str) -> int:
        raise OSError(28, "No space left on device")


def test_a_log_that_cannot_be_written_stops_nobody() -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    hall.house.log._stream = FullDisk()
    hall.store.error = StoreError("the disk is full")
    seat = hall.running(code).table.asks[0].seats[0]
    with pytest.raises(Refused) as refused:
        people[seat].play(seat)
    assert refused.value.code == "not_kept"
    hall.store.error = None
    people[seat].play(seat)


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
    command = fields.pop("id", None) or f"{do}-{next(_numbers)}"
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


def test_a_defect_while_a_table_is_woken_is_told_to_all_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, store, code, people = sleeping()
    store.is_late = True
    guests = [hall.knock() for _ in range(2)]
    asked = [ask(guest, "hello", table=code, keys=people[0].keys, language="en") for guest in guests]
    with monkeypatch.context() as patch:
        patch.setattr("tablee.server.house.register.read_lobby", lambda *_: 1 / 0)
        store.go_on()
    everybody_reads(guests)
    codes = [guest.answers[command]["refusal"]["code"] for guest, command in zip(guests, asked, strict=True)]
    assert codes == ["defect", "defect"]
    store.is_late = False
    guests[0].do("hello", table=code, keys=people[0].keys)


def test_a_code_that_is_read_while_it_is_given_to_somebody_has_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Late()
    hall = Hall([find("pierres")], store=store)
    monkeypatch.setattr(hall.house._chance, "code", lambda _: "WXYZ")
    host, guest = hall.visit(), hall.knock()
    store.is_late = True
    asked = ask(host, "open", id="open-the-table-now", game="pierres", name="Ana", emblem=None)
    store.go_on()
    knocked = ask(guest, "hello", table="WXYZ", keys=[], language="en")
    has_table, table_of = store.waiting
    store.waiting = []
    has_table()
    host.read()
    assert host.answers[asked]["ok"]
    actor = hall.house.tables["WXYZ"]
    table_of()
    guest.read()
    assert guest.answers[knocked]["ok"]
    assert hall.house.tables["WXYZ"] is actor
    assert len(actor.visits) == 2


def test_a_table_that_was_lost_tells_nobody_anything_and_is_found_again() -> None:
    hall, store, code, people = sleeping()
    people = come_back(hall, code, people)
    seat = hall.running(code).table.asks[0].seats[0]
    board = people[seat].frames[seat]["board"]
    store.bad_news = Lost("another node has it")
    frame = people[seat].frames[seat]
    asked = ask(people[seat], "play", seat=seat, ask=frame["asks"][0]["id"], action=frame["moves"][0])
    everybody_reads(people)
    assert asked not in people[seat].answers, "it may have been kept, just before: whoever has the table knows"
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
