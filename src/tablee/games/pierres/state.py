"""Everything that is true at a table of Pierres."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from tablee.games.pierres.geometry import SQUARE_OF, Grid
from tablee.games.pierres.options import PierresOptions
from tablee.kernel import Ms, Seat, State
from tablee.kernel.parts.allowance import Allowance

Phase: TypeAlias = Literal["clear", "draw", "announce", "remove", "over"]

MOST_SEATS: Final = 6
"""R-1."""


class PierresState(State):
    __slots__ = (
        "active",
        "allowance",
        "digits",
        "first",
        "gone",
        "grid",
        "kept",
        "left",
        "matched",
        "number",
        "options",
        "phase",
        "stones",
        "turn",
        "until",
    )

    options: PierresOptions
    grid: Grid
    """The secret: the digit of every cell."""
    digits: Grid
    """The digits uncovered so far, 0 under a stone."""
    left: tuple[int, ...]
    """For each digit, how many of its nine still lie under a stone. Everybody can count them."""
    gone: tuple[int, ...]
    """The digits of which none is left, the first to go first."""
    stones: tuple[int, ...]
    first: Seat
    active: Seat
    turn: int
    kept: int
    number: int | None
    matched: tuple[int, ...]
    phase: Phase
    until: Ms
    allowance: Allowance | None

    def __init__(self, rules: int, options: PierresOptions, seats: int, grid: Grid, first: Seat) -> None:
        super().__init__(rules)
        self.options = options
        self.grid = grid
        self.digits = (0,) * 81
        self.left = (0,) + (9,) * 9
        self.gone = ()
        self.stones = (0,) * seats
        self.first = first
        self.active = first
        self.turn = 0
        self.kept = 0
        self.number = None
        self.matched = ()
        self.phase = "clear"
        self.until = 0
        self.allowance = Allowance(seats, options.minutes * 60_000) if options.tournoi else None

    def copy(self) -> PierresState:
        """The same, free to be changed, with nothing told yet."""
        new = PierresState.__new__(PierresState)
        new.rules = self.rules
        new.captions = []
        new.options = self.options
        new.grid = self.grid
        new.digits = self.digits
        new.left = self.left
        new.gone = self.gone
        new.stones = self.stones
        new.first = self.first
        new.active = self.active
        new.turn = self.turn
        new.kept = self.kept
        new.number = self.number
        new.matched = self.matched
        new.phase = self.phase
        new.until = self.until
        new.allowance = None if self.allowance is None else self.allowance.copy()
        return new

    def bag(self) -> tuple[int, ...]:
        """The numbers in the bag. P-9, R-5: none whose nine are all uncovered; R-4: always the 0."""
        if self.options.annonce or self.phase == "over":
            return ()
        return _all_but(self.gone, self.number, self.matched)

    def left_of(self, seat: Seat) -> Seat:
        """Seats go round clockwise: the left neighbour is the next number."""
        return (seat + 1) % len(self.stones)

    def covered(self) -> list[int]:
        """The cells that still have their stone."""
        return [cell for cell, digit in enumerate(self.digits) if not digit]

    def uncover(self, cell: int) -> int:
        """Take the stone off; the digit under it."""
        digit = self.grid[cell]
        self.digits = changed(self.digits, cell, digit)
        left = self.left[digit] - 1
        self.left = changed(self.left, digit, left)
        if not left:
            self.gone += (digit,)
        return digit


def changed(numbers: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    """The same numbers but for one."""
    new = [*numbers]
    new[at] = number
    return tuple(new)


@lru_cache(maxsize=4096)
def _all_but(gone: tuple[int, ...], number: int | None, matched: tuple[int, ...]) -> tuple[int, ...]:
    """The 0 and the numbers that are neither complete, nor in hand, nor beside the bag."""
    return (0, *(digit for digit in range(1, 10) if digit not in gone and digit != number and digit not in matched))


def clearable(digits: Grid) -> list[int]:
    """P-3: during the opening, the cells of squares that have lost no stone yet."""
    done = {SQUARE_OF[cell] for cell, digit in enumerate(digits) if digit}
    return [cell for cell in range(81) if SQUARE_OF[cell] not in done]
