"""Write the forty fixed grids of Pierres: `python tools/make_grids.py`. Always the same forty."""

from __future__ import annotations

from pathlib import Path

from tablee.games.pierres.grids import random_grid
from tablee.kernel.luck import SeededLuck, seed_from

PATH = Path(__file__).parent.parent / "src/tablee/games/pierres/content/grids.txt"
HEADER = """\
# Forty sudoku grids, number 1 first, made by tools/make_grids.py. The game refers to them by number: never reorder.
# By the Tablée authors, drawn at random by our own program from no collection of others. MIT, like all of Tablée.
"""


def text() -> str:
    luck = SeededLuck(seed_from("tablee", "pierres", "fixed grids"))
    grids = ("".join(map(str, random_grid(luck))) for _ in range(40))
    return HEADER + "".join(f"{grid}\n" for grid in grids)


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
