"""Real nodes as processes on one real data base, each behind lines that can be cut: between it and the data base, and
between the other nodes and it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import asyncpg
from tests.cluster.lines import Line
from tests.cluster.postgres import Postgres
from tests.server.ledger import Lost
from tests.server.mortal import FILES, ROOT

from tablee.games import known_games
from tablee.server.store.postgres.schema import FAILURES, prepare

T = TypeVar("T")
Part = Literal["node", "inside", "database"]
AFTERMATH: Final = 2.0
"""Seconds after an outage of the data base in which nobody is taken for dead."""
SQL_DETOURS: Final = """
    CREATE TABLE detours (node text PRIMARY KEY, port integer NOT NULL, listens text);
    CREATE FUNCTION take_detour() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE by_way integer;
    BEGIN
        UPDATE detours SET listens = NEW.inside WHERE node = NEW.node RETURNING port INTO by_way;
        NEW.inside := coalesce('127.0.0.1:' || by_way, NEW.inside);
        RETURN NEW;
    END $$;
    CREATE TRIGGER detour BEFORE INSERT ON lives FOR EACH ROW EXECUTE FUNCTION take_detour();
"""
"""Nodes find each other by what stands in the data base: there each is given the address of a line that can be cut."""


class Nursery:
    """Starts servers at little cost: see zygote.py."""

    def __init__(self, folder: Path) -> None:
        self.said = folder / "said.txt"
        """What the nodes have logged."""
        self._deaths: dict[int, asyncio.Future[None]] = {}
        self._turn = asyncio.Lock()
        loop = asyncio.get_running_loop()
        self._born: asyncio.Future[int] = loop.create_future()
        self._open: asyncio.Future[int] = loop.create_future()

    async def open(self) -> None:
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        with self.said.open("ab") as said:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.server.zygote", *known_games(), *FILES.values()),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=said,
                env={**os.environ, "PYTHONPATH": path},
            )
        self._ears = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            if line.startswith(b'{"pid"'):
                self._born.set_result(json.loads(line)["pid"])
            elif line.startswith(b'{"gone"'):
                self.death(json.loads(line)["gone"]).set_result(None)
            elif b"http://" in line:
                self._open.set_result(int(line.rsplit(b":", 1)[1]))

    def death(self, process: int) -> asyncio.Future[None]:
        if process not in self._deaths:
            self._deaths[process] = asyncio.get_running_loop().create_future()
        return self._deaths[process]

    async def bear(self, words: Sequence[str]) -> tuple[int, int] | None:
        """A server that is open: its process and its port. None: it would not start."""
        async with self._turn:
            loop = asyncio.get_running_loop()
            self._born, self._open = loop.create_future(), loop.create_future()
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps({"words": words, "inline": True}).encode() + b"\n")
            process = await self._born
            death = self.death(process)
            ends: list[asyncio.Future[Any]] = [self._open, death]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            return None if death.done() else (process, self._open.result())

    async def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        await self._ears


@dataclass(slots=True)
class Machine:
    """Where one node runs, after it another one."""

    number: int
    database: Line
    """From here to the data base."""
    inside: Line
    """From the others to here."""
    name: str = ""
    process: int = 0
    port: int = 0
    is_up: bool = False


@dataclass(slots=True)
class Trouble:
    part: Part
    number: int
    """Whose; of the data base: nobody's."""
    began: float
    ended: float = float("inf")


class Site:
    """`broken` has an exception once a node has died that nobody ended."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.postgres = postgres
        self.folder = folder
        self.machines: list[Machine] = []
        self.troubles: list[Trouble] = []
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = asyncio.Event()
        """The data base is up."""
        self.is_open.set()
        self.nursery = Nursery(folder)
        self._watches: set[asyncio.Future[None]] = set()
        self._names = count(1)

    async def open(self, nodes: int, house: str) -> None:
        self.address = await asyncio.to_thread(self.postgres.make_database, house)
        connection = await asyncpg.connect(self.address)
        await prepare(connection, self.address)
        await connection.execute(SQL_DETOURS)
        await connection.close()
        await self.nursery.open()
        for number in range(nodes):
            machine = Machine(number, Line(self.postgres.port), Line(0))
            await machine.database.open()
            await machine.inside.open()
            self.machines.append(machine)
            await self.start(machine)

    async def close(self) -> None:
        self.broken.cancel()
        for machine in self.machines:
            machine.is_up = False
        await self.nursery.close()
        for machine in self.machines:
            await machine.database.close()
            await machine.inside.close()

    # What goes on.

    def some_node(self, luck: random.Random) -> Machine | None:
        up = [machine for machine in self.machines if machine.is_up]
        return luck.choice(up) if up else None

    @contextmanager
    def trouble(self, part: Part, number: int = -1) -> Iterator[None]:
        trouble = Trouble(part, number, time.monotonic())
        self.troubles.append(trouble)
        try:
            yield
        finally:
            trouble.ended = time.monotonic() + (AFTERMATH if part == "database" else 0)

    def begun(self, since: float) -> list[float]:
        """When something else went wrong since then."""
        return [trouble.began for trouble in self.troubles if trouble.began > since]

    def calm(self, began: float, ended: float, number: int) -> float:
        """How much of this time the data base was up, no line between nodes cut, and this node well."""
        seconds, at = 0.0, began
        for trouble in self.troubles:  # in the order in which they began
            if trouble.part == "node" and trouble.number != number:
                continue
            if trouble.ended > at and trouble.began < ended:
                seconds += max(0.0, trouble.began - at)
                at = max(at, trouble.ended)
        return seconds + max(0.0, ended - at)

    async def ask(self, work: Callable[[asyncpg.Connection], Coroutine[Any, Any, T]]) -> T:
        """Of the data base itself, whatever becomes of it meanwhile."""
        while True:
            await self.is_open.wait()
            with suppress(*FAILURES):
                connection = await asyncpg.connect(self.address)
                try:
                    return await work(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(0.05)

    async def life_of(self, machine: Machine) -> str | None:
        name = machine.name
        return await self.ask(lambda some: some.fetchval("SELECT life FROM lives WHERE node = $1", name))

    # What happens to nodes.

    async def start(self, machine: Machine, *, renamed: bool = False) -> None:
        if renamed or not machine.name:
            machine.name = f"node-{machine.number}-{next(self._names)}"
            name = machine.name
            way = "INSERT INTO detours (node, port) VALUES ($1, $2)"
            await self.ask(lambda some: some.execute(way, name, machine.inside.port))
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(self.folder), "--node", machine.name]
        words += ["--store", self.postgres.address(self.address.split("/")[3].partition("?")[0], machine.database.port)]
        words += ["--inside", "127.0.0.1:0", "--per-address", "60000"]
        words += [word for file in FILES.values() for word in ("--game", file)]
        while True:
            await self.is_open.wait()
            born = await self.nursery.bear(words)
            if born is not None:
                break
            await asyncio.sleep(0.05)
        machine.process, machine.port = born
        listens = "SELECT listens FROM detours WHERE node = $1"
        place = await self.ask(lambda some: some.fetchval(listens, machine.name))
        machine.inside.target = int(place.rpartition(":")[2])
        machine.is_up = True
        watch = asyncio.ensure_future(self._watch(machine, machine.process))
        self._watches.add(watch)
        watch.add_done_callback(self._watches.discard)

    async def _watch(self, machine: Machine, process: int) -> None:
        await self.nursery.death(process)
        if machine.is_up and machine.process == process and not self.broken.done():
            said = self.nursery.said.read_text("utf-8", "replace")[-2000:]
            self.broken.set_exception(Lost(f"{machine.name} died by itself: {said}"))

    async def kill(self, machine: Machine) -> None:
        machine.is_up = False
        os.kill(machine.process, signal.SIGKILL)
        await self.nursery.death(machine.process)

    async def leave(self, machine: Machine) -> None:
        """As whoever renews it does it."""
        machine.is_up = False
        os.kill(machine.process, signal.SIGTERM)
        await self.nursery.death(machine.process)

    async def stop_database(self, how: str) -> None:
        self.is_open.clear()
        await asyncio.to_thread(self.postgres.stop, how)

    async def start_database(self) -> None:
        await asyncio.to_thread(self.postgres.start)
        self.is_open.set()
