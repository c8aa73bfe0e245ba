"""How strong the bots of Copieur ! are, how often they copy wrongly, and how long their games last.

    python bench/copieur.py [--deals 100] [--games 100] [--only expert,hard] [--workers 2]

Strength: each level against the next, two of each round a table of four, duplicate deals with 95 % intervals; every
deal is played once for each way round, and the deal is the independent unit. Errors: four of a level among themselves;
an exchange is wrong that leaves the Copier without what the die showed. Games of four experts mostly end by the last
bell.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from typing import NamedTuple

from tablee.arena.match import open_match
from tablee.arena.results import summarise, timings
from tablee.arena.simulate import Plan, simulate
from tablee.games.copieur import GAME
from tablee.games.copieur.bots import BOTS
from tablee.games.copieur.options import CopieurOptions
from tablee.kernel.wire import Wire

SEATS = 4
LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


class Length(NamedTuple):
    """One game of four bots of a level."""

    exchanges: int
    wrong: int
    turns: int
    minutes: float


def play(level: str, number: int) -> Length:
    bots = [BOTS[level](seat) for seat in range(SEATS)]
    match = open_match(GAME, CopieurOptions(), (None,) * SEATS, bots, f"length/{number}")
    table, exchanges, wrong = match.table, 0, 0
    while table.asks:
        before = table.state
        match.happen()
        if table.state.phase == "tell" and before.phase == "play":
            exchanges += 1
            wrong += table.state.slates[before.active] != before.die
    return Length(exchanges, wrong, table.state.turn, table.now / 60_000)


def lengths(levels: list[str], games: int, workers: int) -> None:
    print(
        f"\n{'four of':10}{'games':>7}{'wrong copies':>14}{'turns':>8}{'90 % of games':>16}{'50–100':>9}{'minutes':>9}"
    )
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for level in levels:
            played = list(pool.map(play, [level] * games, range(games), chunksize=4))
            turns = sorted(game.turns for game in played)
            middle = f"{turns[games // 20]} – {turns[-1 - games // 20]}"
            share = sum(game.wrong for game in played) / sum(game.exchanges for game in played)
            within = sum(50 <= count <= 100 for count in turns) / games
            print(
                f"{level:10}{games:>7}{share:>14.1%}{median(turns):>8.0f}{middle:>16}{within:>9.1%}"
                f"{median(game.minutes for game in played):>9.0f}",
                flush=True,
            )


def ladder(pairs: tuple[tuple[str, ...], ...], deals: int, workers: int) -> None:
    options = Wire(GAME).options.dumps(CopieurOptions())
    print(f"{'':22}{'games':>7}{'wins':>8}{'95 % interval':>18}{'points':>9}{'median ms':>11}{'p99 ms':>9}")
    for pair in pairs:
        played = list(simulate(Plan("copieur", options, pair * 2, deals, "bench"), workers))
        results = summarise(played)
        timing = next(line for line in timings(played) if line.name == pair[0])
        share, score = results.bots[0].win_share, results.bots[0].score
        print(
            f"{pair[0] + ' against ' + pair[1]:22}{results.games:>7}{share.mean:>8.1%}"
            f"{f'{share.low:.1%} – {share.high:.1%}':>18}{score.mean:>9.1f}"
            f"{timing.median_ms:>11.2f}{timing.p99_ms:>9.1f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--games", type=int, default=100, help="of each level among themselves; 0 for none")
    parser.add_argument("--only", help="two levels, for example expert,hard")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    pairs = (tuple(arguments.only.split(",")),) if arguments.only else LADDER
    if arguments.deals:
        ladder(pairs, arguments.deals, arguments.workers)
    if arguments.games:
        lengths(
            list(dict.fromkeys(level for pair in reversed(pairs) for level in pair)), arguments.games, arguments.workers
        )


if __name__ == "__main__":
    main()
