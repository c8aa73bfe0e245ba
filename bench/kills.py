"""Kills the real server a thousand times under load: no acknowledged move may be lost, no command played twice.

python bench/kills.py [kills] [tables]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.killing import kill_again_and_again
from tqdm import tqdm


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, tqdm(total=kills, unit="kill") as bar:
        tally = asyncio.run(kill_again_and_again(Path(folder), kills, tables, int(began), bar.update))
    print(f"{tally.kills} kills in {time.monotonic() - began:.0f} s, {tables} tables, {tally.games} games finished")
    print(f"{tally.commands} commands, {tally.acknowledged} acknowledged, {tally.repeated} repeated after a kill")
    print("0 lost, 0 played twice")


if __name__ == "__main__":
    main()
