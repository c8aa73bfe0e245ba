"""What a line is measured to be, how much of a device's number is believed, and, on simulated lines around the real
referee, that the quickest finger wins."""

from __future__ import annotations

import sys
from math import inf, nan
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.fairness import FORGERS, FOUR_LINES, ROUND_TRIPS, Result, World, a_luck, gain, share, simulate, spread_lines

from tablee.server.play.link import LEAST_BAND, MOST_BAND, Link
from tablee.server.play.referee import LONGEST_WAIT


def a_link(*trips: int) -> Link:
    link = Link()
    for trip in trips:
        link.measure(trip)
    return link


def a_steady_link() -> Link:
    """Round trips of 80 to 84 ms: typical 82, and the band is the least there is."""
    return a_link(*[80, 82, 84] * 10)


# Measuring.


def test_a_round_trip_lasts_from_ping_to_pong() -> None:
    link = Link()
    first, second = link.ping(1_000), link.ping(1_150)
    link.pong(second, 1_200)
    link.pong(first, 1_070)
    assert (link.trips.fastest, link.trips.longest) == (50, 70)


def test_a_pong_that_answers_no_ping_says_nothing() -> None:
    link = Link()
    number = link.ping(0)
    link.pong(number + 1, 5)
    link.pong(number, 40)
    link.pong(number, 400)
    assert link.trips.fastest == link.trips.longest == 40


def test_a_device_that_never_answers_costs_no_memory() -> None:
    link = Link()
    numbers = [link.ping(at) for at in range(100)]
    link.pong(numbers[0], 100)
    assert link.trips.fastest == link.trips.longest == 0  # forgotten
    link.pong(numbers[-1], 149)
    assert link.trips.longest == 50


def test_pings_come_quickly_at_first_and_then_now_and_then() -> None:
    link, at, pauses = Link(), 0, []
    assert link.next_ping_at == 0
    for _ in range(10):
        link.ping(at)
        pauses.append(link.next_ping_at - at)
        at = link.next_ping_at
    assert pauses == [150] * 7 + [2_000] * 3


def test_typical_is_not_moved_by_one_late_packet() -> None:
    assert a_link(*[40] * 9, 900).trips.typical == 40


def test_the_band_is_three_jitters_within_bounds() -> None:
    assert a_link(*[30, 50] * 10).trips.band == pytest.approx(30)
    assert a_link(*[40] * 20).trips.band == LEAST_BAND
    assert a_link(*[10, 400] * 10).trips.band == MOST_BAND


def test_nothing_is_known_of_a_line_after_three_round_trips() -> None:
    assert a_link(40, 41, 42).trips.jitter == inf
    assert a_link(40, 41, 42).trips.band == MOST_BAND


def test_old_round_trips_are_forgotten_when_the_network_changes() -> None:
    link = a_link(*[200] * 48, *[20] * 48)
    assert (link.trips.typical, link.trips.longest) == (20, 20)


def test_a_line_is_believed_to_be_as_slow_as_it_was_of_late() -> None:
    assert a_steady_link().trips.slowest == 82 + LEAST_BAND
    assert a_link(*[80, 82, 84] * 10, 140).trips.slowest == 140
    assert a_link(*[80, 82, 84] * 10, 2_000).trips.slowest == 82 + MOST_BAND
    assert a_link(*[1_000] * 10).trips.slowest == 400


# Believing.


def test_a_number_that_fits_the_line_is_taken_as_it_is() -> None:
    credit = a_steady_link().credit(elapsed=300, reported=217)
    assert (credit.reaction, credit.reason, credit.error) == (217, "reported", 1)


def test_a_slower_number_is_nobodys_advantage() -> None:
    assert a_steady_link().credit(elapsed=300, reported=260).reaction == 260


def test_a_number_below_what_the_line_allows_is_limited() -> None:
    link = a_steady_link()
    for _ in range(10):
        link.credit(elapsed=300, reported=218)
    credit = link.credit(elapsed=300, reported=188)
    assert (credit.reaction, credit.reason) == (300 - 82 - LEAST_BAND, "limited")


@pytest.mark.parametrize("reported", [-1, -0.5, 303, 10**9, nan, inf, -inf])
def test_an_impossible_number_earns_the_longest_reaction_there_can_have_been(reported: float) -> None:
    credit = a_steady_link().credit(elapsed=300, reported=reported)
    assert (credit.reaction, credit.reason) == (300 - 80, "impossible")


def test_a_sub_human_number_is_replaced_where_the_line_proves_it_wrong() -> None:
    credit = a_steady_link().credit(elapsed=300, reported=99)
    assert (credit.reaction, credit.reason, credit.is_human) == (300 - 80, "sub_human", True)


def test_a_finger_that_moved_too_soon_is_not_human() -> None:
    assert not a_steady_link().credit(elapsed=150, reported=68).is_human


def test_saying_a_hundred_does_not_make_it_human() -> None:
    credit = a_steady_link().credit(elapsed=150, reported=101)
    assert credit.reaction == 101
    assert not credit.is_human


def test_who_reports_nothing_is_measured_by_us() -> None:
    credit = a_steady_link().credit(elapsed=300, reported=None)
    assert (credit.reaction, credit.reason) == (300 - 82, "estimated")
    assert 1 <= credit.error < LEAST_BAND


def test_who_claims_too_much_too_often_is_measured_by_us_until_the_claims_are_sound() -> None:
    link = a_steady_link()
    assert link.credit(300, 210).reason == "distrusted"  # 8 ms: far more than this line ever had
    for _ in range(24):
        assert link.credit(300, 210).reaction == 300 - 82
    reasons = [link.credit(300, 218).reason for _ in range(24)]
    assert reasons[0] == reasons[-1] == "reported"  # a sound number is never made worse
    assert link.credit(300, 216).reason == "reported"


def test_one_late_packet_is_no_lie() -> None:
    link = a_link(*[80, 82, 84] * 10, 130)
    for _ in range(20):
        link.credit(300, 218)
    credit = link.credit(elapsed=340, reported=217)
    assert (credit.reaction, credit.reason) == (217, "reported")


def test_an_unknown_line_is_given_the_widest_band() -> None:
    link = Link()
    assert link.credit(elapsed=300, reported=180).reaction == 180
    assert link.credit(elapsed=400, reported=180).reaction == 400 - 50 - MOST_BAND


# The quickest finger wins.


def floors(results: list[Result]) -> None:
    clear = [result.is_right for result in results if result.gap >= 20]
    assert share([result.is_right for result in results]) >= 0.97
    assert share(clear) >= 0.99
    assert len(clear) > len(results) / 2


def test_on_four_lines_of_8_to_110_ms_the_quickest_finger_wins() -> None:
    results = simulate(World(FOUR_LINES, a_luck("four lines")), 2_000)
    floors(results)
    assert share([result.by_arrival == result.quickest for result in results]) < 0.5
    assert max(result.waited for result in results) <= LONGEST_WAIT


def test_round_trips_up_to_200_ms_apart_do_not_matter() -> None:
    right_by_arrival, everything = [], []
    for trip in ROUND_TRIPS:
        results = simulate(World(spread_lines(trip), a_luck("spread", trip)), 600)
        right_by_arrival.append(share([result.by_arrival == result.quickest for result in results]))
        everything += results
    floors(everything)
    assert right_by_arrival == sorted(right_by_arrival, reverse=True)
    assert right_by_arrival[0] > 0.9 > 0.75 > right_by_arrival[1]
    assert right_by_arrival[-1] < 0.47


def test_comfort_is_folded_in() -> None:
    floors(simulate(World(FOUR_LINES, a_luck("comfort"), percents={2: 200}), 1_000))


@pytest.mark.parametrize("forger", FORGERS)
def test_a_liar_wins_at_most_five_points_more_than_its_share(forger: str) -> None:
    for seat, newcomers in ((0, 0), (2, 10)):
        world = World(FOUR_LINES, a_luck("liar", seat), {seat: FORGERS[forger]}, newcomers=newcomers)
        results = simulate(world, 700)
        assert gain(results, seat) <= 0.05
        assert share([result.is_right for result in results if result.gap >= 20]) >= 0.96


def test_the_same_luck_gives_the_same_races() -> None:
    one, other = (simulate(World(FOUR_LINES, a_luck("twice")), 50) for _ in range(2))
    assert one == other
