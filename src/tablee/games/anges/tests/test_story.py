"""The story of a game: each prize leads to the exchange that won it."""

from __future__ import annotations

from tablee.arena.match import play_match
from tablee.games.anges import GAME
from tablee.games.anges.awards import awards
from tablee.games.anges.bots import BOTS
from tablee.games.anges.story import watch
from tablee.kernel.replay import replay


def test_every_prize_is_told_with_the_input_that_settled_its_exchange() -> None:
    bots = [BOTS[level](seat) for seat, level in enumerate(("easy", "easy", "medium", "hard"))]
    table = play_match(GAME, GAME.meta.options(), (None,) * 4, bots, "story")
    prizes = awards(table.state)
    lines = watch(replay(GAME, table.record))
    assert [(line.code, line.facts["seat"], line.facts["to"], line.facts["count"]) for line in lines] == [
        (prize.prize, prize.seat, prize.other, prize.amount) for prize in prizes
    ]
    assert len(lines) >= 2
    lengths = [len(one.state.story) for one in replay(GAME, table.record)]
    for line, prize in zip(lines, prizes, strict=True):
        assert lengths[line.at] == prize.told + 1, "it was settled at this input"
        assert lengths[line.at - 1] == prize.told, "and not before"
