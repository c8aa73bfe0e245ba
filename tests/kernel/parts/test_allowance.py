"""A time allowance runs during one's own turns only."""

from __future__ import annotations

from tablee.kernel.parts.allowance import Allowance


def test_at_first_nobodys_time_runs() -> None:
    allowance = Allowance(3, 60_000)
    assert allowance.left == [60_000] * 3
    assert allowance.until is None


def test_a_turn_takes_from_ones_own_time() -> None:
    allowance = Allowance(2, 60_000)
    allowance.start(0, 1_000)
    assert allowance.until == 61_000
    allowance.start(1, 11_000)
    assert allowance.left == [50_000, 60_000]
    assert allowance.until == 71_000
    allowance.stop(12_000)
    assert allowance.left == [50_000, 59_000]
    assert allowance.until is None


def test_what_is_left_of_the_last_turn_is_all_there_is_for_the_next() -> None:
    allowance = Allowance(1, 60_000)
    allowance.start(0, 0)
    allowance.stop(59_000)
    allowance.start(0, 100_000)
    assert allowance.until == 101_000


def test_while_nobody_plays_no_time_is_lost() -> None:
    allowance = Allowance(1, 60_000)
    allowance.stop(5_000)
    allowance.stop(99_000)
    assert allowance.left == [60_000]


def test_to_go_on_is_to_be_charged_so_far() -> None:
    allowance = Allowance(1, 60_000)
    allowance.start(0, 0)
    allowance.start(0, 20_000)
    assert allowance.left == [40_000]
    assert allowance.until == 60_000


def test_time_used_up_is_nothing_and_not_less() -> None:
    allowance = Allowance(1, 60_000)
    allowance.start(0, 0)
    allowance.stop(60_001)
    assert allowance.left == [0]
    allowance.start(0, 70_000)
    assert allowance.until == 70_000


def test_a_copy_goes_its_own_way() -> None:
    allowance = Allowance(2, 60_000)
    allowance.start(0, 0)
    copy = allowance.copy()
    copy.start(1, 10_000)
    assert (allowance.left, allowance.running, allowance.since) == ([60_000, 60_000], 0, 0)
    assert (copy.left, copy.running, copy.since) == ([50_000, 60_000], 1, 10_000)
