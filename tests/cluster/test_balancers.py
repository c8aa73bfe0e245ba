"""The balancers of docs/operations before three nodes: tables stay together, a node that leaves or dies is left out,
and its people play on elsewhere."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from starlette.applications import Starlette
from tests.cluster.balancers import (
    HERE,
    PAUSE,
    PROGRAMS,
    Balancer,
    Certificate,
    NoBalancer,
    balancer,
    make_certificate,
    program,
    quiet_port,
    until,
)
from tests.cluster.postgres import is_needed
from tests.cluster.site import OneNode
from tests.server.venue import Client, play_out, play_whole

from tablee.server.net.socket import Door
from tablee.server.start import listen

Scene: TypeAlias = Callable[[Balancer, list["Behind"]], Awaitable[None]]


class Behind(OneNode):
    """A node behind a balancer, which finds it at the same port when it comes back."""

    def __init__(self, data: Path, database: str, name: str) -> None:
        super().__init__(data, database, name)
        self.port = quiet_port()

    def listen(self) -> socket.socket:
        return listen(HERE, self.port)

    async def serve(self, app: Starlette) -> None:
        self.door: Door = app.state.door
        await super().serve(app)

    @property
    def direct(self) -> list[str]:
        """From where those came whom the balancer sent here."""
        return [one.address for one in self.house.connections if one.strays is None]

    async def drain(self) -> None:
        """As a signal to stop does it."""
        self.door.is_leaving = True
        for server in self.server.servers:
            server.close()
        await self.leave()
        await self.server.shutdown()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(params=PROGRAMS)
def on(
    request: pytest.FixtureRequest, tmp_path: Path, database: str, certificate: Certificate
) -> Callable[[Scene], None]:
    """Plays a scene on three nodes behind this balancer."""
    name = request.param
    try:
        program(name)
    except NoBalancer as missing:
        if is_needed():
            raise
        pytest.skip(str(missing))

    @asynccontextmanager
    async def site() -> AsyncIterator[tuple[Balancer, list[Behind]]]:
        async with AsyncExitStack() as stack:
            nodes = [
                await stack.enter_async_context(Behind(tmp_path, database, f"node-{number}")) for number in range(3)
            ]
            ports = [node.port for node in nodes]
            yield await stack.enter_async_context(balancer(name, ports, certificate, tmp_path)), nodes

    def play(scene: Scene) -> None:
        async def test() -> None:
            async with site() as (house, nodes):
                await scene(house, nodes)

        play_out(test)

    return play


def owner_of(nodes: list[Behind], code: str) -> Behind:
    (owner,) = [node for node in nodes if code in node.house.tables]
    return owner


async def open_by_page(house: Balancer) -> tuple[str, list[Client]]:
    """A page opens a table on a line that knows no table yet, and comes back on one of its own."""
    opener = await house.visit()
    code = (await opener.do("open", game="morpion", name="Ada", emblem=None))["table"]
    await opener.close()
    ada, bob = await house.visit(code, opener.keys), await house.visit(code)
    await bob.do("sit", place=1, name="Bob", emblem=None)
    await bob.do("ready", place=1, ready=True)
    await ada.do("start")
    await ada.until_shown()
    await bob.until_shown()
    return code, [ada, bob]


async def come_back(house: Balancer, code: str, people: list[Client]) -> list[Client]:
    for one in people:
        await one.until_closed()
    back = [await house.visit(code, one.keys) for one in people]
    for one in back:
        await one.until_shown()
    return back


def test_a_node_that_leaves_and_one_that_dies_are_left_out_and_their_people_play_on(
    on: Callable[[Scene], None],
) -> None:
    async def scene(house: Balancer, nodes: list[Behind]) -> None:
        code, people = await open_by_page(house)
        await people[0].play(0)
        await people[1].play(1)
        left = owner_of(nodes, code)
        await left.drain()
        people = await come_back(house, code, people)
        await people[0].until_asked(0)
        await people[0].play(0)
        died = owner_of([node for node in nodes if node is not left], code)
        await died.crash()
        people = await come_back(house, code, people)
        (last,) = [node for node in nodes if node not in (left, died)]
        assert len(last.direct) == 2
        await play_whole(people)
        assert people[0].frames[0]["outcome"] == people[1].frames[1]["outcome"]
        for node in (left, died):  # ready again, people are sent there again
            await node.start()

        while not (left.direct and died.direct):
            # As a page does. (nginx knows that a node is well when something it asked for has ended; a socket has not.)
            await house.get("/healthz")
            await house.visit()
            await asyncio.sleep(PAUSE)

    on(scene)


def test_who_wants_the_same_table_comes_to_the_same_node(on: Callable[[Scene], None]) -> None:
    async def scene(house: Balancer, nodes: list[Behind]) -> None:
        tables = [await open_by_page(house) for _ in range(4)]
        for code, people in tables:
            owner, before = owner_of(nodes, code), {node.name: len(node.direct) for node in nodes}
            guests = [await house.visit(code) for _ in range(3)]
            assert [len(node.direct) - before[node.name] for node in nodes] == [3 * (node is owner) for node in nodes]
            for guest in (*people, *guests):
                await guest.close()
        await until(lambda: not any(node.direct for node in nodes))
        assert not any(node.inside.out or node.inside.guests for node in nodes), "nobody has to be passed on"

    on(scene)


def test_the_house_knows_from_where_people_come_and_nobody_outside_how_many(on: Callable[[Scene], None]) -> None:
    async def scene(house: Balancer, nodes: list[Behind]) -> None:
        await house.visit(address="127.0.0.2")
        assert [address for node in nodes for address in node.direct] == ["127.0.0.2"]
        assert (await house.get("/healthz"))[::2] == (200, b"ok\n")
        assert (await house.get("/metrics"))[0] == 404
        assert (await nodes[0].get("/metrics"))[0] == 200
        assert (await house.get("/api/tables/ZZZZ"))[0] == 200

    on(scene)


def test_a_node_that_is_about_to_leave_gets_nobody_new(on: Callable[[Scene], None]) -> None:
    async def scene(house: Balancer, nodes: list[Behind]) -> None:
        code, people = await open_by_page(house)
        leaving = owner_of(nodes, code)
        leaving.door.is_leaving = True
        guests = [await house.visit(code) for _ in range(3)]
        assert len(leaving.direct) == 2, "those who were there before"
        await people[0].play(0)
        for guest in guests:
            await guest.until_shown()
        leaving.door.is_leaving = False
        while len(leaving.direct) == 2:  # ready again
            await house.get("/healthz")
            await house.visit(code)
            await asyncio.sleep(PAUSE)

    on(scene)
