"""How long the house's loop is held up while experts think: twenty tables at once of one person against one expert,
the person playing at once whatever is offered first. Beside it, the same loop with nobody there: what the machine
itself holds up.

    python -m bench.lag [seconds]
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from bench.crowd import percentile

from tablee.arena.entrants import find_bots
from tablee.games import find
from tablee.server.bots.workers import ProcessThinker
from tablee.server.house.connection import Connection
from tablee.server.house.house import House
from tablee.server.limits import Limits
from tablee.server.outside import Log, LoopWall
from tablee.server.start import settle
from tablee.server.store.sqlite import SqliteStore

GAME = "pierres"
TABLES = 20
EVERY = 0.002
_ids = count(1)
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class Person:
    """Sits at a table against an expert and plays the first move offered, without a socket."""

    def __init__(self, house: House, level: str) -> None:
        self._house = house
        self._level = level
        self._loop = asyncio.get_running_loop()
        self._done = ""
        self.moves = 0
        self.connection: Connection = house.connect("", self._wake)

    def _wake(self) -> None:
        self._loop.call_soon(self.hear)

    def tell(self, **command: Any) -> None:
        self._house.receive(self.connection, _encode({"id": f"lag-{next(_ids):020}", **command}))

    def hear(self) -> None:
        for text in self.connection.take():
            message = _decode(text)
            if message["tell"] == "answer" and "key" in message:
                self.tell(do="bot", level=self._level)
                self.tell(do="start")
            elif message["tell"] == "frame":
                self._answer(message)

    def _answer(self, frame: dict[str, Any]) -> None:
        if frame["outcome"] is not None:
            self.tell(do="again")
        for ask in frame["asks"]:
            if frame["seat"] in ask["awaited"] and ask["id"] != self._done:
                self._done = ask["id"]
                self.moves += 1
                self.tell(do="play", seat=frame["seat"], ask=ask["id"], action=frame["moves"][0])


async def lags(seconds: float) -> list[float]:
    """How much later than asked for the loop came back."""
    late: list[float] = []
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        await asyncio.sleep(EVERY)
        late.append(max(0.0, time.perf_counter() - began - EVERY))
    return late


def line(name: str, late: list[float], moves: int) -> str:
    p50, p99, worst = percentile(late, 50), percentile(late, 99), max(late) * 1000
    return f"{name:<22} {p50:>8.1f} {p99:>8.1f} {worst:>8.1f} {moves:>8}"


async def run(seconds: float) -> None:
    print(f"load of the machine before: {os.getloadavg()[0]:.2f}")
    print("                         p50 ms   p99 ms  worst ms   moves")
    with tempfile.TemporaryDirectory() as folder:
        loop = asyncio.get_running_loop()
        store = SqliteStore(Path(folder), loop)
        thinker = ProcessThinker(loop)
        limits = Limits(rate=10**6, burst=10**6, opens_at_once=10**6)
        house = House([find(GAME)], store, LoopWall(loop), thinker, limits=limits, log=Log(is_quiet=True))
        expert = list(find_bots(find(GAME)))[-1]
        settle()
        thinker.warm_up()
        print(line("nobody there", await lags(seconds), 0), flush=True)
        people = [Person(house, expert) for _ in range(TABLES)]
        for person in people:
            person.tell(do="open", game=GAME, name="Ana", emblem=None)
        late = await lags(seconds)
        print(line(f"{TABLES} experts think", late, sum(person.moves for person in people)), flush=True)
        house.close()
        store.close()


if __name__ == "__main__":
    uvloop.run(run(float(sys.argv[1]) if len(sys.argv) > 1 else 15.0))
