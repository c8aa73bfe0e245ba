"""Ninety seconds of Copieur !: a right exchange, a lie, a shout, a correction and a question."""

from typing import Final

from tablee.games.copieur.actions import (
    Claim,
    CopieurAction,
    Declare,
    Deny,
    Exchange,
    Hint,
    HintCentre,
    Roll,
    Slap,
    TellMine,
)
from tablee.games.copieur.options import CopieurOptions
from tablee.kernel.lesson import Lesson, Step

YOU: Final = 0
LEA: Final = 1
SAMI: Final = 2
ODILE: Final = 3

LIES: Final = (Claim(1), Claim(2), Claim(4), Claim(5), Claim(6), Hint(SAMI), Hint(ODILE), HintCentre(1), HintCentre(2))

LESSON: Final[Lesson[CopieurOptions, CopieurAction]] = Lesson(
    options=CopieurOptions(level="cp", first=YOU),
    seats=4,
    learner=YOU,
    seed="copieur 226",
    steps=(
        Step("welcome"),
        Step("learn", is_expiry=True),
        Step("roll", YOU, Roll()),
        Step("copy", YOU, Exchange(SAMI)),
        Step("window", is_expiry=True),
        Step("others", LEA, Roll()),
        Step("lie", YOU, Deny(), LIES),
        Step("believed", LEA, Exchange(SAMI)),
        Step("tell", YOU, TellMine()),
        Step("told", is_expiry=True),
        Step("next", SAMI, Roll()),
        Step("teacher", SAMI, Declare()),
        Step("correction", is_expiry=True),
        Step("passed", ODILE, Roll()),
        Step("again", ODILE, Declare()),
        Step("slap", YOU, Slap(7)),
        Step("slow", is_expiry=True),
    ),
    goodbye="goodbye",
)
