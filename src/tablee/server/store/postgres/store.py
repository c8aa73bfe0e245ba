"""The store in one PostgreSQL that many nodes share.

What is asked for while a commit is on its way goes into the next one, all of it in one transaction. That begins by
renewing this node's life (see lives.py): to write is to prove that one still has what one writes of. Where the line
breaks, nobody knows what became of the commit that was on its way: those who wait for it are answered once a new line
has told which batch was kept last. All others are refused at once, until there is a line again."""

from __future__ import annotations

import asyncio
import time
from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import Final, NamedTuple, TypeVar, cast

import asyncpg

from tablee.kernel.game import Ms
from tablee.server.store.figures import Figures
from tablee.server.store.interface import (
    Batch,
    Done,
    InDoubt,
    Lost,
    Owner,
    Query,
    StoredTable,
    StoreError,
    TableOf,
    Taken,
)
from tablee.server.store.postgres import lives
from tablee.server.store.postgres.commit import commit, note_clocks, release
from tablee.server.store.postgres.erasing import erase_stale
from tablee.server.store.postgres.lives import BEAT, Life, LifeOver, Node
from tablee.server.store.postgres.plan import LOST, OpenGame, Plan, planned
from tablee.server.store.postgres.readers import Readers
from tablee.server.store.postgres.reading import answer, claim
from tablee.server.store.postgres.schema import (
    ANSWERS_IN,
    FAILURES,
    SETTINGS,
    WRITING,
    Connection,
    connect,
    is_line_failure,
    prepare,
    sentence,
)

T = TypeVar("T")
MOST_AT_ONCE: Final = 1000
AGAIN: Final = 0.2
"""Seconds between two tries to reach the data base."""
CLOSED: Final = "The house has closed its store."
NAMESAKE_LEAVES: Final = 3.0
"""Seconds after which a node that was killed is silent, and its name free."""


class _Asked(NamedTuple):
    batch: Batch
    done: Done


class _Doubt(NamedTuple):
    """A commit that is on its way, and who waits for it."""

    plan: Plan
    asked: Sequence[_Asked]


class _LineLost(Exception):
    """It may be, or not, that the commit on its way was kept."""


class PostgresStore:
    """To be made with `open_store`."""

    def __init__(self, address: str, node: Node, loop: AbstractEventLoop) -> None:
        self._address = address
        self._node = node
        self._loop = loop
        self._life = Life("", 0)
        self._line: asyncpg.Connection | None = None
        self._readers = Readers(self._connect)
        self._asked: list[_Asked] = []
        self._released: list[Owner] = []
        self._clocks: dict[str, Ms] = {}
        self._cleared: list[str] = []
        """Tables that were cleared away since clocks were noted."""
        self._doubt: _Doubt | None = None
        """The commit that is on its way, or was when the line broke."""
        self._number = 0
        """Of the last commit."""
        self._refusal: StoreError | None = None
        """Why nothing can be kept just now."""
        self._games: dict[str, OpenGame | None] = {}
        """Those that run, by their tables, as far as they are ours."""
        self._news = asyncio.Event()
        self._is_closing = False
        self._tell_lost: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[None]] = set()
        self._noting: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self.neighbours: frozenset[str] | None = frozenset()
        self.secret = ""
        """By which the nodes of this house know each other."""
        self.commits = 0
        self.figures = Figures()
        self._beaten = 0.0
        """When the others heard of this node last."""

    @property
    def life(self) -> str:
        return self._life.id

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def is_refusing(self) -> bool:
        """Can nothing be kept just now?"""
        return self._refusal is not None

    @property
    def waiting(self) -> int:
        """What tables asked to keep and is not on its way yet."""
        return len(self._asked)

    @property
    def in_doubt(self) -> int:
        """What is on its way, or was when the line broke: whether it is kept nobody knows yet."""
        return 0 if self._doubt is None else len(self._doubt.asked)

    # What the house asks for.

    def write(self, batch: Batch, done: Done) -> None:
        if self._refusal is not None:
            self._count_refused(1, self._refusal)
            self._loop.call_soon(done, self._refusal)
            return
        self._asked.append(_Asked(batch, done))
        self._news.set()

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        self._begin(self._read(query, done))

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        self._clocks |= clocks
        if self._noting is None or self._noting.done():
            self._noting = self._begin(self._note())

    def release(self, owner: Owner) -> None:
        self._games.pop(owner.code, None)
        self._released.append(owner)
        self._news.set()

    def when_lost(self, tell: Callable[[], None]) -> None:
        self._tell_lost = tell

    async def leave(self) -> None:
        """Finish what was asked for; then all tables are free."""
        self._is_closing = True
        self._news.set()
        if self._noting is not None:
            await self._noting
        if self._writing is not None:
            await self._writing

    async def close(self) -> None:
        await self.leave()
        self._hang_up_all()

    def abort(self) -> None:
        """As if this process had died."""
        if self._writing is not None:
            self._writing.cancel()
        if self._line is not None:
            self._line.terminate()
        self._hang_up_all()

    def _hang_up_all(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self._readers.terminate()

    @asynccontextmanager
    async def _in_time(self, connection: Connection) -> AsyncIterator[None]:
        """The data base answers soon, or this line is given up. To stop waiting would not do: asyncpg then waits until
        the data base has heard of it, and by a line that carries nothing any more it never does."""
        is_late = False

        def give_up() -> None:
            nonlocal is_late
            is_late = True
            connection.terminate()

        late = self._loop.call_later(ANSWERS_IN, give_up)
        try:
            yield
        except FAILURES as error:
            if is_late:
                raise TimeoutError from error
            raise
        finally:
            late.cancel()

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
        if self._refusal is not None:
            raise self._refusal
        if self._is_closing and isinstance(query, TableOf):
            raise StoreError(CLOSED)
        if self._noting is not None and isinstance(query, TableOf):
            await asyncio.wait([self._noting])
        async with self._readers.lend() as connection, self._in_time(connection):
            if not isinstance(query, TableOf):
                return await answer(connection, query)
            own = self._life.id
            if not own:  # it was lost while this waited for its turn
                raise StoreError(LOST)
            found = await claim(connection, own, query.code, self.figures)
            if own != self._life.id:
                raise StoreError(LOST)
            if isinstance(found, StoredTable):
                running = found.running
                self._games[query.code] = None if running is None else OpenGame(running.ordinal, len(running.entries))
            return found

    async def _note(self) -> None:
        clocks, self._clocks = self._clocks, {}
        if self._refusal is None:
            with suppress(StoreError, *FAILURES):
                async with self._readers.lend() as connection, self._in_time(connection):
                    if clocks or self._cleared:
                        cleared, self._cleared = self._cleared, []
                        await note_clocks(connection, self._life, clocks, cleared)
                    self.neighbours = await lives.living(connection, self._life.id)

    # Writing.

    async def open(self) -> None:
        """StoreError says why not."""
        self._line = await self._connect(WRITING)
        try:
            self.secret = await prepare(self._line, self._address)
            await self._take_name()
            await erase_stale(self._line)
            self.neighbours = await lives.living(self._line, self._life.id)
        except BaseException as error:
            self._line.terminate()
            if isinstance(error, FAILURES):
                raise sentence(error, self._address) from error
            raise
        self._writing = self._loop.create_task(self._write_on())

    async def _connect(self, settings: dict[str, str] = SETTINGS) -> asyncpg.Connection:
        return await connect(self._address, settings)

    async def _take_name(self) -> None:
        """One of this name that was killed a moment ago is not silent yet."""
        until = self._loop.time() + NAMESAKE_LEAVES
        while True:
            try:
                await self._begin_life()
                return
            except StoreError:
                if self._loop.time() >= until:
                    raise
            await asyncio.sleep(AGAIN)

    async def _begin_life(self) -> None:
        assert self._line is not None
        self._life = await lives.begin(self._line, self._node, token_hex(8))
        self._beaten = time.perf_counter()
        self._number = 0
        self._games.clear()
        self._released.clear()

    async def _write_on(self) -> None:
        """Until the house closes. One commit after the other; where the line breaks, a new one."""
        while True:
            try:
                if self._line is not None:
                    await self._follow_the_line()
                    return
                await self._call_again()
            except LifeOver:
                self._lose_all()
            except _LineLost as error:
                self.figures.lines_lost += self._line is not None
                self._hang_up(sentence(error.__cause__ or error, self._address))
            if self._line is None:
                if self._is_closing:
                    self._answer_doubt(self._refusal)
                    return
                await asyncio.sleep(AGAIN)

    async def _follow_the_line(self) -> None:
        while True:
            if not self._life.id:
                await self._send(self._live_again)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._news.wait()
            self._news.clear()
            if self._released:
                await self._send(self._release)
            asked, self._asked = self._asked[:MOST_AT_ONCE], self._asked[MOST_AT_ONCE:]
            if asked:
                if self._asked:
                    self._news.set()
                await self._keep(asked)
            elif self._is_closing:
                await self._send(lambda line: lives.end(line, self._life))
                await self._hang_up_politely()
                return
            else:
                await self._send(lambda line: lives.beat(line, self._life, self._number))
                self._note_beat()

    async def _keep(self, asked: Sequence[_Asked]) -> None:
        """One transaction for all; where that fails, one for each, so that a bad one harms nobody else."""
        self._number += 1
        began = time.perf_counter()
        try:
            plan = planned(self._games, [one.batch for one in asked])
            self._doubt = _Doubt(plan, asked)
            await self._commit(plan)
        except (_LineLost, LifeOver):
            raise
        except Exception as error:
            self._doubt = None
            if len(asked) == 1:
                self._count_refused(1, error)
                self._tell(asked, error if isinstance(error, StoreError) else sentence(error, self._address))
                return
            await self._keep_singly(asked)
            return
        self.commits += 1
        self.figures.commits.note(time.perf_counter() - began)
        self._note_beat()
        self._answer_doubt(None)

    async def _keep_singly(self, asked: Sequence[_Asked]) -> None:
        """Those whose turn has not come wait with all others."""
        self._asked = [*asked, *self._asked]
        for _ in asked:
            await self._keep([self._asked.pop(0)])

    async def _commit(self, plan: Plan) -> None:
        """_LineLost: nobody knows whether it was done. LifeOver: it was not, and never will be. Anything else: it was
        not, for what is in it."""
        line = self._line
        assert line is not None
        try:
            async with self._in_time(line):
                await commit(line, self._life, self._number, plan)
        except Exception as error:
            if not isinstance(error, LifeOver) and (is_line_failure(error) or line.is_closed()):
                raise _LineLost from error
            raise

    async def _send(self, work: Callable[[asyncpg.Connection], Coroutine[object, object, None]]) -> None:
        """All else: where it fails, be it that the disk is full, there is another line and another try."""
        assert self._line is not None
        try:
            async with self._in_time(self._line):
                await work(self._line)
        except (LifeOver, _LineLost):
            raise
        except Exception as error:
            raise _LineLost from error

    def _note_beat(self) -> None:
        """The others have heard of this node."""
        now = time.perf_counter()
        self.figures.missed_beats += max(0, int((now - self._beaten) / BEAT) - 1)
        self._beaten = now

    async def _release(self, line: asyncpg.Connection) -> None:
        released, self._released = self._released, []
        await release(line, self._life, released)

    def _answer_doubt(self, error: StoreError | None) -> None:
        """What became of the commit that was on its way is known."""
        doubt, self._doubt = self._doubt, None
        if doubt is None:
            return
        if error is None:
            self._games |= doubt.plan.changed
            for owner in doubt.plan.cleared:
                self._games.pop(owner.code, None)
                self._cleared.append(owner.code)
            self.figures.kept += len(doubt.asked)
            self.figures.moves += len(doubt.plan.log)
        else:
            self._count_refused(len(doubt.asked), error)
        self._tell(doubt.asked, error)

    def _count_refused(self, number: int, error: Exception) -> None:
        if isinstance(error, Lost):
            self.figures.lost += number
        elif not isinstance(error, Taken):  # another code is drawn then
            self.figures.refused += number

    def _tell(self, asked: Sequence[_Asked], error: StoreError | None) -> None:
        for one in asked:
            try:
                one.done(error)
            except Exception as defect:  # the others wait too
                self._loop.call_exception_handler({"message": "somebody could not be told", "exception": defect})

    # One line after another, one life after another.

    def _hang_up(self, why: StoreError) -> None:
        """Who has asked for nothing that is on its way yet is refused, until there is a line again."""
        self._refusal = why
        if self._line is not None:
            self._line.terminate()
            self._line = None
        asked, self._asked = self._asked, []
        self._count_refused(len(asked), why)
        self._tell(asked, why)

    async def _hang_up_politely(self) -> None:
        assert self._line is not None
        self._refusal = StoreError(CLOSED)
        with suppress(*FAILURES):
            await self._line.close(timeout=ANSWERS_IN)
        self._line = None

    async def _call_again(self) -> None:
        """A new line: what the one before had taken is answered by what is in the data base."""
        try:
            self._line = await self._connect(WRITING)
        except StoreError as error:
            raise _LineLost from error
        await self._send(self._go_on)
        self._refusal = None

    async def _go_on(self, line: asyncpg.Connection) -> None:
        self._life, kept = await lives.go_on(line, self._life)
        self._note_beat()
        is_kept = kept >= self._number
        if self._doubt is not None:
            self.figures.doubts_kept += is_kept
            self.figures.doubts_lost += not is_kept
        self._answer_doubt(None if is_kept else self._refusal)

    def _lose_all(self) -> None:
        """Whoever waits is told so, and then the house; the next thing is another life."""
        self._life = Life("", 0)
        self._refusal = StoreError(LOST)
        self._answer_doubt(InDoubt(LOST))
        asked, self._asked = self._asked, []
        self.figures.lives_lost += 1
        self._count_refused(len(asked), Lost(LOST))
        self._tell(asked, Lost(LOST))
        self._tell_lost()

    async def _live_again(self, line: asyncpg.Connection) -> None:
        try:
            await self._begin_life()
        except StoreError as error:  # somebody else has the name
            raise _LineLost from error
        self._refusal = None


async def open_store(address: str, node: Node, loop: AbstractEventLoop) -> PostgresStore:
    """StoreError says why not."""
    store = PostgresStore(address, node, loop)
    await store.open()
    return store
