"""Lines that can be cut: a small proxy between a node and its data base, or between two nodes.

A line that is silent loses nothing yet: its bytes wait, as they do while a cable is out, and arrive late once it is
mended, or never, where one end gave up meanwhile."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Final, Literal, cast

Cut = Literal["silent", "answers", "reset"]
"""`silent`: no byte either way. `answers`: what is asked arrives, the answer does not. `reset`: all connections break,
and there are no new ones."""
CUTS: Final[tuple[Cut, ...]] = ("silent", "answers", "reset")
_ABRUPT: Final = struct.pack("ii", 1, 0)


class _End(asyncio.Protocol):
    """One end of one connection. What it hears the other end says."""

    def __init__(self, line: Line, other: _End | None = None) -> None:
        self._line = line
        self.is_asking = other is None
        self.other = other
        self.transport: asyncio.Transport | None = None
        self._early: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        self._line.enter(self)
        if self.other is not None:
            self.other.join(self)

    def join(self, other: _End) -> None:
        """The other end is there: it is told what was said meanwhile."""
        self.other = other
        if self.transport is None:
            other.end()
        elif other.transport is not None:
            other.transport.writelines(self._early)
            self._early.clear()

    def data_received(self, data: bytes) -> None:
        if self.other is None or self.other.transport is None:
            self._early.append(data)
        else:
            self.other.transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        self._line.leave(self)
        if self.other is not None:
            self.other.end()

    def end(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def hush(self, is_hushed: bool) -> None:
        """Bytes stay where they are: nobody reads them."""
        if self.transport is not None and not self.transport.is_closing():
            (self.transport.pause_reading if is_hushed else self.transport.resume_reading)()

    def tear(self) -> None:
        if self.transport is not None:
            some = self.transport.get_extra_info("socket")
            if some is not None:
                some.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _ABRUPT)
            self.transport.abort()


class Line:
    """A port of loopback, behind which another one is."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._ends: set[_End] = set()
        self._waiting: set[asyncio.Task[None]] = set()
        self._cut: Cut | None = None
        self.port = 0

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _End(self), "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def enter(self, end: _End) -> None:
        if self._cut == "reset":
            end.tear()
            return
        self._ends.add(end)
        # A transport listens from the next turn of the loop on, whatever it was told before.
        asyncio.get_running_loop().call_soon(self._obey, end)
        if end.other is None:
            task = asyncio.ensure_future(self._connect(end))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    def leave(self, end: _End) -> None:
        self._ends.discard(end)

    async def _connect(self, asking: _End) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: _End(self, asking), "127.0.0.1", self.target)
        except OSError:
            asking.tear()

    def _is_hushed(self, end: _End) -> bool:
        return self._cut == "silent" or (self._cut == "answers" and not end.is_asking)

    def _obey(self, end: _End) -> None:
        end.hush(self._is_hushed(end))

    @property
    def is_cut(self) -> bool:
        return self._cut is not None

    def cut(self, how: Cut) -> None:
        self._cut = how
        for end in list(self._ends):
            if how == "reset":
                end.tear()
            else:
                self._obey(end)

    def mend(self) -> None:
        self._cut = None
        for end in list(self._ends):
            end.hush(False)

    async def close(self) -> None:
        self._server.close()
        for end in list(self._ends):
            end.tear()
        for task in list(self._waiting):
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)
