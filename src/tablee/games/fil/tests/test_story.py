"""The story of a game: what stands out of its rounds, and when they ended."""

from __future__ import annotations

import pytest

from tablee.arena.match import play_match
from tablee.games.fil import GAME
from tablee.games.fil.bots import BOTS
from tablee.games.fil.story import SLOW, Round, _tell, watch
from tablee.kernel.replay import replay
from tablee.kernel.story import StoryLine


def test_threads_cats_and_paws_that_stand_out() -> None:
    rounds = [
        Round(0, True, 5, SLOW, 10),
        Round(1, False, 9, SLOW + 3000, 20),
        Round(0, True, 4, 0, 30),
        Round(2, True, 7, 0, 40),
    ]
    assert list(_tell(rounds)) == [
        StoryLine("kindred", {"seat": 0, "count": 2}, 10),
        StoryLine("shortest", {"seat": 0, "count": 4}, 30),
        StoryLine("longest", {"seat": 2, "count": 7}, 40),
        StoryLine("slowest", {"seat": 1, "count": SLOW // 1000 + 3}, 20),
    ]


def test_a_game_without_luck_or_patience_has_little_to_tell() -> None:
    assert list(_tell([Round(0, False, 5, SLOW - 1, 10)])) == []
    assert list(_tell([])) == []


@pytest.mark.parametrize("preset", ["decouverte", "chacun"])
def test_rounds_are_read_from_a_whole_game(preset: str) -> None:
    bots = [BOTS["hard"](seat) for seat in range(4)]
    table = play_match(GAME, GAME.meta.presets[preset], (None,) * 4, bots, preset)
    lines = watch(replay(GAME, table.record))
    ends = [len(one.state.results) for one in replay(GAME, table.record)]
    assert any(result.found for result in table.state.results) == any(line.code == "kindred" for line in lines)
    for line in lines:
        assert ends[line.at] == ends[line.at - 1] + 1
        assert table.state.results[ends[line.at] - 1].braincat == line.facts["seat"]
