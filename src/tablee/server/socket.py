"""The socket layer: the only file that knows how bytes come and go. Another library can take its place here."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from starlette.types import Receive, Scope, Send

from tablee.server.connection import Connection
from tablee.server.house import House


class Socket:
    """ASGI: one WebSocket from its opening to its end."""

    def __init__(self, house: House, origins: frozenset[str] = frozenset()) -> None:
        self._house = house
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not is_own_origin(headers.get(b"origin"), headers.get(b"host", ""), self._origins):
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        client = scope.get("client")
        await _Session(self._house, client[0] if client else "").run(receive, send)


class _Session:
    def __init__(self, house: House, address: str) -> None:
        self._house = house
        self._news = asyncio.Event()
        self._connection: Connection = house.connect(address, self._news.set)

    async def run(self, receive: Receive, send: Send) -> None:
        reader = asyncio.ensure_future(self._read(receive))
        writer = asyncio.ensure_future(self._write(send))
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._house.disconnect(self._connection)
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self._house.receive(self._connection, message.get("text") or message.get("bytes") or b"")

    async def _write(self, send: Send) -> None:
        connection = self._connection
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                for text in connection.take():
                    await send({"type": "websocket.send", "text": text.decode()})
                if connection.is_closing:
                    await send({"type": "websocket.close", "code": 1000})
                    return
        except (OSError, RuntimeError):  # the other side has gone
            return


def is_own_origin(origin: str | None, host: str, also: frozenset[str]) -> bool:
    """A page of another site must not play with this one's keys. Programs, which send no Origin, have no such keys."""
    if origin is None:
        return True
    if origin in also:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()
