"""A replay is exact, checks every entry as if it came from a stranger, and names the first that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examples.morpion import GAME as MORPION
from examples.morpion import Mark
from tests.kernel.toys import SPEAK, Leave, Roll, Say, Scene, Stage, StageOptions, Wings, stage

from tablee.kernel import SCREEN, Ask, Caption, Luck, Options, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.record import Entry, Header, Record
from tablee.kernel.replay import Unplayable, replay, watch_trail

ROLL = Ask("1.roll", "roll", (0, 1, 2), (), None)
SOON = Ask("1.moment", "moment", (), (), 2_000)
LATER = Ask("2.moment", "moment", (), (), 2_000)
GAME = Stage(SPEAK, ROLL, SOON, LATER)
SEED = seed_from("stage")
StageRecord = Record[StageOptions, Say | Roll | Leave]


def played() -> tuple[StageRecord, list[Scene]]:
    """Some record and the states that really were."""
    table = stage(SPEAK, ROLL, SOON, LATER)
    states = [table.state]
    table.play(1, "1.roll", Roll(20), 100)
    states.append(table.state)
    table.play(0, "1.speak", Say("hello"), 100)
    states.append(table.state)
    for moment in (SOON, LATER):
        table.expire(moment)
        states.append(table.state)
    table.play(2, "1.roll", Roll(100), 5_000)
    states.append(table.state)
    table.play(2, "1.speak", Leave(), 6_000)
    states.append(table.state)
    return table.record, states


RECORD, STATES = played()


def forged(number: int, *instead: Entry[Say | Roll | Leave]) -> StageRecord:
    """The record with other entries in the place of this one."""
    return Record(RECORD.header, [*RECORD.entries[:number], *instead, *RECORD.entries[number + 1 :]])


def exposed(record: StageRecord, game: Stage = GAME) -> Unplayable:
    with pytest.raises(Unplayable) as caught:
        list(replay(game, record))
    assert str(caught.value) == f"entry {caught.value.entry}: {caught.value.why}"
    return caught.value


# Exactly.


def test_a_replay_passes_through_the_states_that_were() -> None:
    tables = replay(GAME, RECORD)
    assert [table.state for table in tables] == STATES


def test_a_replay_makes_the_same_record() -> None:
    *_, table = replay(GAME, RECORD)
    assert table.record == RECORD


def test_a_replay_needs_no_generator() -> None:
    # The integers are in the record: any that fit are replayed, whatever seed they came from.
    entry = RECORD.entries[1]
    other = forged(1, entry._replace(draws=((entry.draws[0] + 1) % 20,)))
    *_, table = replay(GAME, other)
    assert table.record == other


def test_with_the_right_seed_the_recorded_integers_come_again() -> None:
    *_, table = replay(GAME, RECORD, SeededLuck(SEED))
    assert table.state == STATES[-1]


def test_with_another_seed_it_shows_at_the_first_draw_that_differs() -> None:
    with pytest.raises(Unplayable, match="other integers"):
        list(replay(GAME, RECORD, SeededLuck(seed_from("another"))))


def test_a_game_that_still_runs_can_be_replayed_and_gone_on_with() -> None:
    luck = SeededLuck(SEED)
    *_, table = replay(GAME, Record(RECORD.header, RECORD.entries[:5]), luck)
    table.play(2, "1.roll", Roll(100), 5_000)
    assert table.state == STATES[5]


# Forged entries.


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (1, {"draws": (20,)}),
        (1, {"draws": (-1,)}),
        (1, {"draws": ()}),
        (1, {"draws": (1, 1)}),
        (2, {"draws": (0,)}),
        (1, {"seat": 3}),
        (1, {"seat": None}),
        (1, {"ask": "9.roll"}),
        (1, {"ask": "1.speak"}),
        (1, {"action": None}),
        (1, {"action": Say("hello")}),
        (2, {"action": Say("")}),
        (2, {"now": 99}),
        (1, {"now": 2_001}),
        (1, {"kind": "expire"}),
        (1, {"kind": "setup"}),
        (3, {"kind": "step"}),
        (3, {"now": 1_999}),
        (3, {"now": 2_001}),
        (3, {"ask": "2.moment"}),
        (3, {"ask": "1.speak"}),
        (3, {"seat": 1}),
        (3, {"action": Leave()}),
        (3, {"draws": (0,)}),
        (0, {"kind": "step"}),
        (0, {"seat": 0}),
        (0, {"ask": "1.speak"}),
        (0, {"action": Leave()}),
        (0, {"draws": ()}),
        (0, {"draws": (6,)}),
    ],
)
def test_a_forged_entry_is_exposed_where_it_stands(number: int, change: dict[str, object]) -> None:
    entry = RECORD.entries[number]._replace(**change)  # type: ignore[arg-type]
    assert exposed(forged(number, entry)).entry in (number, number + 1)
    if "draws" not in change:
        assert exposed(forged(number, entry)).entry == number


def test_an_entry_after_the_end_is_exposed() -> None:
    extra = Entry[Say | Roll | Leave]("step", 0, "1.speak", Say("encore!"), 7_000, ())
    assert exposed(Record(RECORD.header, [*RECORD.entries, extra])).entry == len(RECORD.entries)


def test_an_entry_that_comes_twice_is_exposed() -> None:
    assert exposed(forged(3, RECORD.entries[3], RECORD.entries[3])).entry == 4


def test_an_expiry_left_out_is_exposed_by_what_follows() -> None:
    assert exposed(forged(3)).entry == 3


def test_of_equal_deadlines_only_the_games_order_replays() -> None:
    swapped = Record(RECORD.header, [*RECORD.entries[:3], RECORD.entries[4], RECORD.entries[3], *RECORD.entries[5:]])
    assert exposed(swapped).entry == 3


def test_an_answer_that_only_jumped_the_queue_is_exposed() -> None:
    record = Record(RECORD.header, [*RECORD.entries[:3], RECORD.entries[5], *RECORD.entries[3:5], RECORD.entries[6]])
    assert exposed(record).entry == 3


def test_a_record_without_its_setup_is_exposed() -> None:
    assert exposed(Record(RECORD.header, RECORD.entries[1:])).why == "a record begins with its setup"


def test_an_empty_record_has_nothing_to_watch() -> None:
    assert list(replay(GAME, Record(RECORD.header))) == []
    with pytest.raises(Unplayable, match="empty"):
        watch_trail(GAME, Record(RECORD.header))


def test_morpion_does_not_take_a_cell_twice_in_a_replay_either() -> None:
    entries: list[Entry[Mark]] = [
        Entry("setup", None, "", None, 0, ()),
        Entry("step", 0, "0.mark", Mark(4), 10, ()),
        Entry("step", 1, "1.mark", Mark(4), 20, ()),
    ]
    record = Record(Header("morpion", 1, {}, Options(), (None, None), ""), entries)
    with pytest.raises(Unplayable, match=r"entry 2: the rules refuse this action \(taken\)"):
        list(replay(MORPION, record))


# Other games, other versions.


def test_the_record_of_another_game_is_refused() -> None:
    record = Record(replace(RECORD.header, game="belote"), RECORD.entries)
    assert exposed(record).why == "this is a record of belote, not of stage"


def test_a_newer_version_than_ours_is_refused() -> None:
    record = Record(replace(RECORD.header, rules=3), RECORD.entries)
    assert "version 3 of the rules, newer than ours (2)" in exposed(record).why


class Forgetful(Stage):
    meta = replace(Stage.meta, oldest=2)


def test_a_version_that_nobody_remembers_is_refused() -> None:
    record = Record(replace(RECORD.header, rules=1), RECORD.entries)
    assert "version 1 of the rules is too old" in exposed(record, Forgetful(SPEAK)).why


@pytest.mark.parametrize("rules", [0, -1])
def test_there_never_was_a_version_nought(rules: int) -> None:
    assert "too old" in exposed(Record(replace(RECORD.header, rules=rules), RECORD.entries)).why


def test_an_old_version_is_played_by_its_own_rules_and_content() -> None:
    header = replace(RECORD.header, rules=1, contents={"plays.txt": "1" * 64})
    first, *_ = (table.state for table in replay(GAME, Record(header, RECORD.entries)))
    assert first.rules == 1


@pytest.mark.parametrize("contents", [{}, {"plays.txt": "1" * 64}, {"plays.txt": "0" * 64, "more.txt": "0" * 64}])
def test_other_content_files_are_refused(contents: dict[str, str]) -> None:
    assert "other content files" in exposed(Record(replace(RECORD.header, contents=contents), RECORD.entries)).why


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"teams": ()}, "seats"),
        ({"teams": (None,) * 40}, "seats"),
        ({"teams": ("red", "blue")}, "no_teams"),
        ({"options": StageOptions("wild", encore=True)}, "wild_encore"),
        ({"options": StageOptions(acts=99)}, "option_range"),
    ],
)
def test_a_header_no_table_could_have_had_is_refused(change: dict[str, object], code: str) -> None:
    record = Record(replace(RECORD.header, **change), RECORD.entries)  # type: ignore[arg-type]
    assert exposed(record).why == f"no table can be opened like this ({code})"


# The trail.


def test_the_trail_is_the_same_each_time() -> None:
    table, trail = watch_trail(GAME, RECORD)
    assert table.state == STATES[-1]
    assert watch_trail(GAME, RECORD)[1] == trail
    assert len(trail) == 64


class Tamed(Stage):
    """Shows one thing more to one seat, and only when it holds its hand."""

    def hand(self, state: Scene, seat: int, held: bool) -> Wings:
        return Wings(seat, "another cue" if held and seat == 2 else super().hand(state, seat, held).cue)


class Chatty(Stage):
    """Tells one caption to one seat more."""

    def step(self, state: Scene, seat: int, action: Say | Roll | Leave, now: int, luck: Luck) -> Scene:
        new = super().step(state, seat, action, now, luck)
        new.captions.append(Caption("psst", {}, (2,)))
        return new


@pytest.mark.parametrize("changed", [Tamed, Chatty])
def test_the_trail_shows_that_anybody_was_shown_anything_else(changed: type[Stage]) -> None:
    assert watch_trail(changed(SPEAK, ROLL, SOON, LATER), RECORD)[1] != watch_trail(GAME, RECORD)[1]


def test_every_table_of_a_replay_can_be_looked_at() -> None:
    heard = [table.view(SCREEN).board.heard for table in replay(GAME, RECORD)]
    assert heard == [(), (), *[("hello",)] * 5]
    hands = [table.view(Viewer(1, held=True)).hand for table in replay(GAME, RECORD)]
    assert all(hand is not None and hand.cue == "cue 1" for hand in hands)
