"""How a word comes to mind: all the words one knows that fit are running, and the first to arrive is said.

Each word takes a lognormal time, the less familiar the longer, so many fitting words are quick to yield one and few are
slow. Words of one level are alike: the first of n is drawn at once, by the distribution of the smallest."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, expm1, log1p
from statistics import NormalDist
from typing import Final

from tablee.bots.pace import fraction
from tablee.games.voyelles.familiarity import MOST_FAMILIAR, familiarity
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.having import Bits
from tablee.games.voyelles.letters import fold, vowel_counts
from tablee.games.voyelles.state import GOAL
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Luck, Ms, Seat

SCARCITY: Final = (4, 3, 4, 7, 9)
"""What a step of A E I O U is worth: E is everywhere, U comes last."""

_NORMAL: Final = NormalDist()


@dataclass(frozen=True, slots=True)
class Mind:
    """What somebody knows and how fast it comes."""

    knows: int
    """The least familiar words known, as a level."""
    median: Ms
    """How long one single word of the most familiar level takes."""
    slower: float
    """How much longer with each level less familiar: 0.3 is a third."""
    spread: float
    weighs: int
    """So many words come to mind before the best of them is chosen."""


@dataclass(frozen=True, slots=True)
class Idea:
    word: str
    after: Ms
    """How long it took to come."""


def recall(board: VoyellesBoard, seat: Seat, mind: Mind, luck: Luck) -> Idea | None:
    """The word that this mind comes up with for the shown consonants; None if it knows none."""
    known = known_words(board, seat, mind)
    classes = [(known & familiarity().just(level), level) for level in range(mind.knows, MOST_FAMILIAR + 1)]
    arrivals = sorted((first_of(words.bit_count(), mind, level, luck), words) for words, level in classes if words)
    if not arrivals:
        return None
    after, words = arrivals[0]
    # Others come close behind the first; who weighs more of them chooses better.
    ideas = finder().some(words, mind.weighs, luck)
    for then, others in arrivals[1 : mind.weighs]:
        if then < 2 * after:
            ideas += finder().some(others, 1, luck)
    return Idea(max(ideas, key=lambda word: worth(word, board.pawns[seat])), after)


def known_words(board: VoyellesBoard, seat: Seat, mind: Mind) -> Bits:
    """The words that this mind knows and that would be valid now."""
    find = finder()
    room = tuple(GOAL - square for square in board.pawns[seat])
    words = find.moving(find.fitting(board.letters, board.options.every_double), room)
    if board.options.sans_redite:
        words = find.without(words, (fold(spoken.word) for spoken in board.words))
    return words & familiarity().at_least(mind.knows)


def first_of(count: int, mind: Mind, level: int, luck: Luck) -> Ms:
    """When the first of so many equally familiar words arrives."""
    # The smallest of n uniform numbers is below 1 - (1 - u) ** (1 / n) as often as one is below u.
    smallest = -expm1(log1p(-min(fraction(luck), 1 - 1e-9)) / count)
    median = mind.median * (1 + mind.slower) ** (MOST_FAMILIAR - level)
    return round(median * exp(mind.spread * _NORMAL.inv_cdf(max(smallest, 1e-12))))


def worth(word: str, squares: tuple[int, ...]) -> int:
    """Steps weighted by scarcity, and by how far their pawn still has to go: the last to arrive decides."""
    counts = vowel_counts(fold(word))
    return sum(
        weight * min(count, GOAL - square) * (6 + GOAL - square)
        for weight, count, square in zip(SCARCITY, counts, squares, strict=True)
    )
