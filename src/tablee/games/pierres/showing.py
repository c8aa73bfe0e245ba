"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from typing import Final

from tablee.games.pierres.state import MOST_SEATS, PierresState
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, Seat
from tablee.kernel.parts.quick import quick

HANDS: Final = tuple(Hand(seat) for seat in range(MOST_SEATS))

_board: Final = quick(PierresBoard)


def board_of(state: PierresState) -> PierresBoard:
    allowance = state.allowance
    return _board(
        state.options,
        state.digits,
        state.stones,
        state.first,
        state.active,
        state.left_of(state.active),
        state.turn,
        state.kept,
        state.number,
        state.matched,
        state.bag(),
        () if allowance is None else tuple(allowance.left),
        0 if allowance is None else allowance.since,
    )


def hand_of(state: PierresState, seat: Seat, held: bool) -> Hand:
    return HANDS[seat]
