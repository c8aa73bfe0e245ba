"""A house in its file, while nobody plays there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

import msgspec

from tablee.kernel.game import Ms
from tablee.server.store.audit import GAME_FIELDS, MARK, NO_GAME, Mark, audit, damaged, linked, read_mark, row_sum
from tablee.server.store.file import CLOCKS
from tablee.server.store.interface import StoreError
from tablee.server.store.moving.house import GameRow, HouseRow, LogLine, TableRow
from tablee.server.store.moving.move import broken
from tablee.server.store.schema import FILE, MIGRATIONS, connect, is_sealed, lock, migrate, sentence, version_of
from tablee.server.store.sqlite import LOCK_IS_LEFT

_TABLES: Final = "SELECT code, doc, made_by, touched FROM tables ORDER BY code"
_GAMES: Final = (
    f"SELECT {', '.join(f'games.{field}' for field in GAME_FIELDS.split(', '))}, games.sum, entries, entries_sum, "
    "ending, shelf.game, shelf.finished, digest, shelf.sum FROM games LEFT JOIN shelf USING (game)"
)
_FINISHED: Final = f"{_GAMES} WHERE entries IS NOT NULL ORDER BY games.game"
_RUNNING: Final = f"{_GAMES} WHERE entries IS NULL ORDER BY code"
# In one pass, whatever lies between the lines of one game.
_LOG: Final = (
    "SELECT games.game, seq, entry, command FROM log JOIN games USING (game) WHERE entries IS NULL ORDER BY code, id"
)
_NEW_GAME: Final = f"INSERT INTO games ({GAME_FIELDS}, sum, entries, entries_sum, ending) VALUES ({'?, ' * 10}?)"


class _File:
    """What both ends have: the folder's lock and the file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._folder = folder
        self._stack = ExitStack()

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def name(self) -> str:
        return str(self.path)

    def _hold(self) -> None:
        self._stack.callback(os.close, lock(self._folder, LOCK_IS_LEFT))

    def _open(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._stack.callback(connection.close)

    async def rows(self) -> AsyncGenerator[HouseRow, None]:
        try:
            for row in self._rows():
                yield row
        except (sqlite3.Error, UnicodeError) as error:
            raise sentence(error, self.path) from error

    def _rows(self) -> Iterator[HouseRow]:
        for fields in self._connection.execute(_TABLES):
            yield TableRow(*fields)
        for game in self._connection.execute(_FINISHED):
            yield self._game(game, ())
        lines = self._connection.execute(_LOG)
        line = lines.fetchone()
        for game in self._connection.execute(_RUNNING):
            log: list[LogLine] = []
            while line is not None and line[0] == game[0]:
                if line[1] != len(log):
                    raise broken(game[1], self.name)
                log.append(line[2:])
                line = lines.fetchone()
            yield self._game(game, tuple(log))

    def _game(self, row: Sequence[object], log: tuple[LogLine, ...]) -> GameRow:
        """As it was written, or StoreError."""
        fields, (stored, entries, entries_sum, ending, *shelf) = row[:7], row[7:]
        _, record, code, header, seed, people, ordinal = fields
        is_on_shelf = shelf[0] is not None
        if (
            row_sum(*fields) != stored
            or (entries is not None and row_sum(entries) != entries_sum)
            or (is_on_shelf and row_sum(*shelf[:3]) != shelf[3])
        ):
            raise broken(str(record), self.name)
        _, finished, summary, _ = shelf
        return GameRow(record, code, ordinal, header, seed, people, entries, ending, finished, summary, log)  # type: ignore[arg-type]

    async def clocks(self) -> Mapping[str, Ms]:
        try:
            noted = msgspec.json.decode((self._folder / CLOCKS).read_bytes(), type=dict[int, int])
        except (OSError, msgspec.MsgspecError):
            return {}
        running = self._connection.execute("SELECT game, code FROM games WHERE entries IS NULL ORDER BY code")
        return {code: noted[game] for game, code in running if game in noted}


class FileSource(_File):
    """It is read only."""

    def __enter__(self) -> Self:
        """StoreError: a house is open there, or there is none, or it is damaged."""
        if not self.path.exists():
            raise StoreError(f"There is no house in {self._folder}: it has no {FILE}.")
        try:
            self._hold()
            # The mark first, as the store's own check does.
            mark = self._folder / MARK
            told = read_mark(mark.read_bytes()) if mark.exists() else None
            self._open(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None))
            if not is_sealed(self._connection, self.path, told) or version_of(self._connection) < len(MIGRATIONS):
                raise StoreError(f"{self.path} is of an earlier version. Open that house once, close it, then move it.")
            if version_of(self._connection) > len(MIGRATIONS):
                migrate(self._connection)  # says what is to be done
            audit(self._connection, self.path, told)
        except BaseException as error:
            self._stack.close()
            if isinstance(error, OSError | sqlite3.Error):
                raise sentence(error, self.path) from error
            raise
        return self


class FileTarget(_File):
    """Everything is one transaction."""

    def __enter__(self) -> Self:
        """StoreError: a house is open there, or there was one."""
        try:
            self._hold()
            self._mark = Mark(self._folder)
            self._stack.callback(self._mark.close)
            self._open(connect(self.path))
            told = self._mark.read()
            is_sealed(self._connection, self.path, told)
            migrate(self._connection)
            self._chain = audit(self._connection, self.path, told)
            if self._count("tables") or self._count("games"):
                raise StoreError(f"{self.path} is not empty. A house can only be moved to where there is none.")
            self._games = 0
            self._connection.execute("BEGIN IMMEDIATE")
        except BaseException as error:
            self._stack.close()
            if isinstance(error, OSError | sqlite3.Error):
                raise sentence(error, self.path) from error
            raise
        return self

    def _count(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    async def write(self, rows: Sequence[HouseRow]) -> None:
        try:
            self._write_tables(row for row in rows if isinstance(row, TableRow))
            for row in rows:
                if isinstance(row, GameRow):
                    self._write_game(row)
        except (sqlite3.Error, ValueError) as error:
            raise sentence(error, self.path) from error

    def _write_tables(self, rows: Iterable[TableRow]) -> None:
        lines = []
        for code, doc, made_by, touched in rows:
            sum_ = row_sum(code, doc, touched)
            made_sum = row_sum(code, made_by)
            statement = "INSERT INTO tables (code, doc, touched, sum, made_by, made_sum) VALUES (?, ?, ?, ?, ?, ?)"
            self._connection.execute(statement, (code, doc, touched, sum_, made_by, made_sum))
            lines.append((NO_GAME, sum_, code, None))
        self._append(lines)

    def _write_game(self, row: GameRow) -> None:
        self._games += 1
        fields = (self._games, row.record, row.code, row.header, row.seed, row.people, row.ordinal)
        entries_sum = None if row.entries is None else row_sum(row.entries)
        self._connection.execute(_NEW_GAME, (*fields, row_sum(*fields), row.entries, entries_sum, row.ending))
        if row.summary is not None:
            shelf = (self._games, row.finished or 0, row.summary)
            self._connection.execute("INSERT INTO shelf VALUES (?, ?, ?, ?)", (*shelf, row_sum(*shelf)))
        self._append([(self._games, seq, entry, command) for seq, (entry, command) in enumerate(row.log)])

    def _append(self, lines: Sequence[tuple[int, int, str, str | None]]) -> None:
        rows, self._chain = linked(self._chain, lines)
        statement = "INSERT INTO log (id, game, seq, entry, command, sum) VALUES (?, ?, ?, ?, ?, ?)"
        self._connection.executemany(statement, rows)

    async def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        """Where the move stops later, nobody looks at them."""
        running = self._connection.execute("SELECT code, game FROM games WHERE entries IS NULL")
        noted = {game: clocks[code] for code, game in running if code in clocks}
        path = self._folder / CLOCKS
        try:
            path.touch(0o600)
            path.write_bytes(msgspec.json.encode(noted))
        except OSError as error:
            raise sentence(error, path) from error

    async def audit(self) -> None:
        chain = audit(self._connection, self.path, None, is_thorough=True)
        if chain != self._chain:
            raise damaged(self.path, "the log does not end where it should")

    async def commit(self) -> None:
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise sentence(error, self.path) from error
        self._mark.write(self._chain)
