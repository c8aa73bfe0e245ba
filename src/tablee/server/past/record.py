"""Rows of the store ⇄ records, and tables set up again from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from tablee.kernel.game import Action, Options
from tablee.kernel.luck import SeededLuck
from tablee.kernel.record import Header, Record
from tablee.kernel.replay import Unplayable, replay
from tablee.server.show.tools import AnyTable, GameTools
from tablee.server.store.interface import StoredGame


def header_line(tools: GameTools, header: Header[Options]) -> str:
    return tools.wire.write_record(Record(header)).rstrip("\n")


def stored_record(tools: GameTools, stored: StoredGame) -> Record[Options, Action]:
    lines = [stored.header, *stored.entries, *([stored.ending] if stored.ending is not None else [])]
    return tools.wire.read_record("".join(f"{line}\n" for line in lines))


def set_up_again(tools: GameTools, stored: StoredGame) -> AnyTable:
    """The table as its last durable entry left it, ready to go on with its own luck."""
    *_, table = set_up_in_turns(tools, stored, len(stored.entries) + 1)
    assert table is not None
    return table


def set_up_in_turns(tools: GameTools, stored: StoredGame, at_once: int) -> Iterator[AnyTable | None]:
    """The same, and None after every so many entries: the game is played again, and others may want a turn."""
    last: AnyTable | None = None
    tables = replay(tools.game, stored_record(tools, stored), SeededLuck(bytes.fromhex(stored.seed)))
    for number, table in enumerate(tables, 1):
        last = table
        if not number % at_once:
            yield None
    if last is None:
        raise Unplayable(0, "the record is empty")
    last.captions.clear()  # what the last entry had to tell has been told
    yield last


def luck_after(tools: GameTools, record: Record[Options, Action], seed: bytes) -> SeededLuck:
    """This seed's luck after all that was drawn in this record."""
    luck = SeededLuck(seed)
    deque(replay(tools.game, record, luck), maxlen=0)
    return luck
