"""A house in a data base, while no node of it runs.

Whoever moves it holds the row of the house and those of its lives: no node begins to live meanwhile, and one that was
taken for dead writes nothing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

import asyncpg

from tablee.kernel.game import Ms
from tablee.server.store.interface import StoreError
from tablee.server.store.moving.house import GameRow, HouseRow, LogLine, TableRow
from tablee.server.store.moving.move import broken
from tablee.server.store.postgres.lives import SILENCE
from tablee.server.store.postgres.schema import (
    FAILURES,
    SETTINGS,
    check_version,
    connect,
    prepare,
    sentence,
    shown,
)

MOVING: Final = SETTINGS | {
    "idle_in_transaction_session_timeout": "0",  # the other store may take its time
    "lock_timeout": "2000",
}
AT_ONCE: Final = 100
"""Rows that wait here while they are read."""
_TABLES: Final = 'SELECT code, doc, made_by, touched FROM tables ORDER BY code COLLATE "C"'
_GAMES: Final = (
    "SELECT record, code, ordinal, header, seed, people, entries, ending, finished, summary FROM games WHERE"
)
_FINISHED: Final = f'{_GAMES} entries IS NOT NULL ORDER BY begun, record COLLATE "C"'
_RUNNING: Final = f'{_GAMES} entries IS NULL ORDER BY code COLLATE "C"'
_LOG: Final = "SELECT seq, entry, command FROM log WHERE code = $1 AND ordinal = $2 ORDER BY seq"
_BEFORE: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When the games that were moved here began nobody knows; in which order they did is kept."""


class _House:
    def __init__(self, connection: asyncpg.Connection, address: str) -> None:
        self._connection = connection
        self._address = address

    @property
    def name(self) -> str:
        return shown(self._address)

    async def rows(self) -> AsyncGenerator[HouseRow, None]:
        try:
            async for fields in self._connection.cursor(_TABLES, prefetch=AT_ONCE):
                yield TableRow(*fields)
            async for fields in self._connection.cursor(_FINISHED, prefetch=AT_ONCE):
                yield GameRow(*fields)
            async for fields in self._connection.cursor(_RUNNING, prefetch=AT_ONCE):
                row = GameRow(*fields)
                yield row._replace(log=await self._log(row))
        except FAILURES as error:
            raise sentence(error, self._address) from error

    async def _log(self, game: GameRow) -> tuple[LogLine, ...]:
        lines = await self._connection.fetch(_LOG, game.code, game.ordinal)
        if [line["seq"] for line in lines] != list(range(len(lines))):
            raise broken(game.record, self.name)
        return tuple((line["entry"], line["command"]) for line in lines)

    async def clocks(self) -> Mapping[str, Ms]:
        query = 'SELECT code, shown FROM clocks JOIN games USING (code) WHERE entries IS NULL ORDER BY code COLLATE "C"'
        try:
            return {row["code"]: row["shown"] for row in await self._connection.fetch(query)}
        except FAILURES as error:
            raise sentence(error, self._address) from error

    async def hold(self) -> None:
        """StoreError: a node runs, or somebody else moves the house."""
        await self._connection.execute("SELECT 1 FROM house FOR UPDATE")
        query = f"SELECT node, beat >= clock_timestamp() - {SILENCE} AS lives FROM lives ORDER BY node FOR UPDATE"
        living = [row["node"] for row in await self._connection.fetch(query) if row["lives"]]
        if living:
            raise StoreError(f"The house at {self.name} is open ({', '.join(living)}). Stop it first.")


class _Empty(_House):
    """Everything is one transaction."""

    _games = 0

    async def hold(self) -> None:
        await super().hold()
        query = "SELECT 1 FROM tables UNION ALL SELECT 1 FROM games UNION ALL SELECT 1 FROM log LIMIT 1"
        if await self._connection.fetchval(query) is not None:
            raise StoreError(f"{self.name} is not empty. A house can only be moved to where there is none.")

    async def write(self, rows: Sequence[HouseRow]) -> None:
        tables = [row for row in rows if isinstance(row, TableRow)]
        games = [row for row in rows if isinstance(row, GameRow)]
        lines = [
            (game.code, game.ordinal, seq, entry, command)
            for game in games
            for seq, (entry, command) in enumerate(game.log)
        ]
        try:
            await self._copy("tables", [*TableRow._fields, "epoch"], [(*row, 0) for row in tables])
            await self._copy("games", [*GameRow._fields[:-1], "begun"], [(*row[:-1], self._begun()) for row in games])
            await self._copy("log", ["code", "ordinal", "seq", "entry", "command"], lines)
        except FAILURES as error:
            raise sentence(error, self._address) from error

    async def _copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        await self._connection.copy_records_to_table(table, columns=columns, records=rows)

    def _begun(self) -> datetime:
        self._games += 1
        return _BEFORE + timedelta(microseconds=self._games)

    async def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        try:
            await self._copy("clocks", ["code", "shown"], list(clocks.items()))
        except FAILURES as error:
            raise sentence(error, self._address) from error

    async def audit(self) -> None:
        """Its rows were read; it keeps no sums."""

    async def commit(self) -> None:
        try:
            await self._connection.execute("COMMIT")
        except FAILURES as error:
            raise sentence(error, self._address) from error


@asynccontextmanager
async def base_source(address: str) -> AsyncIterator[_House]:
    """It is only read. StoreError: a house is open there, or there is none."""
    connection = await connect(address, MOVING)
    try:
        try:
            await check_version(connection, address)
            await connection.execute("BEGIN")
            house = _House(connection, address)
            await house.hold()
        except FAILURES as error:
            raise sentence(error, address) from error
        yield house
    finally:
        connection.terminate()


@asynccontextmanager
async def base_target(address: str) -> AsyncIterator[_Empty]:
    """StoreError: a house is open there, or there was one."""
    connection = await connect(address, MOVING)
    try:
        await prepare(connection, address)
        try:
            await connection.execute("BEGIN")
            house = _Empty(connection, address)
            await house.hold()
        except FAILURES as error:
            raise sentence(error, address) from error
        yield house
    finally:
        connection.terminate()
