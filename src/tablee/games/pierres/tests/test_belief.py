"""Beliefs: elimination is sound, exact is exact, sampling is unbiased, and what is believed comes true as often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from tablee.games.pierres import belief as beliefs
from tablee.games.pierres.belief import (
    Belief,
    balanced_belief,
    belief,
    candidates,
    deduce,
    exact_belief,
    sampled_belief,
)
from tablee.games.pierres.geometry import COLUMN_OF, ROW_OF, SQUARE_OF, SQUARES, UNITS, Grid
from tablee.games.pierres.grids import FIXED, random_grid
from tablee.games.pierres.possible import board_from, settle
from tablee.kernel.luck import Luck, SeededLuck, seed_from


def luck_for(*words: object) -> SeededLuck:
    return SeededLuck(seed_from("test_belief", *words))


def position(luck: Luck, uncovered: int) -> tuple[Grid, list[int]]:
    """A random grid with one digit uncovered in each square (P-3), and more at random."""
    grid = random_grid(luck)
    cells = [luck.pick(square) for square in SQUARES]
    others = [cell for cell in range(81) if cell not in cells]
    luck.shuffle(others)
    known = [0] * 81
    for cell in (cells + others)[:uncovered]:
        known[cell] = grid[cell]
    return grid, known


def completions(known: Sequence[int]) -> Iterator[list[int]]:
    """All completions, by trying every allowed digit in the first cell that is not filled: plain and slow."""
    if 0 not in known:
        yield list(known)
        return
    cell = min((cell for cell in range(81) if not known[cell]), key=lambda cell: len(allowed(known, cell)))
    for digit in allowed(known, cell):
        yield from completions([*known[:cell], digit, *known[cell + 1 :]])


def allowed(known: Sequence[int], cell: int) -> list[int]:
    seen = {
        known[other] for other in range(81) if any(kind[cell] == kind[other] for kind in (ROW_OF, COLUMN_OF, SQUARE_OF))
    }
    return [digit for digit in range(1, 10) if digit not in seen]


# --- Elimination -------------------------------------------------------------------------------------------------


def test_candidates_look_at_row_column_and_square_only() -> None:
    _, known = position(luck_for("candidates"), 25)
    for cell, mask in enumerate(candidates(known)):
        expected = [known[cell]] if known[cell] else allowed(known, cell)
        assert [digit for digit in range(10) if mask >> digit & 1] == expected


def test_deduction_fills_a_digit_with_one_place_in_a_square() -> None:
    # Two fives leave the square on the right its third row; two of those cells are uncovered.
    known = [0] * 81
    known[0], known[13], known[24], known[25] = 5, 5, 1, 2
    assert candidates(known)[26] != 1 << 5
    assert deduce(known)[26] == 1 << 5


def test_deduction_is_sound_and_sees_at_least_what_elimination_sees() -> None:
    luck = luck_for("deduce")
    for uncovered in range(9, 60, 3):
        grid, known = position(luck, uncovered)
        for cell, (simple, smart) in enumerate(zip(candidates(known), deduce(known), strict=True)):
            assert smart >> grid[cell] & 1
            assert smart & ~simple == 0


def test_deduction_of_a_contradiction_leaves_nothing() -> None:
    known = [0] * 81
    known[0] = known[1] = 5
    assert deduce(known) == [0] * 81


# --- Every completion --------------------------------------------------------------------------------------------


def test_exact_belief_is_what_trying_everything_finds() -> None:
    luck = luck_for("brute force")
    counts = []
    for uncovered in (30, 31, 32, 34, 36, 40, 50):
        _, known = position(luck, uncovered)
        grids = list(completions(known))
        found = exact_belief(known)
        assert found is not None
        assert found.exact
        assert found.completions == found.effective_samples == len(grids)
        for cell in range(81):
            for digit in range(10):
                expected = sum(grid[cell] == digit for grid in grids) / len(grids)
                assert found.chances[cell][digit] == pytest.approx(expected)
        counts.append(len(grids))
    assert max(counts) > 20


def test_exact_belief_gives_up_at_its_limits() -> None:
    _, known = position(luck_for("limits"), 30)
    found = exact_belief(known)
    assert found is not None
    count = int(found.completions)
    assert count > 1
    assert exact_belief(known, limit=count) == found
    assert exact_belief(known, limit=count - 1) is None
    assert exact_belief(known, max_steps=found.steps) == found
    assert exact_belief(known, max_steps=found.steps - 1) is None
    assert exact_belief([0] * 81) is None


def test_a_position_without_completion_is_an_error() -> None:
    known = [0] * 81
    known[0] = known[1] = 5
    for attempt in (exact_belief, balanced_belief, lambda digits: belief(digits, luck_for("none"))):
        with pytest.raises(ValueError, match="no sudoku grid"):
            attempt(known)


# --- Samples -----------------------------------------------------------------------------------------------------


def positions_with_completions(least: int, most: int, uncovered: int, wanted: int) -> list[tuple[list[int], Belief]]:
    luck = luck_for("positions", uncovered)
    found: list[tuple[list[int], Belief]] = []
    while len(found) < wanted:
        _, known = position(luck, uncovered)
        exact = exact_belief(known, limit=most)
        if exact is not None and exact.completions >= least:
            found.append((known, exact))
    return found


def test_samples_agree_with_the_truth() -> None:
    luck = luck_for("agreement")
    for known, exact in positions_with_completions(500, 8_000, 25, 4):
        sampled = sampled_belief(known, luck, 600)
        assert not sampled.exact
        assert sampled.effective_samples > 100
        squares = []
        for cell in range(81):
            for truth, guess in zip(exact.chances[cell], sampled.chances[cell], strict=True):
                if truth in (0, 1):
                    assert guess == pytest.approx(truth)
                else:
                    squares.append((guess - truth) ** 2 / (truth * (1 - truth) / sampled.effective_samples))
        # In units of what so many independent samples would miss: 1 on average; cells hang together, so it varies.
        assert sum(squares) / len(squares) < 2


MANY_DEAD_ENDS = "008010002000000010700000004029060043001002600070040000000500200050076009000089007"


def test_the_weights_are_unbiased_they_count_the_completions() -> None:
    """The mean weight is the number of completions. Its deviation follows from the effective sample size. Samples
    without weights would miss it by far; samples that leave dead ends out would miss it where there are many."""
    luck = luck_for("count")
    dead_ends = [int(digit) for digit in MANY_DEAD_ENDS]
    few = exact_belief(dead_ends)
    assert few is not None
    surprises = []
    for known, exact in [(dead_ends, few), *positions_with_completions(500, 8_000, 25, 4)]:
        samples = 400
        sampled = sampled_belief(known, luck, samples)
        deviation = (1 / sampled.effective_samples - 1 / samples) ** 0.5
        surprises.append((sampled.completions / exact.completions - 1) / deviation)
    assert max(abs(surprise) for surprise in surprises) < 4


def test_balanced_chances_add_up() -> None:
    _, known = position(luck_for("balance"), 15)
    chances = balanced_belief(known).chances
    for row in chances:
        assert sum(row) == pytest.approx(1)
    for unit in UNITS:
        for digit in range(1, 10):
            assert sum(chances[cell][digit] for cell in unit) == pytest.approx(1, abs=0.1)


# --- The choice --------------------------------------------------------------------------------------------------


def test_uncovered_digits_are_certain_and_impossible_ones_have_no_chance() -> None:
    luck = luck_for("certain")
    for uncovered in (9, 18, 27, 45, 80, 81):
        _, known = position(luck, uncovered)
        found = belief(known, luck, 1_000)
        left = deduce(known)
        for cell in range(81):
            assert sum(found.chances[cell]) == pytest.approx(1)
            assert all(left[cell] >> digit & 1 or not found.chances[cell][digit] for digit in range(10))
            if known[cell]:
                assert found.chances[cell][known[cell]] == pytest.approx(1)


def test_the_same_position_and_luck_give_the_same_belief() -> None:
    _, known = position(luck_for("same"), 14)
    first = belief(known, luck_for("same", 1), 1_500)
    assert not first.exact
    assert first == belief(known, luck_for("same", 1), 1_500)
    assert first != belief(known, luck_for("same", 2), 1_500)


def test_effort_bounds_the_steps() -> None:
    luck = luck_for("effort")
    for effort in (0, 100, 1_000, 4_000):
        for uncovered in (9, 20, 25, 28, 40):
            _, known = position(luck, uncovered)
            # A sample once begun is finished: a few hundred steps at most.
            assert belief(known, luck, effort).steps <= 3.5 * effort + 300


def test_without_effort_it_is_balance_and_with_enough_it_is_exact() -> None:
    _, known = position(luck_for("effort matters"), 28)
    assert belief(known, luck_for(), 0).chances == balanced_belief(known).chances
    assert belief(known, luck_for(), 20_000).chances == (exact_belief(known) or balanced_belief(known)).chances
    assert belief(list(FIXED[0]), luck_for(), 0).exact


def test_a_steadied_sample_is_better_than_the_sample_or_the_balance_alone() -> None:
    luck = luck_for("steadied")
    balanced = steadied = sampled = 0.0
    for known, exact in positions_with_completions(500, 8_000, 25, 4):
        board, placed = settle(board_from(known), 0)
        sample = beliefs._Sample(board, placed)
        sample.grow(luck, 40, 1 << 60)
        balanced += distance(balanced_belief(known), exact)
        sampled += distance(Belief(beliefs._chances(sample.weights, sample.total), False, 0, 0, 0), exact)
        steadied += distance(beliefs._steadied(board, sample, 0), exact)
    assert steadied < sampled
    assert steadied < balanced


def distance(guess: Belief, truth: Belief) -> float:
    return sum(
        (guess.chances[cell][digit] - truth.chances[cell][digit]) ** 2 for cell in range(81) for digit in range(10)
    )


# --- Calibration -------------------------------------------------------------------------------------------------

EDGES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)


def surprises(cases: Sequence[tuple[Grid, list[int], Belief]]) -> list[float]:
    """For each bin of chances: how far what came true is from what was believed, in deviations between positions."""
    found = []
    for low, high in pairwise(EDGES):
        misses = []
        for grid, known, guess in cases:
            miss = 0.0
            for cell in range(81):
                for digit in range(1, 10):
                    chance = guess.chances[cell][digit]
                    if not known[cell] and low < chance <= high and chance < 1:
                        miss += (grid[cell] == digit) - chance
            misses.append(miss)
        spread = sum(miss * miss for miss in misses) ** 0.5
        found.append(sum(misses) / spread if spread else 0.0)
    return found


@pytest.mark.parametrize(("least", "most", "effort"), [(9, 20, 1_000), (21, 50, 3_000)])
def test_what_is_believed_comes_true_as_often(least: int, most: int, effort: int) -> None:
    luck = luck_for("calibration", least)
    cases = []
    for turn in range(120):
        grid, known = position(luck, least + turn % (most - least + 1))
        cases.append((grid, known, belief(known, luck, effort)))
    assert max(abs(surprise) for surprise in surprises(cases)) < 3.5
