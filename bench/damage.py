"""Torn or corrupt storage is noticed: a store is damaged in every way a disk can, byte by byte.

    python bench/damage.py [--every 1] [--folder /dev/shm]

The log is cut at every byte of its last three records; one bit of every byte of each file is flipped; every block of
512 bytes is lost; every file is removed. `--every 10` takes every tenth. `whole`: all that was acknowledged is there.
`refused`: the store does not open, and says why. Anything else would be silently wrong."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.damaging import FILES, Silent, Workshop
from tqdm import tqdm

FRAME = 4096 + 24


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=None)
    wish = parser.parse_args()
    luck, silent = random.Random(1), list[str]()
    with tempfile.TemporaryDirectory(dir=wish.folder) as folder:
        workshop = Workshop(Path(folder))

        def row(name: str, cases: list[Callable[[], str]]) -> None:
            began, fates = time.monotonic(), Counter[str]()
            for case in tqdm(cases, desc=name, leave=False):
                try:
                    fates[case()] += 1
                except Silent as wrong:
                    fates["silent"] += 1
                    silent.append(str(wrong))
            print(f"{name:<44} {len(cases):>7} {fates['whole']:>7} {fates['refused']:>8} {fates['silent']:>7}"
                  f"   {time.monotonic() - began:.0f} s", flush=True)  # fmt: skip

        print(f"{'':<44} {'cases':>7} {'whole':>7} {'refused':>8} {'silent':>7}")
        for state in ("crashed", "closed"):
            for name in FILES:
                size = workshop.size(state, name)
                if not size:
                    continue
                cuts = range(size - 3 * FRAME if name.endswith("-wal") else 0, size, wish.every)
                at = f"{state}, {name}: "
                row(at + "cut", [lambda s=state, n=name, c=cut: workshop.truncate(s, n, c) for cut in cuts])  # type: ignore[misc]
                bits = [8 * byte + luck.randrange(8) for byte in range(0, size, wish.every)]
                row(at + "a bit flipped", [lambda s=state, n=name, b=bit: workshop.flip(s, n, b) for bit in bits])  # type: ignore[misc]
                blocks = range(0, size, 512)
                row(at + "a block lost", [lambda s=state, n=name, b=b: workshop.blank(s, n, b, 512) for b in blocks])  # type: ignore[misc]
                row(at + "removed", [lambda s=state, n=name: workshop.remove(s, n)])  # type: ignore[misc]
    for wrong in silent[:5]:
        print(wrong[:1000])
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
