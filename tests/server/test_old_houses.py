"""A data file of an earlier commit opens, and every table in it plays on: one of each game, mode and kind of moment.

`houses/1aad8dc.db.gz` was written by the program of that commit; beside it, who sat there with which keys. Files are
only ever added here."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.server.hall import Hall, everybody_reads, play_on
from tests.server.keeping import ask, table

from tablee.games import find
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.store.interface import Append, Batch, NewGame, Owner, RecordOf, SaveTable, StoredGame, Write
from tablee.server.store.memory import MemoryStore
from tablee.server.store.schema import FILE
from tablee.server.store.sqlite import SqliteStore

HOUSES = Path(__file__).parent / "houses"
INPUTS = 6
"""How many are played at each table."""


async def _read(folder: Path, codes: Iterable[str]) -> MemoryStore:
    """All that this program finds in the file."""
    store, rows = SqliteStore(folder, asyncio.get_running_loop()), MemoryStore()
    for code in codes:
        found = await table(store, code)
        assert rows.keep(Batch(Owner(code), [SaveTable(found.doc)])) is None
        record = json.loads(found.doc)["record"]
        finished = None if record is None else await ask(store, RecordOf(record))
        if finished is not None:
            rows.past[finished.record] = finished
        if found.running is not None:
            assert rows.keep(Batch(Owner(code), list(_again(found.running)))) is None
    store.close()
    return rows


def _again(stored: StoredGame) -> Iterable[Write]:
    yield NewGame(stored.ordinal, stored.record, stored.header, stored.seed, stored.people)
    for seq, (entry, command) in enumerate(zip(stored.entries, stored.commands, strict=True)):
        yield Append(stored.ordinal, seq, entry, command)


@pytest.mark.parametrize("game", ["anges", "copieur", "fil", "pierres", "voyelles"])
@pytest.mark.parametrize("house", ["1aad8dc"])
def test_every_table_of_an_old_house_plays_on(tmp_path: Path, house: str, game: str) -> None:
    with gzip.open(HOUSES / f"{house}.db.gz") as packed, (tmp_path / FILE).open("wb") as file:
        shutil.copyfileobj(packed, file)
    known: dict[str, Any] = json.loads((HOUSES / f"{house}.json").read_text("utf-8"))
    tables = {code: table for code, table in known.items() if table["game"] == game}
    hall = Hall([find(game)], store=asyncio.run(_read(tmp_path, tables)))
    assert len({(table["preset"], kind) for table in tables.values() for kind in table["asks"] or ()}) > 10
    for code, known_table in tables.items():
        people = [hall.visit(code, *keys) for keys in known_table["keys"]]
        everybody_reads(people)
        if known_table["asks"] is None:
            assert people[0].lobby["phase"] == "lobby"
            people[0].do("start")
        else:
            running = hall.running(code)
            assert sorted(ask.kind for ask in running.table.asks) == known_table["asks"], code
            assert len(running.table.record.entries) == known_table["entries"], code
        luck, inputs = SeededLuck(seed_from("old", code)), 0
        while inputs < INPUTS and play_on(hall, code, people, luck):
            inputs += 1
        assert people[0].frames
        for person in people:
            person.leave()
    assert not hall.defects
    assert "cannot_resume" not in hall.log.getvalue()
