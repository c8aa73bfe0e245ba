"""Lines for questions: a few, each kept as long as it holds.

Whatever goes wrong on a line ends it, at once and without a word: a line that is silent would not hear that a question
is taken back either. No line is left in a state of its own, so none has to be reset."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import asyncpg

from tablee.server.store.postgres.schema import ANSWERS_IN, FAILURES, Connection

MOST: Final = 4


@asynccontextmanager
async def in_time(line: Connection) -> AsyncIterator[None]:
    """The data base answers soon, or this line is given up. To stop waiting would not do: asyncpg then waits until the
    data base has heard of it, and by a line that carries nothing any more it never does."""
    is_late = False

    def give_up() -> None:
        nonlocal is_late
        is_late = True
        line.terminate()

    late = asyncio.get_running_loop().call_later(ANSWERS_IN, give_up)
    try:
        yield
    except FAILURES as error:
        if is_late:
            raise TimeoutError from error
        raise
    finally:
        late.cancel()


class Readers:
    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
        self._connect = connect
        self._places = asyncio.Semaphore(MOST)
        self._idle: list[asyncpg.Connection] = []
        self._lent: set[asyncpg.Connection] = set()

    @asynccontextmanager
    async def lend(self) -> AsyncIterator[asyncpg.Connection]:
        """StoreError or TimeoutError: there is none to be had."""
        async with asyncio.timeout(ANSWERS_IN):
            await self._places.acquire()
        try:
            line = self._idle.pop() if self._idle else await self._connect()
            self._lent.add(line)
            try:
                yield line
            except BaseException:
                line.terminate()
                raise
            finally:
                self._lent.discard(line)
            self._idle.append(line)
        finally:
            self._places.release()

    def forget(self) -> None:
        """The data base went away: who waits here for a question waits on a line of before."""
        while self._idle:
            self._idle.pop().terminate()

    def terminate(self) -> None:
        self.forget()
        for line in self._lent:
            line.terminate()
