"""Is what the store holds what was written? SQLite notices a torn write-ahead log and then forgets its end without a
word, and of the main file it checks the structure only. So:

- every row carries a sum over its fields;
- the rows of the log are a chain: each sum continues the one before, and numbers have no gap. A commit without entries
  leaves a line about its tables in the chain;
- beside the file, a mark says how far the chain had come when the last commit was acknowledged. It is not synced: after
  a power cut it may be older than the file, which is fine; it is never ahead of what was durable."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

from tablee.server.store.interface import StoreError

LogLine: TypeAlias = tuple[int, int, str, str | None]
"""An entry of a game, by its number in the file; which entry, its text, and the command that made it."""


MARK: Final = "tablee.mark"
NO_GAME: Final = 0
"""In the log: a line about a table. `entry` is its code, `seq` the sum of its row."""
CLEARED: Final = "cleared"
"""In such a line, in the place of a command: this table is no more."""
FORGOTTEN: Final[LogLine] = (NO_GAME, 0, "", "forgotten")
"""What stood here is to be known to nobody."""
GAME_FIELDS: Final = "game, record, code, header, seed, people, ordinal"
INDEXES: Final = (
    ("tables", "code", "opened_by", "made_by"),
    ("games", "game", "at_table", "code"),
    ("games", "game", "sqlite_autoindex_games_1", "record"),
)
"""Table, what is unique there, and by which index one looks for which column."""
_MARK: Final = struct.Struct("<8sQII")
_MAGIC: Final = b"tablee 1"
LogRow: TypeAlias = tuple[int, int, int, str, str | None, int]


def row_sum(*fields: object) -> int:
    return crc32("\x1f".join(map(str, fields)).encode())


class Chain(NamedTuple):
    """How far the log goes: the number of its last row, and that row's sum."""

    number: int = 0
    sum: int = 0

    def link(self, game: int, seq: int, entry: str, command: str | None) -> Chain:
        """The chain with one row more."""
        number = self.number + 1
        return Chain(number, crc32(f"{number} {game} {seq} {command} {entry}".encode(), self.sum))


def linked(chain: Chain, log: Iterable[LogLine]) -> tuple[list[LogRow], Chain]:
    """The rows of these lines, at the end of the chain."""
    rows: list[LogRow] = []
    number, sum_ = chain
    for game, seq, entry, command in log:  # as `link` does, for many
        number += 1
        sum_ = crc32(f"{number} {game} {seq} {command} {entry}".encode(), sum_)
        rows.append((number, game, seq, entry, command, sum_))
    return rows, Chain(number, sum_)


class Mark:
    """How far everybody has been told. One small write for each commit."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def read(self) -> Chain | None:
        return read_mark(os.pread(self._file, _MARK.size, 0))

    def write(self, chain: Chain) -> None:
        # A mark that could not be written is an older one, and no harm.
        with suppress(OSError):
            os.pwrite(self._file, _MARK.pack(_MAGIC, *chain, row_sum(*chain)), 0)

    def close(self) -> None:
        os.close(self._file)


def read_mark(content: bytes) -> Chain | None:
    """None where there is no mark, or one that is itself damaged: then it proves nothing."""
    if len(content) != _MARK.size:
        return None
    magic, number, last, check = _MARK.unpack(content)
    chain = Chain(number, last)
    return chain if magic == _MAGIC and check == row_sum(*chain) else None


def audit(connection: sqlite3.Connection, path: Path, mark: Chain | None, *, is_thorough: bool = False) -> Chain:
    """The end of the chain, or StoreError: something is not as it was written. `is_thorough`: the records of finished
    games too, which otherwise are checked when somebody reads them."""
    check = "integrity_check" if is_thorough else "quick_check"
    try:
        for (found,) in connection.execute(f"PRAGMA {check}(1)"):
            if found != "ok":
                raise damaged(path, str(found).splitlines()[-1])
        chain, lines, open_games = _follow(connection, path, mark)
        for index in INDEXES:
            _check_index(connection, path, *index)
        read_kept(connection, path)
        _check_tables(connection, path, lines)
        _check_games(connection, path, open_games, is_thorough)
    except (sqlite3.Error, UnicodeError, ValueError, TypeError) as error:
        raise damaged(path, str(error)) from error
    return chain


def _follow(
    connection: sqlite3.Connection, path: Path, mark: Chain | None
) -> tuple[Chain, dict[str, int], dict[int, int]]:
    """Read the log from end to end: its last link, the last line about each table, the length of each game."""
    chain, lines, lengths = Chain(), dict[str, int](), dict[int, int]()
    first: int | None = None
    for number, game, seq, entry, command, stored in connection.execute(
        "SELECT id, game, seq, entry, command, sum FROM log ORDER BY id"
    ):
        if first is None:
            first, chain = number, Chain(number - 1)
        chain = chain.link(game, seq, entry, command)
        if chain != (number, stored):
            raise damaged(path, f"row {number} of the log is not as it was written")
        if mark is not None and number == mark.number and chain != mark:
            raise older(path)
        if game == NO_GAME:
            if command is None:
                lines[entry] = seq
            elif command == CLEARED:
                lines.pop(entry, None)
        elif seq != lengths.get(game, 0):
            raise damaged(path, f"the log of game {game} has a gap")
        else:
            lengths[game] = seq + 1
    if first is None and mark is not None and not mark.sum:
        # The log was cleaned up when no game was running: nothing was left of it, and nothing has come since.
        chain = Chain(mark.number)
    if mark is not None and mark.number > chain.number:
        raise older(path)
    return chain, lines, lengths


def _check_index(connection: sqlite3.Connection, path: Path, table: str, key: str, index: str, column: str) -> None:
    """SQLite compares an index with its table only where one lets it read every byte of the file. What is looked up by
    one must be found."""
    there = f"SELECT 1 FROM {table} AS other INDEXED BY {index} WHERE other.{column} = one.{column}"
    # In this order, or SQLite would read the index for want of the table.
    rows = f"SELECT {key}, {column} FROM {table} NOT INDEXED ORDER BY {key}"
    query = f"SELECT count(*) FROM ({rows}) AS one WHERE NOT EXISTS ({there} AND other.{key} = one.{key})"
    (lost,) = connection.execute(f"{query} AND +one.{column} IS NOT NULL").fetchone()
    if lost:
        raise damaged(path, f"{lost} rows are not found by their {column}")


def read_kept(connection: sqlite3.Connection, path: Path) -> tuple[str, int] | None:
    """Which batch was kept last, and for which house. None where there is no such row yet, or no such table."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept'").fetchone():
        return None
    row = connection.execute("SELECT house, number, sum FROM kept").fetchone()
    if row is None:
        return None
    house, number, stored = row
    if row_sum(house, number) != stored:
        raise damaged(path, "the number of the last batch is not as it was written")
    return str(house), int(number)


def _check_tables(connection: sqlite3.Connection, path: Path, lines: dict[str, int]) -> None:
    found = {}
    rows = connection.execute("SELECT code, doc, touched, sum, made_by, made_sum FROM tables")
    for code, doc, touched, stored, made_by, made_sum in rows:
        found[code] = stored
        if row_sum(code, doc, touched) != stored or row_sum(code, made_by) != made_sum:
            raise damaged(path, "the row of a table is not as it was written")
    for code, sum_ in lines.items():
        if found.get(code) != sum_:
            raise damaged(path, "the row of a table is missing, or older than it should be")


def _check_games(connection: sqlite3.Connection, path: Path, lengths: dict[int, int], is_thorough: bool) -> None:
    """Every game in the log is there, and every game that is not over is in the log, at a table."""
    codes = {code for (code,) in connection.execute("SELECT code FROM tables")}
    running = {game for (game,) in connection.execute("SELECT game FROM games WHERE entries IS NULL")}
    wanted = running.union(lengths)
    for row in _games(connection, None if is_thorough else sorted(wanted)):
        *fields, entries, stored, entries_sum = row
        wanted.discard(fields[0])
        if row_sum(*fields) != stored or (entries is not None and row_sum(entries) != entries_sum):
            raise damaged(path, f"the row of game {fields[0]} is not as it was written")
        if entries is None and (fields[0] not in lengths or fields[2] not in codes):
            raise damaged(path, f"game {fields[0]} has lost its beginning or its table")
    if wanted:
        raise damaged(path, f"the row of game {min(wanted)} is missing")


def _games(connection: sqlite3.Connection, games: Sequence[int] | None) -> Iterator[tuple[object, ...]]:
    query = f"SELECT {GAME_FIELDS}, entries, sum, entries_sum FROM games"
    if games is None:
        yield from connection.execute(query)
        return
    for game in games:
        yield from connection.execute(f"{query} WHERE game = ?", (game,))


def damaged(path: Path, what: str) -> StoreError:
    return StoreError(f"{path} is damaged ({what}). Restore it from a backup, or choose another folder with --data.")


def older(path: Path) -> StoreError:
    return StoreError(
        f"{path} is older than what people were told: moves that were acknowledged are missing from it or from its "
        f"-wal file. Put the newest copy of both back. If you restored a backup on purpose, delete {MARK} beside it."
    )
