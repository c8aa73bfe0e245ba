"""Once the game is warm, nothing is opened or counted any more while it is played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.games.voyelles import GAME, familiarity, finder, lexicon
from tablee.games.voyelles.bots import BOTS
from tablee.games.voyelles.lesson import LESSON
from tablee.games.voyelles.meta import PRESETS
from tablee.games.voyelles.tests.scene import Scene
from tablee.games.voyelles.warm import warm
from tablee.kernel import Viewer
from tablee.kernel.lesson import play_lesson
from tablee.kernel.luck import SeededLuck, seed_from


def fail(*what: object) -> None:
    raise AssertionError(f"this was to be opened beforehand: {what}")


@pytest.fixture
def is_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    for opened in (lexicon.lexicon, familiarity.familiarity, finder.finder):
        opened.cache_clear()
    warm()
    for module in (lexicon, familiarity, finder):
        monkeypatch.setattr(module, "read", fail)
    monkeypatch.setattr(familiarity.Familiarity, "_marked", fail)


@pytest.mark.usefixtures("is_warm")
def test_rounds_offers_and_bots_open_nothing() -> None:
    luck = SeededLuck(seed_from("warm"))
    for preset in PRESETS.values():
        scene = Scene(seats=len(BOTS), options=replace(preset, first=0))
        bots = [make(seat) for seat, make in enumerate(BOTS.values())]
        for _ in range(60):
            ask = scene.asked()
            seat = luck.pick(ask.seats)
            view = GAME.view(scene.state, Viewer(seat))
            offered = GAME.moves(view, luck)
            action = bots[seat].act(view, ask, luck) if luck.chance(1, 2) else luck.pick(offered)
            scene.state = GAME.step(scene.state, seat, action or luck.pick(offered), scene.now, luck)


@pytest.mark.usefixtures("is_warm")
def test_the_lesson_opens_nothing() -> None:
    assert len(list(play_lesson(GAME, LESSON))) == len(LESSON.steps) + 1
