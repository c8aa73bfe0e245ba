"""Bots for Voyelles: they play by the rules, the same seed gives the same game, and each level is as it should be."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import pytest

from tablee.arena.match import play_match
from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.bots import BOTS, PERSONAS, VoyellesBot
from tablee.games.voyelles.familiarity import familiarity
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.judging import judge
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.lexicon import lexicon
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.recall import first_of, known_words, recall, worth
from tablee.games.voyelles.tests.scene import Scene
from tablee.kernel import Ms, Seat, Viewer
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.wire import Wire

LEVELS = ("easy", "medium", "hard", "expert")
MIXED = VoyellesOptions(judge="mixte", first=0)
JURY = VoyellesOptions(judge="jury", first=0)

every_level = pytest.mark.parametrize("level", LEVELS)


def luck_of(seed: object) -> Luck:
    return SeededLuck(seed_from("bots", seed))


def think(bot: VoyellesBot, seat: Seat, scene: Scene, luck: Luck) -> Ms:
    return bot.think(GAME.view(scene.state, Viewer(seat, held=True)), scene.asked(), luck)


def act(bot: VoyellesBot, seat: Seat, scene: Scene, luck: Luck) -> VoyellesAction | None:
    return bot.act(GAME.view(scene.state, Viewer(seat, held=True)), scene.asked(), luck)


@pytest.mark.parametrize("preset", sorted(GAME.meta.presets))
def test_all_levels_play_every_preset_by_the_rules(preset: str) -> None:
    bots = [BOTS[level](seat) for seat, level in enumerate(LEVELS)]
    table = play_match(GAME, GAME.meta.presets[preset], (None,) * 4, bots, preset)
    assert table.outcome is not None
    assert table.state.words


def test_the_same_seed_gives_the_same_game_byte_for_byte() -> None:
    texts = []
    for _ in range(2):
        bots = [BOTS[level](seat) for seat, level in enumerate(("hard", "expert"))]
        table = play_match(GAME, GAME.meta.presets["mixte"], (None, None), bots, "again")
        texts.append(Wire(GAME).write_record(table.record))
    assert texts[0] == texts[1]


@every_level
def test_every_level_turns_a_card_of_a_pile_that_has_one(level: str) -> None:
    scene = Scene()
    scene.state.cards.down[1] = ""
    for seed in range(10):
        action = act(BOTS[level](0), 0, scene, luck_of(seed))
        assert isinstance(action, TurnCard)
        assert action.pile in (0, 2)


def test_good_players_cover_the_card_that_nobody_can_use() -> None:
    scene = Scene(("w", "t", "n"))
    for level in LEVELS[1:]:
        assert act(BOTS[level](0), 0, scene, luck_of(1)) == TurnCard(0)


@every_level
def test_every_level_mostly_finds_a_valid_word_for_easy_consonants(level: str) -> None:
    valid = 0
    for seed in range(40):
        scene, bot, luck = Scene(), BOTS[level](1), luck_of(seed)
        scene.turn()
        assert think(bot, 1, scene, luck) >= 200
        action = act(bot, 1, scene, luck)
        if action != Grab():
            continue
        scene.grab(1)
        said = act(bot, 1, scene, luck)
        assert isinstance(said, Say)
        valid += judge(scene.state, 1, said.word).why == ""
    assert valid >= 30


@every_level
def test_nobody_says_a_word_that_was_said_before(level: str) -> None:
    scene = Scene()
    scene.turn()
    mind = PERSONAS[level].mind
    known = known_words(scene.board(), 1, mind)
    said = next(finder().first(known, 1))
    scene.speak(0, said)
    scene.turn(1)
    scene.show("dtn")
    assert known_words(scene.board(), 1, mind) & finder().bits_of([fold(said)]) == 0


@every_level
def test_a_level_knows_only_its_words(level: str) -> None:
    scene = Scene()
    scene.turn()
    mind = PERSONAS[level].mind
    for seed in range(10):
        idea = recall(scene.board(), 0, mind, luck_of(seed))
        assert idea is not None
        assert max(map(familiarity().level, lexicon().numbers(fold(idea.word)))) >= mind.knows


def test_where_there_is_no_word_everybody_passes_in_time() -> None:
    for level in LEVELS:
        scene, bot, luck = Scene(), BOTS[level](1), luck_of(level)
        scene.turn()
        scene.show("wwq")
        assert 2_000 < think(bot, 1, scene, luck) < 60_000
        assert act(bot, 1, scene, luck) == Pass()


def test_better_players_are_quicker() -> None:
    times: dict[str, list[Ms]] = {level: [] for level in LEVELS}
    for seed in range(60):
        scene = Scene()
        scene.turn()
        for level in LEVELS:
            idea = recall(scene.board(), 0, PERSONAS[level].mind, luck_of((level, seed)))
            assert idea is not None
            times[level].append(idea.after)
    middle = [median(times[level]) for level in LEVELS]
    assert middle == sorted(middle, reverse=True)


def test_many_words_come_sooner_than_few_and_familiar_ones_sooner_than_rare_ones() -> None:
    mind = PERSONAS["hard"].mind
    few, many, rare = (
        median(first_of(count, mind, level, luck_of((count, level, seed))) for seed in range(100))
        for count, level in ((1, 9), (50, 9), (50, 3))
    )
    assert many < few
    assert many < rare


def test_scarce_vowels_and_pawns_that_lag_are_worth_more() -> None:
    level_squares = (1, 1, 1, 1, 1)
    assert worth("tu", level_squares) > worth("te", level_squares)
    assert worth("tas", (1, 12, 1, 1, 1)) > worth("tes", (1, 12, 1, 1, 1))
    assert worth("tes", (1, 13, 1, 1, 1)) == 0


@every_level
def test_weaker_players_slip_more_often(level: str) -> None:
    slips = 0
    for seed in range(150):
        scene, bot, luck = Scene(), BOTS[level](1), luck_of(("slip", seed))
        scene.turn()
        if act(bot, 1, scene, luck) == Grab():
            scene.grab(1)
            said = act(bot, 1, scene, luck)
            assert isinstance(said, Say)
            slips += judge(scene.state, 1, said.word).why != ""
    assert slips <= 3 * PERSONAS[level].slips
    if level == "easy":
        assert slips > 3


def test_a_word_misspelt_is_put_right() -> None:
    persona = replace(PERSONAS["expert"], slips=100, mends=100)
    mended = 0
    for seed in range(30):
        scene, bot, luck = Scene(), VoyellesBot(1, persona), luck_of(("mend", seed))
        scene.turn()
        act(bot, 1, scene, luck)
        scene.grab(1)
        said = act(bot, 1, scene, luck)
        assert isinstance(said, Say)
        scene.do(1, said)
        if scene.asked().kind == "again":
            again = act(bot, 1, scene, luck)
            assert isinstance(again, Say)
            scene.do(1, again)
            assert scene.word().verdict == "valid"
            mended += 1
    assert mended > 3


@every_level
def test_juries_accept_words_they_know_and_doubt_what_is_none(level: str) -> None:
    scene = Scene(options=JURY)
    scene.turn()
    scene.speak(0, "dent")
    assert all(act(BOTS[level](1), 1, scene, luck_of(seed)) == Agree() for seed in range(20))
    scene = Scene(options=JURY)
    scene.turn()
    scene.speak(0, "dantruche")
    doubts = sum(act(BOTS[level](1), 1, scene, luck_of(seed)) == Dispute() for seed in range(100))
    assert abs(doubts - PERSONAS[level].strict) < 16
    scene = Scene(options=MIXED)
    scene.turn()
    scene.speak(0, "dantruche")
    votes = [act(BOTS[level](1), 1, scene, luck_of(seed)) for seed in range(100)]
    assert set(votes) <= {Vote(True), Vote(False)}
    assert votes.count(Vote(False)) == doubts


@every_level
def test_the_word_is_typed_before_the_microphone_falls_silent(level: str) -> None:
    for seconds in (4, 6, 15):
        scene = Scene(options=VoyellesOptions(speaking=seconds, first=0))
        scene.turn()
        bot, luck = BOTS[level](1), luck_of(("type", seconds))
        if act(bot, 1, scene, luck) == Grab():
            scene.grab(1)
            times = [think(bot, 1, scene, luck) for _ in range(100)]
            assert 400 < min(times) < max(times) < seconds * 1000


def test_a_bot_goes_on_searching_while_another_holds_the_microphone() -> None:
    bot, luck = BOTS["hard"](1), luck_of("hold")
    scene = Scene()
    scene.turn()
    planned = think(bot, 1, scene, luck)
    assert planned > 1_500
    scene.now = 1_000
    scene.grab(2)
    scene.now = planned - 100
    scene.say("maison") if planned - 100 <= 7_000 else scene.run_out()
    assert act(bot, 1, scene, luck) == Grab()
    assert think(bot, 1, scene, luck) < planned


def test_who_takes_over_with_the_microphone_in_hand_has_something_to_say() -> None:
    scene = Scene()
    scene.turn()
    scene.grab(1)
    said = act(BOTS["expert"](1), 1, scene, luck_of("late"))
    assert isinstance(said, Say)
