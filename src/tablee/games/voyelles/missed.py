"""R-15: what there was to say in a round that nobody won."""

from __future__ import annotations

from typing import Final

from tablee.games.voyelles.familiarity import familiarity
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.having import Bits
from tablee.games.voyelles.letters import fold, vowel_counts
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import Find, ThereWas

FAMILIAR: Final = 3
"""So many familiar words are shown beside the best ones."""


def there_was(state: VoyellesState) -> ThereWas:
    """For each seat the best word for its pawns, then familiar words that somebody could have said."""
    find = finder()
    shown, every_double = state.cards.shown, state.options.every_double
    fitting = find.fitting(shown, every_double)
    if state.options.sans_redite:
        needed = set(shown)
        said = (fold(spoken.word) for spoken in state.words)
        fitting = find.without(fitting, filter(needed.issubset, said))
    rooms = [state.room(seat) for seat in range(state.seats)]
    for_anybody = find.moving(fitting, tuple(map(max, *rooms)))
    words: dict[str, str] = {}
    for room in dict.fromkeys(map(find.used, rooms)) if for_anybody else ():
        steps, best = find.best(for_anybody, room)
        if steps:
            _keep(words, _most_familiar(best, 1))
    _keep(words, _most_familiar(for_anybody, FAMILIAR))
    finds = tuple(Find(word, _steps(letters, rooms)) for letters, word in words.items())
    return ThereWas(for_anybody.bit_count(), finds)


def _keep(words: dict[str, str], more: list[str]) -> None:
    """By folded letters: « pêche » and « péché » move the same pawns."""
    for word in more:
        words.setdefault(fold(word), word)


def _most_familiar(bits: Bits, wanted: int) -> list[str]:
    found: list[str] = []
    while bits and len(found) < wanted:
        familiar = familiarity().most_familiar(bits)
        found += finder().first(familiar, wanted - len(found))
        bits ^= familiar
    return found


def _steps(letters: str, rooms: list[tuple[int, ...]]) -> tuple[int, ...]:
    counts = vowel_counts(letters)
    return tuple(sum(map(min, counts, room)) for room in rooms)
