"""One table with bots."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.arena.bell import GAME, Bell, BellBoard, BellOptions, BellState, Cheat, Mute, Ringer, Say

from tablee.arena.match import CannotOpen, Match, MatchError, open_match, play_match, seal, table_seed
from tablee.bots.bot import Bot, RandomBot
from tablee.games.pierres import GAME as PIERRES
from tablee.games.pierres.actions import PierresAction
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Action, Ask, Hand, Luck, Refusal, View
from tablee.kernel.frames import Frame
from tablee.kernel.luck import commitment
from tablee.kernel.record import Entry
from tablee.kernel.replay import watch_trail
from tablee.kernel.table import open_table
from tablee.kernel.wire import Wire

BellBot = Bot[Action, BellBoard, Hand]


def bell(bots: Sequence[BellBot], options: BellOptions = BellOptions(), seed: str = "s") -> list[Entry[Action]]:  # noqa: B008
    return play_match(GAME, options, (None,) * len(bots), bots, seed).record.entries


def steps(entries: list[Entry[Action]]) -> list[tuple[str, int | None, int]]:
    return [(entry.ask, entry.seat, entry.now) for entry in entries]


def test_bots_answer_after_thinking_and_the_quicker_comes_first() -> None:
    assert steps(bell([Ringer(300), Ringer(200)], BellOptions(1))) == [
        ("", None, 0),
        ("0.ring", 1, 200),
        ("0.say", 1, 400),
    ]


def test_the_games_own_rule_decides_a_photo_finish() -> None:
    assert [seat for ask, seat, _ in steps(bell([Ringer(200)] * 3)) if ask.endswith("ring")] == [2, 2, 2]


def test_clocks_run_out_where_bots_are_silent() -> None:
    assert steps(bell([Mute(), Mute()], BellOptions(2))) == [
        ("", None, 0),
        ("0.ring", None, 5_000),
        ("1.ring", None, 10_000),
    ]


def test_an_answer_at_the_deadline_is_in_time_and_one_after_it_is_not() -> None:
    assert steps(bell([Ringer(5_000), Mute()], BellOptions(1)))[1] == ("0.ring", 0, 5_000)
    assert steps(bell([Ringer(5_001), Mute()], BellOptions(1)))[1] == ("0.ring", None, 5_000)


def test_one_seed_gives_one_game() -> None:
    bots: list[Bot[PierresAction, PierresBoard, Hand]] = [RandomBot(PIERRES) for _ in range(3)]
    games = [play_match(PIERRES, PierresOptions(), (None,) * 3, bots, seed) for seed in ("a", "a", "b")]
    first, again, other = (game.record.entries for game in games)
    assert first == again != other


def test_bots_are_told_everything_their_seat_is_told_and_nothing_else() -> None:
    bots = [Ringer(100), Ringer(200)]
    bell(bots, BellOptions(1, whispered=True))
    assert bots[0].heard == ["rang", "said"]
    assert bots[1].heard == ["rang"]


def test_a_refused_answer_is_a_defect_of_the_bot() -> None:
    with pytest.raises(MatchError, match=r"Cheat at seat 0 answered 0\.say with Say\(text=''\).*silence"):
        bell([Cheat(1), Mute()])


def test_a_table_that_cannot_open() -> None:
    with pytest.raises(CannotOpen) as caught:
        open_match(GAME, BellOptions(whispered=True, loud=True), (None, None), [Mute(), Mute()], "s")
    assert caught.value.refusal == Refusal("loud_whisper")


def test_a_sealed_record_keeps_its_promise() -> None:
    table = play_match(GAME, BellOptions(), (None, None), [Ringer(1), Ringer(2)], "s", sealed=True)
    ending = table.record.ending
    assert ending is not None
    assert commitment(bytes.fromhex(ending.seed)) == table.record.header.commitment
    assert ending.outcome == table.outcome
    assert watch_trail(GAME, table.record)[1] == ending.trail
    assert Wire(GAME).read_record(Wire(GAME).write_record(table.record)) == table.record


def test_what_is_not_over_cannot_be_sealed() -> None:
    match = open_match(GAME, BellOptions(), (None, None), [Mute(), Mute()], "s")
    with pytest.raises(MatchError, match="not over"):
        seal(match.table, table_seed("s"))


def test_processor_time_is_kept_for_every_decision() -> None:
    match = open_match(GAME, BellOptions(2), (None, None), [Ringer(1), Mute()], "s")
    match.run()
    assert len(match.cpu[0]) == 4
    assert all(spent >= 0 for spent in match.cpu[0])


class Late(Ringer):
    """Thinks long about ringing; if somebody else has rung, it must not be asked any more."""

    def act(self, view: View[BellBoard, Hand], ask: Ask, luck: Luck) -> Action | None:
        assert ask.id.startswith(f"{view.board.round}.")
        return super().act(view, ask, luck)


def test_an_appointment_whose_ask_is_gone_is_forgotten() -> None:
    entries = bell([Ringer(100), Late(150)], BellOptions(3))
    assert [entry.seat for entry in entries[1:]] == [0] * 6


def test_a_person_sits_among_the_bots() -> None:
    table = open_table(GAME, BellOptions(1), (None, None), table_seed("s"))
    assert not isinstance(table, Refusal)
    frames: list[Frame[BellBoard, Hand]] = []
    match = Match(table, {1: Ringer(100)}, "s", people={0: frames.append})
    assert match.next_at() == 100
    match.happen()
    assert match.answer(0, "0.ring", Say("me"), 150) == Refusal("too_late")
    match.happen()
    assert [caption.code for frame in frames for caption in frame.captions] == ["rang", "said"]
    assert not table.asks


class Timeless(Bell):
    def asks(self, state: BellState) -> tuple[Ask, ...]:
        return (Ask("0.ring", "ring", (0, 1), (), None),)


def test_a_game_that_stands_still_is_a_defect() -> None:
    match = open_match(Timeless(), BellOptions(), (None, None), [Mute(), Mute()], "s")
    with pytest.raises(MatchError, match=r"stands still with 0\.ring open"):
        match.run()


class Endless(Bell):
    def outcome(self, state: BellState) -> None:
        return None

    def asks(self, state: BellState) -> tuple[Ask, ...]:
        return (Ask(f"{state.round}.ring", "ring", (0, 1), (), state.until),)


def test_a_game_that_never_ends_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.arena.match.MOST_INPUTS", 50)
    match = open_match(Endless(), BellOptions(), (None, None), [Mute(), Mute()], "s")
    with pytest.raises(MatchError, match="not ended after 50"):
        match.run()
