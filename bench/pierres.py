"""How strong the bots of Pierres are: each level against the next, two seats, duplicate deals, with 95 % intervals.

    python bench/pierres.py [--deals 150] [--only expert,hard] [--workers 2]

Every deal is played twice with the seats exchanged, so 150 deals are 300 games; the deal is the independent unit of the
intervals. "hard" is smart elimination. With the expert it takes a while: one of its games costs some CPU seconds.
"""

from __future__ import annotations

import argparse

from tablee.arena.results import summarise, timings
from tablee.arena.simulate import Plan, simulate
from tablee.games.pierres import GAME
from tablee.kernel.wire import Wire

LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--only", help="two levels, for example expert,hard")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    pairs = (tuple(arguments.only.split(",")),) if arguments.only else LADDER
    options = Wire(GAME).options.dumps(GAME.meta.presets["rapide"])
    print(f"{'':22}{'games':>7}{'wins':>8}{'95 % interval':>18}{'stones':>9}{'median ms':>11}{'p99 ms':>9}")
    for pair in pairs:
        plan = Plan("pierres", options, pair, arguments.deals, "bench")
        deals = list(simulate(plan, arguments.workers))
        results, stronger = summarise(deals), summarise(deals).bots[0]
        timing = next(line for line in timings(deals) if line.name == pair[0])
        share, score = stronger.win_share, stronger.score
        print(
            f"{pair[0] + ' against ' + pair[1]:22}{results.games:>7}{share.mean:>8.1%}"
            f"{f'{share.low:.1%} – {share.high:.1%}':>18}{score.mean:>9.1f}"
            f"{timing.median_ms:>11.2f}{timing.p99_ms:>9.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
