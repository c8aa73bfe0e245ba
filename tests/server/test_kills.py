"""No acknowledged move is lost by a crash, and no command is played twice (bench/kills.py does it a thousand times)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.killing import kill_again_and_again

KILLS = 50


def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    tally = asyncio.run(kill_again_and_again(tmp_path, KILLS, players=6, seed=1))
    assert tally.kills == KILLS
    assert tally.repeated > 0, "some kills must come between a command and its answer"
    assert tally.games > 0
