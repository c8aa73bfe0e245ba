"""Bots for Pierres: they play by the rules, the same seed gives the same game, and each level reads as it should."""

from __future__ import annotations

import pytest

from tablee.arena.match import play_match
from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Draw, Remove
from tablee.games.pierres.belief import belief, deduce
from tablee.games.pierres.bots import BOTS, PierresBot
from tablee.games.pierres.tests.scene import GRID, Scene, cells_of
from tablee.kernel import Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.wire import Wire

LEVELS = ("easy", "medium", "hard", "expert")


def answer(level: str, scene: Scene, seed: object = 0) -> Remove | Draw | Announce | None:
    seat = scene.state.active
    view = GAME.view(scene.state, Viewer(seat, held=True))
    return BOTS[level](seat).act(view, scene.asked, SeededLuck(seed_from("bots", seed)))


def nearly_done() -> Scene:
    """The stones of 3, 5 and 8 are left; a 5 is looked for."""
    scene = Scene()
    scene.uncover_all_but(*cells_of(3), *cells_of(5), *cells_of(8))
    scene.draw(5)
    return scene


@pytest.mark.parametrize("preset", sorted(GAME.meta.presets))
def test_all_levels_play_every_preset_by_the_rules(preset: str) -> None:
    bots = [BOTS[level](seat) for seat, level in enumerate(("easy", "medium", "hard"))]
    table = play_match(GAME, GAME.meta.presets[preset], (None,) * 3, bots, preset)
    assert table.outcome is not None


def test_the_same_seed_gives_the_same_game_byte_for_byte() -> None:
    texts = []
    for _ in range(2):
        bots = [BOTS[level](seat) for seat, level in enumerate(("hard", "expert"))]
        table = play_match(GAME, GAME.meta.presets["annonce"], (None, None), bots, "again")
        texts.append(Wire(GAME).write_record(table.record))
    assert texts[0] == texts[1]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_draws_when_it_is_time_to_draw(level: str) -> None:
    assert answer(level, Scene()) == Draw()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_opens_a_square_that_has_lost_no_stone(level: str) -> None:
    scene = Scene(quick=False)
    scene.remove(0)
    action = answer(level, scene)
    assert isinstance(action, Remove)
    assert scene.refusal(action) is None


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_good_players_take_a_certain_stone(level: str) -> None:
    scene = nearly_done()
    certain = {cell for cell, mask in enumerate(deduce(scene.state.digits)) if mask == 1 << 5} & set(
        scene.state.covered()
    )
    assert certain, "the position should have a certain five"
    for seed in range(5):
        action = answer(level, scene, seed)
        assert isinstance(action, Remove)
        assert GRID[action.cell] == 5


def test_weaker_players_miss_more_often() -> None:
    """The same few certain stones on a half-open board, two hundred looks each."""
    scene = Scene()
    for cell in range(81):
        if cell % 5 in (0, 2) and not scene.state.digits[cell]:
            scene.state.uncover(cell)
    scene.draw(5)
    misses = {}
    for level in ("easy", "medium", "hard"):
        actions = [answer(level, scene, seed) for seed in range(200)]
        misses[level] = sum(isinstance(action, Remove) and GRID[action.cell] != 5 for action in actions)
    assert misses["easy"] > misses["medium"] > misses["hard"] == 0


def test_the_expert_takes_the_likeliest_stone() -> None:
    scene = Scene()
    for cell in range(0, 81, 2):
        if not scene.state.digits[cell]:
            scene.state.uncover(cell)
    scene.draw(4)
    chances = belief(scene.state.digits, SeededLuck(seed_from("bots", 0))).chances
    action = answer("expert", scene)
    assert isinstance(action, Remove)
    assert chances[action.cell][4] == max(chances[cell][4] for cell in scene.state.covered())


def test_who_announces_a_digit_then_removes_the_stone_it_meant() -> None:
    scene = Scene(annonce=True)
    for cell in range(0, 81, 2):
        if not scene.state.digits[cell]:
            scene.state.uncover(cell)
    bot: PierresBot = BOTS["expert"](0)
    luck = SeededLuck(seed_from("announce"))
    said = bot.act(GAME.view(scene.state, Viewer(0, held=True)), scene.asked, luck)
    assert isinstance(said, Announce)
    scene.do(said)
    done = bot.act(GAME.view(scene.state, Viewer(0, held=True)), scene.asked, luck)
    assert isinstance(done, Remove)
    chances = belief(scene.state.digits, SeededLuck(seed_from("announce"))).chances
    best = max(chances[cell][digit] for cell in scene.state.covered() for digit in range(1, 10))
    assert chances[done.cell][said.digit] == best


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_takes_human_time_and_never_the_whole_clock(level: str) -> None:
    scene = nearly_done()
    luck = SeededLuck(seed_from("think"))
    bot = BOTS[level](0)
    times = [bot.think(GAME.view(scene.state, Viewer(0, held=True)), scene.asked, luck) for _ in range(200)]
    assert min(times) > 300
    assert max(times) <= 45_000
    assert len(set(times)) > 100
