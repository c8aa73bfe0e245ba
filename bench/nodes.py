"""Three real nodes on a real PostgreSQL while everything goes wrong: nothing acknowledged may be lost, nothing be
played twice, nobody be told two histories or what is not theirs.

    python -m bench.nodes faults  [--count 2000] [--each 25] [--tables 8]
    python -m bench.nodes rolling [--count 100] [--each 5] [--tables 10]
    python -m bench.nodes outage  [--count 50] [--each 5] [--tables 10]
    python -m bench.nodes evening [--minutes 30] [--tables 300] [--every 20]
    python -m bench.nodes scale   [--runs 3] [--rounds 6] [--seconds 2] [--tables 500]

`faults`: kill -9 of nodes, nodes that stand still and wake as former owners, PostgreSQL restarted, lines between node
and data base or node and node cut and mended, several at a time. `rolling`: all nodes renewed while people play.
`outage`: the data base is away for 10 s. `evening`: robots and scripted people, a fault every so many seconds, and in
the middle all nodes are renewed. Everybody's whole story is held against what the data base has (tests/cluster/judge).
What cannot be promised is counted: how long a table was without an owner while somebody asked for it, as far as nothing
else went wrong meanwhile, and how long people were away. `scale`: nothing goes wrong; what a move costs is measured
(bench/nodes_scale.py).

Every `each` faults the house is a new one, and a row in build/nodes-….jsonl with commit and seed: it can be stopped,
and the same command goes on where it was (an evening begins anew). Where a promise is broken all stories are kept, in
the folder that the row names. PostgreSQL is a throw-away one, from where the tests have theirs."""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from asyncio import Runner
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import uvloop
from bench.longrun import Breach, Counts, LongRun, Piece, make_parser, shares
from bench.nodes_scale import Scale
from tests.cluster.faults import Report, Story, evening, faults, outages, rolling, run
from tests.cluster.people import HASTY, PATIENT, PEOPLE, Manners
from tests.cluster.postgres import DURABLE, QUICK, NoPostgres, postgres
from tests.server.ledger import Lost

SOON: Final = 2.0
"""Seconds within which everybody is back when nodes are renewed."""
COLUMNS: Final = (
    *("faults", "moves", "repeated", "not kept", "frames", "games", "stale", "longest wait", "slow waits"),
    *("away", "away long", "longest away"),
)
SENTENCES: Final = (
    ("faults", "faults"),
    ("kill", "  nodes killed"),
    ("stop", "  nodes that stood still"),
    ("database restarted", "  data bases restarted"),
    ("line to the data base", "  lines to the data base cut"),
    ("line between nodes", "  lines between nodes cut"),
    ("rolling restarts", "times that all nodes were renewed"),
    ("outages", "outages of the data base"),
    ("longest until all goes on", "longest until people had moved at every table again, ms"),
    ("moves", "moves acknowledged, and found"),
    ("repeated", "commands repeated because a line was gone before the answer"),
    ("again", "sent again for no reason"),
    ("not kept", "refused because they could not be kept just then"),
    ("visits", "times that a device came to a node"),
    ("frames", "frames compared"),
    ("games", "games"),
    ("entries", "entries of their records"),
    ("lost", "acknowledged and lost"),
    ("twice", "played twice, or although refused"),
    ("histories", "told what never was"),
    ("secrets", "told what is not theirs"),
    ("stale", "visits shown an earlier state first, by a node that did not know yet"),
    ("longest wait", "longest wait for a table that had lost its owner, ms"),
    ("slow waits", "such waits of more than 4 s"),
    ("away", "times that a device came back"),
    ("away long", f"of those after more than {SOON:.0f} s"),
    ("longest away", "longest time away, ms"),
)
MOST: Final = ("longest wait", "longest away", "longest until all goes on")


def play(story: Story, seed: int, wish: Namespace, manners: Manners, settings: tuple[str, ...]) -> Counts:
    folder = Path(tempfile.mkdtemp(prefix="tablee-nodes-"))
    # The loop knows of one signal only; another one would end whatever is done at that moment, and nothing else.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with postgres(settings) as server, Runner(loop_factory=uvloop.new_event_loop) as runner:
            report = runner.run(run(server, folder, "house", story, tables=wish.tables, seed=seed, manners=manners))
    except Lost as lost:
        raise Breach(f"{lost} ({folder})") from lost
    if report.findings.breaches:
        raise Breach(f"{report.findings.breaches[0]} ({len(report.findings.breaches)} in all; {folder})")
    shutil.rmtree(folder)
    return counts(report)


def counts(report: Report) -> Counts:
    tally, found = report.tally, report.findings
    kinds = {name: number for name, number in report.faults.items() if name not in ("rolling restarts", "outages")}
    return {
        **report.faults,
        "faults": sum(kinds.values()),
        "moves": found.moves,
        "repeated": tally.repeated,
        "again": tally.again,
        "not kept": tally.sentences,
        "visits": tally.visits,
        "frames": found.frames,
        "games": found.games,
        "entries": found.entries,
        **{name: len(getattr(found, name)) for name in ("lost", "twice", "histories", "secrets")},
        "stale": found.stale,
        "longest wait": round(1000 * tally.longest_wait),
        "slow waits": tally.slow,
        "away": len(tally.aways),
        "away long": sum(1 for one in tally.aways if one > SOON),
        "longest until all goes on": round(1000 * max(tally.resumed, default=0)),
        "longest away": round(1000 * max(tally.aways, default=0)),
    }


def some(make: Callable[[int, int], Story], part: str, wish: Namespace, manners: Manners) -> Iterator[Piece]:
    settings = QUICK if part == "faults" else DURABLE
    for number, size in shares(wish.count, wish.each):
        seed = wish.seed + number
        name = f"{seed}, {size} of them, {wish.tables} tables"
        yield Piece(part, name, partial(play, make(size, seed), seed, wish, manners, settings))


def pieces(wish: Namespace) -> Iterator[Piece]:
    match wish.what:
        case "faults":
            yield from some(faults, "faults", wish, HASTY)
        case "rolling":
            yield from some(lambda size, _: rolling(size), "rolling", wish, PEOPLE)
        case "outage":
            yield from some(lambda size, _: outages(size, wish.tables, 10.0), "outage", wish, PEOPLE)
        case "evening":
            name = f"{wish.seed}, {wish.minutes} minutes, {wish.tables} tables, a fault every {wish.every} s"
            story = evening(60 * wish.minutes, wish.every, wish.seed)
            yield Piece("evening", name, partial(play, story, wish.seed, wish, PATIENT, DURABLE))


def read_wish() -> Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    whats = parser.add_subparsers(dest="what", required=True)

    def add(what: str, **numbers: int) -> None:
        one: ArgumentParser = whats.add_parser(what)
        for name, number in numbers.items():
            one.add_argument(f"--{name}", type=int, default=number)

    add("faults", count=2000, each=25, tables=8)
    add("rolling", count=100, each=5, tables=10)
    add("outage", count=50, each=5, tables=10)
    add("evening", minutes=30, tables=300, every=20)
    add("scale", runs=3, rounds=6, seconds=2, tables=500)
    return parser.parse_args()


def scale(wish: Namespace) -> int:
    try:
        return Scale(wish).make()
    except NoPostgres as missing:
        print(missing, file=sys.stderr)
        return 2


def main() -> int:
    wish = read_wish()
    if wish.what == "scale":
        return scale(wish)
    run_ = LongRun(f"nodes-{wish.what}", wish, COLUMNS, MOST)
    try:
        is_kept = run_.make(pieces(wish))
    except NoPostgres as missing:
        print(missing, file=sys.stderr)
        return 2
    for name, sentence in SENTENCES:
        print(f"{sentence:<68} {run_.all().get(name, 0):>9,}")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
