"""The store in one SQLite file: write-ahead log, full sync, one writer thread, one commit shared by many tables.

Entries of running games go to the end of one log, whatever their table, so that a commit touches few pages (keyed by
table it would touch one for each); which rows are whose is known in memory. When a game is over its entries are
gathered in its own row, and the log forgets them at some later start. That (ordinal, seq) is written once and without
gaps is checked by the writer; that all is as it was written is checked when the store is opened (see audit.py).

What is asked for in one turn of the loop is handed to the writer in one piece, and all rows of one kind are one
statement: each change between the two threads may cost the loop more than the row itself. Small reads are answered at
once, those that look at every row by a thread of their own."""

from __future__ import annotations

import os
import sqlite3
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, TypeVar, assert_never, cast

import msgspec

from tablee.kernel.game import Ms
from tablee.server.limits import LIMITS
from tablee.server.store.audit import (
    GAME_FIELDS,
    MARK,
    Chain,
    LogLine,
    LogRow,
    Mark,
    audit,
    damaged,
    linked,
    older,
    read_mark,
    row_sum,
)
from tablee.server.store.interface import (
    AnyQuery,
    Batch,
    Done,
    HasTable,
    NewTable,
    OpenedBy,
    PastOf,
    Query,
    RecordOf,
    StoredGame,
    StoredTable,
    StoreError,
    TableCount,
    TableOf,
    Taken,
    Unplayed,
)
from tablee.server.store.past import RUNNING, forget, read_past, read_record, save_summaries
from tablee.server.store.plan import OpenGame, Plan
from tablee.server.store.schema import FILE, MIGRATIONS, connect, is_sealed, lock, migrate, sentence, version_of

T = TypeVar("T")
CLOCKS: Final = "tablee.clocks"
ERASED: Final = 30 * 24 * 3600
"""Seconds after which nothing is kept of a table that nobody touched, no name either. Clocks of machines go wrong, so
it is long."""
MOST_AT_ONCE: Final = 1000
MOST_DEAD: Final = 2000
"""So many rows that nobody needs may stay in the log."""
MANY: Final = 4
PAUSE: Final = 0.001
"""Where this many shared a commit there will be more: the next waits for so many seconds, and more will share it."""
BETWEEN_WIPES: Final = 1.0
"""Seconds: however often something is to be forgotten, the write-ahead log is emptied no more often than this."""
LONGEST_TURN: Final = 0.005
"""Seconds for which the loop is kept busy with telling what is durable."""
_encode: Final = msgspec.json.Encoder().encode

# All rows of one kind at once, as a list of lists in JSON.
_PARTS: Final = [f"json_extract(value, '$[{number}]')" for number in range(8)]
_ROWS: Final = [f"SELECT {', '.join(_PARTS[:width])} FROM json_each(?)" for width in range(9)]
_APPEND: Final = f"INSERT INTO log (id, game, seq, entry, command, sum) {_ROWS[6]}"
_NEW: Final = f"SELECT {', '.join(_PARTS[:3])}, '', 0 FROM json_each(?)"
_OPEN: Final = f"INSERT INTO tables (code, made_by, made_sum, doc, touched) {_NEW}"
_SAVE: Final = (
    f"INSERT INTO tables (code, doc, touched, sum, made_sum) {_ROWS[5]} WHERE true "
    "ON CONFLICT (code) DO UPDATE SET doc = excluded.doc, touched = excluded.touched, sum = excluded.sum"
)
_BEGIN: Final = f"INSERT INTO games ({GAME_FIELDS}, sum) {_ROWS[8]}"
_FINISH: Final = (
    f"WITH new (game, text, sum) AS ({_ROWS[3]}) "
    "UPDATE games SET entries = text, entries_sum = new.sum FROM new WHERE new.game = games.game"
)
_END: Final = (
    f"WITH new (record, text) AS ({_ROWS[2]}) UPDATE games SET ending = text FROM new WHERE new.record = games.record"
)


class _Job(NamedTuple):
    batch: Batch
    done: Done


class SqliteStore:
    def __init__(
        self,
        folder: Path,
        loop: AbstractEventLoop,
        *,
        clock: Callable[[], float] = time.time,
        lock_waits: float = LIMITS.lock_waits,
    ) -> None:
        """Open or make the store of this folder. StoreError says why not."""
        self._loop = loop
        self._clock = clock
        self._lock = lock(folder)
        self._lock_waits = lock_waits
        self.path = folder / FILE
        self._clocks = folder / CLOCKS
        to_close = ExitStack()
        to_close.callback(os.close, self._lock)
        try:
            self._mark = Mark(folder)
            to_close.callback(self._mark.close)
            self._reader = connect(self.path)
            to_close.callback(self._reader.close)
            told = self._mark.read()
            has_sums = is_sealed(self._reader, self.path, told)
            migrate(self._reader)
            chain = audit(self._reader, self.path, told) if has_sums else Chain()
            self._chain = _clean_up(self._reader, chain, has_sums, int(clock()) - ERASED)
            self._mark.write(self._chain)
            self._writer = connect(self.path, lock_waits)
        except (OSError, sqlite3.Error, StoreError, ValueError) as error:  # a text that is none is a ValueError
            to_close.close()
            raise error if isinstance(error, StoreError) else sentence(error, self.path) from error
        self._games = _open_games(self._reader)
        """Those that run, by the codes of their tables."""
        self._last = int(self._reader.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()[0])
        self._shown = self._read_clocks()
        """By the number of a game that runs: how late it was there when that was noted last."""
        self._has_traces = False
        """Is something in the write-ahead log that was to be forgotten?"""
        self._wiped_at = 0.0
        self.commits = 0
        self._asked: list[_Job] = []
        """In this turn of the loop."""
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()
        self._long_reads = ThreadPoolExecutor(1, "store-reader")

    def write(self, batch: Batch, done: Done) -> None:
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(_Job(batch, done))

    def _hand_over(self) -> None:
        jobs, self._asked = self._asked, []
        if jobs:
            self._jobs.put(jobs)

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        if isinstance(query, PastOf | Unplayed):
            self._long_reads.submit(self._read_long, query, cast("Callable[[object], None]", done))
        else:
            done(cast("T | StoreError", self._answer(cast(AnyQuery, query), self._reader)))

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        # Not synced: after a power cut there may be none, and that is no harm.
        for code, shown in clocks.items():
            game = self._games.get(code)
            if game is not None:
                self._shown[game.number] = shown
        fresh = self._clocks.with_suffix(".new")
        with suppress(OSError):
            fresh.touch(0o600)
            fresh.write_bytes(_encode(self._shown.copy()))
            fresh.replace(self._clocks)

    def _read_clocks(self) -> dict[int, Ms]:
        try:
            return msgspec.json.decode(self._clocks.read_bytes(), type=dict[int, int])
        except (OSError, msgspec.MsgspecError):
            return {}

    def close(self) -> None:
        self._long_reads.shutdown()
        self._hand_over()
        self._jobs.put(None)
        self._thread.join()
        self._writer.close()
        self._reader.close()
        self._mark.close()
        os.close(self._lock)

    def limit_pages(self, most: int) -> None:
        """The file may not grow beyond this many pages, or beyond what it has: a full disk, for tests."""
        self._writer.execute(f"PRAGMA max_page_count = {most}")

    # Reading.

    def _read_long(self, query: AnyQuery, done: Callable[[object], None]) -> None:
        try:
            with closing(connect(self.path)) as connection:
                found = self._answer(query, connection)
        except Exception as error:  # no file can be opened, say
            found = sentence(error, self.path)
        with suppress(RuntimeError):  # the loop has closed: nobody is left to be told
            self._loop.call_soon_threadsafe(done, found)

    def _answer(self, query: AnyQuery, connection: sqlite3.Connection) -> object:
        try:
            match query:
                case TableOf(code):
                    return self._table(code)
                case HasTable(code):
                    found = connection.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone()
                    return found is not None
                case OpenedBy(made_by):
                    row = connection.execute("SELECT code FROM tables WHERE made_by = ?", (made_by,)).fetchone()
                    return None if row is None else row[0]
                case TableCount():
                    return connection.execute("SELECT count(*) FROM tables").fetchone()[0]
                case Unplayed(seconds):
                    since = int(self._clock()) - seconds
                    rows = connection.execute(
                        "SELECT code FROM tables WHERE touched <= ? AND code NOT IN (SELECT code FROM games)", (since,)
                    )
                    return [code for (code,) in rows]
                case RecordOf(record):
                    return read_record(connection, self.path, record)
                case PastOf(records):
                    return read_past(connection, records)
        except StoreError as error:
            return error
        except (sqlite3.Error, ValueError) as error:
            return sentence(error, self.path)
        assert_never(query)

    def _table(self, code: str) -> StoredTable | None:
        row = self._reader.execute("SELECT doc, touched, sum FROM tables WHERE code = ?", (code,)).fetchone()
        if row is None:
            return None
        doc, touched, stored = row
        if row_sum(code, doc, touched) != stored:
            raise damaged(self.path, "the row of a table is not as it was written")
        game = self._games.get(code)
        if game is None:
            return StoredTable(code, doc, None, 0)
        query = f"SELECT {GAME_FIELDS} FROM games WHERE game = ?"
        number, record, _, header, seed, people, ordinal = self._reader.execute(query, (game.number,)).fetchone()
        entries, commands = self._entries(game)
        running = StoredGame(code, ordinal, record, header, seed, people, False, None, entries, commands)
        return StoredTable(code, doc, running, self._shown.get(number, 0))

    def _entries(self, game: OpenGame) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
        """Of a game that runs, with the commands that made them."""
        rows = game.rows.tolist()
        query = "SELECT seq, entry, command FROM log WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
        log = self._reader.execute(query, (_encode(rows).decode(),)).fetchall()
        if [seq for seq, _, _ in log] != list(range(len(rows))):
            raise damaged(self.path, "the log of a game has a gap")
        return tuple(entry for _, entry, _ in log), tuple(command for _, _, command in log)

    # The writer thread.

    def _work(self) -> None:
        while (jobs := self._next_jobs()) is not None:
            is_last = False
            while len(jobs) < MOST_AT_ONCE:
                try:
                    following = self._jobs.get_nowait()
                except Empty:
                    break
                if following is None:
                    is_last = True
                    break
                jobs += following
            self._commit(jobs)
            if is_last:
                return
            if len(jobs) >= MANY:
                time.sleep(PAUSE)

    def _next_jobs(self) -> list[_Job] | None:
        """Whatever comes next; where it takes long, or not too often, traces are wiped away meanwhile."""
        while self._has_traces:
            left = self._wiped_at + BETWEEN_WIPES - time.monotonic()
            if left > 0:
                with suppress(Empty):
                    return self._jobs.get(timeout=left)
            self._wipe()
        return self._jobs.get()

    def _wipe(self) -> None:
        """What was forgotten still stands in the write-ahead log, until that is emptied. Nobody waits for readers. What
        was committed before is durable, so whatever goes wrong here is tried again later and is nobody's failure."""
        self._wiped_at = time.monotonic()
        with suppress(sqlite3.Error):
            self._writer.execute("PRAGMA busy_timeout = 0")
            (is_busy, _, _) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._has_traces = bool(is_busy)
        with suppress(sqlite3.Error):
            self._writer.execute(f"PRAGMA busy_timeout = {int(self._lock_waits * 1000)}")

    def _commit(self, jobs: list[_Job]) -> None:
        """One transaction for all; where that fails, one for each, so that a bad one harms nobody else."""
        try:
            self._transact([job.batch for job in jobs])
        except Exception as error:  # whatever it is, those who wait are told, and the writer goes on
            # Whoever else holds the file holds it for all of them.
            if len(jobs) == 1 or getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                self._resolve(jobs, self._why(error, jobs[0].batch))
            else:
                for job in jobs:
                    self._commit([job])
        else:
            self._resolve(jobs, None)

    def _why(self, error: Exception, batch: Batch) -> StoreError:
        is_taken = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
        if is_taken and any(type(write) is NewTable for write in batch.writes):
            return Taken(f"There is a table {batch.owner.code} already.")
        return sentence(error, self.path)

    def _transact(self, batches: Sequence[Batch]) -> None:
        plan = Plan(self._games, self._last, int(self._clock()))
        for batch in batches:
            plan.add(batch)
        if plan.is_log_only:
            rows, chain = linked(self._chain, plan.log)
            # One statement is a transaction by itself.
            self._writer.execute(_APPEND, (_rows(rows),))
        else:
            tables = plan.tables
            rows, chain = linked(self._chain, [*plan.log, *plan.lines(tables)])
            chain = self._write_all(plan, rows, tables, chain)
        self._note(plan, rows)
        self._chain = chain
        self._mark.write(chain)
        self.commits += 1

    def _write_all(self, plan: Plan, rows: list[LogRow], tables: Sequence[tuple[object, ...]], chain: Chain) -> Chain:
        connection = self._writer
        statements: tuple[tuple[str, Sequence[tuple[object, ...]]], ...] = (
            (_APPEND, rows),
            (_OPEN, plan.opened),
            (_SAVE, tables),
            (_BEGIN, plan.games),
            (_FINISH, [(game.number, text, row_sum(text)) for game, text in plan.finished]),
            (_END, plan.endings),
        )
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                if values:
                    connection.execute(statement, (_rows(values),))
            save_summaries(connection, plan.summaries, plan.now)
            connection.executemany("DELETE FROM tables WHERE code = ?", [(code,) for code in plan.cleared])
            if plan.forgotten:
                begins = {game.number: game.rows[0] for game, _ in plan.finished if game.rows}
                kept, chain = forget(connection, plan.forgotten, chain, begins)
                # Sums change from there on: should all end here, the mark must not speak of those that were.
                self._mark.write(kept)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._has_traces |= plan.is_forgetting
        if self._has_traces and time.monotonic() >= self._wiped_at + BETWEEN_WIPES:
            self._wipe()
        return chain

    def _note(self, plan: Plan, rows: Sequence[LogRow]) -> None:
        """It is durable: this is how far the games are."""
        self._last = plan.last
        for game, row in zip(plan.of, rows, strict=False):
            game.rows.append(row[0])
        for game, _ in plan.finished:
            self._shown.pop(game.number, None)
        for code, now in plan.changed.items():
            if now is None:
                self._games.pop(code, None)
            else:
                self._games[code] = now

    def _resolve(self, jobs: list[_Job], error: StoreError | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._tell, iter(jobs), error)
        except RuntimeError:  # the loop has closed: nobody is left to be told
            return

    # The loop again.

    def _tell(self, jobs: Iterator[_Job], error: StoreError | None) -> None:
        """Not all at once where it takes long: others have a turn in between."""
        enough = time.perf_counter() + LONGEST_TURN
        for job in jobs:
            try:
                job.done(error)
            except Exception as defect:  # the others wait too
                self._loop.call_exception_handler({"message": "somebody could not be told", "exception": defect})
            if time.perf_counter() > enough:
                self._loop.call_soon(self._tell, jobs, error)
                return


def _rows(values: Sequence[tuple[object, ...]]) -> str:
    return _encode(values).decode()


def _open_games(connection: sqlite3.Connection) -> dict[str, OpenGame]:
    """The games that are not over, with their rows of the log."""
    query = "SELECT code, game, ordinal FROM games WHERE entries IS NULL ORDER BY ordinal"
    games = {code: OpenGame(number, ordinal) for code, number, ordinal in connection.execute(query)}
    by_number = {game.number: game for game in games.values()}
    for row, number in connection.execute(f"SELECT id, game FROM log WHERE game IN ({RUNNING}) ORDER BY id"):
        if number in by_number:
            by_number[number].rows.append(row)
    return games


def _clean_up(connection: sqlite3.Connection, chain: Chain, has_sums: bool, since: int) -> Chain:
    """Tables that nobody has touched since then go, with the names of those who sat there. Then, or where much of the
    log is about games that are over, those that run are written to its end again, and all before is forgotten. Numbers
    only ever grow."""
    query = "SELECT code FROM tables WHERE touched < ? AND code NOT IN (SELECT code FROM games WHERE entries IS NULL)"
    stale = connection.execute(query, (since,)).fetchall()
    dead = connection.execute(f"SELECT count(*) FROM log WHERE game NOT IN ({RUNNING})").fetchone()[0]
    if has_sums and dead < MOST_DEAD and not stale:
        return chain
    last = int(connection.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()[0])
    query = f"SELECT game, seq, entry, command FROM log WHERE game IN ({RUNNING}) ORDER BY id"
    live = [LogLine(*row) for row in connection.execute(query).fetchall()]
    rows, chain = linked(Chain(last), live)
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.execute("DELETE FROM log WHERE id <= ?", (last,))
    connection.executemany("DELETE FROM tables WHERE code = ?", stale)
    connection.execute("COMMIT")
    return chain


def examine(folder: Path) -> str:
    """A sentence about all that is kept in this folder, every record read; or StoreError. Changes nothing."""
    path, mark = folder / FILE, folder / MARK
    # The mark first: a house that is open goes on, and its file may only be further than the mark.
    told = read_mark(mark.read_bytes()) if mark.exists() else None
    if not path.exists():
        if told is not None:
            raise older(path)
        return f"Nothing is kept in {folder} yet."
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise sentence(error, path) from error
    try:
        if not is_sealed(connection, path, told) or version_of(connection) < len(MIGRATIONS):
            return f"{path} is of an earlier version; it is checked at the next start."
        audit(connection, path, told, is_thorough=True)
        tables, games = connection.execute(
            "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM games)"
        ).fetchone()
        return f"{path} is as it was written: {tables} tables, {games} games."
    except sqlite3.Error as error:
        raise sentence(error, path) from error
    finally:
        connection.close()
