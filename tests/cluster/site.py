"""Several houses on one data base, in this process: real stores, real lines between them, real doors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.server import venue
from tests.server.venue import HandWall, LoadedDice, Venue

from tablee.games import find
from tablee.server.bots.workers import InlineThinker
from tablee.server.house.house import House
from tablee.server.limits import LIMITS, Limits
from tablee.server.net.http import make_app
from tablee.server.net.inside import Inside, Place, listen_inside
from tablee.server.outside import Log, LoopWall, Wall
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import open_store


class OneNode(Venue):
    """A house among others. `crash` ends it without a word, `leave` as a signal does."""

    make_wall: Callable[[asyncio.AbstractEventLoop], Wall] = LoopWall

    def __init__(
        self, data: Path, database: str, name: str, limits: Limits = LIMITS, hand: HandWall | None = None
    ) -> None:
        """`hand`: the clock that all nodes have, where it is turned by the test."""
        super().__init__(data, limits, name)
        self.seed = name
        self.name = name
        self._database = database
        self._hand = hand

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        listener = listen_inside(Place("127.0.0.1", 0))
        self.place = Place(*listener.getsockname()[:2])
        self.shared = await open_store(self._database, Node(self.name, str(self.place)), loop)
        self.inside = Inside(listener, self.shared)
        self.house = House(
            [find(name) for name in venue.GAMES],
            self.shared,
            self._hand or type(self).make_wall(loop),
            InlineThinker(loop),
            limits=self.limits,
            log=Log(self.log),
            chance=LoadedDice(self.seed),
            dial=self.inside.dial,
        )
        app = make_app(self.house, page=self.data / "page", has_metrics=True, inside=self.inside)
        await self.inside.open(app.state.door)
        await self.serve(app)

    async def crash(self) -> None:
        self.shared.abort()
        for actor in list(self.house.tables.values()):
            actor.close()
        for connection in list(self.server.server_state.connections):
            connection.transport.abort()
        for line in [*self.inside.out, *self.inside.guests]:
            line.abort()
        self.inside.close()
        await self.server.shutdown()

    async def leave(self) -> None:
        self.house.close()
        await self.inside.leave()
        self.shared.abort()

    def pulse(self) -> None:
        """What happens each second."""
        self.house.note_clocks()
        self.inside.look_round()


@asynccontextmanager
async def nodes(
    data: Path, database: str, number: int = 2, limits: Limits = LIMITS, hand: HandWall | None = None
) -> AsyncIterator[list[OneNode]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(OneNode(data, database, f"node-{n}", limits, hand))
            for n in range(1, number + 1)
        ]
