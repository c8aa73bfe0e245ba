"""A game with all it takes to read and write what belongs to it, made once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablee.games import AnyGame, Found
from tablee.kernel.codec import Codec, tagged
from tablee.kernel.game import Action, Board, Hand, Options, State, View
from tablee.kernel.record import Entry
from tablee.kernel.table import Step, Table
from tablee.kernel.wire import Wire

AnyTable = Table[Options, State, Action, Board, Hand]
AnyStep = Step[State, Action]
AnyWire = Wire[Options, State, Action, Board, Hand]
AnyView = View[Board, Hand]


@dataclass(frozen=True, slots=True)
class GameTools:
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
def tools_of(found: Found) -> GameTools:
    actions = {action: None for kind in found.game.meta.kinds.values() for action in kind.actions}
    entry: Codec[Entry[Action]] = Codec(Entry[tagged(*actions)])  # type: ignore[misc]
    meta, wire = found.game.meta, Wire(found.game)
    races = frozenset(name for name, kind in meta.kinds.items() if kind.race)
    free = {action for kind in meta.kinds.values() if not kind.enumerable for action in kind.actions}
    return GameTools(found, wire, entry, Codec(meta.board), Codec(meta.hand), races, frozenset(free))
