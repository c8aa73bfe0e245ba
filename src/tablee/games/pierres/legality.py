"""Why something is not done, beyond what the table knows by itself."""

from __future__ import annotations

from tablee.games.pierres.actions import Announce, PierresAction, Remove
from tablee.games.pierres.geometry import SQUARE_OF, SQUARES
from tablee.games.pierres.state import PierresState
from tablee.kernel import Refusal, Seat


def refuse(state: PierresState, seat: Seat, action: PierresAction) -> Refusal | None:
    if isinstance(action, Remove):
        if not 0 <= action.cell < 81:
            return Refusal("no_such_cell")
        if state.digits[action.cell]:
            return Refusal("no_stone", {"cell": action.cell})
        if state.phase == "clear" and any(state.digits[cell] for cell in SQUARES[SQUARE_OF[action.cell]]):
            return Refusal("square_done", {"cell": action.cell})
    elif isinstance(action, Announce):
        if not 1 <= action.digit <= 9:
            return Refusal("no_such_digit")
        if not state.left[action.digit]:
            return Refusal("digit_gone", {"digit": action.digit})
    return None
