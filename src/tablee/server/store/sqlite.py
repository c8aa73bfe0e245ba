"""The store in one SQLite file: write-ahead log, full sync, one writer thread, one commit shared by many tables.

Entries of running games go to the end of one log, whatever their table, so that a commit touches few pages (keyed by
table it would touch one for each). When a game is over its entries are gathered in its own row, and the log forgets
them at some later start. That (game, seq) is written once and without gaps is checked by the writer; that all is as it
was written is checked when the store is opened (see audit.py).

What is asked for in one turn of the loop is handed to the writer in one piece, and all rows of one kind are one
statement: each change between the two threads may cost the loop more than the row itself."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

import msgspec

from tablee.kernel.game import Ms
from tablee.server.limits import LIMITS
from tablee.server.store.audit import GAME_FIELDS, MARK, Chain, Mark, audit, linked, older, read_mark, row_sum
from tablee.server.store.interface import (
    Append,
    ClearTable,
    Done,
    Finish,
    Forget,
    NewGame,
    SaveEnding,
    SaveTable,
    Shelve,
    Shelved,
    StoredGame,
    StoredTable,
    StoreError,
    Write,
)
from tablee.server.store.past import MAKE, RUNNING, forget, read_shelf, shelve

FILE: Final = "tablee.db"
CLOCKS: Final = "tablee.clocks"
FORGOTTEN: Final = 7 * 24 * 3600
"""Seconds after which a table that nobody touched is no longer set up again."""
ERASED: Final = 30 * 24 * 3600
"""Seconds after which nothing of such a table is kept, no name either. Long after: clocks of machines go wrong."""
MOST_AT_ONCE: Final = 1000
SEALED: Final = 2
"""Since this version of the file every row has its sum."""
MOST_DEAD: Final = 2000
"""So many rows that nobody needs may stay in the log."""
MANY: Final = 4
PAUSE: Final = 0.001
"""Where this many shared a commit there will be more: the next waits for so many seconds, and more will share it."""
LONGEST_TURN: Final = 0.005
"""Seconds for which the loop is kept busy with telling what is durable."""
_COLUMNS: Final = GAME_FIELDS
_RUNNING: Final = RUNNING
_LENGTHS: Final = f"SELECT game, max(seq) FROM log WHERE game IN ({_RUNNING}) GROUP BY game"
_encode: Final = msgspec.json.Encoder().encode


# All rows of one kind at once, as a list of lists in JSON.
_PARTS: Final = [f"json_extract(value, '$[{number}]')" for number in range(7)]
_ROWS: Final = [f"SELECT {', '.join(_PARTS[:width])} FROM json_each(?)" for width in range(8)]
_APPEND: Final = f"INSERT INTO log (id, game, seq, entry, command, sum) {_ROWS[6]}"
_SAVE: Final = f"INSERT OR REPLACE INTO tables (code, doc, touched, sum) {_ROWS[4]}"
_BEGIN: Final = f"INSERT INTO games ({_COLUMNS}, sum) {_ROWS[7]}"
_FINISH: Final = (
    f"WITH new (game, text, sum) AS ({_ROWS[3]}) "
    "UPDATE games SET entries = text, entries_sum = new.sum FROM new WHERE new.game = games.game"
)
_END: Final = (
    f"WITH new (game, text) AS ({_ROWS[2]}) UPDATE games SET ending = text FROM new WHERE new.game = games.game"
)

MIGRATIONS: Final = (
    """
    CREATE TABLE tables (code TEXT PRIMARY KEY, doc TEXT NOT NULL, touched INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, record TEXT NOT NULL UNIQUE, code TEXT NOT NULL, header TEXT NOT NULL,
        seed TEXT NOT NULL, people TEXT NOT NULL, entries TEXT, ending TEXT
    );
    CREATE INDEX running ON games (game) WHERE entries IS NULL;
    CREATE TABLE log (
        id INTEGER PRIMARY KEY, game INTEGER NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, command TEXT
    );
    """,
    """
    CREATE INDEX at_table ON games (code);
    ALTER TABLE tables ADD COLUMN sum INTEGER;
    ALTER TABLE games ADD COLUMN sum INTEGER;
    ALTER TABLE games ADD COLUMN entries_sum INTEGER;
    ALTER TABLE log ADD COLUMN sum INTEGER;
    UPDATE tables SET sum = row_sum(code, doc, touched);
    UPDATE games SET sum = row_sum(game, record, code, header, seed, people);
    UPDATE games SET entries_sum = row_sum(entries) WHERE entries IS NOT NULL;
    """,
    MAKE,
)
"""Each brings the file from the version of its number to the next. Only ever add to the end."""


class _Job(NamedTuple):
    batch: Sequence[Write]
    done: Done


class SqliteStore:
    def __init__(
        self,
        folder: Path,
        loop: AbstractEventLoop,
        *,
        touched: Callable[[], float] = time.time,
        lock_waits: float = LIMITS.lock_waits,
    ) -> None:
        """Open or make the store of this folder. StoreError says why not."""
        self._loop = loop
        self._touched = touched
        self._lock = _lock(folder)
        self.path = folder / FILE
        self._clocks = folder / CLOCKS
        try:
            self._mark = Mark(folder)
            self._reader = _connect(self.path)
            told = self._mark.read()
            is_sealed = _is_sealed(self._reader, self.path, told)
            _migrate(self._reader)
            chain = audit(self._reader, self.path, told) if is_sealed else Chain()
            self._chain = _clean_up(self._reader, chain, is_sealed, int(touched()) - ERASED)
            self._mark.write(self._chain)
            self._writer = _connect(self.path, lock_waits)
        except (OSError, sqlite3.Error, StoreError) as error:
            os.close(self._lock)
            raise error if isinstance(error, StoreError) else _sentence(error, self.path) from error
        self._lengths = {int(game): int(most) + 1 for game, most in self._reader.execute(_LENGTHS)}
        """How many entries the writer has written of each running game."""
        self.commits = 0
        self._asked: list[_Job] = []
        """In this turn of the loop."""
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def write(self, batch: Sequence[Write], done: Done) -> None:
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(_Job(batch, done))

    def _hand_over(self) -> None:
        jobs, self._asked = self._asked, []
        if jobs:
            self._jobs.put(jobs)

    def tables(self) -> Sequence[StoredTable]:
        since = int(self._touched()) - FORGOTTEN
        rows = self._reader.execute(
            "SELECT code, doc FROM tables WHERE touched >= ? OR code IN (SELECT code FROM games WHERE entries IS NULL)",
            (since,),
        )
        return [StoredTable(*row) for row in rows]

    def running(self) -> Sequence[StoredGame]:
        logs: dict[int, list[tuple[int, str, str | None]]] = {}
        rows = self._reader.execute("SELECT game, seq, entry, command FROM log WHERE game > 0 ORDER BY id")
        for game, seq, entry, command in rows:
            logs.setdefault(game, []).append((seq, entry, command))
        games = self._reader.execute(f"SELECT {_COLUMNS} FROM games WHERE entries IS NULL ORDER BY game").fetchall()
        return [self._whole(row, logs.get(row[0], [])) for row in games]

    def find_record(self, record: str) -> StoredGame | None:
        query = f"SELECT {_COLUMNS}, entries, ending, sum, entries_sum FROM games WHERE record = ?"
        row = self._reader.execute(f"{query} AND entries IS NOT NULL", (record,)).fetchone()
        if row is None:
            return None
        game, name, code, header, seed, people, text, ending, *sums = row
        if [row_sum(*row[:6]), row_sum(text)] != sums:
            raise StoreError(f"The record {name} in {self.path} is damaged. Restore it from a backup.")
        kept = json.loads(text)
        entries, commands = tuple(entry for entry, _ in kept), tuple(command for _, command in kept)
        return StoredGame(game, name, code, header, seed, people, True, ending, entries, commands)

    def shelf(self, records: Sequence[str] | None) -> Sequence[Shelved]:
        return read_shelf(self._reader, records)

    def commands(self, code: str) -> Sequence[tuple[str, str]]:
        query = "SELECT entries, entries_sum FROM games WHERE code = ? AND entries IS NOT NULL ORDER BY game"
        whole = [text for text, stored in self._reader.execute(query, (code,)) if row_sum(text) == stored]
        kept = [pair for text in whole for pair in json.loads(text)]
        return [(entry, command) for entry, command in kept if command is not None]

    def last_game(self) -> int:
        row = self._reader.execute("SELECT max(game) FROM games").fetchone()
        return int(row[0] or 0)

    def note_clocks(self, clocks: Mapping[int, Ms]) -> None:
        # Not synced: after a power cut there may be none, and that is no harm.
        fresh = self._clocks.with_suffix(".new")
        with suppress(OSError):
            fresh.touch(0o600)
            fresh.write_bytes(_encode(clocks))
            fresh.replace(self._clocks)

    def clocks(self) -> Mapping[int, Ms]:
        try:
            return msgspec.json.decode(self._clocks.read_bytes(), type=dict[int, int])
        except (OSError, msgspec.MsgspecError):
            return {}

    def close(self) -> None:
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

    def _whole(self, row: tuple[int, str, str, str, str, str], log: list[tuple[int, str, str | None]]) -> StoredGame:
        if [seq for seq, _, _ in log] != list(range(len(log))):
            raise StoreError(f"{self.path} is damaged: the log of game {row[0]} has a gap. Restore it from a backup.")
        entries, commands = tuple(entry for _, entry, _ in log), tuple(command for _, _, command in log)
        return StoredGame(*row, is_over=False, ending=None, entries=entries, commands=commands)

    # The writer thread.

    def _work(self) -> None:
        while (jobs := self._jobs.get()) is not None:
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

    def _commit(self, jobs: list[_Job]) -> None:
        """One transaction for all; where that fails, one for each, so that a bad one harms nobody else."""
        try:
            self._transact([write for job in jobs for write in job.batch])
        except (sqlite3.Error, UnicodeError) as error:
            # Whoever else holds the file holds it for all of them.
            if len(jobs) == 1 or getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                self._resolve(jobs, _sentence(error, self.path))
            else:
                for job in jobs:
                    self._commit([job])
        else:
            self._resolve(jobs, None)

    def _transact(self, writes: list[Write]) -> None:
        log = [write for write in writes if type(write) is Append]
        lengths = _lengths_after(log, self._lengths)
        touched = int(self._touched())
        # Of one table's states only the last counts.
        last = {write.code: write for write in writes if type(write) is SaveTable}.values()
        tables = [(table, row_sum(table.code, table.doc, touched)) for table in last]
        connection = self._writer
        rows, chain = linked(self._chain, log, tables)
        if len(log) == len(writes):
            # One statement is a transaction by itself.
            connection.execute(_APPEND, (_rows(rows),))
        else:
            forgotten = [write.game for write in writes if type(write) is Forget]
            cleared = [(write.code,) for write in writes if type(write) is ClearTable]
            is_forgetting = bool(forgotten or cleared)
            try:
                connection.execute("BEGIN IMMEDIATE")
                if rows:
                    connection.execute(_APPEND, (_rows(rows),))
                _write_others(connection, writes, [(*table, touched, sum_) for table, sum_ in tables])
                shelve(connection, [write for write in writes if type(write) is Shelve], touched)
                chain = forget(connection, forgotten, chain) if is_forgetting else chain
                connection.executemany("DELETE FROM tables WHERE code = ?", cleared)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            if is_forgetting:
                with suppress(sqlite3.Error):
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._chain = chain
        self._mark.write(chain)
        self._lengths.update(lengths)
        for write in writes:
            if type(write) is Finish:
                self._lengths.pop(write.game, None)
        self.commits += 1

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
            job.done(error)
            if time.perf_counter() > enough:
                self._loop.call_soon(self._tell, jobs, error)
                return


def _lengths_after(log: list[Append], lengths: Mapping[int, int]) -> dict[int, int]:
    """How many entries the games of this log will have."""
    new: dict[int, int] = {}
    for game, seq, _, _ in log:
        if seq != new.get(game, lengths.get(game, 0)):
            raise sqlite3.IntegrityError(f"entry {seq} of game {game} is there already, or the one before is not")
        new[game] = seq + 1
    return new


def _write_others(connection: sqlite3.Connection, writes: list[Write], tables: Sequence[tuple[object, ...]]) -> None:
    rows: tuple[tuple[str, Sequence[tuple[object, ...]]], ...] = (
        (_SAVE, tables),
        (_BEGIN, [(*write, row_sum(*write)) for write in writes if type(write) is NewGame]),
        (_FINISH, [(*write, row_sum(write.entries)) for write in writes if type(write) is Finish]),
        (_END, [write for write in writes if type(write) is SaveEnding]),
    )
    for statement, values in rows:
        if values:
            connection.execute(statement, (_rows(values),))


def _rows(values: Sequence[tuple[object, ...]]) -> str:
    return _encode(values).decode()


def _connect(path: Path, waits: float = LIMITS.lock_waits) -> sqlite3.Connection:
    # The seeds of games that run are in it: nobody else on this machine is to read them. Its log is made alike.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    path.chmod(0o600)
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=waits)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # Who asks that something be forgotten means it. A row that is written anew must leave no old copy of itself either.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    return connection


def _clean_up(connection: sqlite3.Connection, chain: Chain, is_sealed: bool, since: int) -> Chain:
    """Tables that nobody has touched since then go, with the names of those who sat there. Then, or where much of the
    log is about games that are over, those that run are written to its end again, and all before is forgotten. Numbers
    only ever grow."""
    query = "SELECT code FROM tables WHERE touched < ? AND code NOT IN (SELECT code FROM games WHERE entries IS NULL)"
    stale = connection.execute(query, (since,)).fetchall()
    dead = connection.execute(f"SELECT count(*) FROM log WHERE game NOT IN ({_RUNNING})").fetchone()[0]
    if is_sealed and dead < MOST_DEAD and not stale:
        return chain
    last = int(connection.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()[0])
    query = f"SELECT game, seq, entry, command FROM log WHERE game IN ({_RUNNING}) ORDER BY id"
    live = [Append(*row) for row in connection.execute(query).fetchall()]
    rows, chain = linked(Chain(last), live, ())
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
        raise _sentence(error, path) from error
    try:
        if not _is_sealed(connection, path, told):
            return f"{path} is of an earlier version; its rows get their sums at the next start."
        audit(connection, path, told, is_thorough=True)
        tables, games = connection.execute(
            "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM games)"
        ).fetchone()
        return f"{path} is as it was written: {tables} tables, {games} games."
    except sqlite3.Error as error:
        raise _sentence(error, path) from error
    finally:
        connection.close()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_sealed(connection: sqlite3.Connection, path: Path, told: Chain | None) -> bool:
    """Do its rows have sums? Where there is a mark they must, or the file is not the one that was here."""
    is_sealed = _version(connection) >= SEALED
    if told is not None and not is_sealed:
        raise older(path)
    return is_sealed


def _migrate(connection: sqlite3.Connection) -> None:
    version = _version(connection)
    if version > len(MIGRATIONS):
        raise StoreError(
            f"The data was written by a newer Tablée (store version {version}, this one knows {len(MIGRATIONS)}). "
            "Install the newer version, or choose another folder with --data."
        )
    connection.create_function("row_sum", -1, row_sum, deterministic=True)
    for number in range(version, len(MIGRATIONS)):
        connection.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")


def _lock(folder: Path) -> int:
    """Two servers must not write one store."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "tablee.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} cannot be written to ({error.strerror}). Choose another one with --data."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise StoreError(
            f"Another Tablée already uses the folder {folder}. Stop it first, or choose another folder with --data."
        ) from None
    return lock


def _sentence(error: Exception, path: Path) -> StoreError:
    text = str(error)
    if "full" in text:
        return StoreError(f"The disk is full: {path} cannot grow. Make room, then play on.")
    if "readonly" in text or "unable to open" in text:
        return StoreError(f"{path} cannot be written to ({text}). Choose another folder with --data.")
    if "not a database" in text or "malformed" in text:
        return StoreError(f"{path} is no store of Tablée, or it is damaged ({text}). Restore it from a backup.")
    if "I/O" in text:
        return StoreError(f"The disk reports an error: {path} could not be written ({text}). Look after the disk.")
    return StoreError(f"{path} could not keep something ({text}).")
