"""Where several nodes have one store: on PostgreSQL, behind lines that can be cut, and in the simulator. What is played
on both is the same, so that the simulator is known to be like the real thing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, Protocol, TypeAlias

from tests.cluster.lines import Cut, Line
from tests.cluster.postgres import Postgres
from tests.server.venue import play_out
from tests.simulation.database import Database
from tests.simulation.lines import SimulatedStore
from tests.simulation.network import Network, Process, Route
from tests.simulation.world import World

from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import PostgresStore, open_store

AFTER_ALL: Final = 60.0
"""Seconds of virtual time in which a scene comes to its end."""


class Stage(Protocol):
    async def open(self, name: str) -> PostgresStore: ...

    def cut(self, name: str, how: Cut) -> None:
        """The lines between this node and the data base."""

    def mend(self, name: str) -> None: ...

    def forget(self, name: str) -> None:
        """Those that are there carry nothing any more, and nobody is told; new ones do."""


Scene: TypeAlias = Callable[[Stage], Awaitable[None]]


class RealStage:
    def __init__(self, server: Postgres, database: str) -> None:
        self._server = server
        self._database = database
        self._lines: dict[str, Line] = {}
        self._stores: list[PostgresStore] = []

    async def open(self, name: str) -> PostgresStore:
        line = Line(self._server.port)
        await line.open()
        self._lines[name] = line
        address = self._server.address(self._database, line.port)
        store = await open_store(address, Node(name, f"{name}:1"), asyncio.get_running_loop())
        self._stores.append(store)
        return store

    def cut(self, name: str, how: Cut) -> None:
        self._lines[name].cut(how)

    def mend(self, name: str) -> None:
        self._lines[name].mend()

    def forget(self, name: str) -> None:
        for end in list(self._lines[name]._ends):
            end.hush(True)

    def play(self, scene: Scene) -> None:
        async def test() -> None:
            try:
                await scene(self)
            finally:
                for store in self._stores:
                    store.abort()
                for line in self._lines.values():
                    await line.close()

        play_out(test)


class SimulatedStage:
    def __init__(self) -> None:
        dice = Random("stage")
        self._world = World()
        self._network = Network(self._world, lambda: dice)
        self._database = Database(self._world)
        self._loop = Process(self._world, self._network, "all of them")
        self._world.add(self._loop)

    async def open(self, name: str) -> PostgresStore:
        store = SimulatedStore("postgresql://simulator/house", Node(name, f"{name}:1"), self._loop)
        store.database, store.route = self._database, self._route(name)
        await store.open()
        return store

    def _route(self, name: str) -> Route:
        return self._network.route(name, "database")

    def cut(self, name: str, how: Cut) -> None:
        self._route(name).cut(how)

    def mend(self, name: str) -> None:
        self._route(name).mend()

    def forget(self, name: str) -> None:
        self._route(name).cut("forgotten")

    def play(self, scene: Scene) -> None:
        async def test() -> None:
            await scene(self)

        task = self._loop.create_task(test())
        until = self._world.now + AFTER_ALL
        while not task.done() and self._world.now < until:
            self._world.advance(0.1)
        self._world.close()
        task.result()
