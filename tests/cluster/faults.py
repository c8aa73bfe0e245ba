"""What can go wrong with a site, drawn from a seed and done while people play; in the end the judge looks at all of it.

A fault lasts until something is so, never for a time: until so many more moves were acknowledged elsewhere, or until
others have taken this node for dead. Several at a time, but one node is always well."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import asyncpg
from tests.cluster.judge import Findings, Judge, kept_table, read_story
from tests.cluster.lines import CUTS
from tests.cluster.machines import Machine, Site
from tests.cluster.people import Crowd, Manners, Tally
from tests.cluster.postgres import Postgres
from tests.server.ledger import Lost

AT_ONCE: Final = 4
BURIED_WITHIN: Final = 6.0
"""Seconds after which nobody has asked for a table of this node, and nobody will: then the fault is over too."""
NODES: Final = 3
WEIGHTS: Final = {
    "kill": 6,
    "stop": 5,
    "database restarted": 3,
    "line to the data base": 5,
    "line between nodes": 5,
}
"""How often each kind of fault comes."""


class Report(NamedTuple):
    tally: Tally
    findings: Findings
    faults: dict[str, int]


class Troublemaker:
    def __init__(self, site: Site, crowd: Crowd, seed: int) -> None:
        self._site = site
        self._crowd = crowd
        self._luck = random.Random(seed)
        self._nodes = asyncio.Semaphore(NODES - 1)
        self._ill: set[int] = set()
        self._lines = [asyncio.Lock() for _ in site.machines]
        self._database = asyncio.Lock()
        self._places = asyncio.Semaphore(AT_ONCE)
        self.made: dict[str, int] = {}
        self._kinds: dict[str, Callable[[random.Random], Awaitable[None]]] = {
            "kill": self._kill,
            "stop": self._stop,
            "database restarted": self._restart,
            "line to the data base": self._cut_database,
            "line between nodes": self._cut_inside,
        }

    async def make(self, number: int) -> None:
        """So many faults, several at a time."""
        going: set[asyncio.Task[None]] = set()
        try:
            for _ in range(number):
                await self._crowd.unless_broken(self._places.acquire())
                going.add(asyncio.ensure_future(self._do(*self._some_fault())))
                await self._crowd.moves(self._luck.randrange(1, 6))
            while going:
                await self._crowd.unless_broken(asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED))
                for task in [one for one in going if one.done()]:
                    going.discard(task)
                    task.result()
        finally:
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)

    async def make_one(self) -> None:
        await self._places.acquire()
        await self._crowd.unless_broken(self._do(*self._some_fault()))

    def _some_fault(self) -> tuple[str, random.Random]:
        (kind,) = self._luck.choices(list(WEIGHTS), list(WEIGHTS.values()))
        return kind, random.Random(self._luck.random())

    async def _do(self, kind: str, luck: random.Random) -> None:
        try:
            await self._kinds[kind](luck)
            self.made[kind] = self.made.get(kind, 0) + 1
        finally:
            self._places.release()

    @asynccontextmanager
    async def _some_machine(self, luck: random.Random) -> AsyncIterator[Machine]:
        """One that is well, until now."""
        async with self._nodes:
            machine = luck.choice([one for one in self._site.machines if one.number not in self._ill])
            self._ill.add(machine.number)
            try:
                with self._site.trouble("node", machine.number):
                    yield machine
            finally:
                self._ill.discard(machine.number)

    async def _kill(self, luck: random.Random) -> None:
        async with self._some_machine(luck) as machine:
            await self._site.kill(machine)
            if luck.random() < 0.3:
                await self._crowd.moves(luck.randrange(1, 8))
            await self._site.start(machine, renamed=luck.random() < 0.7)

    async def _stop(self, luck: random.Random) -> None:
        """It wakes as one that still owns its tables, or as one that does not any more."""
        async with self._some_machine(luck) as machine:
            life = await self._site.life_of(machine)
            os.kill(machine.process, signal.SIGSTOP)
            try:
                await self._lasts(luck, machine, life)
            finally:
                os.kill(machine.process, signal.SIGCONT)

    async def _restart(self, luck: random.Random) -> None:
        async with self._database:
            with self._site.trouble("database"):
                await self._site.stop_database(luck.choice(("fast", "immediate")))
                await self._site.start_database()

    async def _cut_database(self, luck: random.Random) -> None:
        async with self._some_machine(luck) as machine:
            life = await self._site.life_of(machine)
            machine.database.cut(luck.choice(CUTS))
            try:
                await self._lasts(luck, machine, life)
            finally:
                machine.database.mend()

    async def _cut_inside(self, luck: random.Random) -> None:
        machine = luck.choice(self._site.machines)
        async with self._lines[machine.number]:
            with self._site.trouble("inside"):
                machine.inside.cut(luck.choice(CUTS))
                try:
                    await self._crowd.moves(luck.randrange(1, 12))
                finally:
                    machine.inside.mend()

    async def _lasts(self, luck: random.Random, machine: Machine, life: str | None) -> None:
        """A moment, or until others have taken it for dead."""
        if luck.random() < 0.6:
            await self._crowd.moves(luck.randrange(1, 8))
            return
        until = time.monotonic() + BURIED_WITHIN
        while time.monotonic() < until and life is not None and await self._site.life_of(machine) == life:
            await asyncio.sleep(0.05)
        await self._crowd.moves(luck.randrange(1, 4))


# Whole runs, each on a site of its own.

Story: TypeAlias = Callable[[Site, Crowd], Coroutine[object, object, dict[str, int]]]


async def run(
    postgres: Postgres, folder: Path, house: str, story: Story, *, tables: int, seed: int, manners: Manners
) -> Report:
    """Lost: somebody was not let in again, or refused what was theirs. All else is in the findings."""
    site = Site(folder, postgres)
    try:
        await site.open(NODES, house)
        crowd = Crowd(site, folder, tables, seed, manners)
        try:
            crowd.begin()
            made = await story(site, crowd)
            await crowd.end()
        finally:
            await crowd.close()
        return Report(crowd.tally, await judge(site, crowd, folder), made)
    finally:
        await site.close()


async def judge(site: Site, crowd: Crowd, folder: Path) -> Findings:
    """Of all that was told. Lost: a node says that it has a defect."""
    court = Judge()
    connection = await asyncpg.connect(site.address)
    try:
        secret = await connection.fetchval("SELECT secret FROM house")
        for party in crowd.parties:
            seats: Sequence[int | None] = (*range(party.setting.people), None)
            stories = [read_story(folder / f"{party.number}.{n}.story", seat) for n, seat in enumerate(seats)]
            kept = None if party.code is None else await kept_table(connection, party.code)
            court.look_at(kept, stories, secret)
    finally:
        await connection.close()
    for line in site.nursery.said.read_text("utf-8", "replace").splitlines():
        if '"event": "defect"' in line or line.startswith("Traceback"):
            raise Lost(f"a node has a defect: {line}")
    return court.findings


def faults(number: int, seed: int) -> Story:
    async def story(site: Site, crowd: Crowd) -> dict[str, int]:
        troublemaker = Troublemaker(site, crowd, seed)
        await crowd.moves(10)
        await troublemaker.make(number)
        await crowd.moves_everywhere(2)
        return troublemaker.made

    return story


async def renew_all(site: Site, crowd: Crowd) -> None:
    """All nodes, one after the other: each is told to go, and started anew."""
    for machine in site.machines:
        with site.trouble("node", machine.number):
            await site.leave(machine)
            await site.start(machine)
        await crowd.moves(3 * len(crowd.parties))


def rolling(number: int) -> Story:
    async def story(site: Site, crowd: Crowd) -> dict[str, int]:
        await crowd.moves(5 * len(crowd.parties))
        crowd.tally.aways.clear()
        for _ in range(number):
            await renew_all(site, crowd)
        await crowd.moves_everywhere(2)
        return {"rolling restarts": number}

    return story


def outages(number: int, sentences: int, seconds: float = 0.0) -> Story:
    """Each time the data base is away until so many people were told so, for so long at least."""

    async def story(site: Site, crowd: Crowd) -> dict[str, int]:
        for _ in range(number):
            await crowd.moves(5 * len(crowd.parties))
            with site.trouble("database"):
                await site.stop_database("fast")
                back, told = time.monotonic() + seconds, crowd.tally.sentences + sentences
                while crowd.tally.sentences < told or time.monotonic() < back:
                    await crowd.unless_broken(asyncio.sleep(0.05))
                await site.start_database()
            began = time.monotonic()
            await crowd.moves_everywhere(1)
            crowd.tally.resumed.append(time.monotonic() - began)
        return {"outages": number}

    return story


def evening(seconds: float, every: float, seed: int) -> Story:
    """A fault every so many seconds, and in the middle all nodes are renewed."""

    async def story(site: Site, crowd: Crowd) -> dict[str, int]:
        troublemaker, began, is_renewed = Troublemaker(site, crowd, seed), time.monotonic(), False
        await crowd.moves(len(crowd.parties))
        for number in count(1):
            if number * every >= seconds:
                break
            while (left := began + number * every - time.monotonic()) > 0:
                await crowd.unless_broken(asyncio.sleep(left))
            if not is_renewed and number * every >= seconds / 2:
                await renew_all(site, crowd)
                is_renewed = True
            else:
                await troublemaker.make_one()
        await crowd.moves_everywhere(2)
        return {**troublemaker.made, "rolling restarts": int(is_renewed)}

    return story
