"""Reconnection is invisible: devices are cut off at random moments, and then show just what never-cut twins show.

    python bench/cuts.py [--cuts 10000] [--seed text]

So many cuts for each game, kills of the whole house among them."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.cutting import Different, cut_again_and_again, games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=10_000)
    parser.add_argument("--seed", default="bench")
    wish = parser.parse_args()
    names = ("cuts", "inputs", "games", "commands repeated", "screens compared", "different")
    print(f"{'game':<10} " + " ".join(f"{name:>17}" for name in names))
    for found in games():
        began = time.monotonic()
        try:
            tally = cut_again_and_again(found, wish.cuts, wish.seed)
        except Different as different:
            print(f"{found.game.meta.id}: {different}")
            return 1
        numbers = (tally.cuts, tally.inputs, tally.games, tally.repeated, tally.compared, 0)
        row = " ".join(f"{number:>17,}" for number in numbers)
        print(f"{found.game.meta.id:<10} {row}   {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
