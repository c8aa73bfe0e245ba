"""What may be believed about the hidden grid of Pierres from the digits uncovered, all grids being equally likely.

From the cheapest to the best: `candidates`, `deduce`, `balanced_belief`, `sampled_belief`, `exact_belief`; `belief`
chooses among the last three. Work is counted in steps (boards settled, some 10 µs each), never in seconds, so that
the same position and luck give the same belief on every machine. Figures in `docs/grids.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablee.games.pierres.geometry import CELLS, COLUMN_OF, ROW_OF, SQUARE_OF, UNITS
from tablee.games.pierres.possible import LEFT_AFTER, board_from, digits_in, narrowest_cell, settle
from tablee.kernel.luck import Luck

DEFAULT_EFFORT: Final = 16_000
"""Steps that `belief` spends on a hard position: about a quarter of a second. Simulations do well with 3,000."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The chance of each digit in each cell: `chances[cell][digit]`, where `chances[cell][0]` is always 0."""

    chances: list[list[float]]
    exact: bool
    completions: float
    """How many grids fit the digits uncovered: the number itself if exact, an estimate if sampled, 0 if not known."""
    effective_samples: float
    """How many independent grids would tell as much; the completions themselves if exact, 0 if nothing was sampled."""
    steps: int


# --- Elimination -------------------------------------------------------------------------------------------------


def candidates(known: Sequence[int]) -> list[int]:
    """For each cell a mask of the digits that its row, column and square allow; for an uncovered one its own digit."""
    rows = [0] * 9
    columns = [0] * 9
    squares = [0] * 9
    for cell, digit in enumerate(known):
        if digit:
            rows[ROW_OF[cell]] |= 1 << digit
            columns[COLUMN_OF[cell]] |= 1 << digit
            squares[SQUARE_OF[cell]] |= 1 << digit
    return [
        1 << digit
        if digit
        else 0b1111111110 & ~(rows[ROW_OF[cell]] | columns[COLUMN_OF[cell]] | squares[SQUARE_OF[cell]])
        for cell, digit in enumerate(known)
    ]


def deduce(known: Sequence[int]) -> list[int]:
    """The candidates left once every cell with one candidate, and every digit with one place in a row, column or
    square, has been filled in, again and again. No other reasoning. All masks are 0 if that ends in contradiction."""
    board, _ = settle(board_from(known), 0)
    masks = [0] * CELLS
    for bit in _bits(board):
        masks[bit % CELLS] |= 2 << bit // CELLS
    return masks


def _bits(board: int) -> list[int]:
    return [bit for bit, on in enumerate(reversed(f"{board:b}")) if on == "1"]


def _settled(known: Sequence[int]) -> tuple[int, int]:
    board, placed = settle(board_from(known), 0)
    if not board:
        raise ValueError("no sudoku grid has these digits in these cells")
    return board, placed


def _chances(weights: Sequence[float], total: float) -> list[list[float]]:
    return [[0.0, *(weights[bit] / total for bit in range(cell, 9 * CELLS, CELLS))] for cell in range(CELLS)]


# --- Balance -----------------------------------------------------------------------------------------------------

_ROUNDS: Final = 8


def balanced_belief(known: Sequence[int]) -> Belief:
    """A quick approximation: chances that add up to 1 in each cell, and for each digit in each row, column and square.

    It takes the cells as independent otherwise: good while little is uncovered, overcautious later."""
    board, _ = _settled(known)
    return Belief(_chances(_balanced(board), 1.0), False, 0.0, 0.0, 1)


def _balanced(board: int) -> list[float]:
    chances = [0.0] * (9 * CELLS)
    for bit in _bits(board):
        chances[bit] = 1.0

    # Every digit has one place in each row, column and square; every cell, last so that it holds exactly, one digit.
    groups = [[CELLS * digit + cell for cell in unit] for digit in range(9) for unit in UNITS]
    groups += [list(range(cell, 9 * CELLS, CELLS)) for cell in range(CELLS)]
    groups = [[bit for bit in group if chances[bit]] for group in groups]
    groups = [group for group in groups if len(group) > 1]
    for _ in range(_ROUNDS):
        for group in groups:
            total = 0.0
            for bit in group:
                total += chances[bit]
            for bit in group:
                chances[bit] /= total
    return chances


# --- Every completion --------------------------------------------------------------------------------------------


def exact_belief(known: Sequence[int], limit: int = 20_000, max_steps: int = 60_000) -> Belief | None:
    """The truth, by looking at every completion; None if there are more than `limit`, or it takes over `max_steps`."""
    board, placed = _settled(known)
    completions, steps = _completions(board, placed, limit, max_steps)
    if completions is None:
        return None
    if not completions:
        raise ValueError("no sudoku grid has these digits in these cells")
    weights = _tally(completions)
    count = len(completions)
    return Belief(_chances(weights, count), True, count, count, steps)


def _completions(board: int, placed: int, limit: int, max_steps: int) -> tuple[list[int] | None, int]:
    """All completions of a settled board, and the steps taken; None instead of them if there are too many of either."""
    found: list[int] = []
    waiting = [(board, placed)]
    steps = 1
    while waiting:
        board, placed = waiting.pop()
        cell = narrowest_cell(board)
        if cell < 0:
            found.append(board)
            if len(found) > limit:
                return None, steps
            continue
        for bit in digits_in(board, cell):
            steps += 1
            child = settle(board & LEFT_AFTER[bit], placed | 1 << bit)
            if child[0]:
                waiting.append(child)
        if steps > max_steps:
            return None, steps
    return found, steps


def _tally(boards: Sequence[int]) -> list[float]:
    """How many of the boards have each bit. All 729 counters advance together: counter `n` is bit `n` of the planes."""
    planes: list[int] = []
    for carry in boards:
        level = 0
        while carry:
            if level == len(planes):
                planes.append(0)
            carry, planes[level] = planes[level] & carry, planes[level] ^ carry
            level += 1
    counts = [0.0] * (9 * CELLS)
    for level, plane in enumerate(planes):
        for bit in _bits(plane):
            counts[bit] += 1 << level
    return counts


# --- A weighted sample of completions ----------------------------------------------------------------------------

_FAVOUR: Final = tuple((1 << 24) * 15**lost // 16**lost + 1 for lost in range(9 * CELLS + 1))
"""How much a branch is favoured, by how many candidates fewer it leaves than the one that leaves most: completions
grow by about a fifteenth with each candidate. Any positive figures would be unbiased; these make the weights alike."""

_NEARLY_DONE: Final = 110
"""With so few candidates left on a board (81 are the least) all its completions are taken, not one."""


class _Sample:
    """Weighted completions of one board, added up."""

    def __init__(self, board: int, placed: int) -> None:
        self._start = (board, placed)
        self.samples = 0
        self.steps = 1
        self.weights = [0.0] * (9 * CELLS)
        self.total = 0.0
        self._squares = 0.0

    @property
    def effective(self) -> float:
        return self.total * self.total / self._squares if self.total else 0.0

    @property
    def completions(self) -> float:
        return self.total / self.samples if self.samples else 0.0

    def grow(self, luck: Luck, samples: int, max_steps: int) -> None:
        """Add samples until there are so many or so many steps were taken, whichever comes first."""
        while self.samples < samples and self.steps < max_steps:
            weight, boards = self._descend(luck)
            self.samples += 1
            for board in boards:
                for bit in _bits(board):
                    self.weights[bit] += weight
            weight *= len(boards)
            self.total += weight
            self._squares += weight * weight

    def _descend(self, luck: Luck) -> tuple[float, list[int]]:
        """One way down to a board nearly done, its completions, and the weight of each: 1 over the chance of this way.

        A dead end has no completions and counts as a sample all the same: that is what keeps the weights unbiased."""
        board, placed = self._start
        weight = 1.0
        while board.bit_count() > _NEARLY_DONE:
            children = []
            for bit in digits_in(board, narrowest_cell(board)):
                self.steps += 1
                child = settle(board & LEFT_AFTER[bit], placed | 1 << bit)
                if child[0]:
                    children.append(child)
            if not children:
                return 0.0, []
            sizes = [child[0].bit_count() for child in children]
            most = max(sizes)
            favours = [_FAVOUR[most - size] for size in sizes]
            total = sum(favours)
            drawn = luck.below(total)
            choice = 0
            while drawn >= favours[choice]:
                drawn -= favours[choice]
                choice += 1
            weight *= total / favours[choice]
            board, placed = children[choice]
        boards, steps = _completions(board, placed, 1 << 30, 1 << 30)
        self.steps += steps - 1
        return weight, boards or []


def sampled_belief(known: Sequence[int], luck: Luck, samples: int) -> Belief:
    """An estimate from weighted random completions, right on average whatever the position.

    In about the ratio of `effective_samples` to `samples` it is as good as as many uniformly random completions."""
    sample = _Sample(*_settled(known))
    sample.grow(luck, samples, 1 << 60)
    if not sample.total:
        raise ValueError(f"{samples} samples found no sudoku grid with these digits in these cells")
    chances = _chances(sample.weights, sample.total)
    return Belief(chances, False, sample.completions, sample.effective, sample.steps)


# --- The choice --------------------------------------------------------------------------------------------------

_SCOUTS: Final = 40


def belief(known: Sequence[int], luck: Luck, effort: int = DEFAULT_EFFORT) -> Belief:
    """The best belief for the effort: exact if the completions are few enough, else sampled and steadied by balance.

    `effort` is in steps; three and a half times as many are the most that is ever spent. With effort 0 it is balanced
    belief, or exact if there is nothing to find out."""
    board, placed = _settled(known)
    completions, spent = _completions(board, placed, effort + 1, effort // 8)
    sample = _Sample(board, placed)
    if completions is None:
        # A few samples tell whether there is hope for all of them.
        sample.grow(luck, _SCOUTS, effort)
        if sample.samples and sample.completions < 0.8 * effort:
            completions, steps = _completions(board, placed, effort, 2 * effort)
            spent += steps
    if completions:
        count = len(completions)
        return Belief(_chances(_tally(completions), count), True, count, count, spent + sample.steps - 1)
    if completions is not None:
        raise ValueError("no sudoku grid has these digits in these cells")
    sample.grow(luck, 1 << 60, effort)
    return _steadied(board, sample, spent)


def _steadied(board: int, sample: _Sample, spent: int) -> Belief:
    """The sample, with the balanced chances counted as so many samples more as they are worth: a third of the square
    of the completions' bits (measured), so 600 when nine digits are uncovered, and ever fewer."""
    worth = int(sample.completions).bit_length() ** 2 / 3
    effective = sample.effective
    weights = _balanced(board)
    if effective:
        share = effective / (effective + worth)
        for bit in range(9 * CELLS):
            weights[bit] = weights[bit] * (1.0 - share) + sample.weights[bit] / sample.total * share
    return Belief(_chances(weights, 1.0), False, sample.completions, effective, spent + sample.steps)
