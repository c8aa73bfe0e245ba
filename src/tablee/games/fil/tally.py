"""What is counted of each player of De Fil en Aiguille: rounds as Braincat, and how many of them were understood."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil.actions import FilAction
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel.table import Table
from tablee.kernel.tally import Tally


def tally(table: Table[FilOptions, FilState, FilAction, FilBoard, FilHand]) -> Sequence[Tally]:
    results = table.state.results
    made: list[Tally] = []
    for seat in range(table.seats):
        led = [result for result in results if result.braincat == seat]
        made += [Tally("led", seat, len(led)), Tally("understood", seat, sum(result.found for result in led))]
    return made
