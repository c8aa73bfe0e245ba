"""Ninety seconds of Découverte: a round as Braincat, and the first vote of one as the Family."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tablee.games.fil.actions import (
    Colour,
    Confirm,
    Continue,
    FilAction,
    Next,
    Point,
    TakeTheme,
    Volunteer,
    Vote,
)
from tablee.games.fil.options import FilOptions
from tablee.kernel import Seat
from tablee.kernel.lesson import Lesson, Step

YOU: Final = 0
LEA: Final = 1
SAMI: Final = 2
METIERS: Final = 0

LEADS: Final = 4
ESPIONNE: Final = 0
VEILLEUR: Final = 2
INFIRMIERE: Final = 0


def _unsaid(*done: tuple[Seat, FilAction]) -> tuple[Step[FilAction], ...]:
    """What others do in between, without a word of the coach."""
    return tuple(Step("", seat, action) for seat, action in done)


def _voted(choice: Colour, seats: Iterable[Seat]) -> tuple[Step[FilAction], ...]:
    return _unsaid(*((seat, action) for seat in seats for action in (Vote(choice), Confirm())))


FAMILY: Final = (LEA, SAMI)

LESSON: Final[Lesson[FilOptions, FilAction]] = Lesson(
    options=FilOptions(first=YOU),
    seats=3,
    learner=YOU,
    seed="fil 1942",
    steps=(
        Step("welcome"),
        Step("volunteer", YOU, Volunteer()),
        Step("theme", YOU, TakeTheme(METIERS)),
        Step("mystery", YOU, Next()),
        Step("lead", YOU, Next()),
        *_unsaid(*((YOU, Next()) for _ in range(LEADS - 1))),
        Step("paw", YOU, Point(ESPIONNE)),
        Step("debate", LEA, Vote("clue")),
        *_unsaid((LEA, Confirm()), (SAMI, Vote("clue")), (SAMI, Confirm())),
        Step("green", YOU, Point(VEILLEUR)),
        Step("hunt", LEA, Vote("blue")),
        *_unsaid((LEA, Confirm()), (SAMI, Vote("blue")), (SAMI, Confirm())),
        *(step for _ in range(LEADS - 1) for step in _voted("blue", FAMILY)),
        *_unsaid((LEA, Continue()), (SAMI, Continue())),
        Step("found", YOU, Continue()),
        Step("turn", LEA, Volunteer()),
        *_unsaid((LEA, TakeTheme(METIERS)), *((LEA, Next()) for _ in range(LEADS + 1))),
        Step("hush", LEA, Point(INFIRMIERE)),
        *_unsaid((SAMI, Vote("blue")), (SAMI, Confirm())),
        Step("vote", YOU, Vote("blue")),
        Step("confirm", YOU, Confirm()),
    ),
    goodbye="goodbye",
)

LESSON_EN: Final = LESSON._replace(options=replace(LESSON.options, language="en"))
"""The same cards in English."""
