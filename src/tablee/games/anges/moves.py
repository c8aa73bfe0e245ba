"""What a seat may do, judging by its view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Final

from tablee.games.anges.actions import PLACES, AngesAction, Announce, Challenge, Keep, Share, Take
from tablee.games.anges.cards import CLAIMS, CardName
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import Luck, View

_ANNOUNCES: Final = tuple(Announce(claim) for claim in CLAIMS)
_FORCED: Final = (Challenge(True), Challenge(False))
_DECISIONS: Final = (Take(), *_FORCED)


def moves_of(view: View[AngesBoard, AngesHand], luck: Luck) -> Sequence[AngesAction]:
    hand, board = view.hand, view.board
    if hand is None:
        return ()
    for ask in view.asks:
        if hand.seat in ask.seats:
            if ask.kind == "announce":
                return _ANNOUNCES
            if ask.kind == "decide":
                return _FORCED if board.forced else _DECISIONS
            if ask.kind == "keep":
                return _keeps(tuple(card.name for card in hand.cards), len(board.piles) == 2)
            return _shares(tuple(card.name for card in board.shown))
    return ()


@cache
def _shares(cards: tuple[CardName, ...]) -> tuple[Share, ...]:
    orders = sorted(set(permutations(cards, 3)))
    return tuple(Share(order, places) for order in orders for places in product(PLACES, PLACES, PLACES))


def _keeps(cards: tuple[CardName, ...], two: bool) -> tuple[Keep, ...]:
    return tuple(_all_keeps(cards, two))


def _all_keeps(cards: tuple[CardName, ...], two: bool) -> Iterator[Keep]:
    """Equal cards are one choice."""
    if two:
        for discard, lay, open_discard in sorted(set(permutations(cards, 3))):
            yield Keep(discard, lay, True, open_discard)
            yield Keep(discard, lay, False, open_discard)
        return
    for discard, lay in sorted(set(permutations(cards, 2))):
        yield Keep(discard, lay, True, None)
        yield Keep(discard, lay, False, None)
