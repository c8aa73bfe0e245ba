"""What a move and a table cost on many nodes: endless tic-tac-toe, every move durable before anybody is told, on a
house with its own file, on nodes that share a PostgreSQL, and by way of a node at which the table is not.

All arrangements are alive at the same time and have their turns within seconds, in the other order every other round.
CPU is that of a node, of the node passed through and of the data base (with fsync), each with its children; the load
is not in it. Moves a second are as many as this machine makes, the load on the same cores."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median
from typing import Final, NamedTuple

import asyncpg
import uvloop
from bench.colyseus import make_load
from bench.endless import GAME, SETTLE, Played, open_tables
from bench.figures import Figures
from bench.houses import House, now
from bench.measures import in_turn
from bench.processes import Broken, cpu
from bench.rows import Rows, commit
from tests.cluster.postgres import DURABLE, Postgres, postgres

LONGEST: Final = 900
"""Seconds for one run."""


class Shape(NamedTuple):
    """An arrangement of houses."""

    label: str
    nodes: int = 0
    """How many share a data base; 0: one house with a file of its own."""
    is_relayed: bool = False
    """Everybody comes to the second node, and all tables are at the first."""


SHAPES: Final = {
    "file": Shape("a house with its own file"),
    "one": Shape("one node", 1),
    "two": Shape("two nodes", 2),
    "three": Shape("three nodes", 3),
    "relayed": Shape("everybody at the other of two nodes", 2, is_relayed=True),
}


class Site:
    """Houses in one arrangement, with tables and their load."""

    def __init__(self, shape: Shape, server: Postgres, address: str) -> None:
        self._shape, self._server, self._address = shape, server, address
        self.houses: list[House] = []
        self._loads: list[Played] = []
        self.figures = defaultdict[str, list[float]](list)

    @asynccontextmanager
    async def open(self, tables: int) -> AsyncIterator[Site]:
        async with AsyncExitStack() as stack:
            for number in range(max(1, self._shape.nodes)):
                words = ["--store", self._address, "--node", f"node-{number}"] if self._shape.nodes else []
                house = House(now(), "--game", str(GAME), *words)
                self.houses.append(await stack.enter_async_context(house))
            homes = self.houses[:1] if self._shape.is_relayed else self.houses
            empty = [house.kibibytes() for house in self.houses]
            for home in homes:
                crowd, hellos = await open_tables(home, tables // len(homes))
                for table in crowd:  # the load has their seats from now on
                    table.leave()
                await asyncio.sleep(SETTLE)
                load = Played(self.houses[-1] if self._shape.is_relayed else home, "house", len(crowd), hellos)
                self._loads.append(await stack.enter_async_context(load))
            await asyncio.sleep(SETTLE)
            for house, before, what in zip(self.houses, empty, ("home", "door", "third"), strict=False):
                here = tables / len(homes)
                self.figures[f"{what}.table"].append((house.kibibytes() - before) / here)
            yield self

    async def play(self, seconds: float, base: asyncpg.Connection[asyncpg.Record] | None = None) -> None:
        """One turn: what each part used for one move."""
        await asyncio.gather(*(load.begin(seconds) for load in self._loads))
        wal, before = await written(base), self._used()
        moves = sum(await asyncio.gather(*(load.moves(seconds) for load in self._loads)))
        after, more = self._used(), await written(base)
        told = await asyncio.gather(*(load.told() for load in self._loads))
        if base is None:
            return
        for part in after:
            self.figures[f"{part}.cpu"].append((after[part] - before[part]) / moves * 1e6)
        self.figures["all.cpu"].append(sum(after[part] - before[part] for part in after) / moves * 1e6)
        self.figures["rate"].append(moves / max(one.seconds for one in told))
        self.figures["wal"].append((more - wal) / moves if self._shape.nodes else 0.0)

    def _used(self) -> dict[str, float]:
        used = {"home": 0.0, "door": 0.0, "base": cpu(self._server.process) if self._shape.nodes else 0.0}
        for number, house in enumerate(self.houses):
            used["door" if self._shape.is_relayed and number else "home"] += house.cpu()
        return used


async def written(base: asyncpg.Connection[asyncpg.Record] | None) -> float:
    """Bytes of the data base's log."""
    if base is None:
        return 0.0
    return float(await base.fetchval("select pg_current_wal_lsn() - '0/0'::pg_lsn"))


async def measure(wish: Namespace) -> Figures:
    make_load()
    async with AsyncExitStack() as stack:
        server = stack.enter_context(postgres(DURABLE))
        sites: dict[str, Site] = {}
        for name, shape in SHAPES.items():
            site = Site(shape, server, server.make_database(name))
            sites[name] = await stack.enter_async_context(site.open(wish.tables))
        base = await asyncpg.connect(server.make_database("looker"))
        stack.push_async_callback(base.close)
        for site in sites.values():  # the first turn warms up, and counts for nothing
            await site.play(1)
        for site in in_turn(wish.rounds, sites.values()):
            await site.play(wish.seconds, base)
        return {f"{name}.{what}": numbers for name, site in sites.items() for what, numbers in site.figures.items()}


def lines(runs: Sequence[Figures]) -> list[str]:
    """As Markdown: medians of all rounds, and the ratio to the house with a file of the same round."""

    def every(name: str) -> list[float]:
        return [number for run in runs for number in run[name]]

    rows = [
        "| arrangement | nodes, µs a move | passed through, µs | data base, µs | nodes / own file | all / own file "
        "| moves/s | log of the data base, bytes a move |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, shape in SHAPES.items():
        home, door, base = (median(every(f"{name}.{part}.cpu")) for part in ("home", "door", "base"))
        own = every("file.home.cpu")
        nodes = [a + b for a, b in zip(every(f"{name}.home.cpu"), every(f"{name}.door.cpu"), strict=True)]
        share = median(a / b for a, b in zip(nodes, own, strict=True))
        whole = median(a / b for a, b in zip(every(f"{name}.all.cpu"), own, strict=True))
        rows.append(
            f"| {shape.label} | {home:.1f} | {door:.1f} | {base:.1f} | {share:.2f} | {whole:.2f} "
            f"| {median(every(f'{name}.rate')):,.0f} | {median(every(f'{name}.wal')):,.0f} |"
        )
    file, one, there = (median(every(f"{name}.home.table")) for name in ("file", "one", "relayed"))
    here = median(every("relayed.door.table"))
    words = f"own file {file:.1f}, one node {one:.1f}; passed on {there:.1f} where it is and {here:.1f} at the other."
    return [*rows, "", f"Memory for a table with two idle seats, KiB: {words}"]


class Scale:
    """Each run is a row with its commit, so it can be stopped and goes on where it was; what is not committed (a +
    behind the commit) is measured anew."""

    def __init__(self, wish: Namespace) -> None:
        self._wish = wish
        self._rows = Rows(wish.rows / "nodes-scale.jsonl")
        self._commit: str = wish.at or commit()

    def make(self) -> int:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        try:
            return self._make()
        except Broken as missing:
            print(f"bench: {missing}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("\nStopped; the same command goes on from here.")
            return 130

    def _make(self) -> int:
        runs = self._kept()
        size = [self._wish.tables, self._wish.rounds, self._wish.seconds]
        for number in range(len(runs), 0 if self._wish.at else self._wish.runs):
            print(f"run {number + 1} (load of the machine {os.getloadavg()[0]:.1f}) …", flush=True)
            figures = measured(self._wish)
            self._rows.add({"commit": self._commit, "size": size, "figures": figures})
            runs.append(figures)
        if not runs:
            print(f"Nothing was measured at {self._commit}.")
            return 1
        print(f"\nat {self._commit}, {self._wish.rounds} rounds a run, {self._wish.seconds:g} s a turn\n")
        print("\n".join(lines(runs)), flush=True)
        return 0

    def _kept(self) -> list[Figures]:
        if self._commit.endswith("+") and not self._wish.at:
            return []
        size = [self._wish.tables, self._wish.rounds, self._wish.seconds]
        mine = [row for row in self._rows if row["commit"].startswith(self._commit) and row["size"] == size]
        return [row["figures"] for row in mine][: self._wish.runs]


def measured(wish: Namespace) -> Mapping[str, Sequence[float]]:
    """A signal ends it in good order: every server that was started is ended."""

    async def once() -> Figures:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
        async with asyncio.timeout(LONGEST):
            return await measure(wish)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            figures = runner.run(once())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
    return {what: [round(number, 3) for number in numbers] for what, numbers in figures.items()}
