"""What a game counts of each seat when it is over, for a house that remembers its evenings.

A game may bring `tally.tally(table)`: a `Tally` for each thing worth counting, of each seat. Over many games the
numbers are added up, or the most or the least of them is kept; the label `tally.<code>` of the game's words says it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tablee.kernel.game import Seat

Over: TypeAlias = Literal["sum", "most", "least"]
"""How the numbers of several games become one."""


class Tally(NamedTuple):
    code: str
    seat: Seat
    number: int
    over: Over = "sum"
    text: str = ""
    """What reached this number, such as a word."""
