"""The yardstick of bench/server.py: picows alone. Two clients a room; what one sends both are sent, as 300 bytes of
JSON. No rules, no views, nobody's rights are checked, and nothing is kept."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

SIZE = 300
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class Client(WSListener):
    def __init__(self, room: list[WSTransport]) -> None:
        super().__init__()
        self._room = room
        self._numbers = count(1)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._room.append(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            transport.disconnect()
            return
        said: dict[str, Any] = _decode(frame.get_payload_as_bytes())
        text = _encode({"tell": "frame", "number": next(self._numbers), "said": said, "rest": "x" * 150})
        for other in self._room:
            other.send(WSMsgType.TEXT, text)


async def relay() -> None:
    """Until it is killed. The address names the room."""
    rooms: dict[bytes, list[WSTransport]] = {}

    def enter(request: WSUpgradeRequest) -> Client:
        return Client(rooms.setdefault(request.path, []))

    server = await ws_create_server(enter, "127.0.0.1", 0, read_buffer_init_size=2048, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().create_future()
