"""Reconnection is invisible: devices are cut off at random moments, and then show just what never-cut twins show.

    python bench/cuts.py [--cuts 10000] [--each 500] [--seed text]

So many cuts for each game, kills of the whole house among them. Rows in build/cuts.jsonl; the same command goes on
where it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Breach, Counts, LongRun, Piece, make_parser, shares
from tests.server.cutting import Different, cut_again_and_again, games

from tablee.games import Found

COLUMNS = ("cuts", "inputs", "games", "commands repeated", "screens compared")


def cut(found: Found, cuts: int, seed: str) -> Counts:
    try:
        tally = cut_again_and_again(found, cuts, seed)
    except Different as different:
        raise Breach(str(different)) from different
    numbers = (tally.cuts, tally.inputs, tally.games, tally.repeated, tally.compared)
    return dict(zip(COLUMNS, numbers, strict=True))


def pieces(cuts: int, each: int, seed: str) -> Iterator[Piece]:
    for found in games():
        for number, size in shares(cuts, each):
            name = f"{seed}.{number}, {size} cuts"
            yield Piece(found.game.meta.id, name, partial(cut, found, size, f"{seed}.{number}"))


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--cuts", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", default="bench")
    wish = parser.parse_args()
    return 0 if LongRun("cuts", wish, COLUMNS).make(pieces(wish.cuts, wish.each, wish.seed)) else 1


if __name__ == "__main__":
    sys.exit(main())
