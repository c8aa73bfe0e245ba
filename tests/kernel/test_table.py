"""A table: its own checks in their order, then the game's, then the step, then the record."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from examples.morpion import GAME as MORPION
from examples.morpion import Mark
from tests.kernel.toys import SPEAK, Leave, Roll, Say, Stage, StageOptions, stage

from tablee.kernel import ALL, SCREEN, Action, Ask, Options, Outcome, Refusal, Viewer
from tablee.kernel.luck import ScriptedLuck, commitment, seed_from
from tablee.kernel.pace import Pace
from tablee.kernel.record import Entry, Header
from tablee.kernel.table import Step, Table, open_table

HELLO = Say("hello")
ROLL = Ask("1.roll", "roll", (1,), (1,), 60_000)
SECRET = Ask("1.secret", "speak", (1, 2), (1,), 60_000, to=(1, 2))


# The table's own checks.


def test_an_answer_in_order_is_accepted() -> None:
    table = stage(SPEAK)
    assert table.play(0, "1.speak", HELLO, 5) is None
    assert table.state.heard == ("hello",)
    assert table.now == 5


def test_an_ask_that_is_not_open_is_too_late() -> None:
    assert stage(SPEAK).play(0, "0.speak", HELLO, 5) == Refusal("too_late")


def test_a_suspended_table_refuses_for_now() -> None:
    table = stage(SPEAK)
    table.suspended = True
    assert table.play(0, "1.speak", HELLO, 5) == Refusal("not_now")
    table.suspended = False
    assert table.play(0, "1.speak", HELLO, 5) is None


@pytest.mark.parametrize("seat", [0, 2, 3, -1, 99])
def test_a_seat_that_is_not_asked_is_refused(seat: int) -> None:
    assert stage(ROLL).play(seat, "1.roll", Roll(6), 5) == Refusal("not_yours")


def test_an_unknown_action_is_malformed() -> None:
    class Dance(Action):
        pass

    assert stage(SPEAK).play(0, "1.speak", cast(Say, Dance()), 5) == Refusal("malformed")


def test_an_action_of_another_kind_of_ask_is_malformed() -> None:
    assert stage(SPEAK, ROLL).play(1, "1.roll", HELLO, 5) == Refusal("malformed")


@pytest.mark.parametrize("junk", [None, "hello", 3, {"type": "Say"}])
def test_something_that_is_no_action_at_all_is_malformed(junk: object) -> None:
    assert stage(SPEAK).play(0, "1.speak", cast(Say, junk), 5) == Refusal("malformed")


def test_a_subclass_of_an_action_is_another_action() -> None:
    class LoudSay(Say):
        pass

    assert stage(SPEAK).play(0, "1.speak", LoudSay("hello"), 5) == Refusal("malformed")


def test_the_games_own_check_comes_last() -> None:
    assert stage(SPEAK).play(0, "1.speak", Say(""), 5) == Refusal("empty")


def test_checks_come_in_their_order() -> None:
    # Everything is wrong at once; mending one thing after the other shows the next refusal.
    table = stage(SPEAK, replace_seats(SPEAK, "2.speak", (1,)))
    table.suspended = True
    assert table.refusal(0, "9.speak", cast(Say, None)) == Refusal("too_late")
    assert table.refusal(0, "2.speak", cast(Say, None)) == Refusal("not_now")
    table.suspended = False
    assert table.refusal(0, "2.speak", cast(Say, None)) == Refusal("not_yours")
    assert table.refusal(1, "2.speak", cast(Say, None)) == Refusal("malformed")
    assert table.refusal(1, "2.speak", Say("")) == Refusal("empty")
    assert table.refusal(1, "2.speak", HELLO) is None


def replace_seats(ask: Ask, id_: str, seats: tuple[int, ...]) -> Ask:
    return ask._replace(id=id_, seats=seats, awaited=seats)


def test_to_ask_for_a_refusal_plays_nothing() -> None:
    table = stage(SPEAK)
    assert table.refusal(0, "1.speak", HELLO) is None
    assert len(table.record.entries) == 1


@pytest.mark.parametrize(
    ("seat", "ask", "action"),
    [
        (0, "9.speak", HELLO),
        (7, "1.speak", HELLO),
        (0, "1.speak", Roll(6)),
        (0, "1.speak", Say("")),
        (0, "1.secret", HELLO),
    ],
)
@pytest.mark.parametrize("suspended", [False, True])
def test_a_refused_answer_changes_nothing(seat: int, ask: str, action: Say | Roll, suspended: bool) -> None:
    table = stage(SPEAK, SECRET)
    table.suspended = suspended
    state, asks, entries, view = table.state, table.asks, list(table.record.entries), table.view(SCREEN)
    assert table.play(seat, ask, action, 50) is not None
    assert table.state is state
    assert table.asks is asks
    assert table.record.entries == entries
    assert table.now == 0
    assert table.view(SCREEN) == view
    # And no draw was used: the next roll is the one it would have been.
    table.suspended = False
    other = stage(SPEAK, SECRET)
    assert table.play(0, "1.speak", HELLO, 60) is other.play(0, "1.speak", HELLO, 60)
    assert table.state == other.state


def test_an_answer_considered_and_adopted_is_an_answer_played() -> None:
    played, considered = stage(SPEAK, ROLL), stage(SPEAK, ROLL)
    assert played.play(1, "1.roll", Roll(20), 50) is None
    before = considered.state
    step = considered.consider(1, "1.roll", Roll(20), 50)
    assert isinstance(step, Step)
    assert considered.state is before
    assert len(considered.record.entries) == 1
    considered.adopt(step)
    assert considered.state == played.state
    assert considered.record == played.record
    assert (considered.now, considered.asks) == (played.now, played.asks)


def test_what_is_considered_is_refused_like_what_is_played() -> None:
    assert stage(SPEAK).consider(7, "1.speak", HELLO, 5) == Refusal("not_yours")
    with pytest.raises(ValueError, match="must expire before"):
        stage(SPEAK).consider(0, "1.speak", HELLO, 60_001)


# Asks that not everybody may see.


def test_an_ask_kept_from_a_seat_is_refused_like_one_that_does_not_exist() -> None:
    with_secret, without = stage(SPEAK, SECRET), stage(SPEAK)
    for action in (HELLO, Say(""), Roll(6), cast(Say, None)):
        for suspended in (False, True):
            with_secret.suspended = without.suspended = suspended
            assert with_secret.play(0, SECRET.id, action, 5) == without.play(0, SECRET.id, action, 5)


def test_whom_an_ask_is_shown_sees_it_whole() -> None:
    table = stage(SPEAK, SECRET)
    for seat in (1, 2):
        assert table.view(Viewer(seat)).asks == (SPEAK, SECRET._replace(to=ALL))


@pytest.mark.parametrize("viewer", [SCREEN, Viewer(0), Viewer(0, held=True)])
def test_an_outsider_sees_no_sign_of_a_secret_ask(viewer: Viewer) -> None:
    assert stage(SPEAK, SECRET).view(viewer) == stage(SPEAK).view(viewer)


def test_a_seat_may_see_an_ask_that_is_not_its_own() -> None:
    table = stage(SPEAK, SECRET._replace(seats=(1,)))
    assert table.play(2, SECRET.id, HELLO, 5) == Refusal("not_yours")


def test_who_is_awaited_is_blanked_for_those_who_may_not_know() -> None:
    table = stage(SPEAK._replace(awaited=(1,), awaited_to=(1,)))
    assert table.view(Viewer(1)).asks[0].awaited == (1,)
    for viewer in (SCREEN, Viewer(0), Viewer(2)):
        assert table.view(viewer).asks[0].awaited == ()
        assert table.view(viewer).asks[0].seats == (0, 1, 2)


def test_who_is_told_is_told_nobody() -> None:
    for ask in stage(SPEAK, SECRET, SPEAK._replace(id="2.speak", awaited_to=(1,))).view(Viewer(1)).asks:
        assert (ask.to, ask.awaited_to) == (ALL, ALL)


def test_asks_without_secrets_are_one_object_for_everybody() -> None:
    table = stage(SPEAK, ROLL)
    assert table.view(SCREEN).asks is table.view(Viewer(0)).asks is table.asks


# Views.


def test_all_viewers_share_one_board_object() -> None:
    table = stage(SPEAK)
    boards = [table.view(viewer).board for viewer in (SCREEN, Viewer(0), Viewer(1, held=True), Viewer(2))]
    assert all(board is boards[0] for board in boards)
    table.play(0, "1.speak", HELLO, 5)
    assert table.view(SCREEN).board is not boards[0]
    assert table.view(SCREEN).board.heard == ("hello",)


def test_a_view_by_the_table_is_the_view_by_the_game() -> None:
    table = stage(SPEAK, SECRET)
    for viewer in (SCREEN, Viewer(0), Viewer(1), Viewer(1, held=True)):
        assert table.view(viewer) == table.game.view(table.state, viewer)


def test_the_screen_has_no_hand_and_a_glance_needs_holding() -> None:
    table = stage(SPEAK)
    assert table.view(SCREEN).hand is None
    lying, held = table.view(Viewer(1)).hand, table.view(Viewer(1, held=True)).hand
    assert lying is not None
    assert held is not None
    assert (lying.seat, lying.cue) == (1, None)
    assert (held.seat, held.cue) == (1, "cue 1")


# Time.


def test_an_answer_at_the_deadline_is_in_time() -> None:
    table = stage(SPEAK)
    assert table.due(60_000) is None
    assert table.play(0, "1.speak", HELLO, 60_000) is None


def test_one_millisecond_later_the_ask_must_expire_first() -> None:
    table = stage(SPEAK)
    assert table.due(60_001) == SPEAK
    with pytest.raises(ValueError, match="due at 60000 must expire before an answer at 60001"):
        table.play(0, "1.speak", HELLO, 60_001)
    assert len(table.record.entries) == 1
    table.expire(SPEAK)
    assert table.now == 60_000
    assert table.play(0, "1.speak", HELLO, 60_001) == Refusal("too_late")


def test_of_equal_deadlines_the_first_in_the_games_order_expires() -> None:
    table = stage(SPEAK, ROLL)
    assert table.due(99_999) == SPEAK
    with pytest.raises(ValueError, match=r"1\.roll is not the one to expire next"):
        table.expire(ROLL)
    table.expire(SPEAK)
    assert table.due(99_999) == ROLL
    table.expire(ROLL)
    assert table.outcome is not None


def test_the_earliest_deadline_comes_first_wherever_it_stands() -> None:
    table = stage(SPEAK, ROLL._replace(until=10))
    assert table.deadline == 10
    assert table.due(11) == ROLL._replace(until=10)
    with pytest.raises(ValueError, match=r"1\.speak is not the one"):
        table.expire(SPEAK)


@pytest.mark.parametrize("ask", [SPEAK._replace(id="0.speak"), SPEAK._replace(until=None), SPEAK._replace(until=5)])
def test_what_is_not_open_cannot_expire(ask: Ask) -> None:
    table = stage(SPEAK)
    with pytest.raises(ValueError, match="not the one to expire next"):
        table.expire(ask)
    assert len(table.record.entries) == 1


def test_without_a_deadline_nothing_is_ever_due() -> None:
    table = stage(SPEAK._replace(until=None))
    assert table.deadline is None
    assert table.next_due is None
    assert table.due(10**15) is None


def test_time_never_runs_backwards() -> None:
    table = stage(SPEAK)
    table.play(0, "1.speak", HELLO, 100)
    with pytest.raises(ValueError, match="does not run backwards: 99 after 100"):
        table.play(1, "1.speak", HELLO, 99)
    assert table.now == 100
    assert len(table.record.entries) == 2


def test_two_answers_at_the_same_time_are_taken_in_the_order_given() -> None:
    table = stage(SPEAK)
    table.play(2, "1.speak", Say("first"), 100)
    table.play(0, "1.speak", Say("second"), 100)
    assert table.state.heard == ("first", "second")


def test_at_a_suspended_table_nothing_is_due() -> None:
    table = stage(SPEAK)
    table.suspended = True
    assert table.due(99_999) is None
    assert table.speed == 0


def test_the_speed_of_time_follows_the_open_asks() -> None:
    table = stage(SPEAK)
    assert table.speed == 1000
    table.pace = Pace("relaxed")
    assert table.speed == 500


# The record.


def test_every_input_is_recorded_with_its_draws() -> None:
    header = Header("stage", 2, {}, StageOptions(), (None,) * 3, "")
    table = Table(Stage(SPEAK, ROLL), header, ScriptedLuck([4, 17]), now=7)
    table.play(1, "1.roll", Roll(20), 50)
    table.play(2, "1.speak", HELLO, 60)
    table.expire(SPEAK)
    assert table.record.header is header
    assert table.record.entries == [
        Entry("setup", None, "", None, 7, (4,)),
        Entry("step", 1, "1.roll", Roll(20), 50, (17,)),
        Entry("step", 2, "1.speak", HELLO, 60, ()),
        Entry("expire", None, "1.speak", None, 60_000, ()),
    ]


def test_captions_are_those_of_the_last_input_only() -> None:
    table = stage(SPEAK)
    assert [caption.code for caption in table.captions] == ["curtain"]
    table.play(0, "1.speak", HELLO, 5)
    assert [caption.code for caption in table.captions] == ["said"]
    table.play(0, "1.speak", Leave(), 5)
    assert table.captions == []


def test_when_nothing_is_asked_any_more_there_is_an_outcome() -> None:
    table = stage(SPEAK)
    before = table.outcome
    table.play(0, "1.speak", Leave(), 5)
    assert table.asks == ()
    assert (before, table.outcome) == (None, Outcome((1, 1), (0, 0)))
    assert table.play(0, "1.speak", HELLO, 6) == Refusal("too_late")


# Opening.


def test_a_new_table_promises_its_seed() -> None:
    seed = seed_from("promise")
    table = open_table(Stage(), StageOptions(encore=True), (None, None), seed, now=3)
    assert isinstance(table, Table)
    assert table.record.header == Header(
        "stage", 2, Stage.meta.contents, StageOptions(encore=True), (None, None), commitment(seed)
    )
    assert table.seats == 2
    assert table.now == 3
    assert table.state.rules == 2


@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        (StageOptions(mood="wild", encore=True), 2, "wild_encore"),
        (StageOptions(acts=6), 2, "option_range"),
        (StageOptions(first=2), 2, "no_such_seat"),
        (StageOptions(), 7, "seats"),
        (StageOptions(encore=True), 4, "seats"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused(options: StageOptions, seats: int, code: str) -> None:
    refusal = open_table(Stage(), options, (None,) * seats, seed_from(1))
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_a_taken_cell_of_morpion_is_refused_with_its_facts() -> None:
    table = open_table(MORPION, Options(), (None, None), seed_from(1))
    assert isinstance(table, Table)
    assert table.play(0, "0.mark", Mark(4), 10) is None
    assert table.play(1, "1.mark", Mark(4), 20) == Refusal("taken", {"cell": 4})
    assert table.play(1, "0.mark", Mark(5), 20) == Refusal("too_late")
    assert table.play(1, "1.mark", replace(Mark(4), cell=5), 20) is None
