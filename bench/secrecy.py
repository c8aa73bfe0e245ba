"""Secrets stay: pairs of tables that differ only in what an observer may not know send that observer the same bytes.

    python bench/secrecy.py [--pairs 10000] [--each 200] [--games pierres ...] [--seed text]

So many pairs for each game and each kind of observer, through the real house without its sockets; every mode of a game
has its turn. Then the leaks of `tests/server/planted.py` in every game in which they have something to give away, one
by one: how many of them are noticed (`--pairs 0`: these alone). Rows in build/secrecy.jsonl and build/leaks.jsonl; the
same command goes on where it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Breach, Counts, LongRun, Piece, make_parser, shares
from tests.server.pairing import OBSERVERS, Subject, Told, subjects, watch_pairs
from tests.server.planted import PLANTED_PAIRS, is_caught, plants_for

COLUMNS = ("pairs", "inputs", "tries", "messages", "bytes", "revealed")
AIM = 0.95


def watch(subject: Subject, observer: str, pairs: int, seed: str) -> Counts:
    try:
        tally = watch_pairs(subject, pairs, seed, observer=observer)
    except Told as told:
        raise Breach(str(told)) from told
    figures = {name: getattr(tally, name) for name in COLUMNS}
    modes = {f"mode {mode}": number for mode, number in tally.modes.items()}
    return figures | modes | {f"while {kind}": number for kind, number in tally.kinds.items()}


def plant(subject: Subject, name: str, seed: str) -> Counts:
    return {"planted": 1, "caught": int(is_caught(subject, plants_for(subject)[name], PLANTED_PAIRS, seed))}


def pairs_of(subject: Subject, pairs: int, each: int, seed: str) -> Iterator[Piece]:
    for observer in OBSERVERS:
        for number, size in shares(pairs, each):
            work = partial(watch, subject, observer, size, f"{seed}.{number}")
            yield Piece(f"{subject.id}, {observer}", f"{seed}.{number}, {size} pairs", work)


def plants_of(subject: Subject, seed: str) -> Iterator[Piece]:
    for name in plants_for(subject):
        yield Piece(subject.id, f"{seed}, {name}", partial(plant, subject, name, seed))


def main() -> int:
    every: Sequence[Subject] = list(subjects())
    parser = make_parser(__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--games", nargs="*", default=[subject.id for subject in every])
    parser.add_argument("--seed", default="bench")
    wish = parser.parse_args()
    chosen = [subject for subject in every if subject.id in wish.games]
    run, planted = LongRun("secrecy", wish, COLUMNS), LongRun("leaks", wish, ("planted", "caught"))
    is_kept = run.make(one for subject in chosen for one in pairs_of(subject, wish.pairs, wish.each, wish.seed))
    for subject in chosen:
        parts = [counts for part, counts in run.totals.items() if part.startswith(f"{subject.id},")]
        modes = {name for counts in parts for name in counts if name.startswith("mode ")}
        moments = [(name, count) for name, count in run.sum(parts).items() if name.startswith("while ")]
        print(f"{subject.id}: {len(modes)} combinations of named options; pairs that began")
        print("  " + ", ".join(f"{name} {count:,}" for name, count in sorted(moments)))
    if not is_kept:
        return 1
    is_whole = planted.make(one for subject in chosen for one in plants_of(subject, wish.seed))
    counts = planted.all()
    share = counts.get("caught", 0) / max(1, counts.get("planted", 0))
    kinds = len({name for subject in chosen for name in plants_for(subject)})
    print(f"{kinds} kinds of leaks; of {counts.get('planted', 0)} planted {share:.1%} are caught")
    for missed in planted.rows_with("caught", 0):
        print(f"  not noticed: {missed}")
    return 0 if is_whole and share >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
