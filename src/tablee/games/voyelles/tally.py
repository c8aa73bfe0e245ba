"""What is counted of each player of Voyelles: words, the longest of them, the quickest hand."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.voyelles.actions import VoyellesAction
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import SCREEN, Hand
from tablee.kernel.table import Table
from tablee.kernel.tally import Tally

TENTH = 100
"""Milliseconds: nobody's hand is measured more finely than that."""


def tally(table: Table[VoyellesOptions, VoyellesState, VoyellesAction, VoyellesBoard, Hand]) -> Sequence[Tally]:
    words = table.view(SCREEN).board.words
    made: list[Tally] = []
    for seat in range(table.seats):
        own = [spoken for spoken in words if spoken.seat == seat]
        made.append(Tally("words", seat, len(own)))
        if own:
            longest = max(own, key=lambda spoken: len(fold(spoken.word)))
            quickest = min(own, key=lambda spoken: spoken.took)
            made.append(Tally("longest", seat, len(fold(longest.word)), "most", longest.word))
            made.append(Tally("quickest", seat, quickest.took // TENTH, "least", quickest.word))
    return made
