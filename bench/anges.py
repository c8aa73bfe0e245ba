"""How strong the bots of Anges & Démons are: each level against the next, on duplicate deals, with 95 % intervals.

    python bench/anges.py [--deals 300] [--only expert,hard] [--seats 2] [--options classique] [--workers 2]

Every deal is played once for every rotation of the bots over the seats (with two seats: twice, exchanged), so that 300
deals are 600 games; the deal is the independent unit of the intervals.
"""

from __future__ import annotations

import argparse

from tablee.arena.entrants import line_up
from tablee.arena.results import summarise, timings
from tablee.arena.simulate import Plan, simulate
from tablee.games.anges import GAME
from tablee.kernel.wire import Wire

LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--only", help="two levels, for example expert,hard")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", default="classique", help="the name of a preset")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    pairs = (tuple(arguments.only.split(",")),) if arguments.only else LADDER
    options = Wire(GAME).options.dumps(GAME.meta.presets[arguments.options])
    print(f"{'':22}{'games':>7}{'wins':>8}{'95 % interval':>18}{'points':>9}{'median ms':>11}{'p99 ms':>9}")
    for pair in pairs:
        plan = Plan("anges", options, line_up(pair, arguments.seats), arguments.deals, "bench")
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
