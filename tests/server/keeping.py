"""Stores for tests: write and wait, ask and wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeVar
from weakref import WeakKeyDictionary

from tablee.server.store.interface import (
    Append,
    Batch,
    ClearTable,
    NewGame,
    Owner,
    Query,
    Store,
    StoredTable,
    StoreError,
    TableOf,
    Write,
)

T = TypeVar("T")
_epochs: WeakKeyDictionary[Store, dict[str, int]] = WeakKeyDictionary()
"""In which tables belong to whoever asked last."""
HEADER = '{"header": {"game": "morpion"}}'


async def keep(store: Store, code: str, *writes: Write) -> None:
    """Until it is durable; or StoreError."""
    done: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
    epochs = _epochs.setdefault(store, {})
    store.write(Batch(Owner(code, epochs.get(code, 0)), writes), done.set_result)
    error = await done
    if any(isinstance(write, ClearTable) for write in writes):
        epochs.pop(code, None)
    if error is not None:
        raise error


async def ask(store: Store, query: Query[T]) -> T:
    """What it answers; or StoreError."""
    told: asyncio.Future[T | StoreError] = asyncio.get_running_loop().create_future()
    store.read(query, told.set_result)
    answer = await told
    if isinstance(answer, StoreError):
        raise answer
    return answer


async def table(store: Store, code: str) -> StoredTable:
    found = await ask(store, TableOf(code))
    assert isinstance(found, StoredTable)
    return owned(store, found)


def owned(store: Store, found: StoredTable) -> StoredTable:
    """From now on `keep` writes as its owner."""
    _epochs.setdefault(store, {})[found.code] = found.epoch
    return found


async def entries_of(store: Store, code: str) -> tuple[str, ...] | None:
    """Of the game that runs there."""
    running = (await table(store, code)).running
    return None if running is None else running.entries


def game(ordinal: int, code: str = "ABCD") -> NewGame:
    return NewGame(ordinal, record(ordinal, code), HEADER, f"seed-of-{ordinal}", "[]")


def record(ordinal: int, code: str = "ABCD") -> str:
    return f"record-{code}-{ordinal}"


def entries(ordinal: int, *numbers: int) -> Sequence[Append]:
    return [Append(ordinal, seq, f"entry {seq}", f"c{seq}" if seq else None) for seq in numbers]


def gathered(*numbers: int) -> str:
    """The same, as one text."""
    pairs = [f'["entry {seq}",{f"{chr(34)}c{seq}{chr(34)}" if seq else "null"}]' for seq in numbers]
    return f"[{','.join(pairs)}]"
