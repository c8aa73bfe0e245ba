"""R-15: what there was to say in a round that nobody won."""

from __future__ import annotations

from typing import Final

from tablee.games.voyelles.familiarity import MOST_FAMILIAR, familiarity
from tablee.games.voyelles.finder import Bits, finder
from tablee.games.voyelles.letters import fold, vowel_counts
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import Find, ThereWas

FAMILIAR: Final = 3
"""So many familiar words are shown beside the best ones."""


def there_was(state: VoyellesState) -> ThereWas:
    """For each seat the best word for its pawns, then familiar words that somebody could have said."""
    find = finder()
    fitting = find.fitting(state.cards.shown, state.options.every_double)
    if state.options.sans_redite:
        fitting &= ~find.bits_of(fold(spoken.word) for spoken in state.words)
    rooms = [state.room(seat) for seat in range(state.seats)]
    for_anybody: Bits = 0
    words: dict[str, str] = {}
    for room in dict.fromkeys(rooms):
        moving = find.moving(fitting, room)
        if moving:
            for_anybody |= moving
            _keep(words, _most_familiar(find.best(moving, room)[1], 1))
    _keep(words, _most_familiar(for_anybody, FAMILIAR))
    finds = tuple(Find(word, _steps(letters, rooms)) for letters, word in words.items())
    return ThereWas(for_anybody.bit_count(), finds)


def _keep(words: dict[str, str], more: list[str]) -> None:
    """By folded letters: « pêche » and « péché » move the same pawns."""
    for word in more:
        words.setdefault(fold(word), word)


def _most_familiar(bits: Bits, wanted: int) -> list[str]:
    found: list[str] = []
    for level in range(MOST_FAMILIAR, -1, -1):
        known = bits & familiarity().at_least(level)
        found += finder().first(known, wanted - len(found))
        if len(found) == wanted:
            break
        bits ^= known
    return found


def _steps(letters: str, rooms: list[tuple[int, ...]]) -> tuple[int, ...]:
    counts = vowel_counts(letters)
    return tuple(sum(map(min, counts, room)) for room in rooms)
