"""Kills the real server a thousand times under load: no acknowledged move may be lost, no command played twice.

    python bench/kills.py [--kills 1000] [--each 50] [--tables 12] [--moves 18] [--workers-every 5] [--seed 1]

People and bots play at the tables, at some of them one race after another; clients send commands twice, send old ones
again, and repeat after every kill what was not answered. Four kills in ten come just after an answer to a race, before
the others about `moves` / 2 commands a table are acknowledged.
Every so many starts the bots think in worker processes, else in the server itself. Each game's record is compared with
what was acknowledged and with every board that was shown. Every `each` kills the house gets a new
folder. Rows in build/kills.jsonl; the same command goes on where it was."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Breach, Counts, LongRun, Piece, make_parser, shares
from tests.server.killing import kill_again_and_again
from tests.server.ledger import Lost

ROWS = (
    ("kills", "kills"),
    ("commands", "commands, each with an id of its own"),
    ("acknowledged", "acknowledged"),
    ("late", "refused because a clock or another finger was quicker"),
    ("writers", "writers of the store killed while the house went on"),
    ("not_kept", "refused because of that"),
    ("repeated", "repeated because a kill came before the answer"),
    ("again", "sent again for no reason"),
    ("raced", "answers to races, all its seats at once"),
    ("won", "of those acknowledged"),
    ("cut", "races open at a kill"),
    ("in_doubt", "of those answered, and nobody told yet"),
    ("sent", "messages sent in all"),
    ("games", "games played to their end and compared"),
    ("entries", "entries of their records, bots and clocks included"),
    ("shown", "boards shown and found in the records"),
)


def kill(kills: int, seed: int, wish: Namespace) -> Counts:
    with tempfile.TemporaryDirectory() as folder:
        run = kill_again_and_again(
            Path(folder), kills, wish.tables, seed, moves=wish.moves, workers_every=wish.workers_every
        )
        try:
            tally = asyncio.run(run)
        except Lost as lost:
            raise Breach(str(lost)) from lost
    return {name: getattr(tally, name) for name, _ in ROWS}


def pieces(wish: Namespace) -> Iterator[Piece]:
    for number, size in shares(wish.kills, wish.each):
        seed = wish.seed + number
        name = f"{seed}, {size} kills, {wish.tables} tables, {wish.moves} moves, workers every {wish.workers_every}"
        yield Piece("kills", name, partial(kill, size, seed, wish))


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--each", type=int, default=50)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--moves", type=int, default=18)
    parser.add_argument("--workers-every", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    run = LongRun("kills", wish, ("kills", "acknowledged", "games", "won", "in_doubt"))
    is_kept = run.make(pieces(wish))
    for name, sentence in ROWS:
        print(f"{sentence:<56} {run.all().get(name, 0):>9,}")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
