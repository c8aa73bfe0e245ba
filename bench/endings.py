"""No table can hang: from so many states of each game nobody answers any more, and clocks alone lead to the end.

    python bench/endings.py [--states 10000] [--each 500] [--seed text]

Rows in build/endings.jsonl; the same command goes on where it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Breach, Counts, LongRun, Piece, make_parser, shares
from tests.server.cutting import games
from tests.server.silence import Hangs, fall_silent

from tablee.games import Found


def wait(found: Found, states: int, seed: str) -> Counts:
    try:
        return asdict(fall_silent(found, states, seed))
    except Hangs as hangs:
        raise Breach(str(hangs)) from hangs


def pieces(states: int, each: int, seed: str) -> Iterator[Piece]:
    for found in games():
        for number, size in shares(states, each):
            name = f"{seed}.{number}, {size} states"
            yield Piece(found.game.meta.id, name, partial(wait, found, size, f"{seed}.{number}"))


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", default="bench")
    wish = parser.parse_args()
    run = LongRun("endings", wish, ("states", "expiries", "longest"), most=("longest",))
    return 0 if run.make(pieces(wish.states, wish.each, wish.seed)) else 1


if __name__ == "__main__":
    sys.exit(main())
