"""Who has a table, on PostgreSQL and in the simulator: one node at a time, whatever becomes of nodes and lines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import pytest
from tests.cluster.stages import RealStage, Scene, SimulatedStage, Stage
from tests.server.keeping import ask, entries, entries_of, game, keep, owned, table

from tablee.server.store.interface import (
    Append,
    Batch,
    Elsewhere,
    HasTable,
    Lost,
    NewTable,
    Owner,
    StoredTable,
    StoreError,
    TableOf,
)
from tablee.server.store.postgres.store import PostgresStore

Play: TypeAlias = Callable[[Scene], None]
AGAIN = 0.1
_databases = count(1)


@pytest.fixture(params=["simulated", "postgres"])
def on(request: pytest.FixtureRequest) -> Play:
    """Plays a scene on a new data base."""
    if request.param == "simulated":
        return SimulatedStage().play
    server, name = request.getfixturevalue("shared_postgres"), f"owners_{next(_databases)}"
    server.make_database(name)
    return RealStage(server, name).play


async def claim(store: PostgresStore, code: str = "ABCD") -> StoredTable:
    """As a relay does: until it is here."""
    while True:
        try:
            found = await ask(store, TableOf(code))
        except StoreError:
            found = None
        if isinstance(found, StoredTable):
            return owned(store, found)
        await asyncio.sleep(AGAIN)


def write(store: PostgresStore, epoch: int, *rows: Append) -> asyncio.Future[StoreError | None]:
    done: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
    store.write(Batch(Owner("ABCD", epoch), rows), done.set_result)
    return done


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(AGAIN)


async def open_game(store: PostgresStore) -> None:
    await keep(store, "ABCD", NewTable("{}", "one"), game(1), *entries(1, 0))


async def entry_of(store: PostgresStore, seq: int) -> str:
    """Once it is there: by this node's own line."""
    while True:
        async with store._readers.lend() as line:
            rows = await line.fetch(
                "SELECT seq, entry, command FROM log WHERE code = $1 AND ordinal = $2 ORDER BY seq", "ABCD", 1
            )
        if len(rows) > seq:
            return str(rows[seq]["entry"])
        await asyncio.sleep(AGAIN)


def test_a_table_stands_where_it_was_opened(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        assert await ask(two, TableOf("ABCD")) == Elsewhere(one.life, "one:1")
        assert await ask(two, TableOf("EFGH")) is None

    on(scene)


def test_a_table_that_was_released_is_whoever_asks_first(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        one.release(Owner("ABCD", 0))
        found = await claim(two)
        assert found.epoch == 1
        assert await ask(one, TableOf("ABCD")) == Elsewhere(two.life, "two:1")
        assert isinstance(await write(one, 0, *entries(1, 1)), StoreError)
        await keep(two, "ABCD", *entries(1, 1))
        assert await entries_of(two, "ABCD") == ("entry 0", "entry 1")

    on(scene)


def test_a_table_that_is_woken_again_at_the_same_node_is_in_another_epoch(on: Play) -> None:
    """What was asked of the one before comes too late, be it only to give it away."""

    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        one.release(Owner("ABCD", 0))
        assert (await table(one, "ABCD")).epoch == 1
        await keep(one, "ABCD", *entries(1, 1))
        assert isinstance(await ask(two, TableOf("ABCD")), Elsewhere)
        assert isinstance(await write(one, 0, *entries(1, 2)), Lost)
        assert await entries_of(one, "ABCD") == ("entry 0", "entry 1")

    on(scene)


def test_of_two_who_claim_at_once_one_has_it(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two, three = await stage.open("one"), await stage.open("two"), await stage.open("three")
        await open_game(one)
        await one.leave()
        for code in ("EFGH", "JKLM", "NPRS"):
            found = await asyncio.gather(ask(two, TableOf("ABCD")), ask(three, TableOf("ABCD")))
            (owned,) = [it for it in found if isinstance(it, StoredTable)]
            (other,) = [it for it in found if isinstance(it, Elsewhere)]
            owner = two if other.node == two.life else three
            assert isinstance(found[0 if owner is two else 1], StoredTable)
            owner.release(Owner("ABCD", owned.epoch))
            await keep(owner, code, NewTable("{}", code))  # what was released before is free by then

    on(scene)


def test_who_dies_is_buried_when_he_has_been_silent_for_long_and_not_before(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        one.abort()
        began = asyncio.get_running_loop().time()
        assert isinstance(await ask(two, TableOf("ABCD")), Elsewhere)
        found = await claim(two)
        assert found.running is not None
        assert (found.epoch, found.running.entries) == (1, ("entry 0",))
        assert asyncio.get_running_loop().time() - began > 1, "its last beat was half a second ago at most"

    on(scene)


def test_who_leaves_gives_all_back_at_once(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        kept = write(one, 0, *entries(1, 1))
        await one.leave()
        assert await kept is None
        found = await ask(two, TableOf("ABCD"))
        assert isinstance(found, StoredTable)
        assert found.running is not None
        assert found.running.entries == ("entry 0", "entry 1")

    on(scene)


def test_who_was_cut_off_and_buried_writes_nothing_and_begins_anew(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        lost = asyncio.Event()
        one.when_lost(lost.set)
        await open_game(one)
        life = one.life
        stage.cut("one", "silent")
        late = write(one, 0, *entries(1, 1))
        await claim(two)
        await keep(two, "ABCD", *entries(1, 1))
        stage.mend("one")
        await lost.wait()
        assert isinstance(await late, StoreError)
        assert await entries_of(two, "ABCD") == ("entry 0", "entry 1")
        while one.life in ("", life):
            await asyncio.sleep(AGAIN)
        assert isinstance(await ask(one, TableOf("ABCD")), Elsewhere)
        await keep(one, "EFGH", NewTable("{}", "two"))
        assert await ask(two, HasTable("EFGH"))

    on(scene)


def test_a_commit_that_is_kept_and_whose_answer_is_lost_was_kept(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        await keep(one, "ABCD", *entries(1, 1))  # from now on such a commit is one message
        stage.cut("one", "answers")
        doubt = write(one, 0, *entries(1, 2))
        assert await entry_of(two, 2) == "entry 2"
        assert not doubt.done(), "nobody knows yet"
        stage.cut("one", "reset")
        stage.mend("one")
        assert await doubt is None
        await keep(one, "ABCD", *entries(1, 3))

    on(scene)


def test_a_commit_that_never_arrives_was_not_kept(on: Play) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        stage.cut("one", "silent")
        doubt = write(one, 0, *entries(1, 1))
        await until(lambda: one.in_doubt > 0)
        stage.cut("one", "reset")
        stage.mend("one")
        assert isinstance(await doubt, StoreError)
        await until(lambda: not one.is_refusing)
        await keep(one, "ABCD", *entries(1, 1))
        assert await entry_of(two, 1) == "entry 1"

    on(scene)


def test_a_commit_that_arrives_when_it_was_given_up_counts_as_its_number_says(on: Play) -> None:
    """Its line stood still for longer than anybody waits. Then it was kept, and whoever waited is told so, or it was
    not, and never will be."""

    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        stage.cut("one", "silent")
        doubt = write(one, 0, *entries(1, 1))
        await until(lambda: one.is_refusing)
        stage.mend("one")
        error = await doubt
        await until(lambda: not one.is_refusing)
        if error is not None:
            await keep(one, "ABCD", *entries(1, 1))
        await keep(one, "ABCD", *entries(1, 2))
        assert await entry_of(two, 2) == "entry 2"

    on(scene)


def test_a_line_that_carries_nothing_any_more_is_given_up(on: Play) -> None:
    """Nobody has hung up: a router has forgotten it."""

    async def scene(stage: Stage) -> None:
        one, two = await stage.open("one"), await stage.open("two")
        await open_game(one)
        assert await ask(one, HasTable("ABCD"))  # there is a line for questions
        stage.forget("one")
        doubt, asked = write(one, 0, *entries(1, 1)), asyncio.ensure_future(ask(one, HasTable("ABCD")))
        assert isinstance(await doubt, StoreError)
        with pytest.raises(StoreError, match="does not answer"):
            await asked
        found = await claim(one)
        assert found.running is not None
        assert found.running.entries == ("entry 0",)
        await keep(one, "ABCD", *entries(1, 1))
        assert await entry_of(two, 1) == "entry 1"

    on(scene)
