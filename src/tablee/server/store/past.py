"""What the house remembers of finished games besides their records: when each ended, and a summary of how.

A summary can always be made again from the record, so a row that is not as it was written counts as none. To forget a
game is to forget its record, its line here, and what the log still says of it. (In the file the table is a `shelf` and
a summary a `digest`, as they were called when it was made.)"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tablee.server.store.audit import FORGOTTEN, GAME_FIELDS, Chain, linked, row_sum
from tablee.server.store.interface import PastGame, SaveSummary, StoredGame, StoreError

RUNNING: Final = "SELECT game FROM games WHERE entries IS NULL"
_encode: Final = msgspec.json.Encoder().encode
_FIELDS: Final = ", ".join(f"games.{field.strip()}" for field in GAME_FIELDS.split(","))


def save_summaries(connection: sqlite3.Connection, writes: Sequence[SaveSummary], now: int) -> None:
    for write in writes:
        found = connection.execute("SELECT game FROM games WHERE record = ?", (write.record,)).fetchone()
        if found is not None:
            row = (found[0], now if write.finished is None else write.finished, write.summary)
            connection.execute("INSERT OR REPLACE INTO shelf VALUES (?, ?, ?, ?)", (*row, row_sum(*row)))


def read_record(connection: sqlite3.Connection, path: Path, record: str) -> StoredGame | None:
    """A game that is over."""
    query = f"SELECT {GAME_FIELDS}, entries, ending, sum, entries_sum FROM games WHERE record = ?"
    row = connection.execute(f"{query} AND entries IS NOT NULL", (record,)).fetchone()
    if row is None:
        return None
    _, name, code, header, seed, people, ordinal, text, ending, *sums = row
    if [row_sum(*row[:7]), row_sum(text)] != sums:
        raise StoreError(f"The record {name} in {path} is damaged. Restore it from a backup.")
    kept = json.loads(text)
    entries, commands = tuple(entry for entry, _ in kept), tuple(command for _, command in kept)
    return StoredGame(code, ordinal, name, header, seed, people, True, ending, entries, commands)


def read_past(connection: sqlite3.Connection, records: Sequence[str] | None) -> list[PastGame]:
    """All finished games, or those of these records; the newest first."""
    some = "" if records is None else "AND record IN (SELECT value FROM json_each(?)) "
    rows = connection.execute(
        f"SELECT {_FIELDS}, games.sum, shelf.finished, digest, shelf.sum FROM games LEFT JOIN shelf USING (game) "
        f"WHERE entries IS NOT NULL {some}ORDER BY coalesce(finished, 0) DESC, game DESC",
        () if records is None else (_encode(list(records)).decode(),),
    )
    return [row for row in map(_past_game, rows) if row is not None]


def _past_game(row: tuple[object, ...]) -> PastGame | None:
    """None where the game itself is not as it was written."""
    *fields, stored, finished, summary, summary_sum = row
    game, record, code, header, _, people, _ = fields
    if row_sum(*fields) != stored:
        return None
    is_whole = summary_sum is not None and row_sum(game, finished, summary) == summary_sum
    kept = (finished or None, summary) if is_whole else (None, None)
    return PastGame(record, code, _game_of(str(header)), people, *kept)  # type: ignore[arg-type]


def _first_row(connection: sqlite3.Connection, game: int) -> int | None:
    row = connection.execute("SELECT id FROM log WHERE game = ? ORDER BY id LIMIT 1", (game,)).fetchone()
    return None if row is None else int(row[0])


def _game_of(header: str) -> str:
    try:
        return str(msgspec.json.decode(header)["header"]["game"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""


def forget(
    connection: sqlite3.Connection, records: Sequence[str], chain: Chain, begins: Mapping[int, int]
) -> tuple[Chain, Chain]:
    """Nothing is left of these finished games, not even on the pages of the file that they filled. What the log says of
    them is blanked, and all that follows is linked anew. `begins`: of some games the first row there, which is looked
    for otherwise. Gives how far the chain is as it was, and its new end."""
    named = "SELECT game FROM games WHERE record IN (SELECT value FROM json_each(?)) AND entries IS NOT NULL"
    numbers = [number for (number,) in connection.execute(named, (_encode(records).decode(),))]
    connection.executemany("DELETE FROM shelf WHERE game = ?", [(number,) for number in numbers])
    connection.executemany("DELETE FROM games WHERE game = ?", [(number,) for number in numbers])
    found = [begins[one] if one in begins else _first_row(connection, one) for one in numbers]
    first = min((row for row in found if row is not None), default=None)
    if first is None:
        return chain, chain
    before = connection.execute("SELECT id, sum FROM log WHERE id = ?", (first - 1,)).fetchone()
    kept = Chain(*before) if before is not None else Chain(first - 1)
    query = "SELECT game, seq, entry, command FROM log WHERE id >= ? ORDER BY id"
    lines = connection.execute(query, (first,)).fetchall()
    rows, end = linked(kept, [FORGOTTEN if line[0] in numbers else line for line in lines])
    statement = "UPDATE log SET game = ?, seq = ?, entry = ?, command = ?, sum = ? WHERE id = ?"
    connection.executemany(statement, [(*row[1:], row[0]) for row in rows])
    return kept, end
