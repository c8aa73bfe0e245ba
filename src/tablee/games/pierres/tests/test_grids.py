"""Grids: the machinery is right, the random grid is uniform, the fixed ones are ours and stay the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from pathlib import Path
from runpy import run_path

import pytest

from tablee.games.pierres import grids
from tablee.games.pierres.geometry import COLUMN_OF, ROW_OF, SQUARE_OF, SQUARES, Grid
from tablee.games.pierres.grids import FIXED, complete, is_solved
from tablee.games.pierres.grids import random_grid as draw_grid
from tablee.kernel.luck import RecordedLuck, ScriptedLuck, SeededLuck, seed_from

ALL_GRIDS = 6_670_903_752_021_072_936_960  # Felgenhauer and Jarvis, 2005
SAMPLE = 6_000


def luck_for(*words: object) -> SeededLuck:
    return SeededLuck(seed_from("test_grids", *words))


def sample(size: int, *words: object) -> list[Grid]:
    luck = luck_for(*words)
    return [draw_grid(luck) for _ in range(size)]


def uncovered(grid: Sequence[int], cells: Iterable[int]) -> list[int]:
    known = [0] * 81
    for cell in cells:
        known[cell] = grid[cell]
    return known


# --- What a grid is ----------------------------------------------------------------------------------------------


def test_every_cell_has_its_row_its_column_and_its_square() -> None:
    assert (ROW_OF[40], COLUMN_OF[40], SQUARE_OF[40]) == (4, 4, 4)
    assert (ROW_OF[74], COLUMN_OF[74], SQUARE_OF[74]) == (8, 2, 6)
    assert SQUARES[2] == (6, 7, 8, 15, 16, 17, 24, 25, 26)


def test_a_grid_is_solved_only_if_no_row_column_or_square_repeats_a_digit() -> None:
    grid = list(FIXED[0])
    assert is_solved(grid)
    assert not is_solved(grid[:80])
    for first, second in ((0, 1), (0, 9), (0, 30)):
        spoiled = list(grid)
        spoiled[first], spoiled[second] = spoiled[second], spoiled[first]
        assert not is_solved(spoiled)
    # Rows of different bands exchanged: rows and columns are still right, squares are not.
    assert not is_solved(grid[27:36] + grid[9:27] + grid[0:9] + grid[36:])


# --- The random grid ---------------------------------------------------------------------------------------------


def test_random_grids_are_solved_and_take_few_draws() -> None:
    recorder = RecordedLuck(luck_for("draws"))
    draws = 0
    for _ in range(500):
        assert is_solved(draw_grid(recorder))
        draws += len(recorder.take_draws())
    assert draws / 500 < 40


@cache
def census() -> tuple[list[int], int, Counter[int]]:
    """Every way to make a grid, by enumeration of one proposal of each set of equivalent ones: the ways by kind of
    first stack, the most that one proposal leaves, and the ways by the number of bands with the top band's columns."""
    tables = grids._tables()
    ways = [0, 0]
    most = 0
    by_bands: Counter[int] = Counter()
    for kind, chances in ((0, 2), (1, 54)):
        top, middle, bottom = tables.bands[kind]
        for (second, choice), times in proposals_up_to_symmetry(kind).items():
            top_counts = top.counts(second)
            middle_counts = middle.counts(tables.below[second].middle[choice])
            bottom_counts = bottom.counts(tables.below[second].bottom[choice])
            for third in range(280):
                below = tables.below[third]
                left = sum(middle_counts[m] * bottom_counts[b] for m, b in zip(below.middle, below.bottom, strict=True))
                most = max(most, left)
                ways[kind] += times * chances * top_counts[third] * left
                by_bands[top_counts[third]] += times * chances * top_counts[third] * left
    return ways, most, by_bands


def proposals_up_to_symmetry(kind: int) -> Counter[tuple[int, int]]:
    """The second stack's columns, one of those that a relabelling of digits turns into each other; and how many."""
    tables = grids._tables()
    first_stack = tables.first_stacks[kind]
    relabellings = [
        digits
        for blocks in permutations(((0, 1, 2), (3, 4, 5), (6, 7, 8)))
        for orders in product(*(permutations(block) for block in blocks))
        if (digits := [digit for order in orders for digit in order])
        and all(set(relabelled(trio, digits)) == set(trio) for trio in first_stack)
    ]
    proposal_of: dict[frozenset[tuple[int, ...]], tuple[int, int]] = {}
    for second in range(280):
        for choice in range(56):
            trios = (tables.trios[second], *tables.below[second].trios[choice])
            proposal_of[frozenset(zip(*trios, strict=True))] = (second, choice)
    found: Counter[tuple[int, int]] = Counter()
    seen: set[tuple[int, int]] = set()
    for columns, proposal in proposal_of.items():
        if proposal not in seen:
            orbit = {
                proposal_of[frozenset(relabelled(column, digits) for column in columns)] for digits in relabellings
            }
            found[proposal] = len(orbit)
            seen |= orbit
    return found


def relabelled(sets: Iterable[int], digits: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(1 << digits[digit] for digit in range(9) if mask >> digit & 1) for mask in sets)


def test_the_sampler_weighs_every_grid_there_is_and_never_more_than_its_ceiling() -> None:
    """The proof that it is uniform: each proposal is accepted in proportion to the grids it stands for, as long as
    none exceeds the ceiling; and together the proposals stand for all sudoku grids."""
    ways, most, _ = census()
    assert most == grids._CEILING
    # 1680 orders and choices of the first square's columns; columns of two stacks and rows of three bands in any order.
    assert sum(ways) * 1680 * 6**2 * 6**3 == ALL_GRIDS


def test_every_order_of_rows_and_columns_occurs_once() -> None:
    tables = grids._tables()
    band = tables.bands[1][1]
    counts = band.counts(5)
    third = counts.index(max(counts))
    bands = {
        tuple(band.pick(5, third, ScriptedLuck([number, order])))
        for number in range(counts[third])
        for order in range(6)
    }
    assert len(bands) == 6 * counts[third]
    for squares in bands:
        assert all(rows[0] | rows[1] | rows[2] == 0b111_111_111 for rows in squares)
        assert all(sum(rows[row] for rows in squares) == 0b111_111_111 for row in range(3))

    first = draw_grid(luck_for("orders"))
    recorder = RecordedLuck(luck_for("orders"))
    assert draw_grid(recorder) == first
    *draws, _, _, _ = recorder.take_draws()
    orders = {draw_grid(ScriptedLuck([*draws, *last])) for last in product(range(6), repeat=3)}
    assert len(orders) == 6**3


def bands_and_stacks(grid: Grid) -> list[list[Grid]]:
    """The three bands, then the three stacks turned on their side, each as nine columns of three digits."""
    turned = [grid[cell % 9 * 9 + cell // 9] for cell in range(81)]
    return [
        [(side[start + column], side[start + 9 + column], side[start + 18 + column]) for column in range(9)]
        for side in (grid, turned)
        for start in (0, 27, 54)
    ]


def bands_with_these_columns(columns: Sequence[Sequence[int]]) -> int:
    """How many bands have these columns, orders of digits within columns aside, divided by the orders of the rows."""
    tables = grids._tables()
    place = {digit: number for number, digit in enumerate(digit for column in columns[:3] for digit in column)}
    masks = [sum(1 << place[digit] for digit in column) for column in columns]
    second = tables.number_of[masks[3], masks[4], masks[5]]
    third = tables.number_of[masks[6], masks[7], masks[8]]
    return tables.bands[0][0].counts(second)[third]


def surprise(found: Counter[int], expected: Mapping[int, float]) -> float:
    """Chi-square; values rarer than five are counted together."""
    rare = {value for value, times in expected.items() if times < 5}
    assert set(found) <= set(expected)
    total = sum((found[value] - times) ** 2 / times for value, times in expected.items() if value not in rare)
    rare_times = sum(expected[value] for value in rare)
    return total + (sum(found[value] for value in rare) - rare_times) ** 2 / max(rare_times, 1)


def test_each_band_and_each_stack_is_of_each_class_as_often_as_the_census_says() -> None:
    """The number of bands with the same columns is an invariant of grids that sorts them into 16 classes. Its exact
    distribution follows from the census of top bands, and holds for all bands, and turned on their side for stacks,
    although the sampler treats rows and columns, and the first stack and the others, quite differently."""
    _, _, by_bands = census()
    expected = {bands: SAMPLE * ways / by_bands.total() for bands, ways in by_bands.items()}
    assert len(expected) == 16
    found: list[Counter[int]] = [Counter() for _ in range(6)]
    for grid in sample(SAMPLE, "classes"):
        for counter, columns in zip(found, bands_and_stacks(grid), strict=True):
            counter[bands_with_these_columns(columns)] += 1
    # Chi-square with 15 degrees of freedom exceeds 40 once in 2,000 times; the seed is fixed.
    assert max(surprise(counter, expected) for counter in found) < 40


def test_stacks_and_bands_repeat_their_trios_as_often_as_the_census_says() -> None:
    """The first stack has the same three column sets in all its bands in 2 grids of 56, up to a little bias that the
    census knows; so has every stack, and every band its row sets."""
    (alike, different), _, _ = census()
    chance = alike / (alike + different)
    found = [0] * 6
    for grid in sample(SAMPLE, "alike"):
        turned = tuple(grid[cell % 9 * 9 + cell // 9] for cell in range(81))
        for side, lines in enumerate((grid, turned)):
            for band in range(3):
                squares = [
                    {frozenset(lines[27 * band + 9 * row + 3 * stack :][:3]) for row in range(3)} for stack in range(3)
                ]
                found[3 * side + band] += squares[0] == squares[1] == squares[2]
    deviation = (SAMPLE * chance * (1 - chance)) ** 0.5
    assert max(abs(times - SAMPLE * chance) for times in found) < 4 * deviation


def test_every_digit_is_equally_likely_in_every_cell() -> None:
    found = [Counter[int]() for _ in range(81)]
    for grid in sample(SAMPLE // 4, "digits"):
        for cell, digit in enumerate(grid):
            found[cell][digit] += 1
    expected = dict.fromkeys(range(1, 10), SAMPLE / 4 / 9)
    # Chi-square with 8 degrees of freedom: 81 of them, dependent; 35 is exceeded once in 40,000 times.
    assert max(surprise(counter, expected) for counter in found) < 35


# --- A random completion -----------------------------------------------------------------------------------------


def test_a_completion_keeps_what_is_known() -> None:
    luck = luck_for("complete")
    for clues in (0, 1, 9, 17, 25, 40, 81):
        cells = list(range(81))
        luck.shuffle(cells)
        known = uncovered(draw_grid(luck), cells[:clues])
        completion = complete(known, luck)
        assert completion is not None
        assert is_solved(completion)
        assert all(digit in (0, completion[cell]) for cell, digit in enumerate(known))


def test_a_clash_has_no_completion() -> None:
    known = [0] * 81
    known[0] = known[8] = 5
    assert complete(known, luck_for("clash")) is None


def test_a_digit_without_a_place_has_no_completion() -> None:
    # Rows 1 and 2 have their five on the left, and the third row of the square on the right is full.
    known = [0] * 81
    known[0], known[13] = 5, 5
    known[24], known[25], known[26] = 1, 2, 3
    assert complete(known, luck_for("no place")) is None


def test_every_completion_of_a_small_position_occurs() -> None:
    luck = luck_for("small")
    grid = FIXED[6]
    known = [0 if digit in (1, 2) else digit for digit in grid]
    completions = {complete(known, luck) for _ in range(200)}
    # Ones and twos exchange along closed loops of their cells: two ways for each loop.
    assert len(completions) == 2 ** loops(grid, 1, 2)


def loops(grid: Grid, first: int, second: int) -> int:
    """How many closed loops the cells of two digits form, cell to cell by a shared row, column or square."""
    left = {cell for cell in range(81) if grid[cell] in (first, second)}
    found = 0
    while left:
        found += 1
        loop = [left.pop()]
        while loop:
            cell = loop.pop()
            for other in list(left):
                if any(kind[cell] == kind[other] for kind in (ROW_OF, COLUMN_OF, SQUARE_OF)):
                    left.remove(other)
                    loop.append(other)
    return found


def test_it_begins_again_until_it_finds_the_only_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = luck_for("puzzle")
    grid = draw_grid(luck)
    known = list(grid)
    cells = list(range(81))
    luck.shuffle(cells)
    # Cover every cell that the others still determine.
    for cell in cells:
        known[cell] = 0
        for digit in range(1, 10):
            if digit != grid[cell] and complete([*known[:cell], digit, *known[cell + 1 :]], luck) is not None:
                known[cell] = grid[cell]
                break
    assert known.count(0) > 50
    monkeypatch.setattr(grids, "_PATIENCE", 1)
    assert complete(known, luck) == grid
    assert is_solved(complete([0] * 81, luck) or ())


# --- The forty ---------------------------------------------------------------------------------------------------


def test_there_are_forty_fixed_grids_and_no_two_are_the_same_up_to_names_of_digits() -> None:
    assert len(FIXED) == 40
    assert all(is_solved(grid) for grid in FIXED)
    renamed = set()
    for grid in FIXED:
        turned = [grid[cell % 9 * 9 + cell // 9] for cell in range(81)]
        for side in (list(grid), turned, list(grid)[::-1], turned[::-1]):
            renamed.add(tuple(side.index(digit) for digit in side))
    assert len(renamed) == 160


def test_the_tool_reproduces_the_file() -> None:
    tool = run_path(str(Path(__file__).parents[5] / "tools/make_grids.py"))
    assert tool["text"]() == tool["PATH"].read_text(encoding="utf-8")
