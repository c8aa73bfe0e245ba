"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from typing import Final

from tablee.games.voyelles.awards import awards
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Seat
from tablee.kernel.parts.quick import quick

_board: Final = quick(VoyellesBoard)


def board_of(state: VoyellesState) -> VoyellesBoard:
    return _board(
        state.options,
        state.round,
        state.first,
        state.turner,
        tuple(map(tuple, state.pawns)),
        tuple(map(state.steps, range(len(state.pawns)))),
        tuple(map(len, state.cards.down)),
        state.cards.shown,
        tuple([pile[:-1] for pile in state.cards.up]),
        tuple(state.excluded),
        tuple(state.out),
        tuple(state.passed),
        state.speaker,
        state.grabs,
        state.left,
        state.said,
        tuple(state.votes),
        tuple(state.agreed),
        tuple(state.words),
        tuple(state.errors),
        tuple(state.ours),
        state.dry,
        state.there_was,
        state.ending,
        awards(state) if state.phase == "over" else (),
    )


def hand_of(state: VoyellesState, seat: Seat, held: bool) -> Hand:
    return Hand(seat)
