"""Which digits are still possible where: singles found and placed until nothing new comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.pierres.geometry import CELLS, UNITS, Grid

# A board is one integer of 729 bits. Bit 81 × (digit - 1) + cell is set while that digit is possible in that cell.
# Python's long integers work on all of them at once, which is what makes this quick without a compiler.

ANYTHING: Final = (1 << 9 * CELLS) - 1
_CELL_BITS: Final = (1 << CELLS) - 1


def _exclusions() -> tuple[int, ...]:
    """For each of the 729 bits, what stays possible once that digit is placed in that cell."""
    left = []
    peers = [0] * CELLS
    for unit in UNITS:
        together = sum(1 << cell for cell in unit)
        for cell in unit:
            peers[cell] |= together
    for bit in range(9 * CELLS):
        digit, cell = divmod(bit, CELLS)
        excluded = peers[cell] << CELLS * digit | sum(1 << CELLS * other + cell for other in range(9))
        left.append(ANYTHING & ~excluded | 1 << bit)
    return tuple(left)


LEFT_AFTER: Final = _exclusions()

# The first bit of each row, column and square, for every digit; and what to multiply such a bit with to get all nine.
_BLOCKS: Final = sum(1 << CELLS * digit for digit in range(9))
_ROWS: Final = _BLOCKS * sum(1 << 9 * row for row in range(9))
_COLUMNS: Final = _BLOCKS * 0o777
_SQUARES: Final = _BLOCKS * sum(1 << 27 * band + 3 * stack for band in range(3) for stack in range(3))
_WHOLE_COLUMN: Final = sum(1 << 9 * row for row in range(9))
_WHOLE_SQUARE: Final = sum(0o7 << 9 * row for row in range(3))


def board_from(known: Sequence[int]) -> int:
    """The board of a partial grid (0 = unknown), each digit struck from its row, column and square; 0 if two clash."""
    board = ANYTHING
    clues = 0
    for cell, digit in enumerate(known):
        if digit:
            bit = CELLS * (digit - 1) + cell
            board &= LEFT_AFTER[bit]
            clues |= 1 << bit
    return board if board & clues == clues else 0


def naked_singles(board: int) -> int:
    """The bits that are alone in their cell; -1 if a cell has none."""
    second = board >> 81
    third = board >> 162
    one = board | second | third
    two = board & second | (board | second) & third
    middle = one >> 243
    last = one >> 486
    if (one | middle | last) & _CELL_BITS != _CELL_BITS:
        return -1
    several = two | two >> 243 | two >> 486 | one & middle | (one | middle) & last
    return (_CELL_BITS & ~several) * _BLOCKS & board


def hidden_singles(board: int) -> int:
    """The bits that are their digit's only place in a row, column or square; -1 if a digit has no place in one."""
    # At least one and at least two, in each row of a square and in each column of a square.
    second = board >> 1
    third = board >> 2
    one_across = board | second | third
    two_across = board & second | (board | second) & third
    second = board >> 9
    third = board >> 18
    one_down = board | second | third
    two_down = board & second | (board | second) & third

    # Three of those make a row, a square or a column.
    second = one_across >> 3
    third = one_across >> 6
    if (one_across | second | third) & _ROWS != _ROWS:
        return -1
    several = two_across | two_across >> 3 | two_across >> 6 | one_across & second | (one_across | second) & third
    single = _ROWS & ~several
    forced = (single << 9) - single
    second = one_across >> 9
    third = one_across >> 18
    if (one_across | second | third) & _SQUARES != _SQUARES:
        return -1
    several = two_across | two_across >> 9 | two_across >> 18 | one_across & second | (one_across | second) & third
    forced |= (_SQUARES & ~several) * _WHOLE_SQUARE
    second = one_down >> 27
    third = one_down >> 54
    if (one_down | second | third) & _COLUMNS != _COLUMNS:
        return -1
    several = two_down | two_down >> 27 | two_down >> 54 | one_down & second | (one_down | second) & third
    forced |= (_COLUMNS & ~several) * _WHOLE_COLUMN
    return forced & board


def settle(board: int, placed: int) -> tuple[int, int]:
    """Place naked and hidden singles until there are no more: the new board and the bits placed; board 0 if it fails.

    `placed` holds the bits whose consequences the board already shows."""
    while True:
        forced = naked_singles(board)
        if forced < 0:
            return 0, 0
        forced &= ~placed
        if not forced:
            if board == placed:
                return board, placed
            forced = hidden_singles(board)
            if forced < 0:
                return 0, 0
            forced &= ~placed
            if not forced:
                return board, placed
        placed |= forced
        while forced:
            bit = forced.bit_length() - 1
            board &= LEFT_AFTER[bit]
            forced ^= 1 << bit


def narrowest_cell(board: int) -> int:
    """The first of the cells with the fewest digits left, among those with more than one; -1 if there are none."""
    # Count the digits of all cells at once, in binary.
    ones = twos = fours = eights = 0
    while board:
        here = board & _CELL_BITS
        board >>= CELLS
        carry = ones & here
        ones ^= here
        here = twos & carry
        twos ^= carry
        carry = fours & here
        fours ^= here
        eights |= carry
    few = ~(fours | eights)
    found = twos & ~ones & few or twos & ones & few
    if not found:
        found = fours & ~twos & ~ones or fours & ~twos or fours & ~ones or fours or eights & ~ones or eights
    return (found & -found).bit_length() - 1


def digits_in(board: int, cell: int) -> list[int]:
    """The bits still possible in a cell."""
    return [bit for bit in range(cell, 9 * CELLS, CELLS) if board >> bit & 1]


def grid_of(board: int) -> Grid:
    """The grid of a board on which every cell has one digit left."""
    grid = [0] * CELLS
    while board:
        bit = board.bit_length() - 1
        grid[bit % CELLS] = bit // CELLS + 1
        board ^= 1 << bit
    return tuple(grid)
