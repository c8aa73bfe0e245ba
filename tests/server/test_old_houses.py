"""A data file of an earlier commit opens, and every table in it plays on: one of each game, mode and kind of moment.

`houses/1aad8dc.db.gz` was written by the program of that commit; beside it, who sat there with which keys. Files are
only ever added here."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.server.hall import Hall, MemoryStore, everybody_reads, play_on

from tablee.games import find
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.store.interface import Append, NewGame, StoredGame
from tablee.server.store.sqlite import FILE, SqliteStore

HOUSES = Path(__file__).parent / "houses"
INPUTS = 6
"""How many are played at each table."""


async def _read(folder: Path) -> MemoryStore:
    """All that this program finds in the file."""
    store, rows = SqliteStore(folder, asyncio.get_running_loop()), MemoryStore()
    for table in store.tables():
        rows.docs[table.code] = table.doc
        record = json.loads(table.doc)["record"]
        finished = None if record is None else store.find_record(record)
        if finished is not None:
            _add(rows, finished)
            rows.finished[finished.game] = "[]"
    for running in store.running():
        _add(rows, running)
    store.close()
    return rows


def _add(rows: MemoryStore, stored: StoredGame) -> None:
    number = stored.game
    rows.games[number] = NewGame(number, stored.record, stored.code, stored.header, stored.seed, stored.people)
    pairs = zip(stored.entries, stored.commands, strict=True)
    rows.logs[number] = [Append(number, seq, entry, command) for seq, (entry, command) in enumerate(pairs)]


@pytest.mark.parametrize("game", ["anges", "copieur", "fil", "pierres", "voyelles"])
@pytest.mark.parametrize("house", ["1aad8dc"])
def test_every_table_of_an_old_house_plays_on(tmp_path: Path, house: str, game: str) -> None:
    with gzip.open(HOUSES / f"{house}.db.gz") as packed, (tmp_path / FILE).open("wb") as file:
        shutil.copyfileobj(packed, file)
    known: dict[str, Any] = json.loads((HOUSES / f"{house}.json").read_text("utf-8"))
    hall = Hall([find(game)], store=asyncio.run(_read(tmp_path)))
    tables = {code: table for code, table in known.items() if table["game"] == game}
    assert tables.keys() == hall.house.tables.keys()
    assert len({(table["preset"], kind) for table in tables.values() for kind in table["asks"] or ()}) > 10
    for code, table in tables.items():
        people = [hall.visit(code, *keys) for keys in table["keys"]]
        everybody_reads(people)
        if table["asks"] is None:
            assert people[0].lobby["phase"] == "lobby"
            people[0].do("start")
        else:
            running = hall.running(code)
            assert sorted(ask.kind for ask in running.table.asks) == table["asks"], code
            assert len(running.table.record.entries) == table["entries"], code
        luck, inputs = SeededLuck(seed_from("old", code)), 0
        while inputs < INPUTS and play_on(hall, code, people, luck):
            inputs += 1
        assert people[0].frames
        for person in people:
            person.leave()
    assert not hall.defects
    assert "cannot_resume" not in hall.log.getvalue()
