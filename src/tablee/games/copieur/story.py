"""The story of a finished game of Copieur !: who remembered longest, whose hand was quickest, who bluffed best.

Until the end all that is a secret: it would tell who was right. So it is found in the states, not in the captions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablee.games.copieur.actions import CopieurAction
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import CopieurState
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Seat
from tablee.kernel.story import StoryLine
from tablee.kernel.table import Table


class Best:
    """The most of something that anybody has reached, and who did, in the order in which they got there."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._count = 0
        self._seats: tuple[Seat, ...] = ()
        self._at = 0

    def watch(self, counts: Sequence[int], at: int) -> None:
        for seat, count in enumerate(counts):
            if count > self._count:
                self._count, self._seats, self._at = count, (seat,), at
            elif count == self._count and count and seat not in self._seats:
                self._seats += (seat,)

    def line(self) -> list[StoryLine]:
        if not self._count:
            return []
        return [StoryLine(self._code, {"seat": self._seats[0], "seats": self._seats, "count": self._count}, self._at)]


def watch(
    tables: Iterable[Table[CopieurOptions, CopieurState, CopieurAction, CopieurBoard, CopieurHand]],
) -> tuple[StoryLine, ...]:
    memory, reflex, bluff = Best("memory"), Best("reflex"), Best("bluff")
    for at, table in enumerate(tables):
        deeds = table.state.deeds
        memory.watch(deeds.longest, at)
        reflex.watch(deeds.slaps, at)
        bluff.watch(deeds.bluffs, at)
    return (*memory.line(), *reflex.line(), *bluff.line())
