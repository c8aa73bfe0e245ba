"""What is counted of each player of Copieur !: the longest memory, slaps won, bluffs that worked."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.copieur.actions import CopieurAction
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import CopieurState
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel.table import Table
from tablee.kernel.tally import Tally


def tally(table: Table[CopieurOptions, CopieurState, CopieurAction, CopieurBoard, CopieurHand]) -> Sequence[Tally]:
    deeds = table.state.deeds
    made: list[Tally] = []
    for seat in range(table.seats):
        made += [
            Tally("memory", seat, deeds.longest[seat], "most"),
            Tally("slaps", seat, deeds.slaps[seat]),
            Tally("bluffs", seat, deeds.bluffs[seat]),
        ]
    return made
