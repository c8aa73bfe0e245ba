"""What is counted of each player of Anges & Démons: lies told, lies that passed, lies unmasked."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.anges.figures import AngesTable
from tablee.kernel import SCREEN
from tablee.kernel.tally import Tally


def tally(table: AngesTable) -> Sequence[Tally]:
    """From what everybody is told at the end."""
    ending = table.view(SCREEN).board.ending
    if ending is None:
        return ()
    made: list[Tally] = []
    for seat in range(table.seats):
        lies = [one for one in ending.told if one.announcer == seat and not one.is_true]
        heard = [one for one in ending.told if one.listener == seat and not one.is_true]
        made += [
            Tally("lies", seat, len(lies)),
            Tally("passed", seat, sum(one.answer != "false" for one in lies)),
            Tally("unmasked", seat, sum(one.answer == "false" for one in heard)),
        ]
    return made
