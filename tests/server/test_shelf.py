"""What the store remembers of finished games, and how it forgets them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.test_store import entries, keep
from tests.server.venue import play_out

from tablee.server.store import sqlite
from tablee.server.store.interface import Append, Finish, Forget, NewGame, SaveTable, Shelve, StoreError
from tablee.server.store.sqlite import ERASED, FILE, SqliteStore, examine

HEADER = '{"header": {"game": "morpion"}}'


def game(number: int) -> NewGame:
    return NewGame(number, f"record-{number}", "ABCD", HEADER, f"seed-of-{number}", "[]")


async def finished(folder: Path, *numbers: int) -> SqliteStore:
    """A store with these games, each of two entries, ended at 100, 200, 300…"""
    clock = iter(range(100, 10_000, 100))
    store = SqliteStore(folder, asyncio.get_running_loop(), touched=lambda: 0.0)
    await keep(store, SaveTable("ABCD", "{}"))
    for number in numbers:
        await keep(store, game(number), *entries(number, 0, 1))
        await keep(store, Finish(number, "[]"), Shelve(number, f'{{"of": {number}}}', next(clock)))
    return store


def test_finished_games_are_listed_the_newest_first_and_running_ones_are_not(tmp_path: Path) -> None:
    async def test() -> None:
        store = await finished(tmp_path, 1, 2, 3)
        await keep(store, game(4), *entries(4, 0))
        assert [(row.record, row.finished) for row in store.shelf(None)] == [
            ("record-3", 300),
            ("record-2", 200),
            ("record-1", 100),
        ]
        (row,) = store.shelf(["record-2", "record-4", "nothing"])
        assert (row.game, row.code, row.name, row.digest) == (2, "ABCD", "morpion", '{"of": 2}')
        assert store.shelf([]) == []
        store.close()

    play_out(test)


def test_without_a_moment_of_its_own_a_game_ends_now(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), touched=lambda: 1234.5)
        await keep(store, SaveTable("ABCD", "{}"), game(1), *entries(1, 0))
        await keep(store, Finish(1, "[]"), Shelve(1, "{}"))
        assert [row.finished for row in store.shelf(None)] == [1234]
        store.close()

    play_out(test)


def test_a_forgotten_game_is_in_no_byte_of_the_folder_and_all_others_are_as_they_were(tmp_path: Path) -> None:
    async def test() -> None:
        store = await finished(tmp_path, 1, 2)
        await keep(store, SaveTable("EFGH", "{}"), NewGame(3, "record-3", "EFGH", HEADER, "s", "[]"), *entries(3, 0, 1))
        secret = Append(4, 0, '"what only game four says"', "c")
        await keep(store, NewGame(4, "record-4", "ABCD", HEADER, "seed-of-four", '["Zoé"]'), secret)
        await keep(store, Finish(4, "[]"), Shelve(4, '"digest of four"'))
        await keep(store, Forget(4))
        assert store.find_record("record-4") is None
        assert [row.record for row in store.shelf(None)] == ["record-2", "record-1"]
        everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        for trace in (b"what only game four says", b"seed-of-four", b"record-4", b"digest of four"):
            assert trace not in everything, trace
        await keep(store, *entries(3, 2))  # the game that runs goes on
        store.close()
        assert "as it was written" in examine(tmp_path)
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        (running,) = store.running()
        assert running.entries == ("entry 0", "entry 1", "entry 2")
        store.close()

    play_out(test)


def test_a_game_that_runs_cannot_be_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        store = await finished(tmp_path, 1)
        await keep(store, game(2), *entries(2, 0))
        await keep(store, Forget(2))
        assert [running.record for running in store.running()] == ["record-2"]
        await keep(store, *entries(2, 1))
        store.close()
        SqliteStore(tmp_path, asyncio.get_running_loop()).close()

    play_out(test)


@pytest.mark.parametrize("times", [1, 3])
def test_a_log_of_which_nothing_is_left_opens_time_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """No game runs, so that a clean-up leaves no row of the log."""
    monkeypatch.setattr(sqlite, "MOST_DEAD", 1)

    async def test() -> None:
        (await finished(tmp_path, 1)).close()
        for _ in range(times):
            SqliteStore(tmp_path, asyncio.get_running_loop(), touched=lambda: 0.0).close()
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), touched=lambda: 0.0)
        await keep(store, game(2), *entries(2, 0))
        await keep(store, Forget(1))
        store.close()
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), touched=lambda: 0.0)
        assert [running.record for running in store.running()] == ["record-2"]
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
        (row,) = store.shelf(None)
        assert (row.finished, row.digest) == (None, None)
        store.close()

    play_out(test)


def test_of_a_table_that_nobody_touches_nothing_is_left_after_a_month(tmp_path: Path) -> None:
    """But for one at which a game still runs; and the file is as whole as before."""

    async def test() -> None:
        loop = asyncio.get_running_loop()
        store = SqliteStore(tmp_path, loop, touched=lambda: 0.0)
        await keep(store, SaveTable("ABCD", '{"name": "Anastasia"}'), game(1), *entries(1, 0))
        await keep(store, Finish(1, "[]"), Shelve(1, "{}"))
        await keep(store, SaveTable("EFGH", "{}"), game(2)._replace(code="EFGH"), *entries(2, 0))
        store.close()
        for later, left in ((ERASED, {"ABCD", "EFGH"}), (ERASED + 1, {"EFGH"}), (ERASED + 2, {"EFGH"})):
            store = SqliteStore(tmp_path, loop, touched=lambda later=later: float(later))  # type: ignore[misc]
            assert [row.record for row in store.shelf(None)] == ["record-1"]
            assert [row.game for row in store.running()] == [2]
            store.close()
            assert "2 games" in examine(tmp_path)
            with closing(sqlite3.connect(tmp_path / FILE)) as connection:
                assert {code for (code,) in connection.execute("SELECT code FROM tables")} == left
        for file in tmp_path.iterdir():
            assert b"Anastasia" not in file.read_bytes(), file.name

    play_out(test)
