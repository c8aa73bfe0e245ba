"""What a move costs, beside others: every figure of docs/performance.md by one command, as ratios measured in the same
run. Linux; the peers are installed by name into build/ the first time (Node, npm, gcc, and pip for OpenSpiel).

    python -m bench.beside [--only NAME …] [--runs 3] [--rounds 6] [--seconds 2] [--tables 500]

moves     endless tic-tac-toe on this house, on that of before (commit 1aad8dc) and on Colyseus: CPU of a move flat out,
          p99 at 1,000 offered moves a second, memory of an idle seat
stone     Pierres, three people and a screen, a fifth of the tables: CPU of a move
kernel    morpion by its rules alone, and OpenSpiel's tic-tac-toe
playouts  random playouts of the five games
start     CPU of `tablee --version` and `tablee check --help`
small     whole small games, seven moves each, as bench/server.py plays them
held      bench/held.py: the longest time the loop is held

CPU and memory are those of a server with all its children. Each run is a row in build/beside.jsonl with its commit: so
it can be stopped at any moment and goes on where it was. What is not committed (a + behind the commit) is always
measured anew, and so is everything with --again. The load of the machine is told with each run: trust ratios only,
never figures of different runs."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import time
from argparse import Namespace
from typing import Final

import uvloop
from bench.figures import Figures, table
from bench.longrun import make_parser
from bench.measures import MEASURES, Missing, Wish
from bench.processes import Broken
from bench.rows import Rows, commit

TRIES: Final = 3
LONGEST: Final = 900
"""Seconds for one run of one measure."""


def main() -> int:
    parser = make_parser(__doc__)
    names = list(MEASURES)
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=6, help="turns of each server in a run")
    parser.add_argument("--seconds", type=float, default=2.0, help="of one turn")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--again", action="store_true", help="measure anew what this commit has already")
    wish = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        return Beside(wish).make()
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.")
        return 130


class Beside:
    def __init__(self, wish: Namespace) -> None:
        self._wish = wish
        self._rows = Rows(wish.rows / "beside.jsonl")
        self._commit: str = wish.at or commit()
        self._size = Wish(wish.tables, wish.rounds, wish.seconds)
        self._found: dict[str, list[Figures]] = {}

    def make(self) -> int:
        broken = 0
        for name in self._wish.only:
            done = self._kept(name)
            for number in range(len(done), 0 if self._wish.at else self._wish.runs):
                figures = self._run(name, number)
                if figures is None:
                    broken += 1
                    break
                done.append(figures)
            self._found[name] = done
        print(f"\nat {self._commit}, {self._size.rounds} rounds a run, {self._size.seconds:g} s a turn\n")
        print("\n".join(table(self._found)), flush=True)
        return int(broken > 0)

    def _kept(self, name: str) -> list[Figures]:
        """What earlier runs have left of this commit, made alike."""
        if self._wish.again or (self._commit.endswith("+") and not self._wish.at):
            return []
        size = list(self._size)
        return [
            row["figures"]
            for row in self._rows
            if row["commit"].startswith(self._commit) and row["measure"] == name and row["size"] == size
        ][: self._wish.runs]

    def _run(self, name: str, number: int) -> Figures | None:
        """A crowded machine may break a measurement; three in a row are a fault."""
        for left in reversed(range(TRIES)):
            load, began = os.getloadavg()[0], time.monotonic()
            print(f"{name}, run {number + 1} (load of the machine {load:.1f}) …", flush=True)
            try:
                figures = measured(name, self._size)
            except Missing as missing:
                print(f"  {missing}", flush=True)
                return None
            except (Broken, OSError, TimeoutError, SystemExit) as error:
                print(f"  {'again' if left else 'given up'}: {str(error) or type(error).__name__}", flush=True)
                continue
            row = {"commit": self._commit, "measure": name, "size": list(self._size), "figures": figures}
            self._rows.add(row | {"load": round(load, 2), "seconds": round(time.monotonic() - began, 1)})
            for line in table({name: [figures]})[2:-2]:
                print(f"  {line}", flush=True)
            return figures
        return None


def measured(name: str, size: Wish) -> Figures:
    """A signal ends it in good order: every server that was started is ended."""

    async def measure() -> Figures:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
        async with asyncio.timeout(LONGEST):
            return await MEASURES[name](size)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            figures = runner.run(measure())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
    return {what: [round(number, 6) for number in numbers] for what, numbers in figures.items()}


if __name__ == "__main__":
    sys.exit(main())
