"""The chain of clues: drawing them, which way it grows, between which of them a paw lies."""

from __future__ import annotations

from functools import lru_cache

from tablee.games.fil.state import FilState
from tablee.kernel import Luck

BLUE = 0
"""The first paw of a round is the blue one, all others are green."""


def draw_clue(state: FilState, luck: Luck, *, strict: bool) -> int:
    """The next clue. P-13: where `strict`, one that shares no letter with any clue in the chain."""
    found = _take(state, strict)
    if found is None:
        # rejected cards are shuffled back once; if all are refused again, the letters are waived for this draw.
        _shuffle_back(state, luck)
        found = _take(state, strict)
    if found is None:
        _shuffle_back(state, luck)
        found = _take(state, False)
    assert found is not None, "a pack has more cards than a round can use"
    return found


def _take(state: FilState, strict: bool) -> int | None:
    pack = state.clue_pack()
    letters = {letter for clue in state.clues for letter in pack.cards[clue].letters}
    while state.pile:
        card = state.pile.pop()
        if is_right_sex(state, card) and not (strict and letters.intersection(pack.cards[card].letters)):
            return card
        state.rejected.append(card)
    return None


def is_right_sex(state: FilState, card: int) -> bool:
    """P-19: clues are of the other sex than the Master cards. Elsewhere there is none."""
    assert state.mystery is not None
    sex = state.clue_pack().cards[card].sex
    return not sex or sex != state.pack().cards[state.mystery].sex


def _shuffle_back(state: FilState, luck: Luck) -> None:
    state.pile.extend(state.rejected)
    state.rejected.clear()
    luck.shuffle(state.pile)


def between(state: FilState) -> tuple[int, int]:
    """The two clues between which the next paw lies."""
    last = len(state.clues) - 1
    # P-10: the third clue lies beside the one the blue claws point away from, later ones further that way.
    return (state.paws[BLUE].other, 2) if last == 2 else (last - 1, last)


def left_to_right(state: FilState) -> tuple[int, ...]:
    """P-10: the chain grows away from the claws of the blue paw."""
    return _places(len(state.clues), bool(state.paws) and state.paws[BLUE].at == 1)


@lru_cache(maxsize=32)
def _places(clues: int, grows_left: bool) -> tuple[int, ...]:
    places = tuple(range(clues))
    return (*reversed(places[2:]), *places[:2]) if grows_left else places
