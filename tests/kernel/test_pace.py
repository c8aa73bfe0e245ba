"""The speed of table time: comfort for people, none for races, and never a word about secrets."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.toys import Stage

from tablee.kernel import Ask
from tablee.kernel.pace import NORMAL, Clock, Pace, Speed, speed

KINDS = Stage.meta.kinds
TURN = Ask("1.speak", "speak", (0,), (0,), 1_000)
RACE = Ask("1.shout", "shout", (0, 1, 2), (), 1_000)
DEBATE = Ask("1.debate", "debate", (0, 1, 2), (), 1_000)
MOMENT = Ask("1.moment", "moment", (), (), 1_000)
PRIVATE = Ask("1.secret", "speak", (1,), (1,), 1_000, to=(1,))


def paced(pace: Pace, *asks: Ask) -> Speed:
    return speed(asks, KINDS, pace)


@pytest.mark.parametrize(("name", "wanted"), [("relaxed", 500), ("normal", 1000), ("fast", 2000), ("none", 0)])
def test_a_pace_is_a_speed(name: Literal["relaxed", "normal", "fast", "none"], wanted: Speed) -> None:
    assert paced(Pace(name), TURN) == wanted


@pytest.mark.parametrize("special", [RACE, DEBATE, MOMENT])
@pytest.mark.parametrize("pace", [Pace("relaxed"), Pace("fast"), Pace("none"), Pace(percents=(200, 300, 50))])
def test_races_printed_limits_and_timed_moments_run_at_normal_speed_whatever_else_is_open(
    special: Ask, pace: Pace
) -> None:
    assert paced(pace, special) == NORMAL
    assert paced(pace, TURN, special) == NORMAL
    assert paced(pace, special, TURN) == NORMAL


def test_the_slowest_of_the_seats_asked_decides() -> None:
    pace = Pace(percents=(100, 150, 400))
    assert paced(pace, TURN) == 1000
    assert paced(pace, TURN._replace(seats=(0, 1))) == 666
    assert paced(pace, TURN._replace(seats=(2, 1, 0))) == 250
    assert paced(pace, TURN, TURN._replace(seats=(2,))) == 250


def test_a_seats_own_factor_comes_on_top_of_the_tables_pace() -> None:
    assert paced(Pace("relaxed", percents=(200,)), TURN) == 250
    assert paced(Pace("fast", percents=(200,)), TURN) == 1000


def test_who_is_still_awaited_makes_no_difference() -> None:
    # Or the clock would tell that the slow seat has voted.
    pace = Pace(percents=(100, 400))
    vote = TURN._replace(seats=(0, 1))
    assert paced(pace, vote._replace(awaited=(0, 1))) == paced(pace, vote._replace(awaited=(0,))) == 250


@pytest.mark.parametrize("private", [PRIVATE, *(ask._replace(to=(1,)) for ask in (RACE, DEBATE, MOMENT))])
@pytest.mark.parametrize(
    "pace", [Pace("relaxed"), Pace("none"), Pace(percents=(100, 400, 100)), Pace("none", absent=frozenset({1}))]
)
def test_a_private_ask_of_any_kind_leaves_the_speed_alone(private: Ask, pace: Pace) -> None:
    assert paced(pace, TURN, private) == paced(pace, private, TURN) == paced(pace, TURN)


def test_with_private_asks_alone_time_is_normal() -> None:
    assert paced(Pace("none"), PRIVATE) == NORMAL


@pytest.mark.parametrize(
    "pace", [Pace("none"), Pace("relaxed", percents=(100, 100, 400)), Pace("none", absent=frozenset({2}))]
)
def test_an_optional_act_leaves_the_speed_alone(pace: Pace) -> None:
    claim = Ask("1.claim", "claim", (0, 1, 2), (), 1_000)
    kinds = {**KINDS, "claim": KINDS["speak"]._replace(optional=True)}
    assert speed((claim, TURN), kinds, pace) == speed((TURN,), kinds, pace)


def test_nothing_asked_is_normal() -> None:
    assert paced(Pace("relaxed")) == NORMAL


def test_without_clocks_the_normal_clock_still_runs_for_an_absent_seat() -> None:
    pace = Pace("none", absent=frozenset({1}))
    assert paced(pace, TURN) == 0
    assert paced(pace, TURN._replace(seats=(1,))) == NORMAL
    assert paced(pace, TURN._replace(seats=(0, 1))) == NORMAL


@pytest.mark.parametrize("name", ["relaxed", "normal", "fast"])
def test_with_clocks_an_absent_seat_changes_nothing(name: Literal["relaxed", "normal", "fast"]) -> None:
    assert paced(Pace(name, absent=frozenset({0})), TURN) == paced(Pace(name), TURN)


# The clock.


def test_at_normal_speed_a_second_is_a_second() -> None:
    clock = Clock(wall=5_000_000, now=100)
    assert clock.now(5_000_000) == 100
    assert clock.now(5_001_000) == 1_100


def test_a_change_of_speed_counts_from_its_moment() -> None:
    clock = Clock(wall=0)
    clock.run(1_000, 500)
    assert clock.now(3_000) == 2_000
    clock.run(3_000, 2_000)
    assert clock.now(4_000) == 4_000
    clock.run(4_000, 0)
    assert clock.now(9_999_999) == 4_000


def test_rests_are_kept_over_many_changes() -> None:
    # A third of a millisecond at a time: without its rest, the clock would stand still.
    clock = Clock(wall=0)
    for wall in range(3_000):
        clock.run(wall, 333)
    assert clock.now(3_000) == 999


def test_a_wall_clock_that_is_set_back_stops_time_but_never_turns_it() -> None:
    clock = Clock(wall=1_000)
    clock.run(2_000, NORMAL)
    assert clock.now(1_500) == 1_000
    clock.run(1_500, NORMAL)
    assert clock.now(1_999) == 1_000
    assert clock.now(2_001) == 1_001


def test_a_deadline_is_past_one_millisecond_after_it() -> None:
    clock = Clock(wall=10_000)
    assert clock.wall_at(500) == 10_501
    clock.run(10_000, 500)
    assert clock.wall_at(500) == 11_002


def test_a_deadline_already_past_is_now() -> None:
    clock = Clock(wall=0, now=1_000)
    assert clock.wall_at(10) == 0


def test_a_clock_that_stands_still_never_gets_there() -> None:
    clock = Clock(wall=0)
    clock.run(0, 0)
    assert clock.wall_at(10**9) is None


@given(
    st.lists(st.tuples(st.integers(0, 5_000), st.sampled_from([1, 250, 333, 500, 1000, 2000])), max_size=8),
    st.integers(0, 20_000),
)
def test_the_moment_a_deadline_is_past_is_the_first_such_moment(changes: list[tuple[int, int]], ahead: int) -> None:
    clock, wall = Clock(wall=0), 0
    for elapsed, new_speed in changes:
        wall += elapsed
        clock.run(wall, new_speed)
    until = clock.now(wall) + ahead
    moment = clock.wall_at(until)
    assert moment is not None
    assert clock.now(moment) > until
    assert clock.now(moment - 1) <= until


@given(st.lists(st.tuples(st.integers(-50, 500), st.sampled_from([0, 333, 500, 1000, 2000])), max_size=20))
def test_table_time_never_decreases(changes: list[tuple[int, int]]) -> None:
    clock, wall, last = Clock(wall=0), 0, 0
    for elapsed, new_speed in changes:
        wall += elapsed
        clock.run(wall, new_speed)
        assert clock.now(wall) >= last
        last = clock.now(wall)
