"""One commit after the other, by one line after another, in one life after another.

What is asked for while a commit is on its way goes into the next one, all of it in one transaction. That begins by
renewing this node's life (see lives.py): to write is to prove that one still has what one writes of. Where the line
breaks, nobody knows what became of the commit that was on its way: those who wait for it are answered once a new line
has told which batch was kept last. All others are refused at once, until there is a line again."""

from __future__ import annotations

import asyncio
import time
from asyncio import AbstractEventLoop
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Final, NamedTuple

import asyncpg

from tablee.server.store.figures import Figures
from tablee.server.store.interface import Batch, Done, InDoubt, Lost, Owner, StoredTable, StoreError, Taken
from tablee.server.store.postgres import lives
from tablee.server.store.postgres.commit import commit, release
from tablee.server.store.postgres.erasing import erase_stale
from tablee.server.store.postgres.lives import BEAT, Life, LifeOver, Node
from tablee.server.store.postgres.plan import LOST, OpenGame, Plan, planned
from tablee.server.store.postgres.readers import in_time
from tablee.server.store.postgres.schema import ANSWERS_IN, FAILURES, is_line_failure, prepare, sentence

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


class Opened(NamedTuple):
    """What is known from the beginning."""

    secret: str
    neighbours: frozenset[str]


class Writer:
    """`call` makes a line."""

    def __init__(
        self, address: str, node: Node, loop: AbstractEventLoop, call: Callable[[], Awaitable[asyncpg.Connection]]
    ) -> None:
        self._address = address
        self._node = node
        self._loop = loop
        self._call = call
        self.life = Life("", 0)
        self.asked: list[_Asked] = []
        """What tables asked to keep and is not on its way yet."""
        self.doubt: _Doubt | None = None
        """The commit that is on its way, or was when the line broke."""
        self.refusal: StoreError | None = None
        """Why nothing can be kept just now."""
        self.cleared: list[str] = []
        """Tables that were cleared away since clocks were noted."""
        self.is_closing = False
        self.commits = 0
        self.figures = Figures()
        self.tell_lost: Callable[[], None] = lambda: None
        self._line: asyncpg.Connection | None = None
        self._released: list[Owner] = []
        self._number = 0
        """Of the last commit."""
        self._games: dict[str, OpenGame | None] = {}
        """Those that run, by their tables, as far as they are ours."""
        self._news = asyncio.Event()
        self._beaten = 0.0
        """When the others heard of this node last."""
        self._writing: asyncio.Task[None] | None = None

    # What the store asks for.

    async def open(self) -> Opened:
        """StoreError says why not."""
        self._line = await self._call()
        try:
            secret = await prepare(self._line, self._address)
            await self._take_name()
            await erase_stale(self._line)
            neighbours = await lives.living(self._line, self.life.id)
        except BaseException as error:
            self._line.terminate()
            if isinstance(error, FAILURES):
                raise sentence(error, self._address) from error
            raise
        self._writing = self._loop.create_task(self._write_on())
        return Opened(secret, neighbours)

    def write(self, batch: Batch, done: Done) -> None:
        if self.refusal is not None:
            self._count_refused(1, self.refusal)
            self._loop.call_soon(done, self.refusal)
            return
        self.asked.append(_Asked(batch, done))
        self._news.set()

    def take(self, table: StoredTable) -> None:
        """This table is ours from now on."""
        running = table.running
        self._games[table.code] = None if running is None else OpenGame(running.ordinal, len(running.entries))

    def release(self, owner: Owner) -> None:
        self._games.pop(owner.code, None)
        self._released.append(owner)
        self._news.set()

    async def leave(self) -> None:
        """Finish what was asked for; then all tables are free."""
        self.is_closing = True
        self._news.set()
        if self._writing is not None:
            await self._writing

    def abort(self) -> None:
        """As if this process had died."""
        if self._writing is not None:
            self._writing.cancel()
        if self._line is not None:
            self._line.terminate()

    # Writing.

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
        self.life = await lives.begin(self._line, self._node, token_hex(8))
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
                if self.is_closing:
                    self._answer_doubt(self.refusal)
                    return
                await asyncio.sleep(AGAIN)

    async def _follow_the_line(self) -> None:
        while True:
            if not self.life.id:
                await self._send(self._live_again)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._news.wait()
            self._news.clear()
            if self._released:
                await self._send(self._release)
            asked, self.asked = self.asked[:MOST_AT_ONCE], self.asked[MOST_AT_ONCE:]
            if asked:
                if self.asked:
                    self._news.set()
                await self._keep(asked)
            elif self.is_closing:
                await self._send(lambda line: lives.end(line, self.life))
                await self._hang_up_politely()
                return
            else:
                await self._send(lambda line: lives.beat(line, self.life, self._number))
                self._note_beat()

    async def _keep(self, asked: Sequence[_Asked]) -> None:
        """One transaction for all; where that fails, one for each, so that a bad one harms nobody else."""
        self._number += 1
        began = time.perf_counter()
        try:
            plan = planned(self._games, [one.batch for one in asked])
            self.doubt = _Doubt(plan, asked)
            await self._commit(plan)
        except (_LineLost, LifeOver):
            raise
        except Exception as error:
            self.doubt = None
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
        self.asked = [*asked, *self.asked]
        for _ in asked:
            await self._keep([self.asked.pop(0)])

    async def _commit(self, plan: Plan) -> None:
        """_LineLost: nobody knows whether it was done. LifeOver: it was not, and never will be. Anything else: it was
        not, for what is in it."""
        line = self._line
        assert line is not None
        try:
            async with in_time(line):
                await commit(line, self.life, self._number, plan)
        except Exception as error:
            if not isinstance(error, LifeOver) and (is_line_failure(error) or line.is_closed()):
                raise _LineLost from error
            raise

    async def _send(self, work: Callable[[asyncpg.Connection], Coroutine[object, object, None]]) -> None:
        """All else: where it fails, be it that the disk is full, there is another line and another try."""
        assert self._line is not None
        try:
            async with in_time(self._line):
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
        await release(line, self.life, released)

    def _answer_doubt(self, error: StoreError | None) -> None:
        """What became of the commit that was on its way is known."""
        doubt, self.doubt = self.doubt, None
        if doubt is None:
            return
        if error is None:
            self._games |= doubt.plan.changed
            for owner in doubt.plan.cleared:
                self._games.pop(owner.code, None)
                self.cleared.append(owner.code)
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
        self.refusal = why
        if self._line is not None:
            self._line.terminate()
            self._line = None
        asked, self.asked = self.asked, []
        self._count_refused(len(asked), why)
        self._tell(asked, why)

    async def _hang_up_politely(self) -> None:
        assert self._line is not None
        self.refusal = StoreError(CLOSED)
        with suppress(*FAILURES):
            await self._line.close(timeout=ANSWERS_IN)
        self._line = None

    async def _call_again(self) -> None:
        """A new line: what the one before had taken is answered by what is in the data base."""
        try:
            self._line = await self._call()
        except StoreError as error:
            raise _LineLost from error
        await self._send(self._go_on)
        self.refusal = None

    async def _go_on(self, line: asyncpg.Connection) -> None:
        self.life, kept = await lives.go_on(line, self.life)
        self._note_beat()
        is_kept = kept >= self._number
        if self.doubt is not None:
            self.figures.doubts_kept += is_kept
            self.figures.doubts_lost += not is_kept
        self._answer_doubt(None if is_kept else self.refusal)

    def _lose_all(self) -> None:
        """Whoever waits is told so, and then the house; the next thing is another life."""
        self.life = Life("", 0)
        self.refusal = StoreError(LOST)
        self._answer_doubt(InDoubt(LOST))
        asked, self.asked = self.asked, []
        self.figures.lives_lost += 1
        self._count_refused(len(asked), Lost(LOST))
        self._tell(asked, Lost(LOST))
        self.tell_lost()

    async def _live_again(self, line: asyncpg.Connection) -> None:
        try:
            await self._begin_life()
        except StoreError as error:  # somebody else has the name
            raise _LineLost from error
        self.refusal = None
