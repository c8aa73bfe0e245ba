"""Titles for the end board, from what the rules have seen: words, squares, the round's clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import Award, Spoken

OfAWord = Literal["longest", "richest", "quickest"]


def awards(state: VoyellesState) -> tuple[Award, ...]:
    return tuple(_awards(state.words, state.errors))


def _awards(words: Sequence[Spoken], errors: Sequence[int]) -> Iterator[Award]:
    if words:
        yield _of_a_word("longest", words, lambda spoken: len(fold(spoken.word)))
        yield _of_a_word("richest", words, lambda spoken: sum(spoken.steps))
        said = [sum(spoken.seat == seat for spoken in words) for seat in range(len(errors))]
        yield Award("busiest", _holders(said), max(said), "")
        quickest = _of_a_word("quickest", words, lambda spoken: -(spoken.took // 100))
        yield Award(quickest.code, quickest.seats, -quickest.number, quickest.word)
    if any(errors):
        yield Award("hasty", _holders(errors), max(errors), "")


def _holders(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, number in enumerate(numbers) if number == max(numbers))


def _of_a_word(code: OfAWord, words: Sequence[Spoken], measure: Callable[[Spoken], int]) -> Award:
    """Whoever said such a word shares the title; the first of them is named."""
    most = max(map(measure, words))
    best = [spoken for spoken in words if measure(spoken) == most]
    return Award(code, tuple(sorted({spoken.seat for spoken in best})), most, best[0].word)
