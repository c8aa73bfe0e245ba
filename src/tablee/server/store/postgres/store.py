"""The store in one PostgreSQL that many nodes share: one line on which everything is written (writer.py), a few for
questions (readers.py)."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TypeVar, cast

import asyncpg

from tablee.kernel.game import Ms
from tablee.server.store.figures import Figures
from tablee.server.store.interface import Batch, Done, Owner, Query, StoredTable, StoreError, TableOf
from tablee.server.store.postgres import lives
from tablee.server.store.postgres.commit import note_clocks
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.plan import LOST
from tablee.server.store.postgres.readers import Readers, in_time
from tablee.server.store.postgres.reading import answer, claim
from tablee.server.store.postgres.schema import FAILURES, SETTINGS, WRITING, connect, is_line_failure, sentence
from tablee.server.store.postgres.writer import CLOSED, Writer

T = TypeVar("T")


class PostgresStore:
    """To be made with `open_store`."""

    def __init__(self, address: str, node: Node, loop: AbstractEventLoop) -> None:
        self._address = address
        self._node = node
        self._loop = loop
        self._writer = Writer(address, node, loop, lambda: self._connect(WRITING))
        self._readers = Readers(self._connect)
        self._clocks: dict[str, Ms] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._noting: asyncio.Task[None] | None = None
        self.neighbours: frozenset[str] | None = frozenset()
        self.secret = ""
        """By which the nodes of this house know each other."""

    async def open(self) -> None:
        """StoreError says why not."""
        self.secret, self.neighbours = await self._writer.open()

    async def _connect(self, settings: dict[str, str] = SETTINGS) -> asyncpg.Connection:
        return await connect(self._address, settings)

    @property
    def life(self) -> str:
        return self._writer.life.id

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def is_refusing(self) -> bool:
        """Can nothing be kept just now?"""
        return self._writer.refusal is not None

    @property
    def waiting(self) -> int:
        """What tables asked to keep and is not on its way yet."""
        return len(self._writer.asked)

    @property
    def in_doubt(self) -> int:
        """What is on its way, or was when the line broke: whether it is kept nobody knows yet."""
        doubt = self._writer.doubt
        return 0 if doubt is None else len(doubt.asked)

    @property
    def commits(self) -> int:
        return self._writer.commits

    @property
    def figures(self) -> Figures:
        return self._writer.figures

    # What the house asks for.

    def write(self, batch: Batch, done: Done) -> None:
        self._writer.write(batch, done)

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        self._begin(self._read(query, done))

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        self._clocks |= clocks
        if self._noting is None or self._noting.done():
            self._noting = self._begin(self._note())

    def release(self, owner: Owner) -> None:
        self._writer.release(owner)

    def when_lost(self, tell: Callable[[], None]) -> None:
        self._writer.tell_lost = tell

    async def leave(self) -> None:
        """Finish what was asked for; then all tables are free."""
        self._writer.is_closing = True
        if self._noting is not None:
            await self._noting
        await self._writer.leave()

    async def close(self) -> None:
        await self.leave()
        self._hang_up()

    def abort(self) -> None:
        """As if this process had died."""
        self._writer.abort()
        self._hang_up()

    def _hang_up(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self._readers.terminate()

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Reading.

    async def _read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        found: object
        try:
            found = await self._found(query)
        except FAILURES as error:
            found = sentence(error, self._address)
        except StoreError as error:
            found = error
        except Exception as defect:  # whoever asked must not wait for ever
            self._loop.call_exception_handler({"message": "a question was not answered", "exception": defect})
            found = sentence(defect, self._address)
        done(cast("T | StoreError", found))

    async def _found(self, query: Query[object]) -> object:
        """A line of before the data base went away is found out by using it: then there is another try."""
        try:
            return await self._ask(query)
        except FAILURES as error:
            if is_line_failure(error):
                self._readers.forget()
            if isinstance(error, TimeoutError) or not is_line_failure(error):
                raise
            return await self._ask(query)

    async def _ask(self, query: Query[object]) -> object:
        writer = self._writer
        if writer.refusal is not None:
            raise writer.refusal
        if writer.is_closing and isinstance(query, TableOf):
            raise StoreError(CLOSED)
        if self._noting is not None and isinstance(query, TableOf):
            await asyncio.wait([self._noting])
        async with self._readers.lend() as connection, in_time(connection):
            if not isinstance(query, TableOf):
                return await answer(connection, query)
            own = self.life
            if not own:  # it was lost while this waited for its turn
                raise StoreError(LOST)
            found = await claim(connection, own, query.code, self.figures)
            if own != self.life:
                raise StoreError(LOST)
            if isinstance(found, StoredTable):
                writer.take(found)
            return found

    async def _note(self) -> None:
        writer = self._writer
        clocks, self._clocks = self._clocks, {}
        if writer.refusal is None:
            with suppress(StoreError, *FAILURES):
                async with self._readers.lend() as connection, in_time(connection):
                    if clocks or writer.cleared:
                        cleared, writer.cleared = writer.cleared, []
                        await note_clocks(connection, writer.life, clocks, cleared)
                    self.neighbours = await lives.living(connection, self.life)


async def open_store(address: str, node: Node, loop: AbstractEventLoop) -> PostgresStore:
    """StoreError says why not."""
    store = PostgresStore(address, node, loop)
    await store.open()
    return store
