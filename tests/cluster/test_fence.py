"""Who was taken for dead, or has given a table away, writes nothing of it any more, however late it wakes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg
import pytest
from tests.server.keeping import ask, entries, game, keep, table
from tests.server.venue import play_out

from tablee.server.store.figures import Figures
from tablee.server.store.interface import (
    Append,
    Batch,
    Elsewhere,
    Finish,
    HasTable,
    Lost,
    NewTable,
    Owner,
    SaveTable,
    StoredTable,
    StoreError,
    TableOf,
    Write,
)
from tablee.server.store.postgres.commit import commit
from tablee.server.store.postgres.lives import Life, LifeOver, Node, beat, begin, bury, go_on, living
from tablee.server.store.postgres.plan import OpenGame, Plan, planned
from tablee.server.store.postgres.readers import MOST
from tablee.server.store.postgres.reading import claim
from tablee.server.store.postgres.schema import connect, prepare
from tablee.server.store.postgres.store import PostgresStore, open_store

SILENT = "UPDATE lives SET beat = clock_timestamp() - interval '10 seconds' WHERE life = $1"
STEADY = "UPDATE lives SET unbroken = clock_timestamp() - interval '10 seconds' WHERE life = $1"
ALL = "SELECT (SELECT string_agg(doc, ' ' ORDER BY code) FROM tables) || (SELECT count(*) FROM log)"


@asynccontextmanager
async def two_stores(address: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore, asyncpg.Connection]]:
    loop, own = asyncio.get_running_loop(), await asyncpg.connect(address)
    one, two = [await open_store(address, Node(name), loop) for name in ("one", "two")]
    try:
        yield one, two, own
    finally:
        one.abort()
        two.abort()
        own.terminate()


@asynccontextmanager
async def lines(address: str, number: int = 2) -> AsyncIterator[list[asyncpg.Connection]]:
    made = [await connect(address) for _ in range(number)]
    await prepare(made[0], address)
    try:
        yield made
    finally:
        for line in made:
            line.terminate()


@pytest.mark.parametrize("write", [entries(1, 2), [SaveTable("late")]], ids=["a move", "the table"])
def test_who_was_taken_for_dead_writes_nothing_though_nobody_has_written_since(
    database: str, write: Sequence[Write]
) -> None:
    async def test() -> None:
        async with two_stores(database) as (one, two, own):
            is_lost = asyncio.Event()
            one.when_lost(is_lost.set)
            await keep(one, "ABCD", NewTable("before", ""), game(1), *entries(1, 0, 1))
            before = await own.fetchval(ALL)
            await own.execute("DELETE FROM lives WHERE node = 'one'")
            with pytest.raises(Lost):
                await keep(one, "ABCD", *write)
            assert await own.fetchval(ALL) == before
            await is_lost.wait()
            assert (await table(two, "ABCD")).epoch == 1
            await keep(two, "ABCD", *entries(1, 2))

    play_out(test)


@pytest.mark.parametrize("write", [entries(1, 2), [SaveTable("late")]], ids=["a move", "the table"])
def test_who_gave_a_table_away_writes_nothing_of_it_and_goes_on_elsewhere(
    database: str, write: Sequence[Write]
) -> None:
    async def test() -> None:
        async with two_stores(database) as (one, two, own):
            await keep(one, "ABCD", NewTable("before", ""), game(1), *entries(1, 0, 1))
            await keep(one, "EFGH", NewTable("before", "other"))
            one.release(Owner("ABCD", 0))
            while isinstance(await ask(two, TableOf("ABCD")), Elsewhere):
                await asyncio.sleep(0.01)
            before = await own.fetchval(ALL)
            with pytest.raises(Lost):
                await keep(one, "ABCD", *write)
            assert await own.fetchval(ALL) == before
            await keep(one, "EFGH", SaveTable("after"))

    play_out(test)


def test_who_was_cut_off_itself_takes_nobody_for_dead_yet(database: str) -> None:
    """It may have been the data base that was away: the others come back a moment later."""

    async def test() -> None:
        async with lines(database, 1) as (own,):
            other, alive = await begin(own, Node("one"), "other"), await begin(own, Node("two"), "alive")
            await own.execute(SILENT, other.id)
            assert await living(own, alive.id) == {"other", "alive"}
            assert not await bury(own, other.id, alive.id)
            await own.execute(STEADY, alive.id)
            assert await living(own, alive.id) == {"alive"}
            assert await bury(own, other.id, alive.id)

    play_out(test)


def test_who_lost_everything_while_a_question_waited_for_its_turn_takes_no_table(database: str) -> None:
    """Another node has its name by now, so it does not live again."""
    taken = "UPDATE lives SET life = 'other', beat = clock_timestamp() + interval '1 hour' WHERE node = 'one'"
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'"

    async def test() -> None:
        async with two_stores(database) as (one, _, own), lines(database, 1) as (other,):
            await keep(one, "ABCD", NewTable("{}", ""), game(1), *entries(1, 0))
            is_lost = asyncio.Event()
            one.when_lost(is_lost.set)
            async with own.transaction():
                await own.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
                before_it = [asyncio.ensure_future(ask(one, HasTable("ABCD"))) for _ in range(MOST)]
                while await other.fetchval(waiting) != MOST:
                    await asyncio.sleep(0.01)
                late = asyncio.ensure_future(ask(one, TableOf("ABCD")))
                await asyncio.sleep(0)
                await other.execute(taken)
                await is_lost.wait()
            assert all(await asyncio.gather(*before_it))
            with pytest.raises(StoreError):
                await late
            assert await own.fetchval("SELECT life <> '' AND epoch = 0 FROM tables")

    play_out(test)


def test_who_has_not_taken_a_table_in_this_life_is_told_that_it_is_lost(database: str) -> None:
    async def test() -> None:
        async with two_stores(database) as (one, two, _):
            await keep(one, "ABCD", NewTable("{}", ""), game(1), *entries(1, 0))
            for write in (entries(1, 1), [Finish(1, "[]")]):
                with pytest.raises(Lost):
                    await keep(two, "ABCD", *write)

    play_out(test)


async def until_it_waits(own: asyncpg.Connection, line: asyncpg.Connection) -> None:
    """For a lock."""
    waits = "SELECT wait_event_type FROM pg_stat_activity WHERE pid = $1"
    while await own.fetchval(waits, line.get_server_pid()) != "Lock":
        await asyncio.sleep(0.01)


def test_who_takes_a_node_for_dead_waits_for_the_commit_on_its_way_and_then_thinks_better_of_it(database: str) -> None:
    async def test() -> None:
        async with lines(database, 3) as (own, there, here):
            dead, alive = await begin(own, Node("one"), "dead"), await begin(own, Node("two"), "alive")
            await own.execute(SILENT, dead.id)
            await own.execute(STEADY, alive.id)
            async with there.transaction():
                await beat(there, dead, 1)
                burying = asyncio.ensure_future(bury(here, dead.id, alive.id))
                await until_it_waits(own, here)
            assert not await burying
            await beat(there, dead, 2)

    play_out(test)


def test_who_is_taken_for_dead_in_the_midst_of_a_commit_does_not_keep_it(database: str) -> None:
    async def test() -> None:
        async with lines(database, 3) as (own, there, here):
            dead, alive = await begin(own, Node("one"), "dead"), await begin(own, Node("two"), "alive")
            await own.execute("INSERT INTO tables VALUES ('ABCD', '{}', NULL, 0, $1, 0)", dead.id)
            await own.execute(SILENT, dead.id)
            await own.execute(STEADY, alive.id)
            async with here.transaction():
                assert await bury(here, dead.id, alive.id)
                late = asyncio.ensure_future(commit(there, dead, 1, a_move()))
                await until_it_waits(own, there)
            with pytest.raises(LifeOver):
                await late
            assert await own.fetchval("SELECT count(*) FROM log") == 0

    play_out(test)


def a_move() -> Plan:
    return planned({"ABCD": OpenGame(1, 0)}, [Batch(Owner("ABCD"), [Append(1, 0, "entry", None)])])


def test_who_comes_second_to_take_a_node_for_dead_has_its_table_all_the_same(database: str) -> None:
    async def test() -> None:
        async with lines(database, 3) as (own, first, second):
            dead = await begin(own, Node("one"), "dead")
            others = [await begin(own, Node(name), name) for name in ("two", "three")]
            await own.execute("INSERT INTO tables VALUES ('ABCD', '{}', NULL, 0, $1, 0)", dead.id)
            await own.execute(SILENT, dead.id)
            for other in others:
                await own.execute(STEADY, other.id)
            async with first.transaction():
                assert await bury(first, dead.id, "two")
                claiming = asyncio.ensure_future(claim(second, "three", "ABCD", Figures()))
                await until_it_waits(own, second)
            found = await claiming
            assert isinstance(found, StoredTable)
            assert found.epoch == 1

    play_out(test)


def test_what_hangs_on_an_earlier_line_comes_too_late(database: str) -> None:
    """It was told already that it was not kept."""

    async def test() -> None:
        async with lines(database) as (before, now):
            life = await begin(before, Node("one"), "life")
            await before.execute("INSERT INTO tables VALUES ('ABCD', '{}', NULL, 0, $1, 0)", life.id)
            later, kept = await go_on(now, life)
            assert (later, kept) == (Life("life", 2), 0)
            with pytest.raises(LifeOver):
                await commit(before, life, 1, a_move())
            assert await now.fetchval("SELECT count(*) FROM log") == 0
            await commit(now, later, 1, a_move())
            assert await now.fetchval("SELECT count(*) FROM log") == 1

    play_out(test)
