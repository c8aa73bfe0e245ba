"""How long an ask waits, and what the clock does for somebody who does not answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.anges.actions import Announce, Challenge, Keep, Place, Share, Take
from tablee.games.anges.cards import NAMES, Claim, Face, Suit, is_triple, readings, suit_of
from tablee.kernel import Ms

# how long an ask waits.
ANNOUNCING: Final[Ms] = 45_000
DECIDING: Final[Ms] = 30_000
KEEPING: Final[Ms] = 45_000
SHARING: Final[Ms] = 45_000


def announce_for(hand: Sequence[Face]) -> Announce:
    """R-10: the truth, X as high as it can be read, three X as three nines."""
    return Announce(readings(hand)[0])


def decide_for(claim: Claim) -> Take | Challenge:
    """R-10: take; when forced, true."""
    return Challenge(True) if is_triple(claim) else Take()


def keep_for(hand: Sequence[Face], seats: int) -> Keep:
    """R-11: lay an Angel face up, else an X, else a Demon, both face down; discard a Demon, else an X, else an Angel;
    always the lowest number, with two players the face-down pile first."""
    left = sorted(hand)
    lay = _first(left, ("angel", "x", "demon"))
    left.remove(lay)
    discard = _first(left, ("demon", "x", "angel"))
    left.remove(discard)
    open_discard = NAMES[_first(left, ("demon", "x", "angel"))] if seats == 2 else None
    return Keep(NAMES[discard], NAMES[lay], suit_of(lay) == "angel", open_discard)


def share_for(cards: Sequence[Face]) -> Share:
    """R-11: keep Angels face up and X face down, give Demons face up."""
    first, second, third = cards
    return Share((NAMES[first], NAMES[second], NAMES[third]), (_place(first), _place(second), _place(third)))


def _first(faces: Sequence[Face], suits: tuple[Suit, ...]) -> Face:
    """The lowest card of the first of these suits there is."""
    return min(faces, key=lambda face: (suits.index(suit_of(face)), face))


def _place(face: Face) -> Place:
    suit = suit_of(face)
    return "mine_up" if suit == "angel" else "mine_down" if suit == "x" else "other_up"
