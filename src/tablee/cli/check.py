"""`tablee check`: prove the laws on a game."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tqdm import tqdm

from tablee.games import Found, find
from tablee.kit import Witness, check_game


def run(arguments: argparse.Namespace) -> int:
    found = find(arguments.game)
    witness = find_witness(found)
    if witness is None:
        print(f"{found.game.meta.id} has no WITNESS: what is hidden and what its pieces are cannot be checked.")
    total = 1 if arguments.only is not None else arguments.tables
    with tqdm(total=total, unit=" tables", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        report = check_game(
            found.game,
            witness,
            tables=arguments.tables,
            seed=arguments.seed,
            playthroughs=found.playthroughs,
            only=arguments.only,
            longest=arguments.longest,
            on_progress=lambda done, _: bar.update(done - bar.n),
            on_inputs=lambda inputs: bar.set_postfix_str(f"{inputs:,} inputs at this one"),
        )
    print(report.render())
    return 0 if report.ok else 1


def find_witness(found: Found) -> Witness[Any] | None:
    """WITNESS of the game's `tests/witness.py`, or of its one file."""
    witness = found.part("tests.witness", "WITNESS")
    return witness if isinstance(witness, Witness) else None
