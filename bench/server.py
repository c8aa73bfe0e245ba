"""How fast the house plays: moves a second and milliseconds from a move to the last seat told, all durable.

Two-seat morpion tables on one server process, two WebSockets a table, every table plays on as soon as both saw the last
move. Beside it, under the same load, picows alone, which only relays (bench/relay.py). The clients run in this process,
so on two cores the server has one for itself. On a noisy machine trust the ratios, the CPU time of a move, and the best
half second: the most moves in one, and the lowest p99 of one.

    python -m bench.server [seconds]
"""

from __future__ import annotations

import asyncio
import math
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import uvloop
from bench.crowd import Load, Table, percentile, set_off
from bench.processes import cpu, kibibytes
from bench.relay import relay

from tablee.games import find
from tablee.server.limits import Limits
from tablee.server.outside import Log
from tablee.server.start import WARM_UP, Settings, listen, run_house

MORPION = Path(__file__).parents[1] / "examples" / "morpion.py"
WIDE_OPEN = Limits(rate=10**6, burst=10**6, connections=10**5, per_address=10**5, tables=10**5, opens_at_once=10**6)
WINDOW = 0.5


class Server:
    """A server process of its own: the house, or the relay."""

    def __init__(self, *words: str) -> None:
        self._words = words

    async def __aenter__(self) -> Server:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.server", *self._words, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        self.address = f"ws://127.0.0.1:{int(await self._process.stdout.readline())}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.terminate()
        await self._process.wait()

    def kibibytes(self) -> float:
        return kibibytes(self._process.pid)

    def cpu(self) -> float:
        """Seconds, of all its threads and all its children."""
        return cpu(self._process.pid)


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    tables: int
    offered: int | None
    rate: float
    p50: float
    p99: float
    cpu: float
    """Microseconds of the server's CPU for one move."""
    cores: float
    crowd: float
    """Cores that the clients used: near 1, they are what is measured."""
    idle: float
    """KiB of memory a seat takes before its first move, its share of the table included."""
    best_rate: float
    best_p99: float

    def line(self) -> str:
        load = "flat out" if self.offered is None else f"{self.offered}/s"
        return (
            f"{self.name:<6} {self.tables:>6} {load:>9} {self.rate:>8.0f} {self.p50:>8.1f} {self.p99:>8.1f} "
            f"{self.cpu:>8.1f} {self.cores:>6.2f} {self.crowd:>6.2f} {self.idle:>9.1f} "
            f"{self.best_rate:>9.0f} {self.best_p99:>8.1f}"
        )


async def measure(name: str, tables: int, seconds: float, offered: int | None = None) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        async with Server(*(("--serve", folder) if name == "house" else ("--relay",))) as server:
            load = Load(every=None if offered is None else tables / offered)
            await asyncio.sleep(WARM_UP + 1)
            empty = server.kibibytes()
            crowd = [Table(load) for _ in range(tables)]
            for start in range(0, tables, 50):
                some = list(enumerate(crowd[start : start + 50], start))
                paths = ["/ws" if name == "house" else f"/{number}" for number, _ in some]
                await asyncio.gather(
                    *(table.connect(server.address + path) for (_, table), path in zip(some, paths, strict=True))
                )
                if name == "house":
                    await asyncio.gather(*(table.open() for _, table in some))
            for start in range(0, tables, 50) if name == "house" else ():
                await asyncio.gather(*(table.start() for table in crowd[start : start + 50]))
            await asyncio.sleep(0.5)
            idle = (server.kibibytes() - empty) / (2 * tables)
            set_off(crowd, load, asyncio.get_running_loop().call_later)
            await asyncio.sleep(min(1.0, seconds / 3))
            load.moves, cpu, own, began = 0, server.cpu(), time.process_time(), time.perf_counter()
            load.waits.clear()
            windows = [await watch(load) for _ in range(int(seconds / WINDOW))]
            took, cpu = time.perf_counter() - began, server.cpu() - cpu
            own = (time.process_time() - own) / took
            load.is_on = False
            p50, p99 = percentile(load.waits, 50), percentile(load.waits, 99)
            rate = load.moves / took
            best_rate, best_p99 = max(rate for rate, _ in windows), min(late for _, late in windows)
            used = (cpu / load.moves * 1e6, cpu / took, own, idle)
            return Result(name, tables, offered, rate, p50, p99, *used, best_rate, best_p99)


async def watch(load: Load) -> tuple[float, float]:
    """Moves a second and their p99, for a short while."""
    moves, first, began = load.moves, len(load.waits), time.perf_counter()
    await asyncio.sleep(WINDOW)
    waits = load.waits[first:]
    return (load.moves - moves) / (time.perf_counter() - began), percentile(waits, 99) if waits else math.inf


async def run(seconds: float, sizes: tuple[tuple[int, int | None], ...]) -> None:
    print(f"load of the machine before: {os.getloadavg()[0]:.2f}")
    print("server tables   offered  moves/s   p50 ms   p99 ms  µs/move  cores  crowd  KiB/seat  moves/s*  p99 ms*")
    for tables, offered in sizes:
        relayed = await measure("relay", tables, seconds, offered)
        print(relayed.line(), flush=True)
        played = await measure("house", tables, seconds, offered)
        print(played.line(), flush=True)
        rate, cpu = played.best_rate / relayed.best_rate, played.cpu / relayed.cpu
        print(f"       the house: {rate:.2f} × the relay's moves/s, {cpu:.1f} × its CPU a move", flush=True)


def serve(folder: str) -> None:
    listener = listen("127.0.0.1", 0)
    settings = Settings([find(str(MORPION))], Path(folder), host="127.0.0.1", limits=WIDE_OPEN, log=Log(is_quiet=True))
    run_house(settings, listener, lambda address: print(address.rsplit(":", 1)[1], flush=True))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    elif sys.argv[1:2] == ["--relay"]:
        uvloop.run(relay())
    else:
        seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
        uvloop.run(run(seconds, ((100, None), (500, None), (2000, None), (500, 1000))))
