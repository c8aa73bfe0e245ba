"""Bots for Copieur !: they play by the rules, know only what their seat is shown, and never give their role away."""

from __future__ import annotations

import pytest

from tablee.arena.match import play_match
from tablee.games.copieur import GAME
from tablee.games.copieur.actions import (
    Claim,
    CopieurAction,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Point,
    PointCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.bots import BOTS, PERSONAS
from tablee.games.copieur.memory import Memory
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.tests.scene import Scene, result
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Seat, Viewer
from tablee.kernel.frames import Frame, Watcher
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.wire import Wire

LEVELS = ("easy", "medium", "hard", "expert")


class Audience:
    """A scene watched by a bot in each seat from the first frame on."""

    def __init__(self, level: str = "expert", seats: int = 4, **options: object) -> None:
        self.scene = Scene(seats, learned=False, **options)  # type: ignore[arg-type]
        self.luck: Luck = SeededLuck(seed_from("bots"))
        self.bots = [BOTS[level](seat) for seat in range(seats)]
        self.seen: list[Frame[CopieurBoard, CopieurHand]] = []
        """What seat 1 was shown."""
        self._watchers = [Watcher(self.scene.table, Viewer(seat, held=True)) for seat in range(seats)]
        self.look()
        for seat in range(seats):
            self.do(seat, Ready())

    def look(self) -> None:
        for seat, watcher in enumerate(self._watchers):
            frame = watcher.frame()
            if frame is not None:
                self.bots[seat].see(frame)
                if seat == 1:
                    self.seen.append(frame)

    def do(self, seat: Seat, action: CopieurAction, *draws: int) -> None:
        self.scene.do(seat, action, draws)
        self.look()

    def roll(self, number: int) -> None:
        self.do(self.scene.state.active, Roll(), number - 1)

    def run_out(self, kind: str) -> None:
        self.scene.run_out(kind)
        self.look()

    def act(self, seat: Seat, kind: str) -> CopieurAction | None:
        return self.bots[seat].act(self.scene.view(Viewer(seat, held=True)), self.scene.asked(kind), self.luck)

    def think(self, seat: Seat, kind: str, luck: Luck) -> int:
        return self.bots[seat].think(self.scene.view(Viewer(seat, held=True)), self.scene.asked(kind), luck)


@pytest.mark.parametrize("preset", sorted(GAME.meta.presets))
@pytest.mark.parametrize("seats", [3, 6])
def test_all_levels_play_every_preset_by_the_rules(preset: str, seats: int) -> None:
    bots = [BOTS[LEVELS[seat % 2]](seat) for seat in range(seats)]
    table = play_match(GAME, GAME.meta.presets[preset], (None,) * seats, bots, preset)
    assert table.outcome is not None


def test_the_same_seed_gives_the_same_game_byte_for_byte() -> None:
    texts = []
    for _ in range(2):
        bots = [BOTS[level](seat) for seat, level in enumerate(LEVELS)]
        table = play_match(GAME, CopieurOptions(limit=20), (None,) * 4, bots, "again")
        texts.append(Wire(GAME).write_record(table.record))
    assert texts[0] == texts[1]


def test_a_bot_that_has_seen_everything_copies_rightly() -> None:
    audience = Audience()
    audience.roll(3)
    assert audience.act(0, "play") == Exchange(2)
    audience.do(0, Exchange(2))
    audience.run_out("tell")
    audience.roll(6)
    assert audience.act(1, "play") == ExchangeCentre(2)


def test_a_bot_follows_slates_that_it_cannot_see() -> None:
    audience = Audience()
    audience.roll(2)
    audience.do(0, Exchange(1))
    audience.run_out("tell")
    audience.roll(6)
    audience.do(1, ExchangeCentre(2))  # slate 1 goes to the centre
    audience.run_out("tell")
    audience.roll(1)
    assert audience.act(2, "play") == ExchangeCentre(2)


def test_a_bot_follows_a_correction() -> None:
    audience = Audience()
    audience.roll(1)
    audience.do(0, Declare())
    audience.run_out("shown")  # 4 1 2 3 | 5 6
    audience.roll(4)
    assert audience.act(1, "play") == Exchange(0)


def test_who_knows_nothing_points_first() -> None:
    scene = Scene()
    scene.roll(3)
    stand_in = BOTS["expert"](0)
    action = stand_in.act(scene.view(Viewer(0, held=True)), scene.asked("play"), SeededLuck(seed_from(1)))
    assert isinstance(action, Point | PointCentre)
    scene.do(0, action)
    action = stand_in.act(scene.view(Viewer(0, held=True)), scene.asked("play"), SeededLuck(seed_from(1)))
    assert isinstance(action, Exchange | ExchangeCentre)


def test_the_holder_tells_and_who_knows_better_turns_up_the_centre() -> None:
    audience = Audience()
    audience.roll(3)
    audience.do(0, Exchange(1))
    assert audience.act(2, "tell") == TellMine()
    audience.run_out("tell")
    audience.run_out("shown")
    audience.roll(6)
    audience.do(1, Exchange(3))  # wrong: the 6 lies in the centre
    assert audience.act(2, "tell") == TellCentre(2)
    # The Copied would be punished too.
    assert audience.act(3, "tell") is None


def test_nobody_accuses_a_copier_who_was_right() -> None:
    audience = Audience()
    audience.roll(6)
    audience.do(0, ExchangeCentre(2))
    assert [audience.act(seat, "tell") for seat in (1, 2, 3)] == [None, None, None]


def test_an_early_slap_is_a_bet_on_memory() -> None:
    audience = Audience(tile="questioning")
    audience.roll(1)
    assert audience.act(2, "early") == Slap(result(1))
    audience = Audience(tile="questioning")
    audience.roll(4)
    assert [audience.act(seat, "early") for seat in (1, 2, 3)] == [None, None, None]
    # Who has seen nothing does not bet.
    scene = Scene(tile="questioning")
    scene.roll(1)
    view = scene.view(Viewer(1, held=True))
    assert BOTS["expert"](1).act(view, scene.asked("early"), SeededLuck(seed_from(1))) is None


def test_questions_are_answered_and_slips_are_human() -> None:
    scene = Scene(tile="questioning")
    scene.teach()
    view, ask = scene.view(Viewer(1, held=True)), scene.asked("question")
    for level in LEVELS:
        luck = SeededLuck(seed_from("slips", level))
        answers = [BOTS[level](1).act(view, ask, luck) for _ in range(1_000)]
        wrong = sum(answer != Slap(result(1)) for answer in answers)
        assert 0.5 * PERSONAS[level].slips < wrong / 1_000 < 2 * PERSONAS[level].slips


def test_whoever_plays_keeps_quiet() -> None:
    """What the active seat said before its role is public could depend on it."""
    for number in (1, 4):
        audience = Audience("easy")
        audience.roll(number)
        assert all(audience.act(0, "claim") is None for _ in range(50))


def test_an_experts_denial_says_nothing() -> None:
    """Pointed at, it speaks as often, and says the same, whether it has the slate or not."""
    said: list[list[CopieurAction | None]] = []
    for number in (3, 4):
        actions = []
        for seed in range(300):
            audience = Audience()
            audience.luck = SeededLuck(seed_from("denial", seed))
            audience.roll(number)
            audience.do(0, Point(2))
            actions.append(audience.act(2, "claim"))
        said.append(actions)
    assert said[0] == said[1]
    assert any(isinstance(action, Deny | Claim) for action in said[0])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("tile", ["correction", "questioning"])
def test_r10_before_the_role_is_public_teacher_and_copier_take_the_same_time(level: str, tile: str) -> None:
    times = []
    for number in (1, 4):
        audience = Audience(level, tile=tile)
        audience.roll(number)
        luck = SeededLuck(seed_from("pace"))
        audience.bots[0].memory.catch_up(SeededLuck(seed_from("memory")))
        times.append([audience.think(0, "play", luck) for _ in range(200)])
    assert times[0] == times[1]
    # Sometimes they speak up before the suspense is over, sometimes not.
    assert min(times[0]) < 3_000 < max(times[0])


@pytest.mark.parametrize("level", LEVELS)
def test_everything_takes_human_time(level: str) -> None:
    audience = Audience(level, tile="questioning")
    luck = SeededLuck(seed_from("time"))
    audience.roll(1)
    assert all(audience.think(1, "early", luck) >= 300 for _ in range(200))
    audience.do(0, Declare())
    times = [audience.think(1, "question", luck) for _ in range(200)]
    assert min(times) >= 250
    assert sorted(times)[100] < 8_000


def test_weaker_bots_forget_more() -> None:
    """Forty turns with a claim each: how sure each level still is of a place of the centre where nothing has moved."""
    audience = Audience()
    for _ in range(40):
        state = audience.scene.state
        victim = (state.active + 1) % 4
        audience.roll(state.slates[victim])
        audience.do(victim, Deny())
        audience.do(state.active, Exchange(victim))
        audience.run_out("tell")
    sure = []
    for level in LEVELS:
        chances = []
        for seed in range(30):
            memory = Memory(1, PERSONAS[level].retention)
            for frame in audience.seen:
                memory.keep(frame)
            memory.catch_up(SeededLuck(seed_from("forget", seed)))
            chances.append(memory.belief.chance(4, 5))
        sure.append(sum(chances) / len(chances))
    assert sure[0] < sure[1] < sure[2] < sure[3]
    assert sure[3] > 0.8
