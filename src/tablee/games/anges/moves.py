"""What a seat may do, judging by its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final

from tablee.games.anges.actions import PLACES, AngesAction, Announce, Challenge, Keep, Place, Share, Take
from tablee.games.anges.cards import CLAIMS, Card, CardName
from tablee.games.anges.choices import Choices
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import Luck, View
from tablee.kernel.parts.quick import quick

_ANNOUNCES: Final = tuple(Announce(claim) for claim in CLAIMS)
_FORCED: Final = (Challenge(True), Challenge(False))
_DECISIONS: Final = (Take(), *_FORCED)
_PLACES: Final = tuple(product(PLACES, PLACES, PLACES))
_keep: Final = quick(Keep)
_share: Final = quick(Share)


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
                return _keeps(hand.cards, len(board.piles) == 2)
            return _shares(board.shown)
    return ()


@lru_cache(maxsize=1024)
def _keeps(cards: tuple[Card, ...], two: bool) -> Sequence[AngesAction]:
    names, ways = _ways_to_lay(cards, 3 if two else 2)

    def keep(way: tuple[int, ...], up: bool) -> Keep:
        return _keep(names[way[0]], names[way[1]], up, names[way[2]] if two else None)

    return Choices(keep, ways, (True, False))


@lru_cache(maxsize=1024)
def _shares(cards: tuple[Card, ...]) -> Sequence[AngesAction]:
    names, ways = _ways_to_lay(cards, 3)

    def share(way: tuple[int, ...], places: tuple[Place, Place, Place]) -> Share:
        return _share((names[way[0]], names[way[1]], names[way[2]]), places)

    return Choices(share, ways, _PLACES)


def _ways_to_lay(cards: Sequence[Card], count: int) -> tuple[Sequence[CardName], Sequence[tuple[int, ...]]]:
    """Every order in which so many of these cards can be laid, as places in the names that there are."""
    names = [card.name for card in cards]
    different = sorted(set(names))
    return different, _orders(tuple(sorted(map(different.index, names))), count)


@cache
def _orders(cards: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Equal cards are one choice."""
    return tuple(sorted(set(permutations(cards, count))))
