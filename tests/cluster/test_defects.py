"""What was found by tests with many faults, each by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

import asyncpg
import pytest
from tests.cluster.lines import Line
from tests.cluster.postgres import Postgres
from tests.cluster.site import OneNode
from tests.server.hall import Hall, Visitor, play_on, start_people
from tests.server.keeping import ask, entries, game, keep
from tests.server.venue import Refused, play_out, start_table

from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.store.interface import (
    Away,
    Batch,
    HasTable,
    InDoubt,
    NewTable,
    Owner,
    Query,
    RecordOf,
    SaveTable,
    StoreError,
)
from tablee.server.store.memory import MemoryStore
from tablee.server.store.postgres import readers
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import PostgresStore, open_store

T = TypeVar("T")
_names = count(1)


class Place:
    """An empty data base, a line to it that can be cut, and one that never is."""

    def __init__(self, line: Line, address: str, own: asyncpg.Connection) -> None:
        self.line = line
        self.address = address
        self.own = own

    async def until(self, question: str, answer: object) -> None:
        """The data base says so."""
        while await self.own.fetchval(question) != answer:
            await asyncio.sleep(0.01)

    async def store(self) -> PostgresStore:
        return await open_store(self.address, Node("one"), asyncio.get_running_loop())


@asynccontextmanager
async def a_place(postgres: Postgres) -> AsyncIterator[Place]:
    name = f"defects_{next(_names)}"
    direct = await asyncio.to_thread(postgres.make_database, name)
    line = Line(postgres.port)
    await line.open()
    own = await asyncpg.connect(direct)
    try:
        yield Place(line, postgres.address(name, line.port), own)
    finally:
        own.terminate()
        await line.close()


async def lose_the_answer(place: Place, question: str, answer: object) -> None:
    """The commit on its way is kept, but who asked for it hears nothing of it: and then others take it for dead."""
    await place.until(question, answer)
    await place.own.execute("DELETE FROM lives")
    place.line.cut("reset")
    place.line.mend()


async def as_soon_as(can: Callable[[], Awaitable[T]]) -> T:
    """The node lives again, the data base is there again."""
    while True:
        try:
            return await can()
        except (Refused, StoreError):
            await asyncio.sleep(0.01)


def test_of_a_commit_in_doubt_nobody_is_told_that_it_was_not_kept(shared_postgres: Postgres) -> None:
    async def test() -> None:
        async with a_place(shared_postgres) as place:
            store = await place.store()
            await keep(store, "ABCD", NewTable("{}", ""), game(1), *entries(1, 0))
            await keep(store, "ABCD", *entries(1, 1))  # from now on one message is enough
            place.line.cut("answers")
            kept: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
            store.write(Batch(Owner("ABCD"), entries(1, 2)), kept.set_result)
            await lose_the_answer(place, "SELECT count(*) FROM log", 3)
            assert isinstance(await kept, InDoubt)
            store.abort()

    play_out(test)


def test_whose_move_is_in_doubt_is_asked_to_come_back_and_finds_it_played(
    shared_postgres: Postgres, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_place(shared_postgres) as place, OneNode(tmp_path, place.address, "one") as node:
            code, (ada, bob) = await start_table(node, "morpion", "Ada", "Bob")
            await ada.play(0)
            await bob.play(1)
            await ada.until_open("2.mark", 0)
            move = {"id": "mine", "do": "play", "seat": 0, "ask": "2.mark", "action": ada.frames[0]["moves"][0]}
            place.line.cut("answers")
            await ada.send(move)
            await lose_the_answer(place, "SELECT count(*) FROM log WHERE command = 'mine'", 1)
            await ada.until_closed()
            assert ada.bye is not None
            assert "mine" not in ada.answers
            back = await as_soon_as(lambda: node.client(code, *ada.keys))
            await back.send(move)
            await back.until(lambda: "mine" in back.answers)
            assert back.answers["mine"]["ok"]
            await place.until("SELECT count(*) FROM log WHERE command = 'mine'", 1)

    play_out(test)


def test_who_opens_a_table_in_doubt_is_asked_to_come_back_and_opens_it_once(
    shared_postgres: Postgres, tmp_path: Path
) -> None:
    slow = """
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON tables DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait();
        SELECT pg_advisory_lock(1);
    """
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"

    async def test() -> None:
        async with a_place(shared_postgres) as place, OneNode(tmp_path, place.address, "one") as node:
            ada = await node.client()
            opening = {"id": "an-id-that-nobody-guesses", "game": "morpion", "name": "Ada", "emblem": None}
            await place.own.execute(slow)
            await ada.send({"do": "open", **opening})
            await place.until(waiting, 1)  # it is about to be kept
            place.line.cut("answers")
            await place.own.execute("SELECT pg_advisory_unlock(1)")
            await lose_the_answer(place, "SELECT count(*) FROM tables", 1)
            await ada.until_closed()
            assert ada.bye is not None
            assert opening["id"] not in ada.answers
            again = await node.client()
            opened = await as_soon_as(lambda: again.do("open", **opening))
            assert opened["table"] == await place.own.fetchval("SELECT max(code) FROM tables")
            assert await place.own.fetchval("SELECT count(*) FROM tables") == 1

    play_out(test)


class ShyStore(MemoryStore):
    """Now and then it does not get at its records, or what tells it is late."""

    is_away = False
    late: Callable[[], None] | None = None
    """What happens first."""
    tell_lost: Callable[[], None]

    def when_lost(self, tell: Callable[[], None]) -> None:
        self.tell_lost = tell

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        if isinstance(query, RecordOf) and self.late is not None:
            self.late()
        if self.is_away and isinstance(query, RecordOf):
            done(Away("The data base does not answer."))
        else:
            super().read(query, done)


def after_a_game() -> tuple[Hall, ShyStore, str, list[Visitor]]:
    """Nobody is awake."""
    store = ShyStore()
    hall = Hall(store=store)
    code, people = start_people(hall, "morpion", 2)
    while play_on(hall, code, people, SeededLuck(seed_from("shy"))):
        pass
    hall.reopen()
    return hall, store, code, people


def test_a_table_that_was_being_read_when_all_were_lost_is_read_again() -> None:
    hall, store, code, people = after_a_game()
    store.late = store.tell_lost
    with pytest.raises(Refused) as refused:
        hall.visit(code, *people[0].keys)
    assert refused.value.code == "not_read"
    assert not hall.house.tables
    store.late = None
    assert hall.visit(code, *people[0].keys).frames[0]["outcome"] is not None


def test_a_table_whose_record_cannot_be_read_just_now_is_not_woken_without_it() -> None:
    hall, store, code, people = after_a_game()
    store.is_away = True
    with pytest.raises(Refused) as refused:
        hall.visit(code, *people[0].keys)
    assert refused.value.code == "not_read"
    store.is_away = False
    assert hall.visit(code, *people[0].keys).frames[0]["outcome"] is not None


def test_a_beat_that_fails_ends_nothing_but_its_line(shared_postgres: Postgres) -> None:
    """A disk that is full, a data base that only reads for a while: it is up, and says no."""
    full = """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk BEFORE UPDATE ON lives FOR EACH ROW EXECUTE FUNCTION refuse();
    """
    lines = "SELECT max(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tablee'"

    async def test() -> None:
        async with a_place(shared_postgres) as place:
            store = await place.store()
            await keep(store, "ABCD", NewTable("before", ""))
            before = await place.own.fetchval(lines)
            await place.own.execute(full)
            while await place.own.fetchval(lines) in (before, None):
                await asyncio.sleep(0.01)
            with pytest.raises(StoreError, match="is full"):
                await keep(store, "ABCD", SaveTable("after"))
            await place.own.execute("DROP TRIGGER full_disk ON lives")
            await as_soon_as(lambda: keep(store, "ABCD", SaveTable("after")))
            await place.until("SELECT doc FROM tables", "after")
            store.abort()

    play_out(test)


def test_a_question_that_goes_wrong_in_any_way_is_answered(shared_postgres: Postgres) -> None:
    class Strange(Query[int]):
        """Nobody knows it."""

    async def test() -> None:
        async with a_place(shared_postgres) as place:
            store = await place.store()
            said: list[object] = []
            asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context["exception"]))
            with pytest.raises(StoreError):
                await ask(store, Strange())
            assert isinstance(said[0], TypeError), "and whoever runs the house is told"
            store.abort()

    play_out(test)


def test_a_question_on_a_silent_line_is_answered_and_the_next_one_asked_on_another(
    shared_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "ANSWERS_IN", 0.2)

    async def test() -> None:
        async with a_place(shared_postgres) as place:
            store = await place.store()
            assert not await ask(store, HasTable("ABCD"))
            place.line.cut("silent")
            for _ in range(6):
                with pytest.raises(StoreError):
                    await ask(store, HasTable("ABCD"))
            place.line.mend()
            assert not await as_soon_as(lambda: ask(store, HasTable("ABCD")))
            store.abort()

    play_out(test)
