"""The story of a finished game of De Fil en Aiguille: whose cat was understood best, the shortest thread and the
longest, the paw that took its time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tablee.games.fil.actions import FilAction
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ms, Seat
from tablee.kernel.story import StoryLine
from tablee.kernel.table import Table

SLOW: Final[Ms] = 20_000
"""A paw that came sooner is no story."""


class Round(NamedTuple):
    braincat: Seat
    found: bool
    clues: int
    slowest: Ms
    at: int
    """The input that ended it."""


def watch(tables: Iterable[Table[FilOptions, FilState, FilAction, FilBoard, FilHand]]) -> tuple[StoryLine, ...]:
    rounds: list[Round] = []
    for at, table in enumerate(tables):
        state = table.state
        if len(state.results) > len(rounds):
            last = state.results[-1]
            slowest = max((paw.took for paw in state.paws), default=0)
            rounds.append(Round(last.braincat, last.found, len(state.clues), slowest, at))
    return tuple(_tell(rounds))


def _tell(rounds: list[Round]) -> Iterator[StoryLine]:
    found = [one for one in rounds if one.found]
    understood = Counter(one.braincat for one in found)
    if understood:
        cat, count = understood.most_common(1)[0]
        yield _line("kindred", cat, count, next(one.at for one in found if one.braincat == cat))
        shortest, longest = min(found, key=_clues), max(found, key=_clues)
        yield _line("shortest", shortest.braincat, shortest.clues, shortest.at)
        if longest.clues > shortest.clues:
            yield _line("longest", longest.braincat, longest.clues, longest.at)
    slow = max(rounds, key=lambda one: one.slowest, default=None)
    if slow is not None and slow.slowest >= SLOW:
        yield _line("slowest", slow.braincat, slow.slowest // 1000, slow.at)


def _clues(one: Round) -> int:
    return one.clues


def _line(code: str, seat: Seat, count: int, at: int) -> StoryLine:
    return StoryLine(code, {"seat": seat, "count": count}, at)
