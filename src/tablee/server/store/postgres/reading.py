"""What is answered, and how a table changes hands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from tablee.server.store.figures import Figures
from tablee.server.store.interface import (
    Codes,
    Elsewhere,
    HasTable,
    LobbyOf,
    OpenedBy,
    PastGame,
    PastOf,
    Query,
    RecordOf,
    StoredGame,
    StoredTable,
    StoreError,
    TableCount,
    Unplayed,
)
from tablee.server.store.postgres.lives import SILENCE, bury
from tablee.server.store.postgres.schema import NOW, Connection

TRIES: Final = 5
"""Of taking a table that others want too."""
_STANDING: Final = (
    f"SELECT life, epoch, node, inside, beat < clock_timestamp() - {SILENCE} AS is_silent "
    "FROM tables LEFT JOIN lives USING (life) WHERE code = $1"
)
_TAKE: Final = (
    "UPDATE tables SET life = $1, epoch = epoch + 1 WHERE code = $2 AND epoch = $3 AND life IS NOT DISTINCT FROM $4 "
    "RETURNING 1"
)
_DOC: Final = "SELECT doc, epoch, shown FROM tables LEFT JOIN clocks USING (code) WHERE code = $1"
_RUNNING: Final = "SELECT ordinal, record, header, seed, people FROM games WHERE code = $1 AND entries IS NULL"
_LOG: Final = "SELECT seq, entry, command FROM log WHERE code = $1 AND ordinal = $2 ORDER BY seq"
_RECORD: Final = (
    "SELECT code, ordinal, header, seed, people, ending, entries FROM games WHERE record = $1 AND entries IS NOT NULL"
)
_PAST: Final = (
    "SELECT record, code, header, people, finished, summary FROM games WHERE entries IS NOT NULL {some} "
    "ORDER BY coalesce(finished, 0) DESC, begun DESC"
)
_UNPLAYED: Final = (
    f"SELECT code FROM tables WHERE touched <= {NOW} - $1::bigint AND NOT EXISTS "
    "(SELECT 1 FROM games WHERE games.code = tables.code)"
)


async def claim(connection: Connection, own: str, code: str, figures: Figures) -> StoredTable | Elsewhere | None:
    """The table, which belongs to this life from now on; or who has it. Each time it is woken it has another epoch:
    what was asked of it before comes too late, be it only to give it away."""
    buried = ""
    for _ in range(TRIES):
        row = await connection.fetchrow(_STANDING, code)
        if row is None:
            return None
        life, node = row["life"], row["node"]
        is_elsewhere = node is not None and life != own
        if is_elsewhere and row["is_silent"] and life != buried:
            # Many want to at the same moment, for many tables: whoever it was, it is over then.
            buried = life
            figures.buried += await bury(connection, life, own)
            continue
        if is_elsewhere:
            return Elsewhere(life, row["inside"])
        if await connection.fetchval(_TAKE, own, code, row["epoch"], life):
            if life is None:
                figures.woken += 1
            elif life != own:
                figures.taken += 1
            return await _table(connection, code)
    raise StoreError("Others want this table too.")


async def _table(connection: Connection, code: str) -> StoredTable | None:
    """Nobody else writes it: several looks see the same."""
    row = await connection.fetchrow(_DOC, code)
    if row is None:
        return None
    game = await connection.fetchrow(_RUNNING, code)
    if game is None:
        return StoredTable(code, row["doc"], None, 0, row["epoch"])
    log = await connection.fetch(_LOG, code, game["ordinal"])
    if [one["seq"] for one in log] != list(range(len(log))):
        raise StoreError("The log of a game has a gap. Restore the data base from a backup.")
    entries, commands = tuple(one["entry"] for one in log), tuple(one["command"] for one in log)
    ordinal, record, header, seed, people = game
    running = StoredGame(code, ordinal, record, header, seed, people, False, None, entries, commands)
    return StoredTable(code, row["doc"], running, row["shown"] or 0, row["epoch"])


async def answer(connection: Connection, query: Query[object]) -> object:
    match query:
        case LobbyOf(code):
            return await connection.fetchval("SELECT doc FROM tables WHERE code = $1", code)
        case Codes():
            return [row["code"] for row in await connection.fetch("SELECT code FROM tables ORDER BY code")]
        case HasTable(code):
            return await connection.fetchval("SELECT 1 FROM tables WHERE code = $1", code) is not None
        case OpenedBy(made_by):
            return await connection.fetchval("SELECT code FROM tables WHERE made_by = $1", made_by)
        case TableCount():
            return await connection.fetchval("SELECT count(*) FROM tables")
        case Unplayed(seconds):
            return [row["code"] for row in await connection.fetch(_UNPLAYED, seconds)]
        case RecordOf(record):
            return await _record(connection, record)
        case PastOf(records):
            return await _past(connection, records)
    raise TypeError(f"nobody answers {query}")


async def _record(connection: Connection, record: str) -> StoredGame | None:
    row = await connection.fetchrow(_RECORD, record)
    if row is None:
        return None
    kept = json.loads(row["entries"])
    entries, commands = tuple(entry for entry, _ in kept), tuple(command for _, command in kept)
    fields = (row["code"], row["ordinal"], record, row["header"], row["seed"], row["people"])
    return StoredGame(*fields, is_over=True, ending=row["ending"], entries=entries, commands=commands)


async def _past(connection: Connection, records: Sequence[str] | None) -> list[PastGame]:
    if records is None:
        rows = await connection.fetch(_PAST.format(some=""))
    else:
        rows = await connection.fetch(_PAST.format(some="AND record = ANY($1::text[])"), list(records))
    return [
        PastGame(
            row["record"],
            row["code"],
            str(json.loads(row["header"])["header"]["game"]),
            row["people"],
            *((row["finished"] or None, row["summary"]) if row["summary"] is not None else (None, None)),
        )
        for row in rows
    ]
