"""One SQLite file: write-ahead log, full sync, one writer, one commit shared by many tables.

Entries of running games go to the end of one log, whatever their table, so that a commit touches few pages (keyed by
table it would touch one for each); which rows are whose is known in memory. When a game is over its entries are
gathered in its own row, and the log forgets them at some later start. That (ordinal, seq) is written once and without
gaps is checked here; that all is as it was written is checked when the file is opened (see audit.py).

Nothing happens by itself: what time it is, and when to wipe, is said by whoever has the file open (see writer.py)."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import msgspec

from tablee.kernel.game import Ms
from tablee.server.limits import LIMITS
from tablee.server.store.audit import (
    GAME_FIELDS,
    MARK,
    Chain,
    LogRow,
    Mark,
    audit,
    damaged,
    linked,
    older,
    read_kept,
    read_mark,
    row_sum,
)
from tablee.server.store.interface import ERASED, Batch, NewTable, StoredGame, StoredTable, StoreError, Taken
from tablee.server.store.past import RUNNING, forget, save_summaries
from tablee.server.store.plan import OpenGame, Plan
from tablee.server.store.schema import FILE, MIGRATIONS, connect, is_sealed, migrate, sentence, version_of

CLOCKS: Final = "tablee.clocks"
MOST_DEAD: Final = 2000
"""So many rows that nobody needs may stay in the log."""
_encode: Final = msgspec.json.Encoder().encode

_APPEND: Final = "INSERT INTO log (id, game, seq, entry, command, sum) VALUES "
TOGETHER: Final = 25
"""Rows of the log that one statement writes: each statement lets go of the interpreter and takes it again."""
_OPEN: Final = "INSERT INTO tables (code, made_by, made_sum, doc, touched) VALUES (?, ?, ?, '', 0)"
_SAVE: Final = (
    "INSERT INTO tables (code, doc, touched, sum, made_sum) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (code) DO UPDATE SET doc = excluded.doc, touched = excluded.touched, sum = excluded.sum"
)
_BEGIN: Final = f"INSERT INTO games ({GAME_FIELDS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_FINISH: Final = "UPDATE games SET entries = ?, entries_sum = ? WHERE game = ?"
_END: Final = "UPDATE games SET ending = ? WHERE record = ?"
_MOVE_IN: Final = "INSERT OR REPLACE INTO kept VALUES (1, ?, ?, ?)"
_KEPT: Final = "UPDATE kept SET house = ?, number = ?, sum = ? WHERE one = 1"


class Doubt(Exception):
    """The disk did not confirm a commit: nobody knows whether it is durable before the file is opened anew. The message
    is a sentence."""


class SqliteFile:
    def __init__(
        self,
        folder: Path,
        now: int,
        *,
        house: str = "",
        is_again: bool = False,
        lock_waits: float = LIMITS.lock_waits,
        most_pages: int | None = None,
    ) -> None:
        """Open or make the file of this folder. StoreError says why not. `now`: in seconds; `house`, `is_again`: see
        pipe.Open."""
        self.path = folder / FILE
        self._clocks = folder / CLOCKS
        self._house = house
        self._lock_waits = lock_waits
        to_close = ExitStack()
        try:
            self._mark = Mark(folder)
            to_close.callback(self._mark.close)
            self._connection = connect(self.path, lock_waits)
            to_close.callback(self._connection.close)
            told = self._mark.read()
            has_sums = is_sealed(self._connection, self.path, told)
            migrate(self._connection)
            chain = audit(self._connection, self.path, told) if has_sums else Chain()
            # Who comes after another writer only goes on.
            self._chain = chain if is_again else _clean_up(self._connection, chain, has_sums, now - ERASED)
            self._mark.write(self._chain)
            self.kept = self._find_kept(is_again)
            """The number of this house's last batch that is in the file."""
            if most_pages is not None:
                self.limit_pages(most_pages)
        except (OSError, sqlite3.Error, StoreError, ValueError) as error:  # a text that is none is a ValueError
            to_close.close()
            raise error if isinstance(error, StoreError) else sentence(error, self.path) from error
        self._games = _open_games(self._connection)
        """Those that run, by the codes of their tables."""
        self._last = int(self._connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()[0])
        self._shown = self._read_clocks()
        """By the number of a game that runs: how late it was there when that was noted last."""
        self.has_traces = False
        """Is something in the write-ahead log that was to be forgotten?"""

    def close(self) -> None:
        self._connection.close()
        self._mark.close()

    def limit_pages(self, most: int) -> None:
        """The file may not grow beyond this many pages, or beyond what it has: a full disk, for tests."""
        self._connection.execute(f"PRAGMA max_page_count = {most}")

    def _find_kept(self, is_again: bool) -> int:
        found = read_kept(self._connection, self.path)
        if is_again:
            if found is None or found[0] != self._house:
                raise damaged(self.path, "what was kept last is not there")
            return found[1]
        self._connection.execute(_MOVE_IN, (self._house, 0, row_sum(self._house, 0)))
        return 0

    # Reading.

    def table(self, code: str) -> StoredTable | None:
        """As it stands, with the game that runs there; or StoreError."""
        try:
            return self._table(code)
        except (sqlite3.Error, ValueError) as error:
            raise sentence(error, self.path) from error

    def _table(self, code: str) -> StoredTable | None:
        row = self._connection.execute("SELECT doc, touched, sum FROM tables WHERE code = ?", (code,)).fetchone()
        if row is None:
            return None
        doc, touched, stored = row
        if row_sum(code, doc, touched) != stored:
            raise damaged(self.path, "the row of a table is not as it was written")
        game = self._games.get(code)
        if game is None:
            return StoredTable(code, doc, None, 0)
        query = f"SELECT {GAME_FIELDS} FROM games WHERE game = ?"
        number, record, _, header, seed, people, ordinal = self._connection.execute(query, (game.number,)).fetchone()
        entries, commands = self._entries(game)
        running = StoredGame(code, ordinal, record, header, seed, people, False, None, entries, commands)
        return StoredTable(code, doc, running, self._shown.get(number, 0))

    def _entries(self, game: OpenGame) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
        """Of a game that runs, with the commands that made them."""
        rows = game.rows.tolist()
        query = "SELECT seq, entry, command FROM log WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
        log = self._connection.execute(query, (_encode(rows).decode(),)).fetchall()
        if [seq for seq, _, _ in log] != list(range(len(rows))):
            raise damaged(self.path, "the log of a game has a gap")
        return tuple(entry for _, entry, _ in log), tuple(command for _, _, command in log)

    # Writing.

    def keep(self, batches: Sequence[Batch], last: int, now: int) -> None:
        """All of them or none, as StoreError or Doubt says; the last one has this number."""
        try:
            plan = Plan(self._games, self._last, now)
            for batch in batches:
                plan.add(batch)
            rows, chain = self._commit(plan, last)
        except (sqlite3.Error, ValueError, MemoryError) as error:
            is_taken = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
            if is_taken and any(type(write) is NewTable for batch in batches for write in batch.writes):
                raise Taken("There is a table of this code already.") from error
            raise sentence(error, self.path) from error
        self._note(plan, rows)
        self._chain = chain
        self._mark.write(chain)
        self.has_traces |= plan.is_forgetting

    def _commit(self, plan: Plan, last: int) -> tuple[list[LogRow], Chain]:
        connection, tables = self._connection, plan.tables
        rows, chain = linked(self._chain, [*plan.log, *plan.lines(tables)])
        connection.execute("BEGIN IMMEDIATE")
        try:
            _append(connection, rows)
            if plan.is_more_than_log:
                chain = self._write_all(plan, tables, chain)
            connection.execute(_KEPT, (self._house, last, row_sum(self._house, last)))
        except BaseException as error:
            self._roll_back(error)
            raise
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise Doubt(str(sentence(error, self.path))) from error
        return rows, chain

    def _write_all(self, plan: Plan, tables: Iterable[tuple[object, ...]], chain: Chain) -> Chain:
        """What is no log."""
        connection = self._connection
        connection.executemany(_OPEN, plan.opened)
        connection.executemany(_SAVE, tables)
        connection.executemany(_BEGIN, plan.games)
        connection.executemany(_FINISH, [(text, row_sum(text), game.number) for game, text in plan.finished])
        connection.executemany(_END, [(one.ending, one.record) for one in plan.endings])
        save_summaries(connection, plan.summaries, plan.now)
        connection.executemany("DELETE FROM tables WHERE code = ?", [(code,) for code in plan.cleared])
        if plan.forgotten:
            begins = {game.number: game.rows[0] for game, _ in plan.finished if game.rows}
            kept, chain = forget(connection, plan.forgotten, chain, begins)
            # Sums change from there on: should all end here, the mark must not speak of those that were.
            self._mark.write(kept)
        return chain

    def _roll_back(self, why: BaseException) -> None:
        if self._connection.in_transaction:
            try:
                self._connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise Doubt(str(sentence(error, self.path))) from why

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

    def wipe(self) -> None:
        """What was forgotten still stands in the write-ahead log, until that is emptied. Nobody waits for readers. What
        was committed before is durable, so whatever goes wrong here is tried again later and is nobody's failure."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA busy_timeout = 0")
            (is_busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self.has_traces = bool(is_busy)
        with suppress(sqlite3.Error):
            self._connection.execute(f"PRAGMA busy_timeout = {int(self._lock_waits * 1000)}")

    # Clocks.

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        # Not synced: after a power cut there may be none, and that is no harm.
        for code, shown in clocks.items():
            game = self._games.get(code)
            if game is not None:
                self._shown[game.number] = shown
        fresh = self._clocks.with_suffix(".new")
        with suppress(OSError):
            fresh.touch(0o600)
            fresh.write_bytes(_encode(self._shown))
            fresh.replace(self._clocks)

    def _read_clocks(self) -> dict[int, Ms]:
        try:
            return msgspec.json.decode(self._clocks.read_bytes(), type=dict[int, int])
        except (OSError, msgspec.MsgspecError):
            return {}


def _append(connection: sqlite3.Connection, rows: Sequence[LogRow]) -> None:
    """Many rows a statement; there are so few lengths that sqlite3 knows them all."""
    for first in range(0, len(rows), TOGETHER):
        some = rows[first : first + TOGETHER]
        fields = list(itertools.chain.from_iterable(some))
        connection.execute(_APPEND + ",".join(["(?, ?, ?, ?, ?, ?)"] * len(some)), fields)


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
    rows, chain = linked(Chain(last), connection.execute(query).fetchall())
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
