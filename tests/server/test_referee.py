"""The race referee: its rules one by one, and whole games of Buzzer. (test_link.py proves that the quickest wins.)"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TypeAlias

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.fairness import FOUR_LINES, World, a_luck, reaction, share
from examples.buzzer import BUZZING, COLOURS, GAME, ROUNDS, Ballot, Buzz, Lamp, Party, Vote

from tablee.kernel import Ask, Options, Refusal
from tablee.kernel.luck import seed_from
from tablee.kernel.pace import Clock
from tablee.kernel.record import Entry
from tablee.kernel.replay import replay
from tablee.kernel.table import Table, open_table
from tablee.server.play.link import Link
from tablee.server.play.referee import RECEIPTS_KEPT, Batch, Input, ReceiptLine, Referee, cut_races

Seats: TypeAlias = tuple[int, ...]
OPENED = 10_000
DEADLINE = OPENED + 5_000
RACE = Ask("1.slap", "slap", (0, 1, 2), (0, 1, 2), 5_000)
EXPIRY = Input(None, "1.slap", "expire", None, DEADLINE)


def a_link(trip: int) -> Link:
    """A steady line: all round trips within 2 ms of this one."""
    link = Link()
    for extra in [-2, 0, 2] * 8:
        link.measure(trip + extra)
    return link


def a_referee(*trips: int, precedence: Seats = (0, 1, 2), percents: Seats = (100, 100, 100)) -> Referee[str]:
    """Three seats behind lines with these round trips (20, 80 and 200 ms); the race is open and sent to all."""
    referee: Referee[str] = Referee(lambda _: precedence)
    for seat, trip in enumerate(trips or (20, 80, 200)):
        referee.attach(seat, a_link(trip), percents[seat])
    referee.follow([RACE], OPENED)
    for seat in RACE.seats:
        referee.sent(seat, OPENED)
    return referee


def slap(seat: int, reported: float | None, elapsed: int, ask: str = "1.slap") -> Input[str]:
    return Input(seat, ask, "slap", reported, OPENED + elapsed)


def seats(batch: Batch[str] | None) -> list[int | None]:
    return [] if batch is None else [one.seat for one in batch.inputs]


def decide(referee: Referee[str], *inputs: Input[str]) -> list[int | None]:
    """Let these arrive and wait as long as it takes; in which order are they handed over?"""
    assert [referee.arrive(one) for one in inputs] == [None] * len(inputs)
    return seats(referee.due(OPENED + 9_000))


def lines(referee: Referee[str]) -> list[ReceiptLine]:
    receipt = referee.receipt("1.slap")
    return [] if receipt is None else receipt.lines


# Order.


def test_the_quicker_finger_behind_the_slower_line_comes_first() -> None:
    referee = a_referee()
    assert decide(referee, slap(0, 260, 280), slap(1, 230, 310), slap(2, 200, 400)) == [2, 1, 0]
    assert [(line.seat, line.credited, line.rank) for line in lines(referee)] == [(2, 200, 1), (1, 230, 2), (0, 260, 3)]


def test_the_reaction_counts_from_when_this_seat_was_sent_the_stimulus() -> None:
    referee = a_referee(20, 20, 20)
    again = RACE._replace(id="2.slap")
    referee.follow([again], OPENED)
    referee.sent(0, OPENED)
    referee.sent(1, OPENED + 200)  # its queue was full
    assert decide(referee, slap(0, 260, 280, again.id), slap(1, 250, 470, again.id)) == [1, 0]


def test_who_loads_the_page_again_does_not_see_the_stimulus_anew() -> None:
    referee = a_referee()
    referee.sent(1, OPENED + 400)
    assert decide(referee, slap(1, 150, 630)) == [1]
    assert lines(referee)[0].credited == pytest.approx(630 - 80, abs=15)


def test_comfort_divides_the_reaction() -> None:
    referee = a_referee(20, 20, 20, percents=(100, 200, 100))
    assert decide(referee, slap(0, 260, 280), slap(1, 500, 520)) == [1, 0]
    assert lines(referee)[0].counted == 250


def test_a_bot_is_timed_by_the_house() -> None:
    referee = a_referee()
    referee.attach(0, None)
    assert decide(referee, slap(0, None, 300), slap(1, 290, 370)) == [1, 0]
    assert lines(referee)[1][:3] == (0, None, 300)


def test_one_seats_inputs_stay_in_the_order_in_which_they_came() -> None:
    referee = a_referee(percents=(200, 100, 100))
    claim = Input(0, "1.claim", "claim", None, OPENED + 400)
    assert decide(referee, claim, slap(0, 385, 405), slap(1, 300, 380)) == [1, 0, 0]


def test_other_inputs_wait_too_and_are_put_in_by_their_line() -> None:
    referee = a_referee()
    referee.arrive(slap(0, 260, 280))
    referee.arrive(Input(1, "1.claim", "claim", None, OPENED + 330))  # sent, as it were, at 250
    assert referee.due(OPENED + 335) is None
    assert seats(referee.due(OPENED + 1_000)) == [1, 0]
    assert [line.seat for line in lines(referee)] == [0]


# Photo finish.


@pytest.mark.parametrize(("precedence", "gap", "first"), [((0, 1, 2), 0.8, 0), ((2, 1, 0), 0.8, 1), ((0, 1, 2), 2, 1)])
def test_too_close_to_tell_the_game_decides(precedence: Seats, gap: float, first: int) -> None:
    referee = a_referee(precedence=precedence)
    assert decide(referee, slap(0, 250, 270), slap(1, 250 - gap, 330))[0] == first
    assert [line.photo for line in lines(referee)] == [gap < 1] * 2


def test_where_we_measured_ourselves_the_photo_is_as_wide_as_the_jitter() -> None:
    referee = a_referee(precedence=(0, 1, 2))
    referee.attach(1, jittery := Link())
    for trip in [70, 90] * 10:
        jittery.measure(trip)
    # Seat 1 took 242 by our measure, give or take 10.
    assert decide(referee, slap(0, 250, 270), slap(1, None, 322)) == [0, 1]
    assert [line.photo for line in lines(referee)] == [True, True]
    assert lines(referee)[1].margin == 10


# Waiting.


def test_an_answer_waits_until_nobody_can_come_before_it() -> None:
    referee = a_referee()
    referee.arrive(slap(0, 260, 280))
    # Seat 2, had it moved at 261, is heard by 461 and the band of 15.
    assert referee.next_at == OPENED + 261 + 200 + 15
    assert referee.due(OPENED + 475) is None
    assert seats(referee.due(OPENED + 476)) == [0]
    assert referee.next_at is None


def test_nobody_waits_for_those_who_answered_or_are_not_there() -> None:
    referee = a_referee()
    referee.detach(1)
    referee.arrive(slap(2, 150, 350))
    assert seats(referee.due(OPENED + 350)) == [2]
    referee.arrive(slap(0, 400, 420))
    assert referee.next_at == OPENED + 420


def test_no_line_is_waited_for_longer_than_a_quarter_of_a_second() -> None:
    referee = a_referee(20, 80, 395)
    referee.arrive(slap(0, 260, 280))
    assert referee.next_at == OPENED + 280 + 250


def claim(seat: int, elapsed: int) -> Input[str]:
    """No answer to the race."""
    return Input(seat, "1.claim", "claim", None, OPENED + elapsed)


@pytest.mark.parametrize("mine", [slap(0, None, 300), slap(0, 260, 300), claim(0, 300)])
@pytest.mark.parametrize("others", range(200, 500, 10))
def test_what_others_send_beside_a_race_changes_nothing_of_how_long_one_waits(mine: Input[str], others: int) -> None:
    """It may be a secret that they did."""
    handed_over = []
    for inputs in ([mine], [mine, claim(1, others), claim(2, others + 5)]):
        referee = a_referee()
        referee.attach(0, Link())  # of which nothing is known yet
        for now in range(OPENED, OPENED + 2_000):
            for one in inputs:
                if one.arrived_at == now:
                    referee.arrive(one)
            if 0 in seats(referee.due(now)):
                handed_over.append(now)
    assert len(handed_over) == 2
    assert handed_over[0] == handed_over[1]


def test_declared_comfort_is_waited_for_but_not_for_ever() -> None:
    referee = a_referee(20, 20, 20, percents=(100, 300, 100))
    referee.arrive(slap(0, 260, 280))
    assert referee.next_at == OPENED + 3 * 261 + 20 + 15
    assert seats(referee.due(OPENED + 2_000)) == [0]
    referee.arrive(slap(2, 2_000, 2_020))
    assert referee.next_at == OPENED + 2_001 + 20 + 15 + 750


def test_time_never_runs_backwards() -> None:
    referee = a_referee(20, 20, 20)
    referee.arrive(slap(0, 260, 280))
    assert referee.due(OPENED + 900) == Batch((slap(0, 260, 280),), OPENED + 900)
    referee.arrive(slap(1, 300, 320))
    assert referee.due(OPENED + 800) == Batch((slap(1, 300, 320),), OPENED + 900)


def test_what_waits_comes_out_when_the_race_is_over() -> None:
    referee = a_referee()
    referee.arrive(slap(0, 260, 280))
    referee.arrive(slap(1, 420, 500))
    assert seats(referee.due(OPENED + 500)) == [0]
    assert referee.due(OPENED + 500) is None  # seat 2 might still come before seat 1
    referee.follow([], OPENED + 500)
    assert referee.is_open
    assert seats(referee.due(OPENED + 500)) == [1]
    assert not referee.is_open


# The clock.


def test_an_answer_in_time_is_in_time_however_long_its_line() -> None:
    referee = a_referee()
    referee.arrive(EXPIRY)
    assert referee.next_at == DEADLINE + 1 + 200 + 15
    referee.arrive(slap(2, 5_000, 5_200))
    # At the deadline: so the table takes the answer, and what is left of the ask expires.
    assert referee.due(DEADLINE + 200) == Batch((slap(2, 5_000, 5_200), EXPIRY), DEADLINE)


def test_an_answer_after_the_deadline_is_after_it_even_by_photo() -> None:
    referee = a_referee(precedence=(2, 1, 0))
    assert decide(referee, slap(0, 4_999.7, 5_020), EXPIRY, slap(2, 5_000.4, 5_200)) == [0, None, 2]


# What is refused.


def test_a_finger_before_a_hundred_milliseconds_is_refused() -> None:
    referee = a_referee()
    assert referee.arrive(slap(0, 90, 110)) == Refusal("too_soon")
    assert referee.arrive(slap(1, 110, 150)) == Refusal("too_soon")  # it says 110, but cannot have been after 72
    assert referee.next_at is None


def test_hammering_the_pad_does_not_win_at_a_hundred() -> None:
    referee = a_referee()
    refused = [reported for reported in range(0, 600, 20) if referee.arrive(slap(0, reported, reported + 20))]
    assert refused == list(range(0, 400, 20))


def test_a_number_that_cannot_be_does_not_lose_the_answer() -> None:
    referee = a_referee()
    assert decide(referee, slap(0, -5, 280), slap(1, 20, 330)) == [1, 0]
    assert [line.reason for line in lines(referee)] == ["sub_human", "impossible"]


def test_a_seat_that_is_not_asked_is_in_no_receipt() -> None:
    referee = a_referee()
    assert decide(referee, slap(7, 10, 280)) == [7]  # the table will refuse it
    assert lines(referee) == []


# Receipts and restarts.


def test_who_came_too_late_can_read_by_how_much() -> None:
    referee = a_referee()
    assert decide(referee, slap(0, 260, 280)) == [0]
    referee.follow([], OPENED + 1_000)
    referee.late(slap(2, 990, 1_190))
    referee.late(slap(0, 990, 1_190))  # has its line
    assert [(line.seat, line.credited, line.rank) for line in lines(referee)] == [(0, 260, 1), (2, 990, None)]


def test_what_the_table_did_not_take_is_in_no_receipt() -> None:
    referee = a_referee()
    assert decide(referee, slap(0, 240, 260), slap(1, 250, 330), slap(2, 260, 460)) == [0, 1, 2]
    referee.refused(slap(0, 240, 260))
    assert [(line.seat, line.rank) for line in lines(referee)] == [(1, 1), (2, 2)]
    # Seat 0 tries again; seat 1, which has its line, in vain.
    assert decide(referee, slap(0, 700, 720), slap(1, 700, 780)) == [0, 1]
    referee.refused(slap(1, 700, 780))
    assert [(line.seat, line.rank) for line in lines(referee)] == [(1, 1), (2, 2), (0, 3)]


def test_a_bot_is_never_a_cheat() -> None:
    referee = a_referee()
    referee.attach(0, None)
    assert referee.arrive(slap(0, None, 40)) is None


def test_old_receipts_are_forgotten() -> None:
    referee = a_referee()
    for number in range(RECEIPTS_KEPT + 1):
        ask = RACE._replace(id=f"{number}.race")
        referee.follow([ask], OPENED)
        assert decide(referee, slap(0, 260, 280, ask.id)) == [0]
    assert [referee.receipt(f"{number}.race") is None for number in (0, 1)] == [True, False]


def test_a_race_cut_by_a_crash_opens_again_unless_an_answer_was_durable() -> None:
    buzz, vote = Ask("2.buzz", "buzz", (0, 1), (), 1), Ask("2.vote", "vote", (0, 1), (), 1)
    before = Entry("step", 0, "1.buzz", Buzz(), 0, ())
    assert cut_races((buzz, vote), GAME.meta.kinds, [before]) == (buzz,)
    assert cut_races((buzz, vote), GAME.meta.kinds, [before, before._replace(ask="2.buzz")]) == ()


# Whole games of Buzzer, with the least that an actor has to do.

What: TypeAlias = Buzz | Vote | Ask


class Parlour:
    """Four people behind lines; the wall runs from one event to the next."""

    def __init__(self, number: int) -> None:
        table = open_table(GAME, Options(), (None,) * 4, seed_from("parlour", number))
        assert isinstance(table, Table)
        self.table: Table[Options, Party, Buzz | Vote, Lamp, Ballot] = table
        self.clock = Clock(0)
        self.world = World(FOUR_LINES, a_luck("parlour", number))
        self.referee: Referee[What] = Referee(lambda ask: GAME.precedence(table.state, ask))
        for seat, link in enumerate(self.world.links):
            self.referee.attach(seat, link)
        self.coming: list[Input[What]] = []
        self.verdicts: list[bool] = []
        self.asked, self.quickest = "", (0.0, -1)
        self.tell(0)

    def tell(self, wall: int) -> None:
        """The table took an input: its clock, its races, and what people do about what they see."""
        self.clock.run(wall, self.table.speed)
        self.referee.follow([ask for ask in self.table.asks if GAME.meta.kinds[ask.kind].race], wall)
        if not self.table.asks or self.table.asks[0].id == self.asked:
            return
        ask, luck, self.world.now = self.table.asks[0], self.world.luck, wall
        self.asked, self.quickest = ask.id, (BUZZING, -1)
        self.coming.append(Input(None, ask.id, ask, None, (self.clock.wall_at(ask.until or 0) or 0) - 1))
        for seat in ask.seats:
            self.referee.sent(seat, wall)
            took = reaction(luck) if luck.below(8) else 2 * BUZZING  # now and then somebody sleeps
            self.quickest = min(self.quickest, (took, seat))
            action = Buzz() if ask.kind == "buzz" else Vote(luck.below(COLOURS))
            self.coming.append(Input(seat, ask.id, action, *self.world.answer(seat, ask.id, took, 0)[3:]))

    def run(self) -> None:
        while self.table.asks:
            at, new = self.referee.next_at, min(self.coming, key=lambda one: (one.arrived_at, one.seat is None))
            if at is not None and at < new.arrived_at:
                inputs, now = self.referee.due(at) or ((), 0)
                for one in inputs:
                    self.play(one, now, at)
                continue
            self.coming.remove(new)
            if self.referee.is_open:
                assert self.referee.arrive(new) is None
            else:
                self.play(new, new.arrived_at, new.arrived_at)

    def play(self, one: Input[What], now: int, wall: int) -> None:
        kind = self.table.asks[0].kind
        if isinstance(one.what, Ask):
            if one.what == self.table.next_due:
                self.table.expire(one.what)
        elif one.seat is not None:
            refusal = self.table.play(one.seat, one.ask, one.what, max(self.table.now, self.clock.now(now)))
            if refusal is not None:
                self.referee.late(one)
            elif kind == "buzz":
                self.verdicts.append(one.seat == self.quickest[1])
        self.tell(wall)


def test_whole_games_of_buzzer_go_to_the_quickest_finger() -> None:
    parlours = [Parlour(number) for number in range(60)]
    for parlour in parlours:
        parlour.run()
        nows = [entry.now for entry in parlour.table.record.entries]
        assert nows == sorted(nows)
        *_, last = replay(GAME, parlour.table.record)
        assert last.outcome == parlour.table.outcome is not None
    verdicts = [is_right for parlour in parlours for is_right in parlour.verdicts]
    assert share(verdicts) >= 0.97
    assert len(verdicts) > 0.9 * ROUNDS * len(parlours)
