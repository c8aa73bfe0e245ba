"""Why something is not done, beyond what the table knows by itself. Whether a word counts is for `judging`."""

from __future__ import annotations

from tablee.games.voyelles.actions import Say, TurnCard, VoyellesAction
from tablee.games.voyelles.cards import PILES
from tablee.games.voyelles.judging import not_a_correction, unreadable
from tablee.games.voyelles.state import VoyellesState
from tablee.kernel import Refusal, Seat


def refuse(state: VoyellesState, seat: Seat, action: VoyellesAction) -> Refusal | None:
    if isinstance(action, TurnCard):
        if not 0 <= action.pile < PILES:
            return Refusal("no_such_pile")
        if not state.cards.down[action.pile]:
            return Refusal("empty_pile")
    elif isinstance(action, Say):
        refusal = unreadable(action.word)
        return not_a_correction(state, action.word) if refusal is None and state.phase == "again" else refusal
    return None
