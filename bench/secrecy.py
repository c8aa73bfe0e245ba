"""Secrets stay: pairs of tables that differ only in what an observer may not know send that observer the same bytes.

    python bench/secrecy.py [--pairs 10000] [--games pierres ...] [--workers 1] [--seed text]

So many pairs for each game and each kind of observer, through the real house without its sockets. Then the leaks of
`tests/server/planted.py`, one by one: how many of them are noticed."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.pairing import OBSERVERS, Subject, Tally, Told, subjects, watch_pairs
from tests.server.planted import PLANTS
from tqdm import tqdm

CHUNK = 200
PLANTED_PAIRS = 100


def find_subject(game: str) -> Subject:
    return next(subject for subject in subjects() if subject.id == game)


def watch(game: str, observer: str, pairs: int, seed: str) -> tuple[Tally, str | None]:
    """What was watched, and what somebody could tell. Runs in a worker."""
    try:
        return watch_pairs(find_subject(game), pairs, seed, observer=observer), None
    except Told as told:
        return Tally(pairs=pairs), str(told)


def is_caught(game: str, plant: str, seed: str) -> bool:
    """Runs in a worker."""
    try:
        watch_pairs(find_subject(game), PLANTED_PAIRS, seed, plant=PLANTS[plant])
    except Told:
        return True
    return False


def prove(pool: ProcessPoolExecutor, game: str, observer: str, pairs: int, seed: str) -> bool:
    began, total, told = time.monotonic(), Tally(), list[str]()
    sizes = [CHUNK] * (pairs // CHUNK) + ([pairs % CHUNK] if pairs % CHUNK else [])
    jobs = [pool.submit(watch, game, observer, size, f"{seed}.{number}") for number, size in enumerate(sizes)]
    with tqdm(total=pairs, unit=" pairs", desc=f"{game}, {observer}", leave=False) as bar:
        for job in jobs:
            tally, sentence = job.result()
            for field in Tally.__slots__:
                setattr(total, field, getattr(total, field) + getattr(tally, field))
            told += [] if sentence is None else [sentence]
            bar.update(tally.pairs)
    print(
        f"{game:<10} {observer:<28} {total.pairs:>7} {total.inputs:>8} {total.tries:>8} {total.messages:>9} "
        f"{total.bytes / 1e6:>7.1f} {len(told):>7} {time.monotonic() - began:>6.0f} s",
        flush=True,
    )
    for sentence in told[:3]:
        print(f"    {sentence[:2000]}")
    return not told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--games", nargs="*", default=[subject.id for subject in subjects()])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", default="bench")
    arguments = parser.parse_args()
    heads = ("pairs", "inputs", "tries", "messages", "MB", "differ")
    print(f"{'game':<10} {'observer':<28} {heads[0]:>7} {heads[1]:>8} {heads[2]:>8} {heads[3]:>9} {heads[4]:>7} "
          f"{heads[5]:>7}")  # fmt: skip
    is_kept = True
    with ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as pool:
        for game in arguments.games:
            for observer in OBSERVERS:
                is_kept &= prove(pool, game, observer, arguments.pairs, arguments.seed)
        print()
        for game in arguments.games:
            caught = {plant: pool.submit(is_caught, game, plant, arguments.seed) for plant in PLANTS}
            missed = [plant for plant, job in caught.items() if not job.result()]
            share = 1 - len(missed) / len(PLANTS)
            print(f"{game:<10} {len(PLANTS) - len(missed)} of {len(PLANTS)} planted leaks caught ({share:.0%})"
                  + (f"; not noticed: {', '.join(missed)}" if missed else ""), flush=True)  # fmt: skip
            is_kept &= share >= 0.95
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
