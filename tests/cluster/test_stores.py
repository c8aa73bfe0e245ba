"""What every store does, whichever it is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import asyncpg
import pytest
from tests.server.keeping import ask, entries, entries_of, game, gathered, keep, record, table
from tests.server.venue import play_out

from tablee.server.store.interface import (
    ClearTable,
    Finish,
    Forget,
    HasTable,
    NewTable,
    OpenedBy,
    PastOf,
    RecordOf,
    SaveEnding,
    SaveSummary,
    SaveTable,
    Store,
    StoredTable,
    TableCount,
    TableOf,
    Taken,
    Unplayed,
)
from tablee.server.store.memory import MemoryStore
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import open_store
from tablee.server.store.sqlite import SqliteStore

Scene: TypeAlias = Callable[[Store], Awaitable[None]]
Stage: TypeAlias = Callable[[Scene], None]


class Clock:
    """The house's, or the data base's own: nobody turns that one, so what stands there grows older instead."""

    now = 1_000_000.0
    database = ""

    async def advance(self, seconds: int) -> None:
        self.now += seconds
        if self.database:
            connection = await asyncpg.connect(self.database)
            await connection.execute("UPDATE tables SET touched = touched - $1", seconds)
            await connection.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def on(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Stage:
    """Plays a scene on a new store."""
    kind = request.param
    address = clock.database = request.getfixturevalue("database") if kind == "postgres" else ""

    def play(scene: Scene) -> None:
        async def test() -> None:
            loop = asyncio.get_running_loop()
            if kind == "memory":
                await scene(MemoryStore(lambda: clock.now))
            elif kind == "sqlite":
                store = SqliteStore(tmp_path, loop, clock=lambda: clock.now)
                await scene(store)
                store.close()
            else:
                shared = await open_store(address, Node("one"), loop)
                await scene(shared)
                await shared.close()

        play_out(test)

    return play


def test_a_table_is_found_by_its_code_with_the_game_that_runs_there(on: Stage) -> None:
    async def scene(store: Store) -> None:
        assert await ask(store, TableOf("ABCD")) is None
        await keep(store, "ABCD", NewTable("{}", "hash"))
        assert (await table(store, "ABCD"))._replace(epoch=0) == StoredTable("ABCD", "{}", None, 0)
        await keep(store, "ABCD", SaveTable('{"a":1}'), game(1), *entries(1, 0, 1))
        await keep(store, "EFGH", SaveTable("{}"), game(1, "EFGH"), *entries(1, 0))
        await keep(store, "ABCD", *entries(1, 2))
        found = await table(store, "ABCD")
        assert found.doc == '{"a":1}'
        assert found.running is not None
        assert (found.running.code, found.running.ordinal, found.running.record) == ("ABCD", 1, record(1))
        assert found.running.entries == ("entry 0", "entry 1", "entry 2")
        assert found.running.commands == (None, "c1", "c2")
        assert (found.running.seed, found.running.is_over) == ("seed-of-1", False)
        assert await entries_of(store, "EFGH") == ("entry 0",)

    on(scene)


def test_games_of_a_table_follow_each_other(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        assert await ask(store, RecordOf(record(1))) is None, "of a game that runs nothing is told"
        await keep(store, "ABCD", *entries(1, 1), Finish(1, gathered(0, 1)))
        assert await entries_of(store, "ABCD") is None
        await keep(store, "ABCD", game(2), *entries(2, 0))
        assert await entries_of(store, "ABCD") == ("entry 0",)
        finished = await ask(store, RecordOf(record(1)))
        assert finished is not None
        assert (finished.code, finished.ordinal, finished.is_over, finished.ending) == ("ABCD", 1, True, None)
        assert (finished.entries, finished.commands) == (("entry 0", "entry 1"), (None, "c1"))
        await keep(store, "", SaveEnding(record(1), "the end"))
        finished = await ask(store, RecordOf(record(1)))
        assert finished is not None
        assert finished.ending == "the end"

    on(scene)


def test_a_code_is_taken_once(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", NewTable('"first"', "one"))
        with pytest.raises(Taken):
            await keep(store, "ABCD", NewTable('"second"', "two"))
        assert (await table(store, "ABCD")).doc == '"first"'
        assert await ask(store, OpenedBy("two")) is None
        assert await ask(store, HasTable("ABCD")) is True
        await keep(store, "ABCD", ClearTable())
        assert await ask(store, HasTable("ABCD")) is False
        await keep(store, "ABCD", NewTable('"second"', "two"))
        assert await ask(store, OpenedBy("one")) is None
        assert await ask(store, OpenedBy("two")) == "ABCD"
        assert await ask(store, TableCount()) == 1

    on(scene)


def test_who_opened_a_table_is_known_however_often_it_is_saved(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", NewTable("{}", "one"))
        await keep(store, "ABCD", SaveTable('{"a":1}'))
        assert await ask(store, OpenedBy("one")) == "ABCD"

    on(scene)


def test_tables_that_nobody_played_at_are_found_when_they_are_old(on: Stage, clock: Clock) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "PLAY", SaveTable("{}"), game(1, "PLAY"), *entries(1, 0))
        await keep(store, "OVER", SaveTable("{}"), game(1, "OVER"), *entries(1, 0))
        await keep(store, "OVER", Finish(1, gathered(0)))
        await keep(store, "ABCD", NewTable("{}", "one"))
        await clock.advance(5_000)
        await keep(store, "EFGH", NewTable("{}", "two"))
        await clock.advance(5_000)
        assert list(await ask(store, Unplayed(10_500))) == []
        assert list(await ask(store, Unplayed(10_000))) == ["ABCD"]
        assert sorted(await ask(store, Unplayed(5_000))) == ["ABCD", "EFGH"]
        await keep(store, "ABCD", SaveTable("{}"))
        assert list(await ask(store, Unplayed(5_000))) == ["EFGH"]

    on(scene)


def test_finished_games_are_listed_the_newest_first_and_running_ones_are_not(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", SaveTable("{}"))
        for ordinal in (1, 2, 3):
            await keep(store, "ABCD", game(ordinal), *entries(ordinal, 0))
            summary = SaveSummary(record(ordinal), f'{{"of": {ordinal}}}')
            await keep(store, "ABCD", Finish(ordinal, gathered(0)), summary)
        await keep(store, "ABCD", game(4), *entries(4, 0))
        everything = await ask(store, PastOf(None))
        assert [row.record for row in everything] == [record(3), record(2), record(1)]
        (row,) = await ask(store, PastOf((record(2), record(4), "nothing")))
        assert (row.code, row.name, row.summary) == ("ABCD", "morpion", '{"of": 2}')
        assert list(await ask(store, PastOf(()))) == []

    on(scene)


def test_a_game_may_be_over_in_the_breath_in_which_it_began(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0), Finish(1, gathered(0)), game(2))
        await keep(store, "ABCD", *entries(2, 0))
        assert await entries_of(store, "ABCD") == ("entry 0",)
        finished = await ask(store, RecordOf(record(1)))
        assert finished is not None
        assert finished.entries == ("entry 0",)

    on(scene)


def test_a_forgotten_game_is_gone_and_those_that_run_go_on(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "EFGH", SaveTable("{}"), game(1, "EFGH"), *entries(1, 0, 1))
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        await keep(store, "ABCD", Finish(1, gathered(0)), SaveSummary(record(1), "{}"))
        await keep(store, "", Forget(record(1)))
        assert await ask(store, RecordOf(record(1))) is None
        assert list(await ask(store, PastOf(None))) == []
        await keep(store, "EFGH", *entries(1, 2))
        assert await entries_of(store, "EFGH") == ("entry 0", "entry 1", "entry 2")

    on(scene)


def test_a_game_that_runs_cannot_be_forgotten(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        await keep(store, "", Forget(record(1)))
        await keep(store, "ABCD", *entries(1, 1))
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1")

    on(scene)


def test_a_table_that_is_cleared_while_a_game_runs_leaves_nothing(on: Stage) -> None:
    async def scene(store: Store) -> None:
        await keep(store, "ABCD", NewTable("{}", "one"), game(1), *entries(1, 0))
        await keep(store, "ABCD", Finish(1, gathered(0)), Forget(record(1)), ClearTable())
        assert await ask(store, TableOf("ABCD")) is None
        assert await ask(store, TableCount()) == 0
        assert list(await ask(store, PastOf(None))) == []

    on(scene)


def test_how_late_it_was_is_remembered_until_the_game_is_over(on: Stage) -> None:
    async def scene(store: Store) -> None:
        for code in ("ABCD", "EFGH"):
            await keep(store, code, SaveTable("{}"), game(1, code), *entries(1, 0))
        store.note_clocks({"ABCD": 1_234, "EFGH": 5_000_000_000})
        store.note_clocks({"ABCD": 2_345})
        assert (await table(store, "ABCD")).shown == 2_345
        assert (await table(store, "EFGH")).shown == 5_000_000_000, "one that sleeps keeps its time"
        await keep(store, "ABCD", Finish(1, gathered(0)), game(2), *entries(2, 0))
        assert (await table(store, "ABCD")).shown == 0

    on(scene)
