"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from tablee.games.voyelles.awards import awards
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Seat


def board_of(state: VoyellesState) -> VoyellesBoard:
    return VoyellesBoard(
        options=state.options,
        round=state.round,
        first=state.first,
        turner=state.turner,
        pawns=tuple(map(tuple, state.pawns)),
        steps=tuple(map(state.steps, range(len(state.pawns)))),
        piles=tuple(map(len, state.cards.down)),
        letters=state.cards.shown,
        covered=tuple([pile[:-1] for pile in state.cards.up]),
        excluded=tuple(state.excluded),
        out=tuple(state.out),
        passed=tuple(state.passed),
        speaker=state.speaker,
        grabs=state.grabs,
        left=state.left,
        said=state.said,
        votes=tuple(state.votes),
        agreed=tuple(state.agreed),
        words=tuple(state.words),
        errors=tuple(state.errors),
        ours=tuple(state.ours),
        dry=state.dry,
        there_was=state.there_was,
        ending=state.ending,
        awards=awards(state) if state.phase == "over" else (),
    )


def hand_of(state: VoyellesState, seat: Seat, held: bool) -> Hand:
    return Hand(seat)
