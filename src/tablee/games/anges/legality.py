"""Why something is not done, beyond what the table knows by itself."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tablee.games.anges.actions import AngesAction, Announce, Keep, Share, Take
from tablee.games.anges.cards import CLAIMS, FACE_OF, CardName, Claim, Face, is_triple, names, sorted_claim
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


def _has(hand: list[Face], *cards: CardName | None) -> bool:
    """Are these cards there, each as often as it is named?"""
    left = hand.copy()
    for card in cards:
        if card is not None:
            face = FACE_OF[card]
            if face not in left:
                return False
            left.remove(face)
    return True


def _refuse_keep(state: AngesState, action: Keep) -> Refusal | None:
    if state.seats == 2 and action.open_discard is None:
        return Refusal("two_discards")
    if state.seats > 2 and action.open_discard is not None:
        return Refusal("one_discard")
    if _has(state.hand, action.discard, action.lay, action.open_discard):
        return None
    wanted = Counter(name for name in (action.discard, action.lay, action.open_discard) if name is not None)
    held = Counter(names(state.hand))
    for name, count in wanted.items():
        if not held[name]:
            return Refusal("not_in_hand", {"card": name})
        if count > held[name]:
            return Refusal("one_place", {"card": name})
    return None


def _refuse_share(state: AngesState, action: Share) -> Refusal | None:
    if _has(state.hand, *action.cards):
        return None
    there = Counter(names(state.hand))
    for name, count in Counter(action.cards).items():
        if not there[name]:
            return Refusal("not_shown", {"card": name})
        if count > there[name]:
            return Refusal("shared_twice", {"card": name})
    return None
