"""A data base of an earlier version is brought to this one by the first node that comes, once, and loses nothing.

`schemas/N.sql` is what the program of version N left behind. Files are only ever added there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import asyncpg
import pytest
from tests.cluster.conftest import waits
from tests.server.keeping import ask, entries, keep, table
from tests.server.venue import play_out

from tablee.server.store.interface import PastOf, StoreError
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.schema import MIGRATIONS, connect, prepare
from tablee.server.store.postgres.store import open_store

SCHEMAS: Final = Path(__file__).with_name("schemas")
NEXT: Final = (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN colour text NOT NULL DEFAULT 'green'")
"""Of a program that is not written yet."""


async def make(address: str, version: int) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute((SCHEMAS / f"{version}.sql").read_text("utf-8"))
    await connection.close()


async def shape(address: str) -> tuple[object, ...]:
    """Columns and indexes of all tables."""
    connection = await asyncpg.connect(address)
    columns = await connection.fetch(
        "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
        "WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
    )
    indexes = await connection.fetch("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")
    await connection.close()
    return tuple(map(tuple, columns)), tuple(map(tuple, indexes))


def test_each_version_has_its_file() -> None:
    assert sorted(path.name for path in SCHEMAS.iterdir()) == [f"{n}.sql" for n in range(1, len(MIGRATIONS) + 1)]


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_an_old_data_base_becomes_what_a_new_one_is_and_plays_on(database: str, version: int) -> None:
    async def scene() -> None:
        await make(database, version)
        store = await open_store(database, Node("one"), asyncio.get_running_loop())
        found = await table(store, "ABCD")
        assert (found.doc, found.shown, found.epoch) == ('{"a":1}', 1234, 4)
        assert found.running is not None
        assert (found.running.entries, found.running.commands) == (("entry 0", "entry 1"), (None, "c1"))
        assert [past.record for past in await ask(store, PastOf(None))] == ["record-ABCD-1"]
        await keep(store, "ABCD", *entries(2, 2))
        assert store.secret == "a secret of version 1"
        await store.close()

    play_out(scene)


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_an_old_data_base_has_the_shape_of_a_new_one(database: str, version: int) -> None:
    async def scene() -> None:
        connection = await connect(database)
        await prepare(connection, database)
        new = await shape(database)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await make(database, version)
        await prepare(connection, database)
        await connection.close()
        assert await shape(database) == new

    play_out(scene)


def test_the_second_node_waits_for_the_first_one_and_finds_it_done(database: str) -> None:
    async def scene() -> None:
        await make(database, len(MIGRATIONS))
        holder, first, second = [await connect(database) for _ in range(3)]
        async with holder.transaction():
            # Somebody looks at tables: the first node cannot change them yet, nor let the second one go on.
            await holder.execute("SELECT count(*) FROM tables")
            one = asyncio.ensure_future(prepare(first, database, NEXT))
            await waits(database, "ALTER TABLE tables")
            two = asyncio.ensure_future(prepare(second, database, NEXT))
            await waits(database, "FROM house FOR UPDATE")
            assert not one.done()
            assert not two.done()
        assert await one == await two == "a secret of version 1"
        assert await second.fetchval("SELECT version FROM house") == len(NEXT)
        assert await second.fetchval("SELECT colour FROM tables") == "green"
        for connection in (holder, first, second):
            await connection.close()

    play_out(scene)


def test_a_node_that_dies_while_it_renews_the_tables_leaves_them_as_they_were(database: str) -> None:
    async def scene() -> None:
        await make(database, len(MIGRATIONS))
        before = await shape(database)
        holder, first, second = [await connect(database) for _ in range(3)]
        async with holder.transaction():
            await holder.execute("SELECT count(*) FROM tables")
            one = asyncio.ensure_future(prepare(first, database, (*MIGRATIONS, "CREATE TABLE more ()", *NEXT[-1:])))
            await waits(database, "ALTER TABLE tables")
            first.terminate()
            with pytest.raises(StoreError):
                await one
        assert await shape(database) == before
        await prepare(second, database, NEXT)
        assert await second.fetchval("SELECT version FROM house") == len(NEXT)
        for connection in (holder, second):
            await connection.close()

    play_out(scene)


def test_many_nodes_may_come_to_an_empty_data_base_at_once(database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        stores = await asyncio.gather(*(open_store(database, Node(f"node-{n}"), loop) for n in range(5)))
        assert len({store.secret for store in stores}) == 1
        for store in stores:
            await store.close()

    play_out(scene)


def test_a_node_of_before_plays_on_beside_a_new_one_but_no_longer_starts(database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        await make(database, len(MIGRATIONS))
        old = await open_store(database, Node("old"), loop)
        await table(old, "ABCD")
        connection = await connect(database)
        await prepare(connection, database, NEXT)
        await keep(old, "ABCD", *entries(2, 2))
        with pytest.raises(StoreError, match=r"written by a newer Tablée \(store version .* Install the newer version"):
            await open_store(database, Node("another"), loop)
        assert await connection.fetchval("SELECT count(*) FROM log") == 3
        assert await connection.fetchval("SELECT version FROM house") == len(NEXT)
        await connection.close()
        await old.close()

    play_out(scene)
