"""Of a table that nobody touches nothing is left after a month, whichever node starts then."""

from __future__ import annotations

import asyncio

import asyncpg
from tests.server.keeping import ask, entries, entries_of, game, keep, record
from tests.server.venue import play_out

from tablee.server.store.interface import ERASED, Codes, Finish, PastOf, SaveSummary, SaveTable
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import open_store


async def grow_older(database: str, seconds: int) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE tables SET touched = touched - $1", seconds)
    await connection.close()


def test_a_table_that_nobody_touches_goes_but_for_one_that_plays_or_stands_in_a_house_that_lives(database: str) -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()
        gone = await open_store(database, Node("gone"), loop)
        await keep(gone, "ABCD", SaveTable('{"name": "Anastasia"}'), game(1), *entries(1, 0))
        await keep(gone, "ABCD", Finish(1, "[]"), SaveSummary(record(1), "{}"))
        await keep(gone, "EFGH", SaveTable("{}"), game(2, "EFGH"), *entries(2, 0))
        await gone.close()
        alive = await open_store(database, Node("alive"), loop)
        await keep(alive, "WXYZ", SaveTable("{}"))
        for seconds, left in ((ERASED - 100, ["ABCD", "EFGH", "WXYZ"]), (200, ["EFGH", "WXYZ"])):
            await grow_older(database, seconds)
            starting = await open_store(database, Node("starting"), loop)
            assert await ask(starting, Codes()) == left
            assert [row.record for row in await ask(starting, PastOf(None))] == [record(1)]
            await starting.close()
        await keep(alive, "WXYZ", SaveTable('{"a": 1}'))
        assert await entries_of(alive, "EFGH") == ("entry 0",)
        await alive.close()

    play_out(test)
