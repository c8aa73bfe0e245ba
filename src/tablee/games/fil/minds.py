"""What goes together, in the mind of one bot: the ratings of cards on the grid, their words, and private whims.

No two minds weigh these alike. Two bots that shared one table would read each other's thoughts and prove nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, sqrt
from typing import Final

from tablee.bots.pace import fraction, normal
from tablee.games.fil.likeness import by_words
from tablee.games.fil.tags import DIMENSIONS, FEINT
from tablee.games.fil.themes import editions
from tablee.games.fil.view import Face, FilBoard
from tablee.kernel.luck import SeededLuck, seed_from

_SPREAD: Final = 0.3
"""How much minds differ in what they find important."""
_USUAL: Final = 0.35
"""The usual spread of likeness by tags: divided by it, a likeness of 1 is a strong one."""


@cache
def _means(theme: str) -> tuple[float, ...]:
    """How much of each dimension there is in a theme, in all of ours for one that is not."""
    packs = [pack for pack in editions("fr") if pack.id == theme] or list(editions("fr"))
    cards = [card.tags for pack in packs for card in pack.cards]
    return tuple(sum(tags[d] for tags in cards) / len(cards) for d in range(len(DIMENSIONS)))


class Mind:
    def __init__(self, name: str, whims: float) -> None:
        """`whims`: which part of what it feels is its own business, from 0 to 1."""
        luck = SeededLuck(seed_from("mind", name))
        self._name = name
        self._whims = whims
        self._weights = [exp(_SPREAD * normal(luck)) for _ in DIMENSIONS]
        self._words = 0.2 + 0.3 * fraction(luck)
        self._vectors: dict[tuple[str, int, str], list[float]] = {}
        self._felt: dict[tuple[int, int, int, int], float] = {}

    def likeness(self, board: FilBoard, one: Face, other: Face) -> float:
        """How near these cards feel: 0 is neither near nor far, 1 is near."""
        key = (one.theme, one.number, other.theme, other.number)
        felt = self._felt.get(key)
        if felt is None:
            felt = (1 - self._whims) * self._sense(board, one, other) + self._whims * self._whim(one, other)
            self._felt[key] = self._felt[key[2:] + key[:2]] = felt
        return felt

    def _sense(self, board: FilBoard, one: Face, other: Face) -> float:
        if not one.tags or not other.tags:
            return 2 * _same_letters(one.text, other.text)
        theme = board.themes[one.theme].id
        tags = _dot(self._vector(theme, one), self._vector(board.themes[other.theme].id, other)) / _USUAL
        words = by_words(theme, one.number - 1, other.number - 1) if one.theme == other.theme else None
        return tags if words is None else (1 - self._words) * tags + self._words * 4 * (words - 0.5)

    def _vector(self, theme: str, face: Face) -> list[float]:
        key = (theme, face.number, face.tags)
        made = self._vectors.get(key)
        if made is None:
            means = _means(theme)
            values = [
                weight * (int(rating) - mean) / (0.4 + mean)
                for weight, rating, mean in zip(self._weights, face.tags, means, strict=True)
            ]
            length = sqrt(sum(value * value for value in values)) or 1.0
            made = self._vectors[key] = [value / length for value in values]
        return made

    def _whim(self, one: Face, other: Face) -> float:
        first, second = sorted((one[:2], other[:2]))
        return normal(SeededLuck(seed_from("whim", self._name, first, second)))

    def reasons(self, one: Face, near: Face, far: Face) -> tuple[int, ...]:
        """Why one card is nearer to the second than to the third: at most two dimensions, or a feint."""
        if not (one.tags and near.tags and far.tags):
            return (FEINT,)
        gains = []
        for d, weight in enumerate(self._weights):
            here, close, away = int(one.tags[d]), int(near.tags[d]), int(far.tags[d])
            gain = weight * here * (close - away)
            if here and close and gain > 0:
                gains.append((gain, d))
        gains.sort(reverse=True)
        best = [d for gain, d in gains[:2] if 2 * gain >= gains[0][0]]
        return tuple(best) or (FEINT,)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _same_letters(one: str, other: str) -> float:
    """For cards nobody rated: how many groups of three letters they share."""
    groups = [{text[i : i + 3] for i in range(len(text) - 2)} for text in (one.casefold(), other.casefold())]
    both = sqrt(len(groups[0]) * len(groups[1]))
    return len(groups[0] & groups[1]) / both if both else 0.0
