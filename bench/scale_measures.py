"""What one move costs a node, its data base and the network: the figures that bench/scale.py reckons with.

    python -m bench.scale_measures [--tables N] [--rounds N] [--seconds S]

Pierres, three people and a shared screen at each table, on a house with its file and on a node with a throw-away
PostgreSQL that syncs as a site's does, in turns. Everything listens on loopback; it takes a minute or two, and prints
one line of JSON."""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
from statistics import median
from typing import Any, Final

import asyncpg
from bench.houses import House, now
from bench.measures import in_turn
from bench.processes import cpu
from bench.rows import ROOT
from bench.stones import Stones
from tests.cluster.postgres import DURABLE, Postgres, postgres

from tablee.server.store.interface import Append, Batch, NewGame, NewTable, Owner, StoreError, Write
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import open_store

PINGS, COMMITS = 10, 2_000
LOG: Final = "SELECT count(*), coalesce(sum(pg_column_size(log.*) + 28), 0) FROM log"
"""A row has 28 bytes more on its page: what leads to it and what says who may see it."""
GAMES: Final = (
    "SELECT count(*), coalesce(avg(pg_column_size(games.*)), 0), coalesce(avg(octet_length(entries)), 0), "
    "coalesce(avg(json_array_length(entries::json)), 0) FROM games WHERE entries IS NOT NULL"
)
DOCS: Final = "SELECT avg(pg_column_size(tables.*)) FROM tables"


async def measure(tables: int, rounds: int, seconds: float) -> dict[str, Any]:
    with postgres(DURABLE) as server:
        address = server.make_database("house")
        connection = await asyncpg.connect(address)
        async with House(now()) as alone, House(now(), "--store", address, "--node", "one") as node:
            empty = {house: house.kibibytes() for house in (alone, node)}
            played = {house: Stones(house) for house in (alone, node)}
            for house in played:
                await played[house].open(tables)
                await played[house].play(1)
            grown = {house: (house.kibibytes() - empty[house]) / tables for house in played}
            rows = [
                await turn(played[one], one is node, server, connection, seconds) for one in in_turn(rounds, played)
            ]
            ping = await played[node].ping(PINGS)
            for house in played:
                played[house].close()
        ((entries, size),) = await connection.fetch(LOG)
        ((games, row, text, length),) = await connection.fetch(GAMES)
        found = {
            "tables": tables,
            "KiB a table with four devices, node": round(grown[node]),
            "KiB a table with four devices, alone": round(grown[alone]),
            "bytes of an entry in the log": round(size / max(1, entries)),
            "bytes of a table's row": round(await connection.fetchval(DOCS)),
            "games that were over": games,
            "entries of a game": round(float(length)),
            "bytes of a finished game, packed": round(float(row)),
            "bytes of its entries as text": round(float(text)),
            "µs a ping of a page, node": round(ping, 1),
            **await single(address, server, connection),
        }
        await connection.close()
    for name in rows[0] | rows[1]:
        found[name] = round(median(row[name] for row in rows if name in row), 1)
    return found


async def turn(
    stones: Stones, is_node: bool, server: Postgres, connection: asyncpg.Connection, seconds: float
) -> dict[str, float]:
    load, name = stones.load, "node" if is_node else "alone"
    before = load.moves, load.heard, load.said, cpu(server.process), await written(connection)
    own = await stones.play(seconds)
    moves = load.moves - before[0]
    found = {f"µs a move, {name}": own, f"moves/s, {name}": moves / (seconds + 1)}
    if is_node:
        found["µs a move, PostgreSQL"] = (cpu(server.process) - before[3]) / moves * 1e6
        found["bytes of its log a move"] = (await written(connection) - before[4]) / moves
        found["bytes told a move"] = (load.heard - before[1]) / moves
        found["bytes said a move"] = (load.said - before[2]) / moves
    return found


async def single(address: str, server: Postgres, connection: asyncpg.Connection) -> dict[str, float]:
    """Commits of one entry each, one after the other: what a node at which little happens asks of its data base."""
    loop = asyncio.get_running_loop()
    store, owner = await open_store(address, Node("single"), loop), Owner("ZZZZ")

    async def keep(*writes: Write) -> None:
        kept: asyncio.Future[None] = loop.create_future()

        def done(error: StoreError | None) -> None:
            if error is None:
                kept.set_result(None)
            else:
                kept.set_exception(error)

        store.write(Batch(owner, writes), done)
        await kept

    await keep(NewTable("{}", ""), NewGame(1, "record-of-one", "{}", "", "[]"))
    used, size, began = cpu(server.process), await written(connection), loop.time()
    for number in range(COMMITS):
        await keep(Append(1, number, "x" * 100, f"command-number-{number:06}"))
    found = {
        "µs a commit of one entry, PostgreSQL": round((cpu(server.process) - used) / COMMITS * 1e6, 1),
        "bytes of its log for it": round((await written(connection) - size) / COMMITS),
        "ms it takes": round((loop.time() - began) / COMMITS * 1e3, 2),
    }
    await store.close()
    return found


async def written(connection: asyncpg.Connection) -> int:
    """Bytes of the write-ahead log so far."""
    return int(await connection.fetchval("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=4)
    arguments = parser.parse_args()
    found = asyncio.run(measure(arguments.tables, arguments.rounds, arguments.seconds))
    words = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    found["commit"] = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    print(json.dumps(found, ensure_ascii=False))


if __name__ == "__main__":
    main()
