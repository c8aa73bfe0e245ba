"""What a player believes about where the slates are: a weight for each of the 720 arrangements.

Evidence multiplies weights, moves carry them along, and forgetting blurs them: of two places one no longer knows which
is which. What nobody forgets (one's own slate, a slate that lies face up) is seen again and again."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Final

from tablee.games.copieur.operations import SLATES
from tablee.games.copieur.state import Place

ARRANGEMENTS: Final = tuple(permutations(range(1, SLATES + 1)))
"""The number of the slate at each place."""
_NOTHING: Final = 1e-9
"""A smaller chance is none."""
_INDEX: Final = {arrangement: index for index, arrangement in enumerate(ARRANGEMENTS)}


@cache
def _with(place: Place, number: int) -> tuple[int, ...]:
    """The arrangements with this slate at this place."""
    return tuple(index for index, arrangement in enumerate(ARRANGEMENTS) if arrangement[place] == number)


@cache
def _exchanged(one: Place, other: Place) -> tuple[int, ...]:
    """For each arrangement the one that becomes it when two places exchange their slates."""
    found = []
    for arrangement in ARRANGEMENTS:
        before = list(arrangement)
        before[one], before[other] = before[other], before[one]
        found.append(_INDEX[tuple(before)])
    return tuple(found)


@cache
def _passed(seats: int) -> tuple[int, ...]:
    """For each arrangement the one that becomes it when all seats pass their slates to the left."""
    return tuple(_INDEX[(*a[1:seats], a[0], *a[seats:])] for a in ARRANGEMENTS)


class Belief:
    def __init__(self) -> None:
        """Nothing is known: whoever takes over a seat begins like this."""
        self._weights = [1 / len(ARRANGEMENTS)] * len(ARRANGEMENTS)

    def exchange(self, one: Place, other: Place) -> None:
        weights = self._weights
        self._weights = [weights[index] for index in _exchanged(one, other)]

    def exchange_with_some(self, one: Place) -> None:
        """An exchange that one has missed: with whom, one does not know."""
        weights = self._weights
        ways = [_exchanged(one, other) for other in range(SLATES) if other != one]
        self._weights = [sum(weights[way[index]] for way in ways) / len(ways) for index in range(len(weights))]

    def pass_left(self, seats: int) -> None:
        weights = self._weights
        self._weights = [weights[index] for index in _passed(seats)]

    def confuse(self, one: Place, other: Place) -> None:
        """Forget which of these two is which."""
        weights = self._weights
        self._weights = [
            (weight + weights[index]) / 2 for weight, index in zip(weights, _exchanged(one, other), strict=True)
        ]

    def see(self, place: Place, number: int) -> None:
        """This slate lies there, for certain."""
        weights, kept = self._weights, _with(place, number)
        total = sum(weights[index] for index in kept)
        if total > 1 - _NOTHING:
            return
        new = [0.0] * len(weights)
        for index in kept:
            # What was thought impossible is seen: memory has failed, and all that is known is this.
            new[index] = weights[index] / total if total > _NOTHING else 1 / len(kept)
        self._weights = new

    def weigh(self, place: Place, number: int, odds: float) -> None:
        """Evidence that this slate lies there, so many times as likely as it would be otherwise; 0: it does not."""
        weights, there = self._weights, _with(place, number)
        chance = sum(weights[index] for index in there)
        if chance < _NOTHING or odds == 1:
            return
        total = 1 - chance + chance * odds
        if total < _NOTHING:
            # It was thought certain, and is not so.
            self._weights = [1 / (len(weights) - len(there))] * len(weights)
            for index in there:
                self._weights[index] = 0.0
            return
        self._weights = [weight / total for weight in weights]
        for index in there:
            self._weights[index] *= odds

    def chance(self, place: Place, number: int) -> float:
        weights = self._weights
        return sum(weights[index] for index in _with(place, number))

    def places(self, number: int) -> list[float]:
        """For each place the chance that this slate lies there."""
        return [self.chance(place, number) for place in range(SLATES)]
