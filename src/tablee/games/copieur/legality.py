"""Why something is not done, beyond what the table knows by itself."""

from __future__ import annotations

from typing import Final

from tablee.games.copieur.actions import (
    EXCHANGING,
    POINTING,
    SAYING,
    TO_SEATS,
    Claim,
    CopieurAction,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Hint,
    HintCentre,
    Point,
    PointCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
    Towards,
)
from tablee.games.copieur.exchange import place_of
from tablee.games.copieur.operations import GREATEST, SLATES
from tablee.games.copieur.state import CLAIMS_A_TURN, CopieurState
from tablee.kernel import Refusal, Seat

_COPYING: Final = POINTING + EXCHANGING


def refuse(state: CopieurState, seat: Seat, action: CopieurAction) -> Refusal | None:
    """Whatever it depends on is public or the seat's own: a refusal tells its reader nothing new."""
    if isinstance(action, SAYING):
        return _refuse_saying(state, seat, action)
    if isinstance(action, Roll):
        return None
    if isinstance(action, _COPYING):
        return _refuse_copying(state, seat, action)
    if isinstance(action, Slap):
        return _refuse_slap(state, seat, action)
    if isinstance(action, Declare):
        return None if state.is_teacher() else Refusal("not_teacher", {"number": state.die})
    if isinstance(action, Ready):
        return Refusal("already_ready") if state.is_ready[seat] else None
    return _refuse_telling(state, seat, action)


def _refuse_place(state: CopieurState, action: Towards | TellCentre) -> Refusal | None:
    """Is there such a place?"""
    if isinstance(action, TO_SEATS):
        return None if 0 <= action.to < state.seats else Refusal("nobody_there")
    count = SLATES - state.seats
    if 1 <= action.centre <= count:
        return None
    return Refusal("no_such_centre", {"centre": action.centre, "count": count}) if count else Refusal("no_centre")


def _refuse_copying(
    state: CopieurState, seat: Seat, action: Point | PointCentre | Exchange | ExchangeCentre
) -> Refusal | None:
    refusal = _refuse_place(state, action)
    if refusal is not None:
        return refusal
    if state.is_teacher():
        return Refusal("not_copier", {"number": state.die})
    place = place_of(state, action)
    if place == seat:
        # keeping one's own is illegal.
        return Refusal("own_slate")
    if isinstance(action, POINTING) and place == state.pointed:
        return Refusal("already_pointed")
    return None


def _refuse_saying(state: CopieurState, seat: Seat, action: Claim | Deny | Hint | HintCentre) -> Refusal | None:
    if isinstance(action, Claim):
        if not 1 <= action.number <= SLATES:
            return Refusal("no_such_slate", {"number": action.number})
    elif not isinstance(action, Deny):
        refusal = _refuse_place(state, action)
        if refusal is not None:
            return refusal
        if isinstance(action, Hint) and action.to == seat:
            return Refusal("hint_self")
    return Refusal("enough_said", {"count": CLAIMS_A_TURN}) if not state.claims_left[seat] else None


def _refuse_telling(state: CopieurState, seat: Seat, action: TellMine | TellCentre) -> Refusal | None:
    """R-5: `mine` is for the holder of the right slate alone, who may use no other."""
    is_holder = state.slates[seat] == state.die
    if isinstance(action, TellMine):
        return None if is_holder else Refusal("not_mine", {"number": state.die})
    refusal = _refuse_place(state, action)
    if refusal is not None:
        return refusal
    return Refusal("show_own", {"number": state.die}) if is_holder else None


def _refuse_slap(state: CopieurState, seat: Seat, action: Slap) -> Refusal | None:
    if state.has_slapped(seat):
        return Refusal("one_slap")
    if not 0 <= action.answer <= GREATEST:
        return Refusal("no_such_answer", {"most": GREATEST})
    pad = state.pad()
    return Refusal("not_on_pad", {"answer": action.answer}) if pad and action.answer not in pad else None
