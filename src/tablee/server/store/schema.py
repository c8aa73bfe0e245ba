"""The SQLite file itself: what is in it, how an older one becomes a newer one, and a sentence for everything that can
be wrong with it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tablee.server.limits import LIMITS
from tablee.server.store.audit import GAME_FIELDS, Chain, older, row_sum
from tablee.server.store.interface import StoreError

FILE: Final = "tablee.db"
SETTINGS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    # Who asks that something be forgotten means it. A row that is written anew must leave no old copy of itself either.
    "secure_delete = ON",
    "wal_autocheckpoint = 4000",
)
BETWEEN_TRIES: Final = 0.01
"""Seconds."""
SEALED: Final = 2
"""Since this version of the file every row has its sum."""

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
    """
    CREATE TABLE shelf (
        game INTEGER PRIMARY KEY, finished INTEGER NOT NULL, digest TEXT NOT NULL, sum INTEGER NOT NULL
    );
    """,
    # A row that was damaged before keeps a sum that does not fit.
    f"""
    ALTER TABLE games ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 1;
    UPDATE games SET ordinal = (
        SELECT count(*) FROM games AS earlier WHERE earlier.code = games.code AND earlier.game <= games.game
    );
    UPDATE games SET sum = row_sum({GAME_FIELDS}) WHERE sum = row_sum(game, record, code, header, seed, people);
    ALTER TABLE tables ADD COLUMN made_by TEXT;
    ALTER TABLE tables ADD COLUMN made_sum INTEGER;
    UPDATE tables SET made_by = json_extract(doc, '$.asked') WHERE json_valid(doc);
    UPDATE tables SET made_sum = row_sum(code, made_by);
    CREATE INDEX opened_by ON tables (made_by);
    """,
    # The last batch that was kept, for the house that asked for it.
    """
    CREATE TABLE kept (one INTEGER PRIMARY KEY, house TEXT NOT NULL, number INTEGER NOT NULL, sum INTEGER NOT NULL);
    """,
)
"""Each brings the file from the version of its number to the next. Only ever add to the end."""


def connect(path: Path, waits: float = LIMITS.lock_waits) -> sqlite3.Connection:
    # The seeds of games that run are in it: nobody else on this machine is to read them. Its log is made alike. (Only
    # a file that is not there yet is opened by hand: to close one gives up all locks that SQLite holds on it.)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    path.chmod(0o600)
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=waits)
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def is_sealed(connection: sqlite3.Connection, path: Path, told: Chain | None) -> bool:
    """Do its rows have sums? Where there is a mark they must, or the file is not the one that was here."""
    has_sums = version_of(connection) >= SEALED
    if told is not None and not has_sums:
        raise older(path)
    return has_sums


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    version = version_of(connection)
    if version > len(MIGRATIONS):
        raise StoreError(
            f"The data was written by a newer Tablée (store version {version}, this one knows {len(MIGRATIONS)}). "
            "Install the newer version, or choose another folder with --data."
        )
    connection.create_function("row_sum", -1, row_sum, deterministic=True)
    for number in range(version, len(MIGRATIONS)):
        connection.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")


def lock(folder: Path, waits: float) -> int:
    """Two servers must not write one store. One that was killed may have left a writer that is about to go: so many
    seconds are given to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder / "tablee.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} cannot be written to ({error.strerror}). Choose another one with --data."
        ) from error
    until = time.monotonic() + waits
    while not _is_locked(held):
        if time.monotonic() >= until:
            os.close(held)
            raise StoreError(
                f"Another Tablée already uses the folder {folder}. Stop it first, or choose another folder with --data."
            )
        time.sleep(BETWEEN_TRIES)
    return held


def _is_locked(held: int) -> bool:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sentence(error: Exception, path: Path) -> StoreError:
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
