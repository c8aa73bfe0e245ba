"""What is counted in a finished game of Anges & Démons: `tablee simulate anges` reports the means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tablee.games.anges.actions import AngesAction
from tablee.games.anges.cards import is_triple
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import AngesState
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import SCREEN
from tablee.kernel.table import Table

AngesTable: TypeAlias = Table[AngesOptions, AngesState, AngesAction, AngesBoard, AngesHand]


def figures(table: AngesTable) -> Mapping[str, float]:
    """From what everybody is told at the end."""
    ending = table.view(SCREEN).board.ending
    if ending is None:
        return {}
    told = ending.told
    triples = [one for one in told if is_triple(one.claim)]
    challenged = [one for one in told if one.winner is not None]
    made = {
        "announcements_a_game": float(len(told)),
        "lies_among_announcements": sum(not one.is_true for one in told) / len(told),
        "triples_among_announcements": len(triples) / len(told),
        "taken_among_announcements": 1 - len(challenged) / len(told),
    }
    # Not every game has a triple, or a challenge.
    if triples:
        made["lies_among_triples"] = sum(not one.is_true for one in triples) / len(triples)
    if challenged:
        made["right_among_challenges"] = sum(one.winner == one.listener for one in challenged) / len(challenged)
    return made
