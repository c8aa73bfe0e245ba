"""Sudoku grids for Pierres: what a grid is, a uniformly random one, a random completion, and the forty fixed ones.

`random_grid` is exactly uniform over all 6,670,903,752,021,072,936,960 grids; `docs/grids.md` tells why.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, combinations, permutations
from struct import unpack
from typing import Final

from tablee.games.pierres.geometry import CELLS, UNITS, Grid
from tablee.games.pierres.possible import LEFT_AFTER, board_from, digits_in, grid_of, narrowest_cell, settle
from tablee.kernel.luck import Luck


def is_solved(grid: Sequence[int]) -> bool:
    """True if every row, column and square holds each of the digits 1–9 once."""
    return len(grid) == CELLS and all(sorted(grid[cell] for cell in unit) == list(range(1, 10)) for unit in UNITS)


_PATIENCE: Final = 200


def complete(known: Sequence[int], luck: Luck) -> Grid | None:
    """A random completion of a partial grid (0 = unknown), None if there is none.

    Every completion can occur, but not equally often: for fair beliefs see `belief.py`."""
    patience = _PATIENCE
    while True:
        start = board_from(known)
        waiting = [(start, 0)] if start else []
        steps = 0
        while waiting and steps < patience:
            steps += 1
            board, placed = settle(*waiting.pop())
            if not board:
                continue
            cell = narrowest_cell(board)
            if cell < 0:
                return grid_of(board)
            bit = luck.pick(digits_in(board, cell))
            waiting.append((board ^ 1 << bit, placed))
            waiting.append((board & LEFT_AFTER[bit], placed | 1 << bit))
        if not waiting:
            return None
        # An unlucky beginning can hide a long search: begin again, with more patience so that it ends.
        patience *= 2


# --- A uniformly random grid -------------------------------------------------------------------------------------
#
# A trio is three sets of three digits that share out the nine, each set a 9-bit mask: the columns, or the rows, of a
# square. There are 280 trios when the order of the sets is left out.

Trio = tuple[int, int, int]
Stack = tuple[Trio, Trio, Trio]
_NINE: Final = 0b111_111_111
_CEILING: Final = 221_184
"""The most ways (rows not ordered) to fill the lower two bands once the top band and two stacks' columns are known."""
_ORDERS: Final = tuple(permutations(range(3)))


def _sets_in(digits: int) -> list[int]:
    """The sets of three digits among these."""
    bits = [1 << digit for digit in range(9) if digits >> digit & 1]
    return [a | b | c for a, b, c in combinations(bits, 3)]


class _Below:
    """What can stand below a trio of columns in its stack: 56 pairs of trios, for the middle and the bottom band."""

    def __init__(self, trio: Trio, number_of: dict[Trio, int]) -> None:
        self.trios: list[tuple[Trio, Trio]] = []
        a, b, c = trio
        for x in _sets_in(b | c):
            for y in _sets_in((a | c) & ~x):
                z = _NINE ^ x ^ y
                if not z & c:
                    self.trios.append(((x, y, z), (_NINE ^ a ^ x, _NINE ^ b ^ y, _NINE ^ c ^ z)))
        self.middle = [number_of[middle] for middle, _ in self.trios]
        self.bottom = [number_of[bottom] for _, bottom in self.trios]


class _Band:
    """The bands whose first square has given columns: how many for each columns of the other two, and which.

    Rows and columns of a square are trios that meet in one digit each. The rows of the three squares stand to each
    other as the columns of three bands do: given the first, 56 pairs."""

    def __init__(self, tables: _Tables, columns: Trio) -> None:
        self._tables = tables
        self._rows: list[list[tuple[int, Trio, Trio, Trio]]] = [[] for _ in tables.trios]
        for number in tables.crossing[tables.number_of[columns]]:
            below = tables.below[number]
            for i in range(56):
                second, third = below.trios[i]
                self._rows[below.middle[i]].append((below.bottom[i], tables.trios[number], second, third))
        self._counts: list[list[int]] = [[] for _ in tables.trios]

    def counts(self, second: int) -> list[int]:
        """For each trio as the columns of the third square, the number of bands, the order of the rows left out."""
        if not self._counts[second]:
            packed = 0
            for rows in self._tables.crossing[second]:
                for last, _, _, _ in self._rows[rows]:
                    packed += self._tables.packed_crossing[last]
            self._counts[second] = list(unpack("<280H", packed.to_bytes(560, "little")))
        return self._counts[second]

    def pick(self, second: int, third: int, luck: Luck) -> list[Trio]:
        """The rows of the three squares of one of those bands, all equally likely, in any order."""
        crosses = self._tables.crosses[third]
        bands = [band for rows in self._tables.crossing[second] for band in self._rows[rows] if crosses[band[0]]]
        _, *squares = luck.pick(bands)
        i, j, k = luck.pick(_ORDERS)
        return [(rows[i], rows[j], rows[k]) for rows in squares]


class _Tables:
    """Everything `random_grid` looks up, made once at the first grid."""

    def __init__(self) -> None:
        pairs = combinations(sorted(_sets_in(_NINE)), 2)
        self.trios = [(a, b, _NINE ^ a ^ b) for a, b in pairs if not a & b and b < _NINE ^ a ^ b]
        self.number_of = {
            (trio[i], trio[j], trio[k]): number for number, trio in enumerate(self.trios) for i, j, k in _ORDERS
        }
        self.below = [_Below(trio, self.number_of) for trio in self.trios]
        self.crossing = [self._crossing(trio) for trio in self.trios]
        self.crosses = [bytes(other in crossing for other in range(280)) for crossing in map(set, self.crossing)]
        self.packed_crossing = [sum(1 << 16 * other for other in crossing) for crossing in self.crossing]

        # The columns of the first stack, up to symmetry: three bands alike (2 chances of 56) or not (54 of 56).
        top = (0o007, 0o070, 0o700)
        alike = self.number_of[top]
        below = self.below[alike]
        other = next(i for i in range(56) if below.middle[i] != alike)
        self.first_stacks: list[Stack] = [
            (top, (0o070, 0o700, 0o007), (0o700, 0o007, 0o070)),
            (top, *below.trios[other]),
        ]
        bands = {trio: _Band(self, trio) for trio in (top, *below.trios[other])}
        self.bands = [[bands[top]] * 3, [bands[trio] for trio in self.first_stacks[1]]]
        self.second_ends = list(accumulate(sum(bands[top].counts(second)) for second in range(280)))
        self.third_ends = [list(accumulate(bands[top].counts(second))) for second in range(280)]

    def _crossing(self, trio: Trio) -> list[int]:
        """The trios each of whose sets has one digit of each set of this one."""
        a, b, c = ([1 << digit for digit in range(9) if mask >> digit & 1] for mask in trio)
        return [
            self.number_of[a[0] | b[i] | c[j], a[1] | b[k] | c[m], a[2] | b[3 - i - k] | c[3 - j - m]]
            for i, k, _ in _ORDERS
            for j, m, _ in _ORDERS
        ]


@cache
def _tables() -> _Tables:
    return _Tables()


def make_tables() -> None:
    """So that the first random grid does not wait for them."""
    _tables()


def random_grid(luck: Luck) -> Grid:
    """A grid nobody has seen: every valid grid can occur, and all are exactly equally likely.

    The first call of a process also makes the tables, some tens of milliseconds, unless `make_tables` has. About 31
    draws on average; their number has no upper bound, but 100 are rarely exceeded."""
    tables = _tables()
    stacks = None
    kind = 0
    while stacks is None:
        kind = 0 if luck.below(56) < 2 else 1
        stacks = _proposed_stacks(tables, kind, luck)
    bands = tables.bands[kind]
    number_of = tables.number_of
    rows = [bands[i].pick(number_of[stacks[1][i]], number_of[stacks[2][i]], luck) for i in range(3)]
    return _assembled(stacks, rows, luck)


def _proposed_stacks(tables: _Tables, kind: int, luck: Luck) -> list[Stack] | None:
    """The columns of all squares, by stack and band; None if the proposal is not accepted."""
    # Propose the top band, then the second stack's columns.
    drawn = luck.below(tables.second_ends[-1])
    second = bisect_right(tables.second_ends, drawn)
    ends = tables.third_ends[second]
    third = bisect_right(ends, drawn - tables.second_ends[second] + ends[-1])
    choice = luck.below(56)

    # Count the ways to go on for each choice of the third stack's columns; accept in proportion to their sum.
    _, middle_band, bottom_band = tables.bands[kind]
    below_second = tables.below[second]
    below_third = tables.below[third]
    middle_counts = middle_band.counts(below_second.middle[choice])
    bottom_counts = bottom_band.counts(below_second.bottom[choice])
    drawn = luck.below(_CEILING)
    for other in range(56):
        drawn -= middle_counts[below_third.middle[other]] * bottom_counts[below_third.bottom[other]]
        if drawn < 0:
            second_stack = (tables.trios[second], *below_second.trios[choice])
            third_stack = (tables.trios[third], *below_third.trios[other])
            return [tables.first_stacks[kind], second_stack, third_stack]
    return None


def _assembled(stacks: Sequence[Stack], rows: Sequence[Sequence[Trio]], luck: Luck) -> Grid:
    """The grid with these columns (by stack and band) and rows (by band and stack), columns and digits shuffled."""
    digits = list(range(1, 10))
    luck.shuffle(digits)
    orders = [luck.pick(_ORDERS) for _ in range(3)]
    grid: list[int] = []
    for band in range(3):
        for row in range(3):
            for stack in range(3):
                columns = stacks[stack][band]
                across = rows[band][stack][row]
                grid += [digits[(across & columns[column]).bit_length() - 1] for column in orders[stack]]
    return tuple(grid)


def _fixed_grids() -> tuple[Grid, ...]:
    text = files("tablee.games.pierres").joinpath("content/grids.txt").read_text(encoding="utf-8")
    return tuple(tuple(int(digit) for digit in line) for line in text.splitlines() if line and not line.startswith("#"))


FIXED: Final = _fixed_grids()
"""R-3: forty grids of ours, number 1 first, so that two tables can play the same one."""
