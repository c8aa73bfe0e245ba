"""Rows of the store ⇄ records, and tables set up again from them."""

from __future__ import annotations

from collections import deque

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
    return table_after(tools, stored_record(tools, stored), bytes.fromhex(stored.seed))


def table_after(tools: GameTools, record: Record[Options, Action], seed: bytes) -> AnyTable:
    """The table after the last entry of this record. What that entry had to tell has been told."""
    last = deque(replay(tools.game, record, SeededLuck(seed)), maxlen=1)
    if not last:
        raise Unplayable(0, "the record is empty")
    last[0].captions.clear()
    return last[0]


def luck_after(tools: GameTools, record: Record[Options, Action], seed: bytes) -> SeededLuck:
    """This seed's luck after all that was drawn in this record."""
    luck = SeededLuck(seed)
    deque(replay(tools.game, record, luck), maxlen=0)
    return luck
