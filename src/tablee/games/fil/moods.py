"""What a round is played by. A mode has its terms; a mood of the cat (P-23) changes some of them, and that is all.

M-n are moods of ours: print names ten cards and gives none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tablee.kernel import Ms

Mood: TypeAlias = Literal[
    "presse", "rebours", "avare", "prodigue", "curieux", "lunatique", "schizo", "muet", "democrate", "calin"
]
MOODS: Final[tuple[Mood, ...]] = (
    "presse",
    "rebours",
    "avare",
    "prodigue",
    "curieux",
    "lunatique",
    "schizo",
    "muet",
    "democrate",
    "calin",
)
CUDDLE_COST: Final = 2


@dataclass(frozen=True, slots=True)
class Terms:
    masters: int = 5
    """P-4: the Mystery card and four false leads."""
    clues: int = 3
    """P-11: how many clues may be asked for in a round."""
    openers: int = 1
    """How many paws are laid before the first Master card is shown."""
    points: tuple[int, ...] = (8, 6, 5, 4)
    """P-22: what a find is worth, by the number of clues asked for."""
    debate: Ms | None = None
    """How long a debate lasts, where not as printed."""
    farther: bool = False
    """Do claws point at the farther clue?"""
    another_theme: bool = False
    schizo: bool = False
    """P-20: the clues are of another theme than the Master cards."""
    emotes: bool = False
    """Does the Family debate without a word?"""
    unanimous: bool = False
    """Does a card leave only if all who vote agree?"""
    cuddle: bool = False
    """May the Family ask whether the Mystery card is on the board?"""


COOPERATIVE: Final = Terms()
TEAMS: Final = Terms(masters=6)  # P-26
ALONE: Final = Terms(masters=4)  # P-35

MOOD_TERMS: Final[Mapping[Mood, Terms]] = {
    "presse": replace(COOPERATIVE, debate=60_000),  # M-1
    "rebours": replace(COOPERATIVE, farther=True),  # M-2
    "avare": replace(COOPERATIVE, clues=2, points=(9, 7, 6)),  # M-3
    "prodigue": replace(COOPERATIVE, clues=2, openers=2, points=(8, 6, 5)),  # M-4
    "curieux": replace(COOPERATIVE, masters=6),  # M-5
    "lunatique": replace(COOPERATIVE, another_theme=True),  # M-6
    "schizo": replace(COOPERATIVE, schizo=True),  # M-7
    "muet": replace(COOPERATIVE, emotes=True),  # M-8
    "democrate": replace(COOPERATIVE, unanimous=True),  # M-9
    "calin": replace(COOPERATIVE, cuddle=True),  # M-10
}
