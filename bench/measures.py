"""The measures of bench/beside.py. Each makes one run: all whom it compares are there at the same time and have their
turn in every round, in the other order every other round, so that noise of the machine hits them alike."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryFile
from typing import Final, NamedTuple, TypeVar

from bench.colyseus import Colyseus, install
from bench.endless import GAME, SETTLE, Played, open_tables
from bench.figures import OPENSPIEL, PLAYOUTS, Figures
from bench.houses import House, Version, before, now
from bench.processes import Broken, end
from bench.rows import FOLDER, ROOT
from bench.small import SmallGames
from bench.stones import Stones
from bench.workers import Worker, openspiel

OFFERED: Final = 1_000
"""Moves a second at which p99 is measured."""
HELD: Final = 420
"""Seconds for bench/held.py."""
STARTS: Final = 3
"""Times a command is started in a round; the quickest counts."""
T = TypeVar("T")


class Missing(Exception):
    """What would be measured is not there. The message says so."""


class Wish(NamedTuple):
    """How long a run takes."""

    tables: int
    rounds: int
    seconds: float
    """For one turn of one server."""


def in_turn(rounds: int, all_of: Iterable[T]) -> Iterable[T]:
    """Every round all of them, in the other order every other round."""
    there = list(all_of)
    for number in range(rounds):
        yield from reversed(there) if number % 2 else there


async def moves(wish: Wish) -> Figures:
    """Endless tic-tac-toe on both houses and Colyseus: CPU of a move, p99 at a gentle load, memory of an idle seat."""
    install()
    figures = defaultdict[str, list[float]](list)
    async with AsyncExitStack() as stack:
        played: dict[str, Played] = {}
        for version in (before(), now()):
            house = await stack.enter_async_context(House(version, "--game", str(GAME)))
            empty = house.kibibytes()
            crowd, hellos = await open_tables(house, wish.tables)
            await asyncio.sleep(SETTLE)
            figures[f"{version.name}.idle"].append((house.kibibytes() - empty) / (2 * wish.tables))
            played[version.name] = await stack.enter_async_context(Played(house, "house", wish.tables, hellos))
            for table in crowd:
                table.leave()
        peer = await stack.enter_async_context(Colyseus())
        empty, paths = peer.kibibytes(), peer.reserve(wish.tables)
        played["colyseus"] = await stack.enter_async_context(Played(peer, "colyseus", wish.tables, paths))
        await asyncio.sleep(SETTLE)
        figures["colyseus.idle"].append((peer.kibibytes() - empty) / (2 * wish.tables))
        for name in played:  # the first turn warms up, and counts for nothing
            await played[name].play(1)
        for name in in_turn(wish.rounds, played):
            part = await played[name].play(wish.seconds)
            figures[f"{name}.cpu"].append(part.cpu)
            figures[f"{name}.rate"].append(1e6 / part.cpu)
        for name in in_turn(wish.rounds, played):
            part = await played[name].play(wish.seconds, OFFERED)
            figures[f"{name}.p99"].append(part.told.p99)
            figures[f"{name}.gentle"].append(part.cpu)
    return figures


async def stone(wish: Wish) -> Figures:
    """A stone of Pierres: three people and a screen, at a fifth of the tables."""
    figures = defaultdict[str, list[float]](list)
    async with AsyncExitStack() as stack:
        tables: dict[str, Stones] = {}
        for version in (before(), now()):
            house = await stack.enter_async_context(House(version))
            tables[version.name] = Stones(house)
            stack.callback(tables[version.name].close)
            await tables[version.name].open(max(1, wish.tables // 5))
        for name in tables:
            await tables[name].play(1)
        for name in in_turn(wish.rounds, tables):
            figures[f"{name}.cpu"].append(await tables[name].play(wish.seconds))
    return figures


async def small(wish: Wish) -> Figures:
    """Whole small games on both houses."""
    figures = defaultdict[str, list[float]](list)
    async with AsyncExitStack() as stack:
        tables: dict[str, SmallGames] = {}
        for version in (before(), now()):
            example = version.root / "examples" / "morpion.py"
            house = await stack.enter_async_context(House(version, "--game", str(example)))
            tables[version.name] = SmallGames(house)
            stack.callback(tables[version.name].close)
            await tables[version.name].open(wish.tables)
        for name in tables:
            await tables[name].play(1)
        for name in in_turn(wish.rounds, tables):
            figures[f"{name}.cpu"].append(await tables[name].play(wish.seconds))
    return figures


async def take_turns(workers: dict[str, Worker], wish: Wish, what: str, figures: dict[str, list[float]]) -> None:
    """All make the same steps, so many that the first takes about half a turn."""
    steps = 200
    for _ in range(3):
        rates = [await worker.rate(steps) for worker in workers.values()]
        steps = max(steps, int(rates[0] * wish.seconds / 2))
    for name in in_turn(wish.rounds, workers):
        figures[f"{name}.{what}"].append(await workers[name].rate(steps))


async def playouts(wish: Wish) -> Figures:
    """Random playouts of all games, by both houses."""
    figures = defaultdict[str, list[float]](list)
    for game in PLAYOUTS:
        async with AsyncExitStack() as stack:
            workers = {
                version.name: await stack.enter_async_context(Worker(sys.executable, game, version))
                for version in (before(), now())
            }
            await take_turns(workers, wish, game, figures)
    return figures


async def kernel(wish: Wish) -> Figures:
    """Tic-tac-toe by its rules alone: both houses and OpenSpiel."""
    figures = defaultdict[str, list[float]](list)
    async with AsyncExitStack() as stack:
        workers = {
            version.name: await stack.enter_async_context(Worker(sys.executable, "morpion-rules", version))
            for version in (before(), now())
        }
        for name in OPENSPIEL:
            workers[name] = await stack.enter_async_context(Worker(openspiel(), name, None))
        await take_turns(workers, wish, "steps", figures)
    return figures


async def start(wish: Wish) -> Figures:
    """CPU of two short commands, bytecode being there."""
    figures = defaultdict[str, list[float]](list)
    commands = {"version": ["--version"], "help": ["check", "--help"]}
    for words in commands.values():
        for version in (before(), now()):
            seconds_of(version, words)
    for version in in_turn(wish.rounds, (before(), now())):
        for what, words in commands.items():
            figures[f"{version.name}.{what}"].append(min(seconds_of(version, words) for _ in range(STARTS)))
    return figures


def seconds_of(version: Version, words: list[str]) -> float:
    earlier = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "tablee.cli", *words],
        env=version.environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    later = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise Broken(f"tablee {' '.join(words)} of the house {version.name} says {done.stderr}")
    return later.ru_utime + later.ru_stime - earlier.ru_utime - earlier.ru_stime


async def said(version: Version) -> str:
    """All that bench/held.py says of this house. In a file: a house that it left behind would keep a pipe open."""
    environment = version.environment()
    environment["PYTHONPATH"] += os.pathsep + str(ROOT)
    with TemporaryFile() as file:
        bench = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.held"), env=environment, cwd=FOLDER, stdout=file, stderr=file
        )
        try:
            await asyncio.wait_for(bench.wait(), HELD)
        except TimeoutError:
            print(f"  bench/held.py is not done within {HELD} s.", flush=True)
        finally:
            await end(bench)
        file.seek(0)
        return file.read().decode()


async def held(_: Wish) -> Figures:
    """By a bench of its own, once a run: this house, and that of before where the same bench fits it."""
    if not (ROOT / "bench" / "held.py").is_file():
        raise Missing("There is no bench/held.py here, so how long the loop is held is not measured.")
    figures: dict[str, list[float]] = {}
    for version in (now(), before()):
        told = await said(version)
        longest = re.search(r"^longest of all: ([\d.]+) ms", told, re.MULTILINE)
        if longest is not None:
            print("\n".join(f"  {line}" for line in told.splitlines()), flush=True)
            figures[f"{version.name}.longest"] = [float(longest[1])]
        elif version.name == "now":
            raise Missing(f"bench/held.py does not say what was the longest of all:\n{told[-1000:]}")
        else:
            print("  The house of before cannot be measured by this bench/held.py.", flush=True)
    return figures


MEASURES: Final[dict[str, Callable[[Wish], Awaitable[Figures]]]] = {
    "moves": moves,
    "stone": stone,
    "kernel": kernel,
    "playouts": playouts,
    "start": start,
    "small": small,
    "held": held,
}
