"""The whole house, simulated: a seed decides who sends what, what is kept, who hangs up, when time passes and when the
house dies; after every step what must be true is checked (tests/simulation).

    python bench/simulate_house.py [--nodes N] [--steps 10000000] [--each 5000] [--first 0] [--twice]
                                   [--overlook KIND …]

`--nodes`: so many houses on one data base, whose nodes stand still and die, and whose lines are cut (tests/simulation).

Each seed is a row in build/simulation.jsonl with its commit; the same command goes on where it was.
`--twice`: every seed is run again, and must send the same bytes. What breaks is told with as few steps as it takes."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rows import FOLDER, Rows, commit
from tests.server.cutting import games
from tests.simulation import cluster, simulation
from tests.simulation.simulation import shortened


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--each", type=int, default=5_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("--overlook", nargs="+", default=[])
    wish = parser.parse_args()
    played, each = list(games()), range(wish.each)
    run: simulation.Run = partial(cluster.run, nodes=wish.nodes) if wish.nodes else simulation.run
    rows, now = Rows(FOLDER / "simulation.jsonl"), commit()
    alike = (now, wish.each, wish.nodes)
    done = {row["seed"]: row for row in rows if (row["commit"], row["each"], row.get("nodes", 0)) == alike}
    steps, moves = sum(row["steps"] for row in done.values()), sum(row["moves"] for row in done.values())
    broken, began, before = 0, time.monotonic(), steps
    for seed in count(wish.first):
        if steps >= wish.steps:
            break
        if seed in done:
            continue
        outcome = run(seed, each, played, wish.overlook)
        if wish.twice and run(seed, each, played, wish.overlook).digest != outcome.digest:
            print(f"seed {seed}: not the same run twice")
            return 2
        steps, moves = steps + outcome.steps, moves + outcome.moves
        breach = outcome.breach
        rows.add(
            {
                "seed": seed,
                "each": wish.each,
                "nodes": wish.nodes,
                "steps": outcome.steps,
                "moves": outcome.moves,
                "commit": now,
                "breach": None if breach is None else str(breach),
            }
        )
        if breach is not None:
            broken += 1
            print(f"seed {seed}, step {outcome.steps}, {steps:,} in all: {breach}", flush=True)
            if not wish.keep_going:
                numbers = shortened(seed, each[: outcome.steps], played, breach.kind, wish.overlook, run)
                print(f"these {len(numbers)} steps are enough: {numbers}")
                break
        elif seed % 20 == 0:
            pace = (steps - before) / (time.monotonic() - began)
            print(f"seed {seed}: {steps:,} steps, {moves:,} moves, {pace:,.0f} steps/s", flush=True)
    print(f"{steps:,} steps, {moves:,} moves, {broken} breaches")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
