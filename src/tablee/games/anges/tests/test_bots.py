"""Bots for Anges & Démons: they play by the rules, the same seed gives the same game, and each has its character."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.arena.match import play_match
from tablee.games.anges import GAME
from tablee.games.anges.actions import AngesAction, Announce, Challenge, Keep, Share, Take
from tablee.games.anges.belief import judge, kept_weights, plausible_lies, weights, worth
from tablee.games.anges.bots import BOTS, AngesBot
from tablee.games.anges.cards import COPIES, is_triple
from tablee.games.anges.equilibrium import Key, solved
from tablee.games.anges.figures import figures
from tablee.games.anges.stage import HANDS, truths
from tablee.games.anges.tests.scene import Scene, faces
from tablee.kernel import Viewer
from tablee.kernel.frames import Frame
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.wire import Wire

LEVELS = ("easy", "medium", "hard", "expert")


class Watching:
    """A bot at a seat of a scene, shown what its seat is shown."""

    def __init__(self, level: str, scene: Scene, seat: int) -> None:
        self.bot: AngesBot = BOTS[level](seat)
        self._scene, self._seat, self._frames = scene, seat, 0
        self.look()

    def look(self) -> None:
        self._frames += 1
        captions = [one for one in self._scene.state.captions if one.to == "all" or self._seat in one.to]
        self.bot.see(Frame(self._frames, GAME.view(self._scene.state, Viewer(self._seat, held=True)), tuple(captions)))

    def answer(self, seed: object = 0) -> AngesAction:
        view = GAME.view(self._scene.state, Viewer(self._seat, held=True))
        action = self.bot.act(view, self._scene.asked, SeededLuck(seed_from("bots", seed)))
        assert action is not None
        return action


def said(level: str, hand: str, times: int = 200) -> Counter[str]:
    """What this level announces of a hand: the truth, a triple that is none, or another lie."""
    counts: Counter[str] = Counter()
    for seed in range(times):
        action = Watching(level, Scene(hand), 0).answer(seed)
        assert isinstance(action, Announce)
        scene = Scene(hand)
        is_truth = action.values in scene.hand(0).readings
        counts["truth" if is_truth else "bluff" if is_triple(action.values) else "lie"] += 1
    return counts


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("preset", sorted(GAME.meta.presets))
def test_all_levels_play_every_preset_by_the_rules(preset: str, seats: int) -> None:
    bots = [BOTS[LEVELS[seat % 4]](seat) for seat in range(seats)]
    table = play_match(GAME, GAME.meta.presets[preset], (None,) * seats, bots, f"play {preset}")
    assert table.outcome is not None
    counted = figures(table)
    assert counted["announcements_a_game"] >= 10
    assert all(0 <= figure <= 1 for name, figure in counted.items() if name != "announcements_a_game")


def test_the_same_seed_gives_the_same_game() -> None:
    texts = []
    for _ in range(2):
        bots = [BOTS["expert"](0), BOTS["easy"](1), BOTS["medium"](2)]
        table = play_match(GAME, GAME.meta.presets["classique"], (None,) * 3, bots, "again")
        texts.append(Wire(GAME).write_record(table.record))
    assert texts[0] == texts[1]


def test_the_aunt_is_honest_and_the_uncle_is_not() -> None:
    aunt, uncle, cousin = (said(level, "a5 a3 d9") for level in ("easy", "medium", "hard"))
    assert aunt["truth"] > 140
    assert uncle["truth"] < 80
    # The table tells the truth as often as not.
    assert 70 < cousin["truth"] < 130


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_who_holds_a_triple_says_so(level: str) -> None:
    assert said(level, "d9 d9 x", 60)["truth"] > 45


@pytest.mark.parametrize("level", LEVELS)
def test_a_forced_challenge_is_challenged(level: str) -> None:
    scene = Scene("a5 a3 d9")
    watching = Watching(level, scene, 1)
    scene.announce(9, 9, 9)
    watching.look()
    answers = {watching.answer(seed) for seed in range(40)}
    assert answers <= {Challenge(True), Challenge(False)}


def test_good_players_take_what_is_even() -> None:
    scene = Scene("a5 a3 d9")
    watching = Watching("expert", scene, 1)
    scene.announce(9, 5, 3)
    watching.look()
    assert all(watching.answer(seed) == Take() for seed in range(20))


def three_fours_are_gone(scene: Scene, watching: Watching) -> None:
    """The Angels 4 are shown and shared, before everybody's eyes."""
    scene.announce(4, 4, 4)
    watching.look()
    scene.challenge(True)
    watching.look()
    scene.share(("a4", "mine_up"), ("a4", "mine_up"), ("a4", "mine_up"))
    watching.look()


def test_who_counts_cards_knows_an_impossible_claim() -> None:
    scene = Scene("a4 a4 a4 a5 a3 d9", cards="54", seats=3)
    watching = Watching("expert", scene, 2)
    three_fours_are_gone(scene, watching)
    scene.announce(9, 4, 3)
    watching.look()
    answers = Counter(watching.answer(seed) for seed in range(40))
    assert answers[Challenge(False)] > 35
    # The honest aunt counts nothing.
    scene = Scene("a4 a4 a4 a5 a3 d9", cards="54", seats=3)
    aunt = Watching("easy", scene, 2)
    three_fours_are_gone(scene, aunt)
    scene.announce(9, 4, 3)
    aunt.look()
    assert Counter(aunt.answer(seed) for seed in range(40))[Challenge(False)] < 20


def test_the_expert_learns_who_lies() -> None:
    scene = Scene("a5 a3 d9", seats=2, cards="54")
    watching = Watching("expert", scene, 1)
    habits = watching.bot._memory.of(0)
    scene.announce(9, 5, 3)
    watching.look()
    assert watching.answer() == Take()
    habits.lies[False] = 30
    assert watching.answer() == Challenge(False)
    habits.lies[False], habits.truths[False] = 0, 30
    assert watching.answer() == Challenge(True)


def test_what_was_seen_of_others_becomes_a_habit() -> None:
    scene = Scene("a5 a3 d9 d6 a8 a0 a1 a2", seats=3)
    watching = Watching("expert", scene, 2)
    scene.announce(9, 9, 8)
    watching.look()
    scene.challenge(True)
    watching.look()
    memory = watching.bot._memory
    assert memory.of(0).lies == {False: 1}
    assert memory.of(1).answers == {(False, "true"): 1}
    # Taken cards tell a bystander nothing.
    scene = Scene("a5 a3 d9 d6 a8", seats=3)
    bystander, taker = Watching("expert", scene, 2), Watching("expert", scene, 1)
    scene.announce(9, 9, 8)
    for one in (bystander, taker):
        one.look()
    scene.take()
    for one in (bystander, taker):
        one.look()
    assert not bystander.bot._memory.of(0).lies
    assert taker.bot._memory.of(0).lies == {False: 1}


def test_memory_fades() -> None:
    scene = Scene("a4 a4 a4 a5 a3 d9", cards="54", seats=3)
    watching = Watching("expert", scene, 2)
    three_fours_are_gone(scene, watching)
    options, memory = scene.state.options, watching.bot._memory
    memory.recall(1000, 0, SeededLuck(seed_from("sharp")))
    assert memory.unseen(options)[4] == 0
    memory._exchanges = 1
    memory.recall(1000, 1000, SeededLuck(seed_from("sharp")))
    assert memory.unseen(options)[4] == 3


def test_good_players_keep_a_triple_and_lay_an_angel() -> None:
    scene = Scene("d9 d9 a3 x a8")
    watching = Watching("expert", scene, 1)
    scene.announce(9, 5, 4)
    watching.look()
    scene.take()
    watching.look()
    action = watching.answer()
    assert isinstance(action, Keep)
    assert action.lay in ("a3", "a8")
    assert action.up
    scene.do(action)
    assert scene.cards(1) == "d9 d9 x"


@pytest.mark.parametrize("level", LEVELS)
def test_sharing_keeps_the_angels(level: str) -> None:
    for seats in (2, 4):
        setup = "a1 a2 d6 d7 x a9 " if seats == 2 else ""
        scene = Scene(f"{setup}a5 x d9", seats=seats)
        watching = Watching(level, scene, 1)
        scene.announce(9, 9, 5)
        scene.challenge(True)
        watching.look()
        action = watching.answer()
        assert isinstance(action, Share)
        laid = dict(zip(action.cards, action.places, strict=True))
        assert laid["a5"] == "mine_up"
        assert laid["x"] == "mine_down"
        assert laid["d9"] == "other_up"


def test_the_expert_wastes_no_demon_on_somebody_far_behind() -> None:
    for level, place in (("expert", "mine_down"), ("hard", "other_up")):
        scene = Scene("a5 x d9", seats=4)
        watching = Watching(level, scene, 1)
        watching.bot._memory.points[1] = 12
        scene.announce(9, 9, 5)
        scene.challenge(True)
        watching.look()
        action = watching.answer()
        assert isinstance(action, Share)
        assert dict(zip(action.cards, action.places, strict=True))["d9"] == place


def test_belief_follows_the_cards() -> None:
    key = Key("60", 2, "fresh")
    stage, unseen = solved()[key], list(COPIES)
    even = judge((9, 5, 3), stage, weights(key, unseen), plausible_lies(key, unseen), 1.0)
    assert even.true == pytest.approx(0.5, abs=0.05)
    suspicious = judge((9, 5, 3), stage, weights(key, unseen), plausible_lies(key, unseen), 3.0)
    assert suspicious.true < 0.3
    unseen[3] = 0
    gone = judge((9, 5, 3), stage, weights(key, unseen), plausible_lies(key, list(COPIES)), 1.0)
    assert gone.true == pytest.approx(0.0, abs=0.01)


def test_nobody_lies_with_what_everybody_saw_go() -> None:
    key = Key("54", 2, "fresh")
    unseen = list(COPIES)
    unseen[14] = 0
    unseen[3] = 0
    lies = plausible_lies(key, unseen)
    assert all(not share for claim, share in lies.items() if 3 in claim)
    assert sum(share for claim, share in lies.items() if not is_triple(claim)) == pytest.approx(1)


def test_who_took_my_cards_may_still_have_them() -> None:
    key = Key("60", 3, "kept")
    unseen = list(COPIES)
    for face in faces("d9 d9 d9"):
        unseen[face] -= 1
    likely = kept_weights(key, faces("d9 d9 d9"), [], unseen, SeededLuck(seed_from("kept")), 100)
    assert sum(weight for hand, weight in likely.items() if any(map(is_triple, truths(hand)))) == 100
    assert kept_weights(key, faces("d9 d9 d9"), faces("a0 a0 a0 a0"), unseen, SeededLuck(seed_from("x")), 20) == {}


def test_a_triple_is_worth_keeping() -> None:
    for draws in (2, 3):
        value = worth(Key("60", draws, "kept"))
        triples = [value[hand] for hand in HANDS if any(map(is_triple, truths(hand)))]
        others = [value[hand] for hand in HANDS if not any(map(is_triple, truths(hand)))]
        assert min(triples) > max(others)


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_takes_human_time_and_never_the_whole_clock(level: str) -> None:
    scene = Scene("a5 a3 d9")
    luck = SeededLuck(seed_from("think"))
    bot = BOTS[level](0)
    times = [bot.think(GAME.view(scene.state, Viewer(0, held=True)), scene.asked, luck) for _ in range(200)]
    assert min(times) > 300
    assert max(times) <= 40_000
    assert len(set(times)) > 100
