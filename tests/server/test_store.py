"""The store: durable, shared commits, and a clear sentence for everything that can be wrong with a disk."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.keeping import ask, entries, entries_of, game, gathered, keep, record, table
from tests.server.venue import Refused, Venue, play_out, start_table

from tablee.server.store import sqlite
from tablee.server.store.file import CLOCKS, SqliteFile
from tablee.server.store.interface import (
    Append,
    Batch,
    ClearTable,
    Done,
    Finish,
    Forget,
    NewTable,
    OpenedBy,
    Owner,
    PastOf,
    RecordOf,
    SaveEnding,
    SaveTable,
    StoreError,
    Write,
)
from tablee.server.store.pipe import Keep, Kept, NotKept, ear_of_house
from tablee.server.store.schema import FILE, MIGRATIONS
from tablee.server.store.sqlite import SqliteStore
from tablee.server.store.writer import Writer

NOW = 1_000_000
"""Seconds."""


def test_what_was_kept_is_there_after_opening_again(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await keep(store, "ABCD", NewTable("{}", "one"), game(1), *entries(1, 0, 1))
        await keep(store, "EFGH", NewTable("{}", "two"), game(1, "EFGH"), *entries(1, 0))
        await keep(store, "ABCD", SaveTable('{"a":1}'), *entries(1, 2))
        await keep(store, "EFGH", Finish(1, gathered(0)), SaveEnding(record(1, "EFGH"), "the end"))
        store.note_clocks({"ABCD": 17})
        before = [await table(store, code) for code in ("ABCD", "EFGH")]
        store.close()
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        assert [await table(store, code) for code in ("ABCD", "EFGH")] == before
        assert (await entries_of(store, "ABCD"), before[0].shown) == (("entry 0", "entry 1", "entry 2"), 17)
        finished = await ask(store, RecordOf(record(1, "EFGH")))
        assert finished is not None
        assert (finished.is_over, finished.ending, finished.entries) == (True, "the end", ("entry 0",))
        assert await ask(store, OpenedBy("two")) == "EFGH"
        await keep(store, "EFGH", game(2, "EFGH"), *entries(2, 0))
        await keep(store, "ABCD", *entries(1, 3))
        store.close()

    play_out(test)


def test_texts_come_back_to_the_letter(tmp_path: Path) -> None:
    async def test() -> None:
        texts = ['"', "\\", "\\u0000", "\u2028\n\t", "L’été 🎲", '{"a":["\\"",1]}', "null", "1", ""]
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        appends = [Append(1, seq, text, text or None) for seq, text in enumerate(texts)]
        await keep(store, "ABCD", SaveTable("{}"), game(1), *appends)
        for number, text in enumerate(texts):
            await keep(store, f"T{number}", SaveTable(text))
            assert (await table(store, f"T{number}")).doc == text
        running = (await table(store, "ABCD")).running
        assert running is not None
        assert list(running.entries) == texts
        assert list(running.commands) == [text or None for text in texts]
        with pytest.raises(StoreError):
            await keep(store, "ABCD", SaveTable("\ud800"))
        await keep(store, "ABCD", SaveTable("{}"))
        store.close()

    play_out(test)


def test_one_seq_is_written_once_and_harms_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        twice, *others = [keep(store, "ABCD", *entries(1, seq)) for seq in (0, 1, 2)]
        failure, *_ = await asyncio.gather(twice, *others, return_exceptions=True)
        assert isinstance(failure, StoreError)
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1", "entry 2")
        store.close()

    play_out(test)


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        codes = [f"T{number}" for number in range(300)]
        await asyncio.gather(*(keep(store, code, game(1, code)) for code in codes))
        before = store.commits
        await asyncio.gather(*(keep(store, code, *entries(1, 0)) for code in codes))
        assert store.commits - before < 100
        store.close()

    play_out(test)


def test_telling_takes_no_more_than_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        monkeypatch.setattr(sqlite, "LONGEST_TURN", -1)
        told: list[str] = []
        for number in range(5):
            batch = Batch(Owner(f"T{number}"), [SaveTable("{}")])
            store.write(batch, lambda _, number=number: told.append(str(number)))  # type: ignore[misc]
        while "0" not in told:
            await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(told.append, "another")
        await keep(store, "LAST", SaveTable("{}"))
        assert told.index("another") < told.index("4")
        assert [one for one in told if one != "another"] == ["0", "1", "2", "3", "4"]
        store.close()

    play_out(test)


def test_a_gap_in_a_log_is_noticed(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0, 1))
        with pytest.raises(StoreError, match="the one before is not"):
            await keep(store, "ABCD", *entries(1, 3))
        with pytest.raises(StoreError, match="does not run"):
            await keep(store, "ABCD", *entries(2, 0))
        with sqlite3.connect(tmp_path / FILE) as connection:
            connection.execute("UPDATE log SET seq = 2 WHERE seq = 1")
        connection.close()
        with pytest.raises(StoreError, match="has a gap"):
            await table(store, "ABCD")
        store.close()

    play_out(test)


def refuse_to_open(folder: Path, match: str) -> None:
    async def test() -> None:
        with pytest.raises(StoreError, match=match):
            SqliteStore(folder, asyncio.get_running_loop())

    play_out(test)


def test_a_store_of_a_newer_version(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    refuse_to_open(tmp_path, "written by a newer Tablée")


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"This is a letter to my aunt. " * 100)
    refuse_to_open(tmp_path, "is no store of Tablée")


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    refuse_to_open(tmp_path / "file" / "data", "cannot be written to")
    if os.geteuid():  # the superuser may write anywhere
        tmp_path.chmod(0o500)
        refuse_to_open(tmp_path / "data", "cannot be written to")


def test_two_servers_cannot_share_a_folder(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        with pytest.raises(StoreError, match="Another Tablée already uses"):
            SqliteStore(tmp_path, asyncio.get_running_loop(), lock_waits=0)
        store.close()
        SqliteStore(tmp_path, asyncio.get_running_loop()).close()

    play_out(test)


def test_a_full_disk(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await keep(store, "ABCD", SaveTable("{}"))
        store.limit_pages(1)
        with pytest.raises(StoreError, match="The disk is full"):
            await keep(store, "ABCD", SaveTable("x" * 100_000))
        assert (await table(store, "ABCD")).doc == "{}"
        store.limit_pages(1 << 30)
        await keep(store, "ABCD", SaveTable("x" * 100_000))
        store.close()

    play_out(test)


def test_what_cannot_be_kept_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, guest) = await start_table(venue, "pierres", "Ana", "Bob", preset="rapide")
            people, active = [host, guest], host.frames[0]["board"]["active"]
            player = people[active]
            before = player.frames[active]

            def fail(_: Batch, done: Done) -> None:
                asyncio.get_running_loop().call_soon(done, StoreError("The disk is full."))

            with monkeypatch.context() as patch:
                patch.setattr(venue.store, "write", fail)
                with pytest.raises(Refused, match="This could not be saved: nothing has changed"):
                    await player.play(active, id="the-same-id")
                with pytest.raises(Refused, match="This could not be saved"):
                    await guest.do("rename", place=1, name="Robert", emblem=None)
                twin = await venue.client(code, *player.keys)
                await twin.until_shown()
                assert twin.frames[active]["board"] == before["board"]
                assert twin.frames[active]["asks"] == before["asks"]
                venue.wall.advance(10_000)  # a clock that cannot be kept tries again later
                await twin.do("hold", seat=active, held=False)
                assert twin.frames[active]["number"] == 1
            venue.wall.advance(1_001)
            await twin.until(lambda: twin.frames[active]["number"] == 2)
            await player.until(lambda: player.frames[active]["number"] == 2)
            await player.play(active, id="another-id")
            assert "The disk is full" in venue.log.getvalue()

    play_out(test)


def test_nobody_else_on_this_machine_reads_the_files(tmp_path: Path) -> None:
    """The seeds of games that run are in there."""

    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        store.note_clocks({"ABCD": 2})
        assert (await table(store, "ABCD")).shown == 2
        modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.iterdir()}
        assert {FILE, f"{FILE}-wal", CLOCKS} <= modes.keys()
        assert not any(modes.values()), modes
        store.close()

    play_out(test)


def test_who_else_holds_the_file_is_waited_for_once_by_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was once for each job: five seconds, one after another, while everybody waited."""
    here, there = socket.socketpair()
    kept = SqliteFile(tmp_path, NOW, lock_waits=0)
    other = sqlite3.connect(kept.path, isolation_level=None, timeout=0)
    keep_in_file, tries = kept.keep, 0

    def counted(batches: Sequence[Batch], last: int, now: int) -> None:
        nonlocal tries
        tries += 1
        keep_in_file(batches, last, now)

    monkeypatch.setattr(kept, "keep", counted)
    batches = [Batch(Owner(f"T{number}"), [SaveTable("{}")]) for number in range(20)]
    other.execute("BEGIN IMMEDIATE")
    writer = Writer(there)
    writer._keep_all(kept, Keep(1, NOW, batches))
    assert tries == 1, "all were asked for in one turn"
    assert [type(report) for report in ear_of_house().hear(here.recv(1 << 16))] == [NotKept] * 20
    other.execute("ROLLBACK")
    writer._keep_all(kept, Keep(21, NOW, batches[:1]))
    assert ear_of_house().hear(here.recv(1 << 16)) == [Kept(21, 1)]
    assert kept.table("T0") is not None
    other.close()
    kept.close()
    here.close()
    there.close()


COPY = """
import sqlite3, sys
source, target = sqlite3.connect(sys.argv[1]), sqlite3.connect(sys.argv[2])
source.backup(target)
target.close()
source.close()
"""


def test_a_copy_that_is_made_while_the_house_is_open_takes_nothing_away(tmp_path: Path) -> None:
    """As docs/operations.md tells people to. Whoever copied thought to be alone, and removed the write-ahead log: what
    was acknowledged from then on was in no file."""

    async def test() -> None:
        live, copy, crashed = tmp_path / "live", tmp_path / "copy.db", tmp_path / "crashed"
        store = SqliteStore(live, asyncio.get_running_loop())
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        assert list(await ask(store, PastOf(None))) == []  # a further connection came and went
        subprocess.run([sys.executable, "-c", COPY, str(live / FILE), str(copy)], check=True)
        await keep(store, "ABCD", *entries(1, 1))
        assert list(await ask(store, PastOf(None))) == []
        shutil.copytree(live, crashed)
        store.close()
        store = SqliteStore(crashed, asyncio.get_running_loop())
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1")
        store.close()

    play_out(test)


def test_whatever_goes_wrong_all_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "connect", lambda _: (_ for _ in ()).throw(OSError("too many files")))
            with pytest.raises(StoreError, match="too many files"):
                await ask(store, PastOf(None))
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        told = asyncio.get_running_loop().create_future()
        store.write(Batch(Owner("ABCD"), [SaveTable("{}")]), lambda _: 1 / 0)  # type: ignore[arg-type]
        store.write(Batch(Owner("EFGH"), [SaveTable("{}")]), told.set_result)
        assert await told is None
        store.close()

    play_out(test)


def test_to_forget_a_game_costs_those_that_run_nothing(tmp_path: Path) -> None:
    """The log of all games was written anew for each that was stopped."""
    number = 0

    def kept(code: str, *writes: Write) -> None:
        nonlocal number
        number += 1
        file.keep([Batch(Owner(code), writes)], number, NOW)

    file = SqliteFile(tmp_path, NOW)
    for code in ("ABCD", "EFGH"):
        kept(code, SaveTable("{}"), game(1, code), *entries(1, 0))
    before, changes = list(file._games["ABCD"].rows), file._connection.total_changes
    kept("EFGH", Finish(1, gathered(0)), Forget(record(1, "EFGH")), ClearTable())
    assert file._connection.total_changes - changes < 9
    assert list(file._games["ABCD"].rows) == before
    kept("ABCD", *entries(1, 1))
    kept("EFGH", NewTable("{}", "two"))
    file.close()
    file = SqliteFile(tmp_path, NOW)
    found = [file.table(code) for code in ("ABCD", "EFGH")]
    assert [None if one is None or one.running is None else one.running.entries for one in found] == [
        ("entry 0", "entry 1"),
        None,
    ]
    with pytest.raises(StoreError, match="a game runs"):
        kept("ABCD", ClearTable())
    file.close()
