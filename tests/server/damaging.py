"""Damaging a store in every way a disk can, and looking what becomes of it: all is there, or it is refused with a
sentence. Anything else is silently wrong."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

from tests.server.keeping import keep

from tablee.server.store.audit import MARK
from tablee.server.store.file import SqliteFile
from tablee.server.store.interface import (
    Append,
    Finish,
    NewGame,
    NewTable,
    OpenedBy,
    Query,
    RecordOf,
    SaveTable,
    StoreError,
    Write,
)
from tablee.server.store.reading import answer
from tablee.server.store.schema import FILE, connect
from tablee.server.store.sqlite import SqliteStore

FILES = (FILE, f"{FILE}-wal", MARK)
MOVES = 9
NOW = 1_000_000
"""Seconds."""
T = TypeVar("T")


class Content(NamedTuple):
    """All that was acknowledged."""

    tables: tuple[tuple[str, str], ...]
    opened: tuple[tuple[str, str | None], ...]
    running: tuple[tuple[str, int, tuple[str, ...], tuple[str | None, ...], str, str], ...]
    record: tuple[str, ...] | None


class Silent(Exception):
    """A damage went unnoticed. The message says which."""


def fill(folder: Path) -> tuple[Content, Content]:
    """A store with some tables, games that run and one that is over. Copies of its files, as a crash would leave them
    (`crashed`) and as a closed house does (`closed`), with what each holds."""

    async def write() -> None:
        store = SqliteStore(folder / "live", asyncio.get_running_loop(), clock=lambda: float(NOW))
        for code, writes in _batches():
            await keep(store, code, *writes)
        _copy(folder / "live", folder / "crashed")
        store.close()
        _copy(folder / "live", folder / "closed")

    asyncio.run(write())
    contents = [reopen(_copy(folder / state, folder / "looked at")) for state in ("crashed", "closed")]
    crashed, closed = contents
    assert isinstance(crashed, Content)
    assert isinstance(closed, Content)
    return crashed, closed


CODES = ("AAAA", "BBBB", "CCCC", "DDDD")


def _batches() -> Iterable[tuple[str, Sequence[Write]]]:
    for code in CODES:
        doc = json.dumps({"code": code, "places": ["Ana", "Bob", "Zoé"] * 8})
        yield code, [NewTable(doc, f"made by {code}")]
        header = json.dumps({"game": "morpion", "commitment": "0" * 64})
        new = NewGame(1, f"record-{code}", header, "5eed" * 8, "[]")
        yield code, [SaveTable(doc + " "), new, _entry(code, 0)]
    for seq in range(1, MOVES):
        for code in CODES:
            if seq == MOVES - 1 and code == "BBBB":
                kept = [[_entry(code, n).entry, _entry(code, n).command] for n in range(MOVES)]
                yield code, [_entry(code, seq), Finish(1, json.dumps(kept)), SaveTable("over")]
            else:
                yield code, [_entry(code, seq)]
    yield "AAAA", [SaveTable('{"renamed": true}')]
    yield "AAAA", [_entry("AAAA", MOVES)]


def _entry(code: str, seq: int) -> Append:
    entry = {"kind": "step", "seat": seq % 2, "ask": f"{seq}.mark", "action": {"type": "Mark", "cell": seq}, "now": 17}
    return Append(1, seq, json.dumps(entry), f"command-{code}-{seq}" if seq else None)


def _copy(source: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name in FILES:
        if (source / name).exists():
            shutil.copy(source / name, target / name)
    return target


def reopen(folder: Path) -> Content | StoreError:
    """As the writer opens it, in this process: there are thousands."""
    try:
        file = SqliteFile(folder, NOW)
        try:
            with closing(connect(file.path)) as connection:
                return _read(file, connection)
        finally:
            file.close()
    except StoreError as error:
        return error


def _read(file: SqliteFile, connection: sqlite3.Connection) -> Content:
    def ask(query: Query[T]) -> T:
        found = answer(query, connection, file.path, NOW)
        if isinstance(found, StoreError):
            raise found
        return cast(T, found)

    tables = [found for code in CODES if (found := file.table(code)) is not None]
    games = [table.running for table in tables if table.running is not None]
    running = tuple((one.code, one.ordinal, one.entries, one.commands, one.header, one.seed) for one in games)
    record = ask(RecordOf("record-BBBB"))
    entries = None if record is None else (*record.entries, *map(str, record.commands), record.header, record.people)
    opened = [(code, ask(OpenedBy(f"made by {code}"))) for code in CODES]
    return Content(tuple((table.code, table.doc) for table in tables), tuple(opened), running, entries)


class Workshop:
    """Damages copies of a store, one after the other."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._truth, _ = fill(folder)
        self.fates: Counter[str] = Counter()

    def size(self, state: str, name: str) -> int:
        path = self._folder / state / name
        return path.stat().st_size if path.exists() else 0

    def read(self, state: str, name: str) -> bytes:
        return (self._folder / state / name).read_bytes()

    def damage(self, state: str, name: str, what: str, change: Callable[[bytes], bytes | None]) -> str:
        """What becomes of a store in this state when this file is changed like this: `whole` or `refused`."""
        broken = self._folder / "broken"
        _copy(self._folder / state, broken)
        content = change((broken / name).read_bytes())
        if content is None:
            (broken / name).unlink()
        else:
            (broken / name).write_bytes(content)
        try:
            found = reopen(broken)
        except Exception as error:
            raise Silent(f"{state} {name}, {what}: {type(error).__name__}: {error}") from error
        if isinstance(found, StoreError):
            fate = "refused"
            if len(str(found).split()) < 6 or not str(found).endswith("."):
                raise Silent(f"{state} {name}, {what}: {found} is no sentence")
        elif found == self._truth:
            fate = "whole"
        else:
            raise Silent(f"{state} {name}, {what}: {_difference(self._truth, found)}")
        self.fates[fate] += 1
        return fate

    def truncate(self, state: str, name: str, length: int) -> str:
        return self.damage(state, name, f"cut to {length} bytes", lambda content: content[:length])

    def flip(self, state: str, name: str, bit: int) -> str:
        return self.damage(state, name, f"bit {bit} flipped", lambda content: _flipped(content, bit))

    def remove(self, state: str, name: str) -> str:
        return self.damage(state, name, "removed", lambda _: None)

    def blank(self, state: str, name: str, at: int, length: int) -> str:
        """As a disk does that lost a block."""
        return self.damage(
            state,
            name,
            f"{length} bytes zeroed at {at}",
            lambda content: content[:at] + bytes(length) + content[at + length :],
        )


def _flipped(content: bytes, bit: int) -> bytes:
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _difference(wanted: Content, found: Content) -> str:
    return "; ".join(
        f"{name} should be {str(want)[:300]}, is {str(have)[:300]}"
        for name, want, have in zip(Content._fields, wanted, found, strict=True)
        if want != have
    )


def some_bits(size: int, number: int, seed: str) -> list[int]:
    luck = random.Random(seed)
    return [luck.randrange(8 * size) for _ in range(number)]
