"""What a game counts in its own finished tables, such as how often people lied.

A game package may have a `figures.py` with `figures(table)`: names and numbers of one finished game. Simulations report
their means. A game of one file may define `figures` itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

from tablee.games import Found
from tablee.kernel.game import Action, Board, Hand, Options, State
from tablee.kernel.table import Table

AnyTable: TypeAlias = Table[Options, State, Action, Board, Hand]
Figures: TypeAlias = tuple[tuple[str, float], ...]


def find_figures(found: Found) -> Callable[[AnyTable], Figures]:
    """The game's own figures of a finished table; none where it has none."""
    own = found.part("figures", "figures")
    if not callable(own):
        return lambda _: ()
    count = cast(Callable[[AnyTable], Mapping[str, float]], own)
    return lambda table: tuple(count(table).items())
