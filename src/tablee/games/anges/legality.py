"""Why something is not done, beyond what the table knows by itself."""

from __future__ import annotations

from typing import Final

from tablee.games.anges.actions import AngesAction, Announce, Keep, Share, Take
from tablee.games.anges.cards import CLAIMS, FACE_OF, Claim, is_triple, sorted_claim
from tablee.games.anges.state import AngesState
from tablee.kernel import Refusal, Seat

_SAYABLE: Final = frozenset(CLAIMS)


def refuse(state: AngesState, seat: Seat, action: AngesAction) -> Refusal | None:
    if isinstance(action, Announce):
        return _refuse_announce(action)
    if isinstance(action, Take):
        # P-5: three equal values must be challenged.
        return Refusal("must_challenge", {"values": state.claim}) if is_forced(state.claim) else None
    if isinstance(action, Keep):
        return _refuse_keep(state, action)
    return _refuse_share(state, action) if isinstance(action, Share) else None


def is_forced(claim: Claim | None) -> bool:
    """P-5: three equal values must be challenged."""
    return claim is not None and is_triple(claim)


def _refuse_announce(action: Announce) -> Refusal | None:
    values = action.values
    if values in _SAYABLE:
        return None
    if not all(0 <= value <= 9 for value in values):
        return Refusal("no_such_value")
    # highest first, so that nobody reads anything into the order.
    return Refusal("highest_first", {"values": sorted_claim(values)})


def _refuse_keep(state: AngesState, action: Keep) -> Refusal | None:
    if state.seats == 2 and action.open_discard is None:
        return Refusal("two_discards")
    if state.seats > 2 and action.open_discard is not None:
        return Refusal("one_discard")
    cards = (action.discard, action.lay, *(() if action.open_discard is None else (action.open_discard,)))
    for name in cards:
        held = state.hand.count(FACE_OF[name])
        if not held:
            return Refusal("not_in_hand", {"card": name})
        if cards.count(name) > held:
            return Refusal("one_place", {"card": name})
    return None


def _refuse_share(state: AngesState, action: Share) -> Refusal | None:
    for name in action.cards:
        there = state.hand.count(FACE_OF[name])
        if not there:
            return Refusal("not_shown", {"card": name})
        if action.cards.count(name) > there:
            return Refusal("shared_twice", {"card": name})
    return None
