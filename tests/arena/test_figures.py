"""What a game counts in its own tables."""

from __future__ import annotations

from pathlib import Path

from tablee.arena.simulate import Plan, simulate
from tablee.games.anges import GAME
from tablee.kernel.wire import Wire

BELL = str(Path(__file__).parent / "bell.py")


def test_a_game_may_count_nothing() -> None:
    ((game, *_), *_) = simulate(Plan(BELL, '{"rounds":2,"whispered":false,"loud":false}', ("quick", "slow"), 1, "s"))
    assert game.figures == ()


def test_a_game_s_figures_come_with_every_game_played() -> None:
    options = Wire(GAME).options.dumps(GAME.meta.presets["classique"])
    ((game,), *_) = simulate(Plan("anges", options, ("random", "random", "random"), 1, "s"))
    figures = dict(game.figures)
    assert figures["announcements_a_game"] > 5
    # Whoever says anything at all is hardly ever right.
    assert figures["lies_among_announcements"] > 0.8
