"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from tablee.games.pierres.state import PierresState
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, Seat


def board_of(state: PierresState) -> PierresBoard:
    allowance = state.allowance
    return PierresBoard(
        state.options,
        tuple(state.digits),
        tuple(state.stones),
        state.first,
        state.active,
        state.left_of(state.active),
        state.turn,
        state.kept,
        state.number,
        tuple(state.matched),
        state.bag(),
        () if allowance is None else tuple(allowance.left),
        0 if allowance is None else allowance.since,
    )


def hand_of(state: PierresState, seat: Seat, held: bool) -> Hand:
    return Hand(seat)
