"""Kills the real server a thousand times under load: no acknowledged move may be lost, no command played twice.

    python bench/kills.py [--kills 1000] [--tables 12] [--moves 18] [--workers-every 5] [--seed 1]

People and bots play at the tables; clients send commands twice, send old ones again, and repeat after every kill what
was not answered. Between two kills about `moves` / 2 commands a table are acknowledged. Every so many starts the bots
think in worker processes, else in the server itself. Each game's record is compared with what was acknowledged and with
every board that was shown. Stops at the first broken promise."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.killing import Lost, kill_again_and_again
from tqdm import tqdm


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--moves", type=int, default=18)
    parser.add_argument("--workers-every", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, tqdm(total=wish.kills, unit=" kills") as bar:
        run = kill_again_and_again(
            Path(folder),
            wish.kills,
            wish.tables,
            wish.seed,
            moves=wish.moves,
            workers_every=wish.workers_every,
            progress=bar.update,
        )
        try:
            tally = asyncio.run(run)
        except Lost as lost:
            print(f"BROKEN: {lost}")
            return 1
    rows = (
        ("kills", tally.kills),
        ("tables", wish.tables),
        ("commands, each with an id of its own", tally.commands),
        ("acknowledged", tally.acknowledged),
        ("refused because a clock was quicker", tally.late),
        ("repeated because a kill came before the answer", tally.repeated),
        ("sent again for no reason", tally.again),
        ("messages sent in all", tally.sent),
        ("games played to their end and compared", tally.games),
        ("entries of their records, bots and clocks included", tally.entries),
        ("boards shown and found in the records", tally.shown),
        ("acknowledged moves lost", 0),
        ("commands played twice", 0),
        ("seconds", round(time.monotonic() - began)),
    )
    for name, number in rows:
        print(f"{name:<52} {number:>9,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
