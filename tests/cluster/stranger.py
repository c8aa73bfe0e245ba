"""Who talks to a node as another node would, or should not: byte by byte, with or without the secret of the house."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from struct import pack, unpack
from typing import Any, ClassVar, Self

from tests.cluster.site import OneNode

BYE = 1 << 31


def framed(text: bytes, flag: int = 0) -> bytes:
    return pack(">I", len(text) | flag) + text


def proof(secret: str, *words: str) -> str:
    return hmac.digest(secret.encode(), json.dumps(words, separators=(",", ":")).encode(), "sha256").hex()


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


class Stranger:
    """At the inner door of a node."""

    all: ClassVar[list[Stranger]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.challenge = ""
        self.all.append(self)

    @classmethod
    async def all_leave(cls) -> None:
        while cls.all:
            await hang_up(cls.all.pop()._writer)

    @classmethod
    async def knock(cls, node: OneNode) -> Self:
        reader, writer = await asyncio.open_connection(node.place.host, node.place.port)
        return cls(reader, writer)

    async def hear(self) -> bytes:
        """The next message; b"" when there is none any more."""
        try:
            (size,) = unpack(">I", await self._reader.readexactly(4))
            return await self._reader.readexactly(size & ~BYE)
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    async def greeting(self) -> str:
        name, version, self.challenge = (await self.hear()).decode().split(" ")
        assert (name, version) == ("tablee", "1")
        return self.challenge

    def introduction(self, node: OneNode, secret: str, **forged: str) -> bytes:
        """As a neighbour says it; `forged`: what it says instead, after it has proved something else."""
        said = {"life": "a neighbour", "wanted": node.shared.life, "address": "203.0.113.9", "nonce": "number"}
        shown = proof(secret, "call", self.challenge, said["nonce"], said["life"], said["wanted"], said["address"])
        return json.dumps([*({**said, "proof": shown} | forged).values()]).encode()

    async def be_let_in(self, node: OneNode) -> None:
        await self.greeting()
        await self.say(self.introduction(node, node.shared.secret))
        assert (await self.hear()).decode() == proof(
            node.shared.secret, "answer", self.challenge, "number", node.shared.life
        )

    async def say(self, text: bytes | dict[str, Any], flag: int = 0) -> None:
        await self.write(framed(text if isinstance(text, bytes) else json.dumps(text).encode(), flag))

    async def write(self, data: bytes) -> None:
        self._writer.write(data)
        try:
            await self._writer.drain()
        except ConnectionError:
            return

    async def is_cut_off(self) -> bool:
        """Without another word."""
        return await self.hear() == b""

    async def told(self) -> Any:
        return json.loads(await self.hear())


class Impostor:
    """Listens where a node would, and answers as this says: it is given what comes, message by message, and says what
    is to be sent back."""

    def __init__(
        self, first: Sequence[bytes], answer: Callable[[bytes], Sequence[bytes]] = lambda _: (), port: int = 0
    ) -> None:
        self._first, self._answer, self.port = first, answer, port
        self.is_deaf = False
        """It takes nothing any more."""
        self.heard: list[bytes] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            await hang_up(writer)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        writer.writelines(self._first)
        try:
            while not self.is_deaf:
                (size,) = unpack(">I", await reader.readexactly(4))
                self.heard.append(await reader.readexactly(size & ~BYE))
                writer.writelines(self._answer(self.heard[-1]))
        except (asyncio.IncompleteReadError, ConnectionError):
            await hang_up(writer)
