"""From one store to the other, and then read side by side: the second has the house only if it has all of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import msgspec

from tablee.server.store.interface import StoredGame, StoreError
from tablee.server.store.moving.house import GameRow, HouseRow, LogLine, Source, TableRow, Target

MOST_AT_ONCE: Final = 500
MOST_LETTERS: Final = 2_000_000
"""That are written at once: few rows, where they are long."""
_decode: Final = msgspec.json.Decoder(tuple[LogLine, ...]).decode
_encode: Final = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Moved:
    """What there is in a house."""

    tables: int = 0
    finished: int = 0
    running: int = 0
    entries: int = 0
    sum: str = ""
    """SHA-256 of all rows, each linked to those before: the same in every store."""

    def count(self, row: HouseRow) -> None:
        self.sum = sha256(self.sum.encode() + _encode(row)).hexdigest()
        if isinstance(row, TableRow):
            self.tables += 1
        elif row.entries is None:
            self.running += 1
            self.entries += len(row.log)
        else:
            self.finished += 1


async def move(source: Source, target: Target, check: Callable[[StoredGame], None]) -> Moved:
    """StoreError: nothing was moved. `check` opens a game as the house would, and says by StoreError that it cannot."""
    copied = await _copy(source, target, check)
    await target.note_clocks(await source.clocks())
    read = await _compare(source, target)
    if read != copied:
        raise StoreError(f"{source.name} has changed meanwhile. Nothing was moved: close that house and begin again.")
    await target.audit()
    await target.commit()
    return read


async def _copy(source: Source, target: Target, check: Callable[[StoredGame], None]) -> Moved:
    copied, waiting, letters = Moved(), list[HouseRow](), 0
    async with aclosing(source.rows()) as rows:
        async for row in rows:
            if isinstance(row, GameRow):
                check(opened(row, source.name))
            copied.count(row)
            waiting.append(row)
            letters += _length(row)
            if len(waiting) >= MOST_AT_ONCE or letters >= MOST_LETTERS:
                await target.write(waiting)
                waiting, letters = [], 0
    await target.write(waiting)
    return copied


async def _compare(source: Source, target: Target) -> Moved:
    read = Moved()
    async with aclosing(source.rows()) as ours, aclosing(target.rows()) as theirs:
        async for row in ours:
            found = await anext(theirs, None)
            if found != row:
                raise StoreError(
                    f"{_called(row)} did not arrive in {target.name} as it is in {source.name}. Nothing was moved: "
                    "look after the disk, then begin again."
                )
            read.count(row)
        more = await anext(theirs, None)
        if more is not None:
            raise StoreError(f"{_called(more)} is in {target.name} already. Nothing was moved: begin again.")
    return read


def opened(row: GameRow, where: str) -> StoredGame:
    """As a house finds it; or StoreError."""
    try:
        lines = row.log if row.entries is None else _decode(row.entries)
    except (msgspec.DecodeError, UnicodeError):
        raise broken(row.record, where) from None
    entries, commands = tuple(entry for entry, _ in lines), tuple(command for _, command in lines)
    fields = (row.code, row.ordinal, row.record, row.header, row.seed, row.people)
    return StoredGame(*fields, row.entries is not None, row.ending, entries, commands)


def broken(record: str, where: str) -> StoreError:
    return StoreError(f"The record {record} in {where} is damaged. Restore it from a backup.")


def _called(row: HouseRow) -> str:
    return f"Table {row.code}" if isinstance(row, TableRow) else f"The record {row.record}"


def _length(row: HouseRow) -> int:
    if isinstance(row, TableRow):
        return len(row.doc)
    return len(row.entries or "") + len(row.summary or "") + sum(len(entry) for entry, _ in row.log)
