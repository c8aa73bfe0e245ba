"""Rows of the store ⇄ lobbies, running tables and records."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from tablee.games import AnyGame, Found
from tablee.kernel.codec import Codec, Json, parse, tagged
from tablee.kernel.game import Action, Board, Hand, Options, State
from tablee.kernel.luck import SeededLuck
from tablee.kernel.record import Entry, Header, Record
from tablee.kernel.replay import Unplayable, replay
from tablee.kernel.table import Table
from tablee.kernel.wire import Wire
from tablee.server.people import Lobby, Place
from tablee.server.store import StoredGame

AnyTable = Table[Options, State, Action, Board, Hand]
AnyWire = Wire[Options, State, Action, Board, Hand]
_PLACES: Final[Codec[tuple[Place, ...]]] = Codec(tuple[Place, ...])
_TEXTS: Final[Codec[tuple[str, ...]]] = Codec(tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Kit:
    """A game with its codecs, built once."""

    found: Found
    wire: AnyWire
    entry: Codec[Entry[Action]]
    board: Codec[Board]
    hand: Codec[Hand]

    @property
    def game(self) -> AnyGame:
        return self.found.game


@cache
def kit_of(found: Found) -> Kit:
    actions = {action: None for kind in found.game.meta.kinds.values() for action in kind.actions}
    entry: Codec[Entry[Action]] = Codec(Entry[tagged(*actions)])  # type: ignore[misc]
    meta = found.game.meta
    return Kit(found, Wire(found.game), entry, Codec(meta.board), Codec(meta.hand))


def write_lobby(kit: Kit, lobby: Lobby, answers: dict[str, Json]) -> str:
    doc: dict[str, Json] = {
        "code": lobby.code,
        "game": lobby.game,
        "options": kit.wire.options.to_json(lobby.options),
        "places": _PLACES.to_json(lobby.places),
        "hosts": list(lobby.hosts),
        "phase": lobby.phase,
        "pace": lobby.pace,
        "paused": lobby.paused,
        "record": lobby.record,
        "asked": lobby.asked,
        "answers": answers,
    }
    return json.dumps(doc, ensure_ascii=False, separators=(",", ":"))


def game_of_lobby(doc: str) -> str:
    value = parse(doc)
    return str(value["game"]) if isinstance(value, dict) else ""


def read_lobby(kit: Kit, doc: str) -> tuple[Lobby, dict[str, Json]]:
    """What `write_lobby` wrote."""
    value = cast("dict[str, Json]", parse(doc))
    answers = value.pop("answers")
    value["options"] = cast(Json, kit.wire.options.from_json(value["options"]))
    value["places"] = cast(Json, _PLACES.from_json(value["places"]))
    value["hosts"] = cast(Json, _TEXTS.from_json(value["hosts"]))
    return Lobby(**value), cast("dict[str, Json]", answers)  # type: ignore[arg-type]


def header_line(kit: Kit, header: Header[Options]) -> str:
    return kit.wire.write_record(Record(header)).rstrip("\n")


def stored_record(kit: Kit, stored: StoredGame) -> Record[Options, Action]:
    lines = [stored.header, *stored.entries, *([stored.ending] if stored.ending is not None else [])]
    return kit.wire.read_record("".join(f"{line}\n" for line in lines))


def set_up_again(kit: Kit, stored: StoredGame) -> AnyTable:
    """The table as its last durable entry left it, ready to go on with its own luck."""
    return table_after(kit, stored_record(kit, stored), bytes.fromhex(stored.seed))


def table_after(kit: Kit, record: Record[Options, Action], seed: bytes) -> AnyTable:
    """The table after the last entry of this record."""
    last = deque(replay(kit.game, record, SeededLuck(seed)), maxlen=1)
    if not last:
        raise Unplayable(0, "the record is empty")
    return last[0]
