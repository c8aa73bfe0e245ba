"""The store in one SQLite file: write-ahead log, full sync, one writer thread, one commit shared by many tables.

Entries of running games go to the end of one log, whatever their table, so that a commit touches few pages (keyed by
table it would touch one for each). When a game is over its entries are gathered in its own row, and the log forgets
them at the next start. That (game, seq) is written once and without gaps is checked by the writer."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from tablee.server.store import (
    Append,
    Done,
    Finish,
    NewGame,
    SaveEnding,
    SaveTable,
    StoredGame,
    StoredTable,
    StoreError,
    Write,
)

FILE: Final = "tablee.db"
FORGOTTEN: Final = 7 * 24 * 3600
"""Seconds after which a table that nobody touched is no longer set up again."""
MOST_AT_ONCE: Final = 1000
_COLUMNS: Final = "game, record, code, header, seed, people"
_LENGTHS: Final = "SELECT game, max(seq) FROM log GROUP BY game"

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
)
"""Each brings the file from the version of its number to the next. Only ever add to the end."""


class _Job(NamedTuple):
    batch: Sequence[Write]
    done: Done


class SqliteStore:
    def __init__(self, folder: Path, loop: AbstractEventLoop, *, touched: Callable[[], float] = time.time) -> None:
        """Open or make the store of this folder. StoreError says why not."""
        self._loop = loop
        self._touched = touched
        self._lock = _lock(folder)
        self.path = folder / FILE
        try:
            self._reader = _connect(self.path)
            _migrate(self._reader)
            self._writer = _connect(self.path)
        except (sqlite3.Error, StoreError) as error:
            os.close(self._lock)
            raise error if isinstance(error, StoreError) else _sentence(error, self.path) from error
        self._reader.execute("DELETE FROM log WHERE game NOT IN (SELECT game FROM games WHERE entries IS NULL)")
        self._lengths = {int(game): int(most) + 1 for game, most in self._reader.execute(_LENGTHS)}
        """How many entries the writer has written of each running game."""
        self.commits = 0
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def write(self, batch: Sequence[Write], done: Done) -> None:
        self._jobs.put(_Job(batch, done))

    def tables(self) -> Sequence[StoredTable]:
        since = int(self._touched()) - FORGOTTEN
        rows = self._reader.execute(
            "SELECT code, doc FROM tables WHERE touched >= ? OR code IN (SELECT code FROM games WHERE entries IS NULL)",
            (since,),
        )
        return [StoredTable(*row) for row in rows]

    def running(self) -> Sequence[StoredGame]:
        logs: dict[int, list[tuple[int, str, str | None]]] = {}
        for game, seq, entry, command in self._reader.execute("SELECT game, seq, entry, command FROM log ORDER BY id"):
            logs.setdefault(game, []).append((seq, entry, command))
        rows = self._reader.execute(f"SELECT {_COLUMNS} FROM games WHERE entries IS NULL ORDER BY game").fetchall()
        return [self._whole(row, logs.get(row[0], [])) for row in rows]

    def find_record(self, record: str) -> StoredGame | None:
        query = f"SELECT {_COLUMNS}, entries, ending FROM games WHERE record = ? AND entries IS NOT NULL"
        row = self._reader.execute(query, (record,)).fetchone()
        if row is None:
            return None
        kept = json.loads(row[6])
        entries, commands = tuple(entry for entry, _ in kept), tuple(command for _, command in kept)
        game, name, code, header, seed, people, _, ending = row
        return StoredGame(game, name, code, header, seed, people, True, ending, entries, commands)

    def last_game(self) -> int:
        row = self._reader.execute("SELECT max(game) FROM games").fetchone()
        return int(row[0] or 0)

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._writer.close()
        self._reader.close()
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
        while (job := self._jobs.get()) is not None:
            jobs, is_last = [job], False
            while len(jobs) < MOST_AT_ONCE:
                try:
                    following = self._jobs.get_nowait()
                except Empty:
                    break
                if following is None:
                    is_last = True
                    break
                jobs.append(following)
            self._commit(jobs)
            if is_last:
                return

    def _commit(self, jobs: list[_Job]) -> None:
        """One transaction for all; where that fails, one for each, so that a bad one harms nobody else."""
        try:
            self._transact([write for job in jobs for write in job.batch])
        except sqlite3.Error as error:
            if len(jobs) == 1:
                self._resolve(jobs, _sentence(error, self.path))
            else:
                for job in jobs:
                    self._commit([job])
        else:
            self._resolve(jobs, None)

    def _transact(self, writes: list[Write]) -> None:
        connection = self._writer
        try:
            connection.execute("BEGIN IMMEDIATE")
            lengths = _write(connection, writes, int(self._touched()), self._lengths)
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._lengths.update(lengths)
        for write in writes:
            if type(write) is Finish:
                self._lengths.pop(write.game, None)
        self.commits += 1

    def _resolve(self, jobs: list[_Job], error: StoreError | None) -> None:
        def tell() -> None:
            for job in jobs:
                job.done(error)

        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the loop has closed: nobody is left to be told
            return


def _write(
    connection: sqlite3.Connection, writes: list[Write], touched: int, lengths: Mapping[int, int]
) -> dict[int, int]:
    """Write it all; the new lengths of the games that got entries."""
    log = [write for write in writes if type(write) is Append]
    new: dict[int, int] = {}
    for game, seq, _, _ in log:
        if seq != new.get(game, lengths.get(game, 0)):
            raise sqlite3.IntegrityError(f"entry {seq} of game {game} is there already, or the one before is not")
        new[game] = seq + 1
    if log:
        connection.executemany("INSERT INTO log (game, seq, entry, command) VALUES (?, ?, ?, ?)", log)
    if len(log) < len(writes):
        _write_others(connection, writes, touched)
    return new


def _write_others(connection: sqlite3.Connection, writes: list[Write], touched: int) -> None:
    # Of one table's states only the last counts.
    tables = {write.code: (write.code, write.doc, touched) for write in writes if type(write) is SaveTable}
    games = [write for write in writes if type(write) is NewGame]
    finished = [(write.entries, write.game) for write in writes if type(write) is Finish]
    endings = [(write.ending, write.game) for write in writes if type(write) is SaveEnding]
    connection.executemany("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", list(tables.values()))
    connection.executemany(f"INSERT INTO games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", games)
    connection.executemany("UPDATE games SET entries = ? WHERE game = ?", finished)
    connection.executemany("UPDATE games SET ending = ? WHERE game = ?", endings)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StoreError(
            f"The data was written by a newer Tablée (store version {version}, this one knows {len(MIGRATIONS)}). "
            "Install the newer version, or choose another folder with --data."
        )
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


def _sentence(error: sqlite3.Error, path: Path) -> StoreError:
    text = str(error)
    if "full" in text:
        return StoreError(f"The disk is full: {path} cannot grow. Make room, then play on.")
    if "readonly" in text or "unable to open" in text:
        return StoreError(f"{path} cannot be written to ({text}). Choose another folder with --data.")
    if "not a database" in text or "malformed" in text:
        return StoreError(f"{path} is no store of Tablée, or it is damaged ({text}). Restore it from a backup.")
    return StoreError(f"{path} could not keep something ({text}).")
