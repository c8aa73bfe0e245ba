"""The store in one SQLite file, which a process of its own writes (see writer.py and file.py).

What is asked for in one turn of the loop goes there in one piece, and one answer comes back for each commit. Small
reads are answered at once from a connection that only reads, those that look at every row by a thread of their own; how
a table stands the writer says, who knows where its entries are.

A writer that dies, falls silent or meets a disk that does not confirm is ended, and another takes its place. It opens
the file, says which batch was kept last, and by that everybody is answered: no move is both kept and refused."""

from __future__ import annotations

import os
import sqlite3
import time
from asyncio import AbstractEventLoop, TimerHandle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from tablee.kernel.game import Ms
from tablee.server.limits import LIMITS
from tablee.server.store.interface import (
    Batch,
    Codes,
    Done,
    Owner,
    PastOf,
    Query,
    StoredTable,
    StoreError,
    TableOf,
    Taken,
    Unplayed,
)
from tablee.server.store.pipe import (
    Doubtful,
    Found,
    Keep,
    Kept,
    Limit,
    Look,
    Note,
    NotKept,
    NotOpened,
    Open,
    Opened,
    Report,
)
from tablee.server.store.process import COMMAND, Gone, WriterProcess
from tablee.server.store.reading import answer
from tablee.server.store.schema import FILE, connect, lock, sentence

T = TypeVar("T")
Looked: TypeAlias = Callable[[StoredTable | StoreError | None], None]
LONGEST_TURN: Final = 0.005
"""Seconds for which the loop is kept busy with telling what is durable."""
LOCK_IS_LEFT: Final = 2.0
"""Seconds that the writer of a house that was killed may take to go."""
TO_OPEN: Final = 15
"""So many times as long may it take until a writer has looked through the whole file."""
AGAIN: Final = 1.0
"""Seconds between two writers, where none can open the file."""
REAPED: Final = 0.01
"""Seconds between two looks whether a writer that was ended has gone."""
NO_WRITER: Final = "The store's own process does not start."
REPLACED: Final = "The store's own process had to be replaced."


class SqliteStore:
    def __init__(
        self,
        folder: Path,
        loop: AbstractEventLoop,
        *,
        clock: Callable[[], float] = time.time,
        lock_waits: float = LIMITS.lock_waits,
        hangs: float = LIMITS.store_hangs,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        """Open or make the store of this folder. StoreError says why not. `hangs`: seconds after which a writer that
        owes an answer is ended; `command`: how it is started."""
        self._loop = loop
        self._clock = clock
        self._folder = folder
        self._lock_waits = lock_waits
        self._hangs = hangs
        self._command = command
        self._house = token_hex(8)
        self._most_pages: int | None = None
        self.path = folder / FILE
        self.commits = 0
        self.writers = 0
        """How many there have been."""
        self._asked: list[Batch] = []
        """In this turn of the loop, or while there is no writer."""
        self._asking: list[Done] = []
        """Those who asked for these."""
        self._waiting: deque[Done] = deque()
        """Those whose batches a writer has, in order."""
        self._first = 1
        """The number of the first of these batches."""
        self._looking: deque[tuple[str, Looked]] = deque()
        """Those who want to know how a table stands."""
        self._is_ready = False
        """There is a writer, and it has opened the file."""
        self._refusal: StoreError | None = None
        """Why there is no writer; until there is one, nothing is taken in."""
        self._doubt: str | None = None
        """Why the writer before had to go."""
        self._timer: TimerHandle | None = None
        """The next look at the writer: is it alive, has it gone, can there be another?"""
        self._heard = self._seen = 0
        """Reports, up to now and up to that look."""
        self._is_closing = False
        self._lock = lock(folder, min(LOCK_IS_LEFT, lock_waits))
        try:
            self._writer = self._new_writer()
        except BaseException:
            os.close(self._lock)
            raise
        try:
            self._take(self._first_word())
            if self._refusal is not None:
                raise self._refusal
            self._reader = connect(self.path)
        except (OSError, sqlite3.Error, StoreError) as error:
            self._writer.end()
            os.close(self._lock)
            raise error if isinstance(error, StoreError) else sentence(error, self.path) from error
        self._writer.listen(self._take, self._replace)
        self._long_reads = ThreadPoolExecutor(1, "store-reader")

    def _first_word(self) -> Report:
        try:
            return self._writer.first_word()
        except Gone:
            raise StoreError("The store's own process does not start: look at what it said.") from None

    # What the house asks for.

    def write(self, batch: Batch, done: Done) -> None:
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(batch)
        self._asking.append(done)

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        if isinstance(query, TableOf):
            self._look(query.code, cast(Looked, done))
        elif isinstance(query, PastOf | Unplayed | Codes):
            self._long_reads.submit(self._read_long, query, cast("Callable[[object], None]", done))
        else:
            done(cast("T | StoreError", answer(query, self._reader, self.path, self._clock())))

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        if self._is_ready:
            self._hand_over()
            self._writer.say(Note(clocks))

    @property
    def neighbours(self) -> None:
        """The file has one house."""

    def release(self, owner: Owner) -> None:
        """The file has one house."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """The file has one house."""

    def limit_pages(self, most: int) -> None:
        """The file may not grow beyond this many pages, or beyond what it has: a full disk, for tests."""
        self._most_pages = most
        self._writer.say(Limit(most))

    @property
    def writer(self) -> int:
        """The process that writes."""
        return self._writer.pid

    def close(self) -> None:
        self._long_reads.shutdown()
        self._is_closing = True
        if self._is_ready:
            self._hand_over()
            for report in self._writer.finish(self._hangs):
                self._take(report)
        if self._timer is not None:
            self._timer.cancel()
        self._is_ready, self._refusal = False, StoreError("The house has closed its store.")
        self._writer.end()
        self._reader.close()
        os.close(self._lock)

    # Reading.

    def _look(self, code: str, done: Looked) -> None:
        if self._refusal is not None:
            done(self._refusal)
            return
        self._hand_over()
        self._looking.append((code, done))
        if self._is_ready:
            self._writer.say(Look(code))
            self._watch()

    def _read_long(self, query: Query[object], done: Callable[[object], None]) -> None:
        try:
            with closing(connect(self.path)) as connection:
                found = answer(query, connection, self.path, self._clock())
        except Exception as error:  # no file can be opened, say
            found = sentence(error, self.path)
        with suppress(RuntimeError):  # the loop has closed: nobody is left to be told
            self._loop.call_soon_threadsafe(done, found)

    # What goes to the writer.

    def _hand_over(self) -> None:
        if not self._is_ready:
            if self._refusal is not None:
                self._tell_soon(self._take_asked()[1], self._refusal)
            return
        if not self._asked:
            return
        asked, asking = self._take_asked()
        first = self._first + len(self._waiting)
        try:
            self._writer.say(Keep(first, int(self._clock()), asked))
        except (UnicodeError, OverflowError, msgspec.MsgspecError) as error:
            self._hand_over_singly(asked, asking, error)
        else:
            self._waiting.extend(asking)
            self._watch()

    def _take_asked(self) -> tuple[list[Batch], list[Done]]:
        asked, asking = self._asked, self._asking
        self._asked, self._asking = [], []
        return asked, asking

    def _hand_over_singly(self, asked: list[Batch], asking: list[Done], error: Exception) -> None:
        """There is something among them that no file can keep, half a letter say."""
        if len(asked) == 1:
            self._tell_soon(asking, sentence(error, self.path))
            return
        for batch, done in zip(asked, asking, strict=True):
            self._asked.append(batch)
            self._asking.append(done)
            self._hand_over()

    # What the writer says.

    def _take(self, report: Report) -> None:
        self._heard += 1
        match report:
            case Kept(last, commits):
                self.commits = commits
                self._resolve(last, None)
            case NotKept(number, why, is_taken):
                self._resolve(number, Taken(why) if is_taken else StoreError(why))
            case Found(table, why):
                _, looked = self._looking.popleft()
                looked(table if why is None else StoreError(why))
            case Opened(kept):
                self._go_on(kept)
            case NotOpened(why):
                self._refusal = StoreError(why)
            case Doubtful(why):
                self._doubt = why

    def _resolve(self, last: int, error: StoreError | None) -> None:
        """All up to this number are answered."""
        waiting = self._waiting
        number = last + 1 - self._first
        self._first += number
        told = [waiting.popleft() for _ in range(number)]
        if self._is_closing:
            self._tell_soon(told, error)
        else:
            self._tell(iter(told), error)

    def _tell_soon(self, told: Iterable[Done], error: StoreError | None) -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody is left to be told
            self._loop.call_soon(self._tell, iter(told), error)

    def _tell(self, told: Iterator[Done], error: StoreError | None) -> None:
        """Not all at once where it takes long: others have a turn in between."""
        enough = time.perf_counter() + LONGEST_TURN
        for done in told:
            try:
                done(error)
            except Exception as defect:  # the others wait too
                self._loop.call_exception_handler({"message": "somebody could not be told", "exception": defect})
            if time.perf_counter() > enough:
                self._loop.call_soon(self._tell, told, error)
                return

    # One writer after another.

    def _new_writer(self) -> WriterProcess:
        self.writers += 1
        is_again, now = self.writers > 1, int(self._clock())
        opening = Open(str(self._folder), self._house, is_again, now, self._lock_waits, self._most_pages)
        return WriterProcess(self._loop, self._command, self._lock, opening)

    def _watch(self) -> None:
        """Somebody waits for the writer."""
        if self._timer is None:
            self._seen = self._heard
            patience = self._hangs if self._is_ready else self._hangs * TO_OPEN
            self._timer = self._loop.call_later(patience, self._look_after)

    def _look_after(self) -> None:
        """A writer that owes an answer, and has said nothing for so long, hangs."""
        self._timer = None
        if self._waiting or self._looking or not self._is_ready:
            if self._seen == self._heard:
                self._replace()
            else:
                self._watch()

    def _replace(self) -> None:
        """End this one; once it has gone and all it said is heard, begin another."""
        was_ready, self._is_ready = self._is_ready, False
        if self._timer is not None:
            self._timer.cancel()
        self._writer.kill()
        if not was_ready and self._refusal is None:
            self._refusal = StoreError(self._doubt or NO_WRITER)
        self._reap()

    def _reap(self) -> None:
        if not self._writer.has_gone:
            self._timer = self._loop.call_later(REAPED, self._reap)
            return
        for report in self._writer.last_words():
            self._take(report)
        if self._refusal is None:
            self._begin_again()
        else:
            # What a writer has, and of which nobody knows whether it is kept, goes on waiting: it is not refused.
            self._hand_over()
            looking, self._looking = self._looking, deque()
            for _, looked in looking:
                self._loop.call_soon(looked, self._refusal)
            self._timer = self._loop.call_later(AGAIN, self._begin_again)

    def _begin_again(self) -> None:
        self._timer = None
        try:
            self._writer = self._new_writer()
        except OSError as error:  # no process, no handle
            self._refusal = sentence(error, self.path)
            self._timer = self._loop.call_later(AGAIN, self._begin_again)
            return
        self._writer.listen(self._take, self._replace)
        self._watch()

    def _go_on(self, kept: int) -> None:
        """A writer is ready. What the one before had is answered by what is in the file."""
        self._is_ready, self._refusal = True, None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        doubt, self._doubt = self._doubt, None
        if self._waiting:
            self._resolve(max(kept, self._first - 1), None)
            self._resolve(self._first + len(self._waiting) - 1, StoreError(doubt or REPLACED))
        for code, _ in self._looking:
            self._writer.say(Look(code))
            self._watch()
        self._hand_over()
