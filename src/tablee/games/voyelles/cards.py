"""The 55 cards, three piles, three shown consonants."""

from __future__ import annotations

from typing import Final

from tablee.games.voyelles.letters import CONSONANTS
from tablee.kernel import Luck

PILES: Final = 3
SIZES: Final = (19, 18, 18)
"""R-2."""

DECK: Final = "".join(letter * (2 if letter in "jz" else 3) for letter in CONSONANTS)
"""P-2: two of J and Z, three of each other."""


class Cards:
    """Face-down piles, top card last, and the cards turned in front of each, the one shown last. Part of a state: copy
    it with the state."""

    __slots__ = ("down", "up")

    def __init__(self, down: list[str], up: list[str]) -> None:
        self.down = down
        self.up = up

    def copy(self) -> Cards:
        return Cards(self.down.copy(), self.up.copy())

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple([pile[-1] for pile in self.up])

    def turn(self, pile: int) -> str:
        """P-4: the top card of this pile, now on its shown card."""
        letter = self.down[pile][-1]
        self.down[pile] = self.down[pile][:-1]
        self.up[pile] += letter
        return letter

    def fullest(self) -> int:
        """R-16: the pile with the most cards, the leftmost of equals."""
        return max(range(PILES), key=lambda pile: (len(self.down[pile]), -pile))

    @property
    def has_empty_pile(self) -> bool:
        return "" in self.down


def deal(luck: Luck) -> Cards:
    """P-3, P-12: all cards shuffled, three piles, the top card of each turned."""
    deck = list(DECK)
    luck.shuffle(deck)
    down, start = [], 0
    for size in SIZES:
        down.append("".join(deck[start : start + size]))
        start += size
    cards = Cards(down, [""] * PILES)
    for pile in range(PILES):
        cards.turn(pile)
    return cards
