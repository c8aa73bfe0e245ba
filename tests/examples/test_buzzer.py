"""Buzzer, the example of a race and a sealed vote: its rules, and what nobody may notice."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import pytest
from examples.buzzer import BEAT, BUZZING, GAME, MOST_BEATS, VOTING, WITNESS, Ballot, Buzz, Buzzer, Lamp, Party, Vote

from examples import buzzer
from tablee.bots.bot import RandomBot
from tablee.kernel import ALL, SCREEN, Ask, Caption, Luck, Options, Outcome, Refusal, Viewer
from tablee.kernel.frames import Watcher
from tablee.kernel.luck import ScriptedLuck, SeededLuck, seed_from
from tablee.kernel.pace import NORMAL, Pace
from tablee.kernel.record import Header
from tablee.kernel.table import Table
from tablee.kit import check_game

BuzzerTable: TypeAlias = Table[Options, Party, Buzz | Vote, Lamp, Ballot]
LIT, DARK = 0, 2  # draws: the lamp goes on, or not
RED, GREEN, BLUE = range(3)


def a_table(*draws: int, seats: int = 3) -> BuzzerTable:
    return Table(GAME, Header("buzzer", 1, {}, Options(), (None,) * seats, ""), ScriptedLuck(draws))


def a_lit_table(rounds: int = 3, seats: int = 3) -> BuzzerTable:
    table = a_table(*[LIT] * rounds, seats=seats)
    table.expire(table.asks[0])
    return table


def answer(table: BuzzerTable, seat: int, action: Buzz | Vote) -> Refusal | None:
    return table.play(seat, table.asks[0].id, action, table.now + 100)


def a_voting_table(seats: int = 3) -> BuzzerTable:
    """The lamp was lit and nobody buzzed."""
    table = a_lit_table(seats=seats)
    table.expire(table.asks[0])
    return table


# The lamp.


def test_a_beat_of_waiting_asks_nobody_and_hides_nothing() -> None:
    table = a_table(DARK, LIT)
    assert table.asks == (Ask("1.0.ready", "ready", (), (), BEAT),)
    table.expire(table.asks[0])
    assert table.asks == (Ask("1.1.ready", "ready", (), (), 2 * BEAT),)
    table.expire(table.asks[0])
    assert table.asks[0].kind == "buzz"
    assert table.captions == [Caption("lamp", {}, ALL)]


def test_nobody_can_buzz_before_the_lamp() -> None:
    table = a_table(LIT)
    assert table.play(0, "1.0.ready", Buzz(), 10) == Refusal("not_yours")
    assert table.play(0, "1.buzz", Buzz(), 10) == Refusal("too_late")


def test_the_lamp_goes_on_in_the_end() -> None:
    table = a_table(*[DARK] * (MOST_BEATS + 1))
    for _ in range(MOST_BEATS + 1):
        assert table.asks[0].kind == "ready"
        table.expire(table.asks[0])
    assert table.asks[0].kind == "buzz"


# The race.


def test_the_first_to_buzz_has_the_point_and_the_race_is_over() -> None:
    table = a_lit_table()
    assert table.asks[0].seats == (0, 1, 2)
    race = table.asks[0].id
    assert answer(table, 1, Buzz()) is None
    assert table.play(0, race, Buzz(), table.now) == Refusal("too_late")
    assert table.state.lamp.scores == (0, 1, 0)
    assert table.asks[0].kind == "vote"


def test_if_nobody_buzzes_nobody_has_the_point() -> None:
    table = a_lit_table()
    assert table.asks[0].until == table.now + BUZZING
    table.expire(table.asks[0])
    assert table.captions == [Caption("nobody_buzzed", {}, ALL)]
    assert table.state.lamp.scores == (0, 0, 0)
    assert table.asks[0].until == table.now + VOTING


def test_in_a_photo_finish_whoever_is_behind_comes_first() -> None:
    table = a_lit_table(seats=4)
    answer(table, 1, Buzz())
    for seat, colour in enumerate((RED, RED, GREEN, RED)):
        answer(table, seat, Vote(colour))
    assert table.state.lamp.scores == (1, 2, 0, 1)
    table.expire(table.asks[0])
    assert GAME.precedence(table.state, table.asks[0]) == (2, 0, 3, 1)


def test_waiting_and_racing_run_at_normal_speed_and_voting_at_the_tables_pace() -> None:
    table = a_table(LIT)
    table.pace = Pace("relaxed")
    speeds = [table.speed]
    for _ in range(2):
        table.expire(table.asks[0])
        speeds.append(table.speed)
    assert speeds == [NORMAL, NORMAL, NORMAL // 2]


# The vote.


def test_a_vote_is_shown_to_its_voter_only() -> None:
    table = a_voting_table()
    watchers = {viewer: Watcher(table, viewer) for viewer in (SCREEN, Viewer(0), Viewer(1), Viewer(2, held=True))}
    before = {viewer: watcher.frame() for viewer, watcher in watchers.items()}
    answer(table, 1, Vote(BLUE))
    assert all(before.values())
    for viewer, watcher in watchers.items():
        frame = watcher.frame()
        if viewer.seat == 1:
            assert frame is not None
            assert frame.view.hand is not None
            assert frame.view.hand.vote == BLUE
        else:
            # Not even the number of frames tells that somebody has voted.
            assert frame is None


def test_nobody_sees_who_is_awaited_not_even_the_voter() -> None:
    table = a_voting_table()
    answer(table, 1, Vote(BLUE))
    assert table.asks[0].awaited == (0, 2)
    for viewer in (SCREEN, Viewer(0), Viewer(1)):
        (ask,) = table.view(viewer).asks
        assert (ask.seats, ask.awaited) == ((0, 1, 2), ())


def test_a_vote_is_final() -> None:
    table = a_voting_table()
    assert answer(table, 1, Vote(BLUE)) is None
    assert answer(table, 1, Vote(RED)) == Refusal("voted")
    assert GAME.moves(table.view(Viewer(1)), ScriptedLuck(())) == ()
    assert len(GAME.moves(table.view(Viewer(0)), ScriptedLuck(()))) == 3


def test_when_all_have_voted_everything_is_shown_and_the_majority_scores() -> None:
    table = a_voting_table()
    for seat, colour in enumerate((GREEN, RED, GREEN)):
        answer(table, seat, Vote(colour))
    assert table.captions == [Caption("revealed", {"colours": (GREEN,), "winners": (0, 2)}, ALL)]
    assert table.view(SCREEN).board == Lamp(2, 0, (1, 0, 1), (GREEN, RED, GREEN))
    hands = [table.view(Viewer(seat)).hand for seat in range(3)]
    assert all(hand is not None and hand.vote is None for hand in hands)


def test_a_shared_majority_scores_nothing() -> None:
    table = a_voting_table(seats=2)
    for seat, colour in enumerate((GREEN, RED)):
        answer(table, seat, Vote(colour))
    assert table.captions == [Caption("revealed", {"colours": (RED, GREEN), "winners": ()}, ALL)]
    assert table.state.lamp.scores == (0, 0)


@pytest.mark.parametrize(("votes", "scores"), [({}, (0, 0, 0)), ({2: RED}, (0, 0, 1))])
def test_who_does_not_vote_in_time_abstains(votes: dict[int, int], scores: tuple[int, ...]) -> None:
    table = a_voting_table()
    for seat, colour in votes.items():
        answer(table, seat, Vote(colour))
    table.expire(table.asks[0])
    assert table.state.lamp.shown == tuple(votes.get(seat) for seat in range(3))
    assert table.state.lamp.scores == scores


# The end.


def test_after_three_rounds_the_most_points_win() -> None:
    table = a_table(LIT, LIT, LIT)
    for number in (1, 2, 3):
        assert table.state.lamp.round == number
        table.expire(table.asks[0])
        answer(table, 2, Buzz())
        for seat, colour in enumerate((RED, RED, GREEN)):
            answer(table, seat, Vote(colour))
    assert table.asks == ()
    assert table.outcome == Outcome((1, 1, 1), (3, 3, 3))


@pytest.mark.parametrize("seats", range(2, 7))
def test_it_ends_though_nobody_ever_answers(seats: int) -> None:
    table = Table(GAME, Header("buzzer", 1, {}, Options(), (None,) * seats, ""), SeededLuck(seed_from(seats)))
    for _ in range(3 * (MOST_BEATS + 3)):
        if table.asks:
            table.expire(table.asks[0])
    assert table.outcome == Outcome((1,) * seats, (0,) * seats)


def test_bots_play_it_to_the_end() -> None:
    luck = SeededLuck(seed_from("bots"))
    table = Table(GAME, Header("buzzer", 1, {}, Options(), (None,) * 4, ""), luck)
    bot = RandomBot(GAME)
    while table.asks:
        (ask,) = table.asks
        answers = [(seat, bot.act(table.view(Viewer(seat, held=True)), ask, luck)) for seat in ask.awaited]
        for seat, action in answers[:1]:
            assert action is not None
            assert table.play(seat, ask.id, action, table.now) is None
        if not answers:
            table.expire(ask)
    assert table.outcome is not None
    assert sum(table.outcome.scores) >= 3


# The laws.


def test_it_keeps_the_laws() -> None:
    check_game(GAME, WITNESS, tables=100).raise_if_breached()


class ShowsWhoVoted(Buzzer):
    def asks(self, state: Party) -> tuple[Ask, ...]:
        return tuple(ask._replace(awaited_to=ALL) for ask in super().asks(state))


class SaysThatSomebodyVoted(Buzzer):
    def step(self, state: Party, seat: int, action: Buzz | Vote, now: int, luck: Luck) -> Party:
        new = super().step(state, seat, action, now, luck)
        if isinstance(action, Vote):
            new.captions.insert(0, Caption("voted", {"seat": seat}, ALL))
        return new


class AsksOnlyTheOthers(Buzzer):
    def asks(self, state: Party) -> tuple[Ask, ...]:
        asks = super().asks(state)
        return tuple(ask._replace(seats=ask.awaited) for ask in asks)


class ShowsTheNeighboursVote(Buzzer):
    def hand(self, state: Party, seat: int, held: bool) -> Ballot:
        own = state.votes[seat]
        return Ballot(seat, state.votes[(seat + 1) % len(state.votes)] if own is None else own)


@pytest.mark.parametrize("leaky", [ShowsWhoVoted, SaysThatSomebodyVoted, AsksOnlyTheOthers, ShowsTheNeighboursVote])
def test_its_witness_notices_what_must_not_be_noticed(leaky: type[Buzzer]) -> None:
    assert 9 in check_game(leaky(), WITNESS, tables=60).broken


def test_it_stays_within_a_hundred_and_fifty_lines() -> None:
    assert len(Path(buzzer.__file__).read_text(encoding="utf-8").splitlines()) <= 150
