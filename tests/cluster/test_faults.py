"""Real nodes on a real data base, while all that can go wrong goes wrong: nothing acknowledged is lost, nothing is
played twice, nobody is told two histories, or what is not theirs (`python -m bench.nodes` does it for hours)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.cluster.faults import Report, Story, faults, outages, rolling, run
from tests.cluster.people import HASTY
from tests.cluster.postgres import Postgres

FAULTS = 25
DEVICES = 17
"""Of six tables, their screens included."""


def report(postgres: Postgres, folder: Path, story: Story, *, seed: int, tables: int = 6) -> Report:
    made = asyncio.run(run(postgres, folder, "house", story, tables=tables, seed=seed, manners=HASTY))
    assert made.findings.breaches == []
    assert made.findings.moves >= made.tally.acknowledged > 0
    assert made.findings.frames > made.tally.acknowledged, "others are told too"
    return made


def test_nothing_is_lost_or_told_twice_whatever_becomes_of_nodes_lines_and_data_base(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    made = report(own_postgres, tmp_path, faults(FAULTS, seed=3), seed=3)
    assert sum(made.faults.values()) == FAULTS
    assert len(made.faults) == 5, "of every kind"
    assert made.tally.repeated > 0, "some faults must come between a command and its answer"
    assert made.tally.sentences > 0, "some commands cannot be kept for a while"
    assert made.findings.games > 5


def test_all_nodes_are_renewed_one_after_the_other_and_everybody_comes_back(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    made = report(own_postgres, tmp_path, rolling(1), seed=1)
    assert made.tally.visits > DEVICES, "they had to come back"


def test_while_the_data_base_is_away_play_stops_with_a_sentence_and_then_goes_on_by_itself(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    made = report(own_postgres, tmp_path, outages(1, sentences=10), seed=1)
    assert made.tally.sentences >= 10
