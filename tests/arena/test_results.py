"""Shares, means and their intervals."""

from __future__ import annotations

import pytest

from tablee.arena.results import mean_interval, share, summarise, timings
from tablee.arena.simulate import Played
from tablee.kernel.luck import SeededLuck, seed_from


def played(deal: int, lineup: tuple[str, ...], wins: tuple[float, ...], won: bool | None = None) -> Played:
    scores = tuple(int(10 * part) for part in wins)
    return Played(deal, lineup, wins, scores, won, 0, 10, 120_000, tuple((1_000_000,) for _ in lineup))


def test_a_deal_counts_once_however_often_it_is_played() -> None:
    """Two games of a deal that always agree tell no more than one."""
    once = share([1.0, 0.0] * 50, 100)
    doubled = share([1.0, 0.0] * 50, 200)
    assert doubled == pytest.approx(once)
    assert once.high - once.low == pytest.approx(0.19, abs=0.01)


def test_duplicates_that_even_out_the_luck_make_the_interval_smaller() -> None:
    """Half a win in most deals: the seats were uneven, the bots are not."""
    evened = share([0.5] * 90 + [1.0] * 5 + [0.0] * 5, 200)
    assert evened.high - evened.low < 0.15


def test_a_share_stays_between_nought_and_one_and_is_never_certain() -> None:
    never = share([0.0] * 30, 30)
    assert never.low == 0
    assert 0.05 < never.high < 0.2
    always = share([1.0] * 30, 60)
    assert always.high == 1
    assert always.low == pytest.approx(1 - never.high)


def test_one_deal_says_next_to_nothing() -> None:
    assert share([1.0], 1).low < 0.25
    assert mean_interval([4.0]) == (4.0, 4.0, 4.0)


def test_students_interval() -> None:
    # 1, 2, 3, 4, 5: mean 3, standard error 0.7071, t(4) = 2.776.
    low, high = mean_interval([1, 2, 3, 4, 5])[1:]
    assert low == pytest.approx(3 - 2.776 * 0.70711, rel=0.01)
    assert high == pytest.approx(3 + 2.776 * 0.70711, rel=0.01)


def test_intervals_hold_what_they_promise() -> None:
    """Of 400 experiments about 95 in 100 contain the true share."""
    luck = SeededLuck(seed_from("coverage"))
    hits = 0
    for _ in range(400):
        deals = [(luck.chance(7, 10) + luck.chance(7, 10)) / 2 for _ in range(60)]
        estimate = share(deals, 120)
        hits += estimate.low <= 0.7 <= estimate.high
    assert 0.92 <= hits / 400 <= 0.98


def test_the_summary_of_two_bots() -> None:
    results = summarise(
        [
            [played(0, ("a", "b"), (1.0, 0.0)), played(0, ("b", "a"), (0.0, 1.0))],
            [played(1, ("a", "b"), (0.5, 0.5)), played(1, ("b", "a"), (1.0, 0.0))],
        ]
    )
    first, second = results.bots
    assert (first.name, first.wins, first.win_share.mean, first.score.mean) == ("a", 2.5, 0.625, 6.25)
    assert (second.name, second.wins, second.fair_share) == ("b", 1.5, 0.5)
    assert (results.games, results.deals, results.inputs, results.minutes) == (4, 2, 10, 2)
    assert results.first_share is not None
    assert results.first_share.mean == pytest.approx(0.625)
    assert results.won_together is None


def test_a_game_played_together_is_won_or_lost_by_all() -> None:
    deals = [[played(deal, ("a", "a"), (0.5, 0.5) if deal else (0.0, 0.0), won=deal > 0)] for deal in range(4)]
    results = summarise(deals)
    assert results.first_share is None
    assert results.won_together is not None
    assert results.won_together.mean == 0.75


def test_what_a_game_counts_is_averaged_deal_by_deal() -> None:
    def counted(deal: int, *figures: tuple[str, float]) -> Played:
        return played(deal, ("a", "b"), (1.0, 0.0))._replace(figures=figures)

    first = [counted(0, ("lies", 0.2), ("length", 10.0)), counted(0, ("lies", 0.4), ("length", 20.0))]
    # A game in which nothing could be counted is left out.
    second = [counted(1, ("lies", 0.5)), counted(1)]
    figures = dict(summarise([first, second]).figures)
    assert figures["lies"].mean == pytest.approx(0.4)
    assert figures["lies"].low < 0.3 < 0.5 < figures["lies"].high
    assert figures["length"].mean == pytest.approx(15)
    assert summarise([[played(0, ("a", "b"), (1.0, 0.0))]]).figures == ()


def test_timings_are_kept_apart() -> None:
    (timing,) = timings([[played(0, ("a", "a"), (1.0, 0.0))]])
    assert timing == ("a", 2, 1.0, 1.0)
