"""The story of a finished game of Anges & Démons: its three prizes, and the exchanges that won them."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.anges.actions import AngesAction
from tablee.games.anges.awards import awards
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import AngesState
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel.story import StoryLine
from tablee.kernel.table import Table


def watch(
    tables: Iterable[Table[AngesOptions, AngesState, AngesAction, AngesBoard, AngesHand]],
) -> tuple[StoryLine, ...]:
    last: AngesState | None = None
    settled: list[int] = []
    """By exchange: the input that settled it."""
    for at, table in enumerate(tables):
        last = table.state
        settled += [at] * (len(last.story) - len(settled))
    return tuple(
        StoryLine(one.prize, {"seat": one.seat, "to": one.other, "count": one.amount}, settled[one.told])
        for one in (() if last is None else awards(last))
    )
