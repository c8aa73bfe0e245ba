"""What is answered from a connection that only reads."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tablee.server.store.interface import (
    Codes,
    HasTable,
    LobbyOf,
    OpenedBy,
    PastOf,
    Query,
    RecordOf,
    StoreError,
    TableCount,
    Unplayed,
)
from tablee.server.store.past import read_past, read_record
from tablee.server.store.schema import sentence


def answer(query: Query[object], connection: sqlite3.Connection, path: Path, now: float) -> object:
    """The answer, or StoreError as a value. `now`: in seconds."""
    try:
        return _answer(query, connection, path, now)
    except StoreError as error:
        return error
    except (sqlite3.Error, ValueError) as error:
        return sentence(error, path)


def _answer(query: Query[object], connection: sqlite3.Connection, path: Path, now: float) -> object:
    match query:
        case HasTable(code):
            return connection.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone() is not None
        case LobbyOf(code):
            row = connection.execute("SELECT doc FROM tables WHERE code = ?", (code,)).fetchone()
            return None if row is None else row[0]
        case Codes():
            return [code for (code,) in connection.execute("SELECT code FROM tables ORDER BY code")]
        case OpenedBy(made_by):
            row = connection.execute("SELECT code FROM tables WHERE made_by = ?", (made_by,)).fetchone()
            return None if row is None else row[0]
        case TableCount():
            return connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        case Unplayed(seconds):
            query_text = "SELECT code FROM tables WHERE touched <= ? AND code NOT IN (SELECT code FROM games)"
            return [code for (code,) in connection.execute(query_text, (int(now) - seconds,))]
        case RecordOf(record):
            return read_record(connection, path, record)
        case PastOf(records):
            return read_past(connection, records)
    raise TypeError(f"nobody answers {query}")
