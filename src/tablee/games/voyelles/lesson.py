"""Ninety seconds of Voyelles: a word that goes three squares, one that is refused, and the silence that follows."""

from typing import Final

from tablee.games.voyelles.actions import Grab, Say, TurnCard, VoyellesAction
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.options import VoyellesOptions
from tablee.kernel.lesson import Lesson, Step

YOU: Final = 0
LEA: Final = 1


def _said(note: str, word: str) -> Step[VoyellesAction]:
    """The learner's word, with its accents or without."""
    folded = fold(word)
    return Step(note, YOU, Say(word), (Say(folded),) if folded != word else ())


LESSON: Final[Lesson[VoyellesOptions, VoyellesAction]] = Lesson(
    options=VoyellesOptions(first=YOU),
    seats=3,
    learner=YOU,
    seed="voyelles 2",
    steps=(
        Step("welcome"),
        Step("turn", YOU, TurnCard(1)),
        Step("grab", YOU, Grab()),
        _said("say", "fenêtre"),
        Step("moved", LEA, TurnCard(0)),
        Step("race", LEA, Grab()),
        Step("speaks", LEA, Say("poire")),
        Step("chance", YOU, Grab()),
        _said("second", "peinture"),
    ),
    goodbye="goodbye",
)
