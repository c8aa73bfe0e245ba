"""Ninety seconds of Anges & Démons: a truth that is doubted, a sharing, and three equal values that cannot be true."""

from itertools import permutations
from typing import Final

from tablee.games.anges.actions import AngesAction, Announce, Challenge, Keep, Place, Share, Take
from tablee.games.anges.cards import CardName
from tablee.games.anges.options import AngesOptions
from tablee.kernel.lesson import Lesson, Step

YOU: Final = 0
LEA: Final = 1
SAMI: Final = 2


def _shared(*laid: tuple[CardName, Place]) -> tuple[Share, ...]:
    """This sharing, in whatever order the cards are laid."""
    return tuple(
        Share((first[0], second[0], third[0]), (first[1], second[1], third[1]))
        for first, second, third in dict.fromkeys(permutations(laid))
    )


MINE: Final = _shared(("a4", "mine_up"), ("a8", "mine_up"), ("d9", "other_up"))
SAMIS: Final = _shared(("a4", "mine_up"), ("d6", "other_up"), ("d6", "other_up"))

LESSON: Final[Lesson[AngesOptions, AngesAction]] = Lesson(
    options=AngesOptions(deck="54", first=YOU),
    seats=3,
    learner=YOU,
    seed="anges 51",
    steps=(
        Step("welcome"),
        Step("announce", YOU, Announce((9, 8, 4))),
        Step("doubted", LEA, Challenge(False)),
        Step("share", YOU, MINE[0], MINE[1:]),
        Step("others", LEA, Announce((8, 4, 1))),
        Step("taken", SAMI, Take()),
        Step("kept", SAMI, Keep("d8", "a1", True, None)),
        Step("said", SAMI, Announce((6, 6, 6))),
        Step("forced", YOU, Challenge(False)),
        Step("won", YOU, SAMIS[0], SAMIS[1:]),
    ),
    goodbye="goodbye",
)
