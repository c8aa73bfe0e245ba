"""What the store remembers of finished games, and how it forgets them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.keeping import HEADER, ask, entries, entries_of, game, gathered, keep, record
from tests.server.venue import play_out

from tablee.server.store import file
from tablee.server.store.file import SqliteFile, examine
from tablee.server.store.interface import (
    ERASED,
    Append,
    Finish,
    Forget,
    NewGame,
    PastOf,
    RecordOf,
    SaveSummary,
    SaveTable,
    StoreError,
)
from tablee.server.store.schema import FILE
from tablee.server.store.sqlite import SqliteStore


async def finished(folder: Path, *ordinals: int) -> SqliteStore:
    """A store with these games, each of two entries."""
    store = SqliteStore(folder, asyncio.get_running_loop(), clock=lambda: 0.0)
    await keep(store, "ABCD", SaveTable("{}"))
    for ordinal in ordinals:
        await keep(store, "ABCD", game(ordinal), *entries(ordinal, 0, 1))
        await keep(store, "ABCD", Finish(ordinal, gathered(0, 1)), SaveSummary(record(ordinal), f'{{"of": {ordinal}}}'))
    return store


def test_without_a_moment_of_its_own_a_game_ends_now(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), clock=lambda: 1234.5)
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        await keep(store, "ABCD", Finish(1, "[]"), SaveSummary(record(1), "{}"))
        assert [row.finished for row in await ask(store, PastOf(None))] == [1234]
        store.close()

    play_out(test)


def test_a_forgotten_game_is_in_no_byte_of_the_folder_and_all_others_are_as_they_were(tmp_path: Path) -> None:
    async def test() -> None:
        store = await finished(tmp_path, 1, 2)
        await keep(store, "EFGH", SaveTable("{}"), game(1, "EFGH"), *entries(1, 0, 1))
        secret = Append(4, 0, '"what only game four says"', "c")
        await keep(store, "ABCD", NewGame(4, "record-4", HEADER, "seed-of-four", '["Zoé"]'), secret)
        await keep(store, "ABCD", Finish(4, "[]"), SaveSummary("record-4", '"summary of four"'))
        await keep(store, "", Forget("record-4"))
        assert await ask(store, RecordOf("record-4")) is None
        assert [row.record for row in await ask(store, PastOf(None))] == [record(2), record(1)]
        everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        for trace in (b"what only game four says", b"seed-of-four", b"record-4", b"summary of four"):
            assert trace not in everything, trace
        await keep(store, "EFGH", *entries(1, 2))  # the game that runs goes on
        store.close()
        assert "as it was written" in examine(tmp_path)
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        assert await entries_of(store, "EFGH") == ("entry 0", "entry 1", "entry 2")
        store.close()

    play_out(test)


@pytest.mark.parametrize("times", [1, 3])
def test_a_log_of_which_nothing_is_left_opens_time_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """No game runs, so that a clean-up leaves no row of the log."""
    monkeypatch.setattr(file, "MOST_DEAD", 1)

    async def test() -> None:
        (await finished(tmp_path, 1)).close()
        for _ in range(times):
            SqliteFile(tmp_path, 0).close()
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), clock=lambda: 0.0)
        await keep(store, "ABCD", game(2), *entries(2, 0))
        await keep(store, "", Forget(record(1)))
        store.close()
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), clock=lambda: 0.0)
        assert await entries_of(store, "ABCD") == ("entry 0",)
        store.close()

    play_out(test)


def test_an_empty_log_that_should_not_be_empty_is_still_noticed(tmp_path: Path) -> None:
    async def test() -> None:
        (await finished(tmp_path, 1)).close()
        with sqlite3.connect(tmp_path / FILE) as connection:
            connection.execute("DELETE FROM log")
        with pytest.raises(StoreError, match="older than what people were told"):
            SqliteStore(tmp_path, asyncio.get_running_loop())

    play_out(test)


def test_a_line_that_somebody_changed_counts_as_none(tmp_path: Path) -> None:
    async def test() -> None:
        (await finished(tmp_path, 1)).close()
        with sqlite3.connect(tmp_path / FILE) as connection:
            connection.execute("""UPDATE shelf SET digest = '{"of": 9}'""")
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        (row,) = await ask(store, PastOf(None))
        assert (row.finished, row.summary) == (None, None)
        store.close()

    play_out(test)


def test_of_a_table_that_nobody_touches_nothing_is_left_after_a_month(tmp_path: Path) -> None:
    """But for one at which a game still runs; and the file is as whole as before."""

    async def test() -> None:
        loop = asyncio.get_running_loop()
        store = SqliteStore(tmp_path, loop, clock=lambda: 0.0)
        await keep(store, "ABCD", SaveTable('{"name": "Anastasia"}'), game(1), *entries(1, 0))
        await keep(store, "ABCD", Finish(1, "[]"), SaveSummary(record(1), "{}"))
        await keep(store, "EFGH", SaveTable("{}"), game(2, "EFGH"), *entries(2, 0))
        store.close()
        for later, left in ((ERASED, {"ABCD", "EFGH"}), (ERASED + 1, {"EFGH"}), (ERASED + 2, {"EFGH"})):
            store = SqliteStore(tmp_path, loop, clock=lambda later=later: float(later))  # type: ignore[misc]
            assert [row.record for row in await ask(store, PastOf(None))] == [record(1)]
            assert await entries_of(store, "EFGH") == ("entry 0",)
            store.close()
            assert "2 games" in examine(tmp_path)
            with closing(sqlite3.connect(tmp_path / FILE)) as connection:
                assert {code for (code,) in connection.execute("SELECT code FROM tables")} == left
        for left_over in tmp_path.iterdir():
            assert b"Anastasia" not in left_over.read_bytes(), left_over.name

    play_out(test)
