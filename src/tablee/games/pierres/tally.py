"""What is counted of each player of Pierres: stones, and the most of them in one game."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.pierres.actions import PierresAction
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.state import PierresState
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand
from tablee.kernel.table import Table
from tablee.kernel.tally import Tally


def tally(table: Table[PierresOptions, PierresState, PierresAction, PierresBoard, Hand]) -> Sequence[Tally]:
    stones = table.state.stones
    return [
        made
        for seat in range(table.seats)
        for made in (Tally("stones", seat, stones[seat]), Tally("best", seat, stones[seat], "most"))
    ]
