"""The writer dies, hangs, or has a disk that fails: another takes its place, everybody is answered, and no move is both
kept and refused."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest
from tests.server import faulty
from tests.server.keeping import ask, entries, entries_of, game, keep, table
from tests.server.venue import play_out

from tablee.server.store.interface import Append, Batch, Owner, SaveTable, StoreError, TableOf
from tablee.server.store.sqlite import SqliteStore

ENTRIES, KILLS = 40, 12


class Fates:
    """What became of entries that many tables wrote one after the other, as tables do: what was refused is tried again
    under the same number, with another text."""

    def __init__(self, store: SqliteStore, codes: list[str]) -> None:
        self.kept: dict[str, list[str]] = {code: [] for code in codes}
        self.refused: set[str] = set()
        self.reasons: set[str] = set()
        self._store = store

    async def write(self, code: str) -> None:
        tries = 0
        while len(self.kept[code]) < ENTRIES:
            tries += 1
            text, number = f"{code}, try {tries}", len(self.kept[code]) + 1
            try:
                await keep(self._store, code, Append(1, number, text, None))
            except StoreError as error:
                self.refused.add(text)
                self.reasons.add(str(error))
            else:
                self.kept[code].append(text)

    async def check(self, store: SqliteStore) -> None:
        """What was kept is there once, in order; what was refused is nowhere."""
        for code, kept in self.kept.items():
            assert await entries_of(store, code) == ("entry 0", *kept)


async def begin(store: SqliteStore, *codes: str) -> None:
    for code in codes:
        await keep(store, code, SaveTable("{}"), game(1, code), *entries(1, 0))


async def next_writer(store: SqliteStore, number: int) -> None:
    """Until so many have been there."""
    while store.writers < number:
        await asyncio.sleep(0)


def test_a_writer_that_is_killed_again_and_again_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        store, luck = SqliteStore(tmp_path, asyncio.get_running_loop()), random.Random(15)
        codes = [f"T{number:03}" for number in range(30)]
        await begin(store, *codes)
        fates = Fates(store, codes)
        writing = asyncio.gather(*map(fates.write, codes))
        for kill in range(1, KILLS + 1):
            aim = sum(map(len, fates.kept.values())) + luck.randrange(1, len(codes) * ENTRIES // KILLS)
            while sum(map(len, fates.kept.values())) < aim and not writing.done():
                await asyncio.sleep(0)
            os.kill(store.writer, signal.SIGKILL)
            await next_writer(store, kill + 1)
        await writing
        await fates.check(store)
        store.close()
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await fates.check(store)
        store.close()

    play_out(test)


def test_a_writer_that_hangs_is_ended_and_those_who_wait_are_answered(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), hangs=0.3)
        await begin(store, "ABCD")
        os.kill(store.writer, signal.SIGSTOP)
        with pytest.raises(StoreError, match="had to be replaced"):
            await keep(store, "ABCD", *entries(1, 1))
        assert store.writers == 2
        await keep(store, "ABCD", *entries(1, 1))
        os.kill(store.writer, signal.SIGSTOP)
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1"), "who only asks is answered by the next one"
        assert store.writers == 3
        store.close()

    play_out(test)


def test_what_was_kept_before_a_writer_hung_is_no_refusal(tmp_path: Path) -> None:
    """It committed, and was stopped before it could say so."""

    async def test() -> None:
        command = (sys.executable, "-c", SILENT_AFTER_ONE.format(silent=str(tmp_path / "silent")))
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), hangs=0.3, command=command)
        await begin(store, "ABCD")
        (tmp_path / "silent").touch()
        kept = asyncio.ensure_future(keep(store, "ABCD", *entries(1, 1)))
        while (tmp_path / "silent").exists():
            await asyncio.sleep(0)
        with pytest.raises(StoreError, match="had to be replaced"):
            await keep(store, "EFGH", SaveTable("{}"))
        await kept  # it is in the file
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1")
        assert store.writers == 2
        store.close()

    play_out(test)


SILENT_AFTER_ONE = """
import signal
from pathlib import Path
from tablee.server.store import pipe, writer

def say(self, report, said=writer.Writer._say):
    if isinstance(report, pipe.Kept) and Path("{silent}").exists():
        Path("{silent}").unlink()
        signal.raise_signal(signal.SIGSTOP)
    said(self, report)

writer.Writer._say = say
writer.main()
"""


@pytest.mark.skipif(not faulty.can_fail(), reason="this system cannot make a disk fail")
@pytest.mark.parametrize(
    ("calls", "error", "words"),
    [
        ("fsync,fdatasync", "EIO", "The disk reports an error"),
        ("pwrite64", "EIO", "The disk reports an error"),
        ("pwrite64", "ENOSPC", "The disk is full"),
    ],
)
def test_on_a_disk_that_fails_nothing_acknowledged_is_lost(tmp_path: Path, calls: str, error: str, words: str) -> None:
    async def test() -> None:
        broken = tmp_path / "broken"
        command = faulty.command(calls, error, broken)
        store = SqliteStore(tmp_path / "store", asyncio.get_running_loop(), command=command)
        await begin(store, "ABCD", "EFGH")
        await keep(store, "ABCD", *entries(1, 1))
        os.kill(store.writer, signal.SIGUSR1)
        broken.touch()
        for text in ("lost", "lost again"):
            with pytest.raises(StoreError, match=words):
                await keep(store, "ABCD", Append(1, 2, text, None))
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1")
        assert store.writers > 2
        broken.unlink()
        os.kill(store.writer, signal.SIGKILL)  # the disk is well again
        await next_writer(store, store.writers + 1)
        await keep(store, "ABCD", *entries(1, 2))
        await keep(store, "EFGH", *entries(1, 1))
        store.close()
        store = SqliteStore(tmp_path / "store", asyncio.get_running_loop())
        assert await entries_of(store, "ABCD") == ("entry 0", "entry 1", "entry 2")
        assert await entries_of(store, "EFGH") == ("entry 0", "entry 1")
        store.close()

    play_out(test)


def test_while_no_writer_can_open_the_file_what_one_had_waits_and_all_else_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        absent = tmp_path / "absent"
        start = "import pathlib, sys; from tablee.server.store import writer"
        command = (sys.executable, "-c", f"{start}; pathlib.Path({str(absent)!r}).exists() or writer.main()")
        store = SqliteStore(tmp_path, asyncio.get_running_loop(), command=command, hangs=0.3)
        await begin(store, "ABCD", "EFGH")
        os.kill(store.writer, signal.SIGSTOP)
        absent.touch()
        waiting = asyncio.ensure_future(keep(store, "ABCD", *entries(1, 1)))
        await next_writer(store, 2)
        with pytest.raises(StoreError, match="does not start"):
            await ask(store, TableOf("EFGH"))
        with pytest.raises(StoreError, match="does not start"):
            await keep(store, "EFGH", *entries(1, 1))
        assert not waiting.done(), "nobody knows yet whether it is in the file"
        absent.unlink()
        with pytest.raises(StoreError, match="had to be replaced"):
            await waiting
        await keep(store, "EFGH", *entries(1, 1))
        assert (await table(store, "ABCD")).running is not None
        store.close()

    play_out(test)


def test_who_stops_the_house_does_not_stop_its_writer_first(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(store.writer, one)
        await begin(store, "ABCD")
        assert store.writers == 1
        store.close()

    play_out(test)


def test_one_that_no_file_can_keep_harms_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        told: list[StoreError | None] = []
        for doc in ("{}", "\ud800", "[]"):
            store.write(Batch(Owner(f"T{len(doc)}{doc == '[]'}"), [SaveTable(doc)]), told.append)
        await keep(store, "LAST", SaveTable("{}"))
        assert sorted(type(one).__name__ for one in told) == ["NoneType", "NoneType", "StoreError"]
        store.close()

    play_out(test)
