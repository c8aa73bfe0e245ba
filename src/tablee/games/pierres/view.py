"""What everybody sees of a game of Pierres. Only the covered digits are hidden, from all alike."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.games.pierres.options import PierresOptions
from tablee.kernel import Board, Ms, Seat


@dataclass(frozen=True, slots=True)
class PierresBoard(Board):
    options: PierresOptions
    digits: tuple[int, ...]
    """The 81 cells, row by row: the digit uncovered there, 0 under a stone."""
    stones: tuple[int, ...]
    """How many each seat has."""
    first: Seat
    active: Seat
    neighbour: Seat
    """Who sits to the left of the active seat. P-6: a stone that is missed goes there."""
    turn: int
    """0 while the first nine stones are removed."""
    kept: int
    """Stones kept in this turn; during the opening, stones removed so far."""
    number: int | None
    """The digit looked for: drawn or announced."""
    matched: tuple[int, ...]
    """Numbers drawn and matched in this turn, lying beside the bag."""
    bag: tuple[int, ...]
    """Numbers in the bag."""
    time_left: tuple[Ms, ...]
    """Tournoi: what each seat had left when the active seat's time began to run; empty otherwise."""
    running_since: Ms
    """Tournoi: when that was."""
