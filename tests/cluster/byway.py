"""A house of two nodes behind the face of one: tables stand at the one, people come to the other. So what is tested of
a house alone (tests/server) can be tested of tables that stand elsewhere."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tests.cluster.site import OneNode
from tests.server.venue import Client, Message, Venue
from websockets.asyncio.client import connect

from tablee.server.limits import LIMITS, Limits


class ByWay(Venue):
    """`house`: of the node at which all tables are opened. People and their questions come to the other one."""

    def __init__(self, data: Path, limits: Limits = LIMITS, seed: str = "venue", *, database: str) -> None:
        # Whoever opens a table says hello once more than at a house alone.
        super().__init__(data, replace(limits, burst=limits.burst + limits.hello), seed)
        self.owner = OneNode(data, database, "owner", self.limits, self.wall)
        self.way = OneNode(data, database, "way", self.limits, self.wall)

    async def start(self) -> None:
        for node in (self.owner, self.way):
            node.limits, node.log, node.seed = self.limits, self.log, self._seed
            await node.start()
        self.house, self.server, self.port = self.owner.house, self.way.server, self.way.port
        self.store = self.owner.shared  # type: ignore[assignment]

    async def crash(self) -> None:
        for node in (self.way, self.owner):
            await node.crash()

    async def client(self, table: str | None = None, *keys: str, path: str = "/ws", **hello: Any) -> Client:
        socket = await connect(f"ws://127.0.0.1:{self.port}{path}", max_size=None, max_queue=None, compression=None)
        client = _FarClient(socket, self)
        client.keys = list(keys)
        self._clients.append(client)
        await client.do("hello", table=table, keys=list(keys), language="en", **hello)
        return client


class _FarClient(Client):
    """Its tables are opened at the one node, and it comes to them by way of the other."""

    async def do(self, do: str, **fields: Any) -> Message:
        if do != "open":
            return await super().do(do, **fields)
        assert isinstance(self.venue, ByWay)
        opener = await self.venue.owner.client()
        answer = await opener.do(do, **fields)
        self.keys.append(answer["key"])
        await super().do("hello", table=answer["table"], keys=[answer["key"]], language="en")
        await opener.close()
        return answer


def of_one_house(*modules: ModuleType) -> dict[str, Callable[..., None]]:
    """Their tests that open a house, by names that no two of them share; but those that reach into its file."""
    return {
        f"test_{module.__name__.rpartition('.test_')[2]}_{name.removeprefix('test_')}": test
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_") and isinstance(test, FunctionType) and _opens_a_house(test)
    }


def _opens_a_house(test: FunctionType) -> bool:
    source = inspect.getsource(test)
    return "Venue(" in source and "sqlite3" not in source
