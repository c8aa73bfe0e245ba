"""No acknowledged move is lost by a crash, and no command is played twice (bench/kills.py does it a thousand times)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.hall import Hall, start_people
from tests.server.killing import kill_again_and_again
from tests.server.ledger import Ledger, Lost, Step, compare, shown_board
from tests.server.mortal import MORPION

from tablee.games import find
from tablee.server.past.theatre import ending_line, record_file
from tablee.server.show.tools import tools_of
from tablee.server.store.interface import RecordOf

KILLS = 50
KIT = tools_of(find(MORPION))


def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    tally = asyncio.run(kill_again_and_again(tmp_path, KILLS, players=6, seed=1, moves=8))
    assert tally.kills == KILLS
    assert tally.writers > KILLS / 10, "the store's writer is killed too"
    assert tally.not_kept > 0, "what it had not kept is refused"
    assert tally.repeated > 0, "some kills must come between a command and its answer"
    assert tally.again > tally.commands / 10
    assert tally.games > 0
    assert tally.won > 5, "races are decided between the kills"
    assert tally.in_doubt > 5, "some kills must come while an answer waits at the referee"
    assert tally.entries > tally.acknowledged / 2, "bots play too"


def a_game() -> tuple[Ledger, str]:
    """A whole game of morpion, and what its player knows of it."""
    hall = Hall()
    code, people = start_people(hall, "morpion", 2)
    screen = hall.visit(code)
    screen.read()
    ledger = Ledger(screen.lobby["commitment"], shown=[shown_board(screen.frames[None])])
    while screen.frames[None]["outcome"] is None:
        ask = screen.frames[None]["asks"][0]
        seat = ask["seats"][0]
        people[seat].read()
        action = people[seat].frames[seat]["moves"][-1]
        people[seat].play(seat, -1)
        ledger.acknowledged.append(Step(seat, ask["id"], json.dumps(action, sort_keys=True)))
        screen.read()
        ledger.shown.append(shown_board(screen.frames[None]))
    stored = hall.ask(RecordOf(screen.lobby["record"]))
    assert stored is not None
    return ledger, record_file(KIT, stored, ending_line(KIT, stored))


def test_the_comparison_finds_what_is_lost_doubled_exchanged_or_shown_and_gone() -> None:
    ledger, text = a_game()
    compare(ledger, KIT, text, 2, 0)
    steps, shown = ledger.acknowledged, ledger.shown
    for wrong in (steps[:-1], [*steps, steps[-1]], [steps[1], steps[0], *steps[2:]], steps[1:]):
        with pytest.raises(Lost, match="acknowledged"):
            compare(replace(ledger, acknowledged=wrong), KIT, text, 2, 0)
    for boards in ([*shown[:3], shown[2].replace("[", "[9,", 1)], [shown[2], shown[1]]):
        with pytest.raises(Lost, match="not in the record"):
            compare(replace(ledger, shown=boards), KIT, text, 2, 0)
    with pytest.raises(Lost, match="not the record"):
        compare(replace(ledger, commitment="0"), KIT, text, 2, 0)
