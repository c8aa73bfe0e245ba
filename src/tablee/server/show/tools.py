"""A game with all it takes to read and write what belongs to it, made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tablee.games import AnyGame, Found
from tablee.kernel.codec import Codec, tagged
from tablee.kernel.frames import Frame
from tablee.kernel.game import Action, Ask, Board, Hand, Options, Outcome, State, View
from tablee.kernel.record import Entry
from tablee.kernel.table import Step, Table
from tablee.kernel.wire import Wire
from tablee.server.show.actions import reader_of
from tablee.server.show.texts import writer_of, writer_of_asks, writer_of_entries, writer_of_offers

AnyTable = Table[Options, State, Action, Board, Hand]
AnyStep = Step[State, Action]
AnyWire = Wire[Options, State, Action, Board, Hand]
AnyView = View[Board, Hand]
AnyFrame = Frame[Board, Hand]


@dataclass(frozen=True, slots=True)
class GameTools:
    """A game with its codecs, built once."""

    found: Found
    game: AnyGame
    wire: AnyWire
    entry: Codec[Entry[Action]]
    board: Codec[Board]
    hand: Codec[Hand]
    read_action: Callable[[bytes], Action]
    write_entry: Callable[[Entry[Action]], str]
    write_board: Callable[[Board], bytes]
    write_hand: Callable[[Hand], bytes]
    write_action: Callable[[Action], bytes]
    write_offer: Callable[[Sequence[Action]], bytes]
    write_ask: Callable[[Ask, str], bytes]
    write_frame: Callable[[AnyFrame], bytes]
    write_outcome: Callable[[Outcome], bytes]
    races: frozenset[str]
    """The kinds of asks that are races."""
    free: frozenset[type[Action]]
    """The actions that are typed, not chosen."""


@cache
def tools_of(found: Found) -> GameTools:
    meta = found.game.meta
    any_action = tagged(*{action: None for kind in meta.kinds.values() for action in kind.actions})
    entry = Entry[any_action]  # type: ignore[valid-type]
    races = frozenset(name for name, kind in meta.kinds.items() if kind.race)
    free = frozenset(action for kind in meta.kinds.values() if not kind.enumerable for action in kind.actions)
    write_action, wire = writer_of(any_action), Wire(found.game)
    return GameTools(
        found=found,
        game=found.game,
        wire=wire,
        entry=Codec(entry),
        board=Codec(meta.board),
        hand=Codec(meta.hand),
        read_action=reader_of(wire.action, free),
        write_entry=writer_of_entries(write_action),
        write_board=writer_of(meta.board),
        write_hand=writer_of(meta.hand),
        write_action=write_action,
        write_offer=writer_of_offers(write_action),
        write_ask=writer_of_asks(races),
        write_frame=writer_of(Frame[meta.board, meta.hand]),  # type: ignore[name-defined]
        write_outcome=writer_of(Outcome),
        races=races,
        free=free,
    )
