"""Many games in several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.arena.match import MatchError
from tablee.arena.simulate import Plan, Played, simulate, win_parts
from tablee.kernel import Outcome

BELL = str(Path(__file__).parent / "bell.py")


def plan(lineup: tuple[str, ...] = ("quick", "slow"), deals: int = 5, records: str | None = None) -> Plan:
    return Plan(BELL, '{"rounds":2,"whispered":false,"loud":false}', lineup, deals, "s", records)


def plain(deals: list[list[Played]]) -> list[list[Played]]:
    """Without what varies from run to run."""
    return [[game._replace(cpu=()) for game in deal] for deal in deals]


def test_every_deal_is_played_from_every_seat() -> None:
    deals = list(simulate(plan()))
    assert [[game.lineup for game in deal] for deal in deals] == [[("quick", "slow"), ("slow", "quick")]] * 5
    assert [game.deal for deal in deals for game in deal] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert [game.first for game in deals[0]] == [0, 1]
    assert deals[0][0].inputs == 4
    assert deals[0][0].length == 400
    assert plan().games == 10


def test_the_result_does_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    assert plain(list(simulate(plan(records=str(alone)), 1))) == plain(list(simulate(plan(records=str(shared)), 2)))
    records = {path.name: path.read_bytes() for path in alone.iterdir()}
    assert len(records) == 10
    assert records == {path.name: path.read_bytes() for path in shared.iterdir()}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bots_defect_names_the_deal(workers: int) -> None:
    with pytest.raises(MatchError, match=r"Deal 0 with cheat, mute \(seed s\): Cheat at seat 0"):
        list(simulate(plan(("cheat", "mute")), workers))


def test_ties_share_the_win_and_who_plays_together_wins_together() -> None:
    assert win_parts(Outcome((1, 3, 1), (5, 2, 5))) == (0.5, 0.0, 0.5)
    assert win_parts(Outcome((1, 1), (0, 0), won=True)) == (0.5, 0.5)
    assert win_parts(Outcome((1, 1), (0, 0), won=False)) == (0.0, 0.0)
