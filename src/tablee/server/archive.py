"""Rows of the store ⇄ lobbies, running tables and records."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias, cast

import msgspec

from tablee.games import AnyGame, Found
from tablee.kernel.codec import Codec, Json, parse, tagged
from tablee.kernel.game import Action, Board, Hand, Options, Seat, State, View
from tablee.kernel.luck import SeededLuck
from tablee.kernel.record import Entry, Header, Record
from tablee.kernel.replay import Unplayable, replay
from tablee.kernel.table import Step, Table
from tablee.kernel.wire import Wire
from tablee.server.people import Lobby, Place
from tablee.server.store import Store, StoredGame

AnyTable = Table[Options, State, Action, Board, Hand]
AnyStep = Step[State, Action]
AnyWire = Wire[Options, State, Action, Board, Hand]
AnyView = View[Board, Hand]
Played: TypeAlias = dict[tuple[Seat, str], None]
"""Which seat played which command, in the order of play."""
MOST_PLAYED: Final = 2000
_encode: Final = msgspec.json.Encoder().encode
_PLACES: Final[Codec[tuple[Place, ...]]] = Codec(tuple[Place, ...])
_NEW_FIELDS: Final[dict[str, Json]] = {"claim": None, "turned_away": 0, "muted": False}
_TEXTS: Final[Codec[tuple[str, ...]]] = Codec(tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Kit:
    """A game with its codecs, built once."""

    found: Found
    wire: AnyWire
    entry: Codec[Entry[Action]]
    board: Codec[Board]
    hand: Codec[Hand]
    races: frozenset[str]
    """The kinds of asks that are races."""
    free: frozenset[type[Action]]
    """The actions that are typed, not chosen."""

    @property
    def game(self) -> AnyGame:
        return self.found.game


@cache
def kit_of(found: Found) -> Kit:
    actions = {action: None for kind in found.game.meta.kinds.values() for action in kind.actions}
    entry: Codec[Entry[Action]] = Codec(Entry[tagged(*actions)])  # type: ignore[misc]
    meta, wire = found.game.meta, Wire(found.game)
    races = frozenset(name for name, kind in meta.kinds.items() if kind.race)
    free = {action for kind in meta.kinds.values() if not kind.enumerable for action in kind.actions}
    return Kit(found, wire, entry, Codec(meta.board), Codec(meta.hand), races, frozenset(free))


def write_lobby(kit: Kit, lobby: Lobby, answers: dict[str, Json]) -> str:
    doc: dict[str, object] = {
        "code": lobby.code,
        "game": lobby.game,
        "options": msgspec.Raw(kit.wire.options.dumps(lobby.options).encode()),
        "places": msgspec.Raw(_PLACES.dumps(lobby.places).encode()),
        "hosts": lobby.hosts,
        "phase": lobby.phase,
        "pace": lobby.pace,
        "paused": lobby.paused,
        "record": lobby.record,
        "asked": lobby.asked,
        "words": lobby.words,
        "nameless": lobby.nameless,
        "answers": answers,
    }
    return _encode(doc).decode()


def game_of_lobby(doc: str) -> str:
    value = parse(doc)
    return str(value["game"]) if isinstance(value, dict) else ""


def read_lobby(kit: Kit, doc: str) -> tuple[Lobby, dict[str, Json]]:
    """What `write_lobby` wrote."""
    value = cast("dict[str, Json]", parse(doc))
    answers = value.pop("answers")
    value["options"] = cast(Json, kit.wire.options.from_json(value["options"]))
    # A table of an earlier version lacks what was added since.
    places = [{**_NEW_FIELDS, **place} for place in cast("list[dict[str, Json]]", value["places"])]
    value["places"] = cast(Json, _PLACES.from_json(cast(Json, places)))
    value["hosts"] = cast(Json, _TEXTS.from_json(value["hosts"]))
    return Lobby(**value), cast("dict[str, Json]", answers)  # type: ignore[arg-type]


def played_before(store: Store, code: str) -> Played:
    """Which seat played which command in the games that are over at this table, as far back as `recent` goes."""
    return {
        (msgspec.json.decode(entry)["seat"], command): None for entry, command in store.commands(code)[-MOST_PLAYED:]
    }


def recent(played: Played) -> Played:
    """What a new game has to know of those before: commands so old that nobody sends them again may go."""
    return played if len(played) <= 2 * MOST_PLAYED else dict.fromkeys(list(played)[-MOST_PLAYED:])


def header_line(kit: Kit, header: Header[Options]) -> str:
    return kit.wire.write_record(Record(header)).rstrip("\n")


def stored_record(kit: Kit, stored: StoredGame) -> Record[Options, Action]:
    lines = [stored.header, *stored.entries, *([stored.ending] if stored.ending is not None else [])]
    return kit.wire.read_record("".join(f"{line}\n" for line in lines))


def set_up_again(kit: Kit, stored: StoredGame) -> AnyTable:
    """The table as its last durable entry left it, ready to go on with its own luck."""
    return table_after(kit, stored_record(kit, stored), bytes.fromhex(stored.seed))


def table_after(kit: Kit, record: Record[Options, Action], seed: bytes) -> AnyTable:
    """The table after the last entry of this record. What that entry had to tell has been told."""
    last = deque(replay(kit.game, record, SeededLuck(seed)), maxlen=1)
    if not last:
        raise Unplayable(0, "the record is empty")
    last[0].captions.clear()
    return last[0]


def luck_after(kit: Kit, record: Record[Options, Action], seed: bytes) -> SeededLuck:
    """This seed's luck after all that was drawn in this record."""
    luck = SeededLuck(seed)
    deque(replay(kit.game, record, luck), maxlen=0)
    return luck
