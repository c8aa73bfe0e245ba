"""A record replays byte for byte in another process with another hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.arena.simulate import Plan, simulate
from tablee.games.pierres import GAME
from tablee.kernel.wire import Wire


@pytest.mark.parametrize("preset", ["classique", "annonce", "tournoi"])
def test_records_are_proved_in_another_process_with_another_hash_seed(tmp_path: Path, preset: str) -> None:
    options = Wire(GAME).options.dumps(GAME.meta.presets[preset])
    games = [
        game
        for deal in simulate(Plan("pierres", options, ("hard", "easy", "medium"), 3, "elsewhere", str(tmp_path)))
        for game in deal
    ]
    files = sorted(tmp_path.iterdir())
    assert len(files) == len(games) == 9
    for hash_seed in ("1", "4242"):
        proof = subprocess.run(
            [sys.executable, "-m", "tablee.cli", "verify", *map(str, files)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert proof.returncode == 0, proof.stdout + proof.stderr
        assert proof.stdout.count("is proved.") == 9


def test_the_same_plan_writes_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    written = []
    for hash_seed in ("7", "77"):
        folder = tmp_path / hash_seed
        subprocess.run(
            [sys.executable, "-m", "tablee.cli", "simulate", "pierres", "--games", "4", "--bots", "hard,medium",
             "--seed", "bytes", "--workers", "1", "--records", str(folder)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        )  # fmt: skip
        written.append([file.read_bytes() for file in sorted(folder.iterdir())])
    assert len(written[0]) == 4
    assert written[0] == written[1]
