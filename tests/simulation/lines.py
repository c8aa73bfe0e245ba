"""asyncpg's side of a line to the data base of the simulator, as far as `tablee.server.store.postgres` uses it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast

import asyncpg
from tests.simulation.database import Database, Result, Row, Session
from tests.simulation.network import Line, Route
from tests.simulation.statements import STATEMENTS
from tests.simulation.world import VirtualLoop

from tablee.server.store.postgres.schema import ANSWERS_IN, SETTINGS, sentence
from tablee.server.store.postgres.store import PostgresStore


class Record(dict[str, Any]):
    """A row. Unlike a dict it is made of its values."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())


class Connection:
    """To be made with `connect`."""

    def __init__(self, database: Database, route: Route, loop: VirtualLoop) -> None:
        self._database = database
        self._route = route
        self._loop = loop
        self._is_closed = False
        self._waiter: asyncio.Future[Result] | None = None
        self._cancelling: asyncio.Future[None] | None = None
        self._line = Line(route, self._break)
        self._session = Session(database, self._hear_end)

    # As asyncpg has it.

    async def execute(self, sql: str, *values: Any) -> str:
        return f"DONE {(await self._ask(sql, values)).number}"

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        return [Record(row) for row in (await self._ask(sql, values)).rows]

    async def fetchrow(self, sql: str, *values: Any) -> Row | None:
        rows = await self.fetch(sql, *values)
        return rows[0] if rows else None

    async def fetchval(self, sql: str, *values: Any) -> Any:
        row = await self.fetchrow(sql, *values)
        return None if row is None else next(iter(row))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        await self.execute("BEGIN")
        try:
            yield
        except BaseException:
            await self.execute("ROLLBACK")
            raise
        await self.execute("COMMIT")

    def is_closed(self) -> bool:
        return self._is_closed

    async def is_at_rest(self) -> None:
        """Until nothing that was given up is on its way; asyncpg lends no line before that."""
        if self._cancelling is not None:
            await asyncio.shield(self._cancelling)

    def terminate(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._fail(asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"))
            self._line.there.say(self._end_session)

    async def close(self, *, timeout: float) -> None:
        self.terminate()

    # What is said, and what comes back.

    async def _ask(self, sql: str, values: tuple[Any, ...]) -> Result:
        await self.is_at_rest()
        if self._is_closed:
            raise asyncpg.InterfaceError("connection is closed")
        assert self._waiter is None, "one thing after the other"
        if sql not in STATEMENTS:
            self._database.strange.append(sql)
        run = STATEMENTS[sql]
        waiter: asyncio.Future[Result] = self._loop.create_future()
        self._waiter = waiter
        back = self._line.back

        def answered(found: Result | Exception) -> None:
            back.say(lambda: self._hear(waiter, found))

        session = self._session
        self._line.there.say(lambda: session.ask(lambda one: run(one, *values), answered))
        try:
            return await waiter
        except asyncio.CancelledError:
            self._cancel(waiter)
            raise

    def _hear(self, waiter: asyncio.Future[Result], found: Result | Exception) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon(self._settle, waiter, found)

    def _settle(self, waiter: asyncio.Future[Result], found: Result | Exception) -> None:
        if self._waiter is waiter:
            self._waiter = None
        if self._cancelling is not None and not self._cancelling.done():
            self._cancelling.set_result(None)
            self._cancelling = None
        if waiter.done():
            return
        if isinstance(found, Exception):
            waiter.set_exception(found)
        else:
            waiter.set_result(found)

    def _cancel(self, waiter: asyncio.Future[Result]) -> None:
        """Nobody waits for that answer any more; until it is here nothing else can be asked."""
        if self._is_closed or self._waiter is not waiter:
            return
        self._cancelling = self._loop.create_future()

    def _fail(self, error: Exception) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_exception(error)
        cancelling, self._cancelling = self._cancelling, None
        if cancelling is not None and not cancelling.done():
            cancelling.set_result(None)

    def _break(self) -> None:
        """The route has."""
        self._end_session()
        self._lose()

    def _hear_end(self) -> None:
        """The server has hung up."""
        self._line.back.say(self._lose)

    def _lose(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon(self._lost)

    def _lost(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._fail(asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"))

    def _end_session(self) -> None:
        self._line.close()
        self._session.end()


async def connect(database: Database, route: Route, loop: VirtualLoop) -> Connection:
    knocked: asyncio.Future[None] = loop.create_future()

    def answer() -> None:
        if not loop.is_closed():
            loop.call_soon(lambda: None if knocked.done() else knocked.set_result(None))

    def broke() -> None:
        if not loop.is_closed():
            error = ConnectionResetError("the route broke")
            loop.call_soon(lambda: None if knocked.done() else knocked.set_exception(error))

    probe = Line(route, broke)
    try:
        if route.is_refused or database.is_away:
            raise ConnectionRefusedError("nobody listens there")
        probe.there.say(lambda: probe.back.say(answer))
        await knocked
    finally:
        probe.close()
    if database.is_away:
        raise ConnectionResetError("the data base has hung up")
    return Connection(database, route, loop)


class SimulatedStore(PostgresStore):
    """The store as it is, on the data base of the simulator."""

    database: Database
    route: Route

    async def _connect(self, settings: dict[str, str] = SETTINGS) -> asyncpg.Connection:
        assert isinstance(self._loop, VirtualLoop)
        try:
            async with asyncio.timeout(ANSWERS_IN):
                return cast(asyncpg.Connection, await connect(self.database, self.route, self._loop))
        except OSError as error:
            raise sentence(error, self._address) from error
