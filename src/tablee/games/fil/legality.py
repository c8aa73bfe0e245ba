"""Why something is not done, beyond what the table knows by itself: each phase has its own reasons."""

from __future__ import annotations

from tablee.games.fil.actions import FilAction
from tablee.games.fil.rulebook import RULEBOOK
from tablee.games.fil.state import FilState
from tablee.kernel import Refusal, Seat


def refuse(state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
    return RULEBOOK[state.phase].check(state, seat, action)
