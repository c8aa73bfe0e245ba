"""One node of the simulator: the real house, store, inside and door, in a process of the simulated world."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, cast

from tests.simulation.database import Database
from tests.simulation.lines import SimulatedStore
from tests.simulation.network import Network, Process
from tests.simulation.surroundings import SlowThinker
from tests.simulation.world import World

from tablee.games import Found
from tablee.server.house.connection import Connection
from tablee.server.house.house import House
from tablee.server.limits import Limits
from tablee.server.net.calls import CallOut
from tablee.server.net.inside import Inside, read_place
from tablee.server.net.socket import Door
from tablee.server.outside import Chance, Log, LoopWall
from tablee.server.start import PULSE
from tablee.server.store.interface import Elsewhere, StoreError
from tablee.server.store.postgres.lives import Node as Named

AGAIN: Final = 0.5
"""Seconds after which a process that could not begin is begun again."""
LAST_WORDS: Final = 0.2
"""Seconds between the last commit of a process that was told to end and its end."""
ADDRESS: Final = "192.0.2.1"


class Site:
    """What nodes share."""

    def __init__(self, games: Sequence[Found], limits: Limits, dice: Callable[[], Random], seed: object) -> None:
        self.games = games
        self.limits = limits
        self.world = World()
        self.network = Network(self.world, dice)
        self.database = Database(self.world)
        self.chance = Chance(Random(f"chance {seed}").randbytes)
        self.log = io.StringIO()

    def defect(self) -> str | None:
        """Whether the log tells of one; it is read once."""
        text = self.log.getvalue()
        self.log.seek(0)
        self.log.truncate()
        return next((line[:1500] for line in text.splitlines() if '"event": "defect"' in line), None)


class SimulatedInside(Inside):
    """Lines between nodes are the real ones; what carries them is not."""

    loop: Process

    async def reach(self, line: CallOut, there: Elsewhere) -> None:
        loop = self.loop
        await loop.network.connect(loop.host, loop, lambda: line, read_place(there.inside).host)


class Node:
    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.name = name
        self.is_stopped = False
        self.house: House | None = None
        """Once it is open."""
        self.loop: Process | None = None
        """While it runs."""
        self.sockets: dict[Socket, None] = {}
        self.start()

    @property
    def is_open(self) -> bool:
        """People may come in."""
        return self.house is not None

    def start(self) -> None:
        if self.loop is not None:
            return
        site = self.site
        self.loop = Process(site.world, site.network, self.name)
        site.world.add(self.loop)
        self.thinker = SlowThinker()
        self.store = SimulatedStore("postgresql://simulator/house", Named(self.name, f"{self.name}:1"), self.loop)
        self.store.database = site.database
        self.store.route = site.network.route(self.name, "database")
        self._booting = self.loop.create_task(self._boot(self.loop))

    async def _boot(self, loop: Process) -> None:
        site = self.site
        try:
            await self.store.open()
        except StoreError:
            site.world.after(0, self.die)
            site.world.after(AGAIN, self.start)
            return
        listener = cast(socket.socket, site.network.listener(self.name))
        self.inside = SimulatedInside(listener, self.store)
        self.inside.loop = loop
        house = House(
            site.games,
            self.store,
            LoopWall(loop),
            self.thinker,
            limits=site.limits,
            log=Log(site.log),
            chance=site.chance,
            dial=self.inside.dial,
        )
        await self.inside.open(Door(house))
        self.house = house
        loop.call_later(PULSE / 2, self._pulse, loop)

    def _pulse(self, loop: Process) -> None:
        """As `tablee.server.start` has it."""
        if self.house is not None:
            self.house.note_clocks()
            loop.call_later(PULSE / 2, self._look_round, loop)

    def _look_round(self, loop: Process) -> None:
        self.inside.look_round()
        loop.call_later(PULSE / 2, self._pulse, loop)

    # What befalls it.

    def stop(self) -> None:
        """SIGSTOP."""
        if self.loop is not None:
            self.is_stopped = self.loop.is_stopped = True

    def go_on(self) -> None:
        if self.loop is not None:
            self.is_stopped = self.loop.is_stopped = False

    def die(self) -> None:
        """SIGKILL. Its lines break for those at the other end; what was said before still arrives."""
        loop, self.loop, self.house, self.is_stopped = self.loop, None, None, False
        if loop is None:
            return
        loop.is_stopped = False
        self.site.network.die(self.name)
        self.store.abort()
        self.sockets.clear()
        self.site.world.end(loop)

    def leave(self) -> None:
        """SIGTERM, and then its end."""
        if self.house is not None and self.loop is not None:
            house, self.house = self.house, None
            self._leaving = self.loop.create_task(self._leave(house, self.loop))

    async def _leave(self, house: House, loop: Process) -> None:
        house.close()
        await self.inside.leave()
        self.site.world.after(LAST_WORDS, lambda: self.die() if self.loop is loop else None)


class Socket:
    """One device's connection to a node, as the device has it."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._loop = node.loop
        self._connection: Connection | None = None
        self._is_over = False
        node.sockets[self] = None
        self._do(self._open)

    @property
    def is_closing(self) -> bool:
        return self._is_over or self.is_broken or (self._connection is not None and self._connection.is_closing)

    @property
    def is_broken(self) -> bool:
        return self.node.loop is not self._loop

    @property
    def connection(self) -> Connection | None:
        return self._connection

    def _do(self, what: Callable[[], None]) -> None:
        if not self.is_broken and self._loop is not None:
            self._loop.call_soon(what)

    def _open(self) -> None:
        house = self.node.house
        if house is None:
            self._is_over = True
        elif not self._is_over:
            self._house = house
            self._connection = house.connect(ADDRESS, lambda: None)

    def say(self, text: bytes) -> None:
        self._do(lambda: self._receive(text))

    def _receive(self, text: bytes) -> None:
        if self._connection is not None and not self._is_over:
            self._house.receive(self._connection, text)

    def take(self) -> list[bytes]:
        """What has been told; of a process that is stopped, or dead, nothing."""
        if self.is_broken or self.node.is_stopped or self._connection is None:
            return []
        return self._connection.take()

    def hang_up(self) -> None:
        self.node.sockets.pop(self, None)
        if not self._is_over:
            self._is_over = True
            self._do(self._leave)

    def _leave(self) -> None:
        if self._connection is not None:
            self._house.disconnect(self._connection)
