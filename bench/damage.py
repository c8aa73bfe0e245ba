"""Torn or corrupt storage is noticed: a store is damaged in every way a disk can, byte by byte.

    python bench/damage.py [--every 1] [--each 500] [--folder /dev/shm]

The log is cut at every byte of its last three records; one bit of every byte of each file is flipped; every block of
512 bytes is lost; every file is removed. `--every 10` takes every tenth. `whole`: all that was acknowledged is there.
`refused`: the store does not open, and says why. Anything else would be silently wrong. Rows in build/damage.jsonl; the
same command goes on where it was."""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Breach, Counts, LongRun, Piece, make_parser
from tests.server.damaging import FILES, Silent, Workshop

FRAME = 4096 + 24
BLOCK = 512


def damage(case: Callable[[int], str], places: Sequence[int]) -> Counts:
    fates, silent = Counter[str](cases=len(places)), list[str]()
    for place in places:
        try:
            fates[case(place)] += 1
        except Silent as wrong:
            silent.append(str(wrong))
    if silent:
        raise Breach(f"{len(silent)} of {len(places)} are silent: {silent[0]}")
    return fates


def pieces(workshop: Workshop, every: int, each: int) -> Iterator[Piece]:
    for state in ("crashed", "closed"):
        for name in FILES:
            size = workshop.size(state, name)
            if not size:
                continue
            bits = random.Random(f"{state} {name}")
            cuts = range(size - 3 * FRAME if name.endswith("-wal") else 0, size, every)
            flips = [8 * byte + bits.randrange(8) for byte in range(0, size, every)]
            ways: tuple[tuple[str, Callable[[int], str], Sequence[int]], ...] = (
                ("cut", partial(workshop.truncate, state, name), cuts),
                ("a bit flipped", partial(workshop.flip, state, name), flips),
                ("a block lost", partial(_blank, workshop, state, name), range(0, size, BLOCK)),
                ("removed", partial(_remove, workshop, state, name), (0,)),
            )
            for way, case, places in ways:
                for first in range(0, len(places), each):
                    some = places[first : first + each]
                    label = f"from {first}, {len(some)} of {size} bytes, every {every}"
                    yield Piece(f"{state}, {name}: {way}", label, partial(damage, case, some))


def _blank(workshop: Workshop, state: str, name: str, at: int) -> str:
    return workshop.blank(state, name, at, BLOCK)


def _remove(workshop: Workshop, state: str, name: str, _: int) -> str:
    return workshop.remove(state, name)


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--folder", type=Path, default=None)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=wish.folder) as folder:
        run = LongRun("damage", wish, ("cases", "whole", "refused"))
        return 0 if run.make(pieces(Workshop(Path(folder)), wish.every, wish.each)) else 1


if __name__ == "__main__":
    sys.exit(main())
