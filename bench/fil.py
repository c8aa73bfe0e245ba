"""How strong the bots of De Fil en Aiguille are, with 95 % intervals.

    python bench/fil.py [--games 60] [--workers 2]

Together: rounds won by level, Découverte at four seats; every seat has a mind of its own, so cat and Family never share
a table of associations. Crossed: a Family of one level with a cat of another. Rivals: each level's family against the
next one's in Équipes, every deal played twice with the families exchanged, and the same in Chacun pour soi.
"""

from __future__ import annotations

import argparse
from math import sqrt

from tablee.arena.match import play_match
from tablee.arena.results import summarise, timings
from tablee.arena.simulate import Plan, simulate
from tablee.games.fil import GAME
from tablee.games.fil.bots import BOTS
from tablee.games.fil.options import FilOptions
from tablee.kernel.wire import Wire

LEVELS = tuple(BOTS)
LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


def interval(won: int, rounds: int) -> str:
    """Wilson's, in percent."""
    share, z = won / rounds, 1.96
    middle = (share + z * z / (2 * rounds)) / (1 + z * z / rounds)
    spread = z * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds)) / (1 + z * z / rounds)
    return f"{share:>7.1%}   {middle - spread:>5.1%} – {middle + spread:.1%}"


def rounds_won(cat: str, family: str, games: int, mode: str = "decouverte") -> tuple[int, int, int]:
    """(found, rounds, games won) where Braincat is of one level and everybody else of another."""
    found = rounds = won = 0
    options = FilOptions(mode="humeurs" if mode == "humeurs" else "decouverte", first=0)
    for number in range(games):
        bots = [BOTS[cat if seat == 0 else family](seat) for seat in range(4)]
        table = play_match(GAME, options, (None,) * 4, bots, f"bench {cat} {family} {number}")
        # Only rounds in which the seat meant to be the cat was it, unless all are alike.
        told = [result for result in table.state.results if cat == family or result.braincat == 0]
        rounds += len(told)
        found += sum(result.found for result in told)
        won += bool(table.outcome and table.outcome.won)
    return found, rounds, won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    print(f"{'together':24}{'rounds':>7}{'won':>8}   95 % interval     games won")
    for level in LEVELS:
        found, rounds, won = rounds_won(level, level, arguments.games)
        print(f"{level:24}{rounds:>7} {interval(found, rounds)}   {won}/{arguments.games}", flush=True)
    for level in LEVELS:
        found, rounds, won = rounds_won(level, level, arguments.games // 2, "humeurs")
        print(
            f"{level + ', humeurs':24}{rounds:>7} {interval(found, rounds)}   {won}/{arguments.games // 2}", flush=True
        )
    print(f"\n{'crossed':24}{'rounds':>7}{'won':>8}   95 % interval")
    for cat, family in (("easy", "expert"), ("expert", "easy"), ("hard", "expert"), ("expert", "hard")):
        found, rounds, _ = rounds_won(cat, family, arguments.games)
        print(f"{cat + ' cat, ' + family:24}{rounds:>7} {interval(found, rounds)}", flush=True)
    print(f"\n{'rivals':32}{'games':>7}{'wins':>8}{'95 % interval':>18}{'median ms':>11}{'p99 ms':>9}")
    for mode, seats in (("equipes", 6), ("chacun", 4)):
        options = Wire(GAME).options.dumps(GAME.meta.presets[mode])
        for pair in LADDER:
            plan = Plan("fil", options, pair * (seats // 2), max(1, arguments.games // 2), "bench")
            deals = list(simulate(plan, arguments.workers))
            results = summarise(deals)
            stronger = next(bot for bot in results.bots if bot.name == pair[0])
            timing = next(line for line in timings(deals) if line.name == pair[0])
            share = stronger.win_share
            print(
                f"{f'{mode}: {pair[0]} against {pair[1]}':32}{results.games:>7}{share.mean:>8.1%}"
                f"{f'{share.low:.1%} – {share.high:.1%}':>18}{timing.median_ms:>11.2f}{timing.p99_ms:>9.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
