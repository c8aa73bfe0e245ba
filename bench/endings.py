"""No table can hang: from so many states of each game nobody answers any more, and clocks alone lead to the end.

python bench/endings.py [--states 10000] [--seed text]"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.cutting import games
from tests.server.silence import Hangs, fall_silent
from tqdm import tqdm


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--seed", default="bench")
    wish = parser.parse_args()
    print(f"{'game':<10} {'states':>8} {'expiries':>10} {'longest':>8} {'hang':>5}")
    for found in games():
        began = time.monotonic()
        with tqdm(total=wish.states, unit=" states", desc=found.game.meta.id, leave=False) as bar:
            try:
                tally = fall_silent(found, wish.states, wish.seed, bar.update)
            except Hangs as hangs:
                print(f"{found.game.meta.id}: {hangs}")
                return 1
        print(f"{found.game.meta.id:<10} {tally.states:>8,} {tally.expiries:>10,} {tally.longest:>8,} {0:>5}"
              f"   {time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
