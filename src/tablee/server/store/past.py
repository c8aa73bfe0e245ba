"""What the house remembers of finished games besides their records: when each ended, and a digest of how.

A digest can always be made again from the record, so a row that is not as it was written counts as none. To forget a
game is to forget its record, its line here, and what the log still says of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

import msgspec

from tablee.server.store.audit import GAME_FIELDS, Chain, linked, row_sum
from tablee.server.store.interface import Append, Shelve, Shelved

MAKE: Final = """
    CREATE TABLE shelf (
        game INTEGER PRIMARY KEY, finished INTEGER NOT NULL, digest TEXT NOT NULL, sum INTEGER NOT NULL
    );
"""
RUNNING: Final = "SELECT game FROM games WHERE entries IS NULL"
_encode: Final = msgspec.json.Encoder().encode
_FIELDS: Final = ", ".join(f"games.{field.strip()}" for field in GAME_FIELDS.split(","))


def shelve(connection: sqlite3.Connection, writes: Sequence[Shelve], now: int) -> None:
    for game, digest, finished in writes:
        row = (game, now if finished is None else finished, digest)
        connection.execute("INSERT OR REPLACE INTO shelf VALUES (?, ?, ?, ?)", (*row, row_sum(*row)))


def read_shelf(connection: sqlite3.Connection, records: Sequence[str] | None) -> list[Shelved]:
    """All finished games, or those of these records; the newest first."""
    some = "" if records is None else "AND record IN (SELECT value FROM json_each(?)) "
    rows = connection.execute(
        f"SELECT {_FIELDS}, games.sum, shelf.finished, digest, shelf.sum FROM games LEFT JOIN shelf USING (game) "
        f"WHERE entries IS NOT NULL {some}ORDER BY coalesce(finished, 0) DESC, game DESC",
        () if records is None else (_encode(list(records)).decode(),),
    )
    return [row for row in map(_shelved, rows) if row is not None]


def _shelved(row: tuple[object, ...]) -> Shelved | None:
    """None where the game itself is not as it was written."""
    game, record, code, header, seed, people, stored, finished, digest, shelf_sum = row
    if row_sum(game, record, code, header, seed, people) != stored:
        return None
    is_whole = shelf_sum is not None and row_sum(game, finished, digest) == shelf_sum
    name = _game_of(str(header))
    kept = (finished or None, digest) if is_whole else (None, None)
    return Shelved(game, record, code, name, people, *kept)  # type: ignore[arg-type]


def _game_of(header: str) -> str:
    try:
        return str(msgspec.json.decode(header)["header"]["game"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""


def forget(connection: sqlite3.Connection, games: Sequence[int], chain: Chain) -> Chain:
    """Nothing is left of these finished games, not even on the pages of the file that they filled. Of the log those
    that run are written to the end again, and all before goes with them."""
    query = f"SELECT game, seq, entry, command FROM log WHERE game IN ({RUNNING}) ORDER BY id"
    live = [Append(*row) for row in connection.execute(query).fetchall()]
    rows, following = linked(Chain(chain.number), live, ())
    connection.execute("DELETE FROM log")
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", rows)
    numbers = [(game,) for game in games]
    connection.executemany("DELETE FROM games WHERE game = ? AND entries IS NOT NULL", numbers)
    connection.executemany("DELETE FROM shelf WHERE game = ?", numbers)
    return following
