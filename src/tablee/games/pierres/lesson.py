"""Ninety seconds of Pierres: a stone that one can know, one that one can only guess, and a zero."""

from typing import Final

from tablee.games.pierres.actions import Draw, PierresAction, Remove
from tablee.games.pierres.options import PierresOptions
from tablee.kernel.lesson import Lesson, Step

A4: Final = 27
"""The only cell of its square where a 5 can be, as three others show."""
H9: Final = 79

LESSON: Final[Lesson[PierresOptions, PierresAction]] = Lesson(
    options=PierresOptions(opening="quick", first=0),
    seats=2,
    learner=0,
    seed="pierres 207",
    steps=(
        Step("welcome"),
        Step("draw", 0, Draw()),
        Step("think", 0, Remove(A4)),
        Step("again", 0, Draw()),
        Step("guess", 0, Remove(H9)),
        Step("missed", 1, Draw()),
        Step("zero"),
    ),
    goodbye="goodbye",
)
