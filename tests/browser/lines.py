"""A line to the house that can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import NamedTuple


class Line:
    """Leads from a port of its own to the house's."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._is_cut = False
        self._writers: list[asyncio.StreamWriter] = []
        self._relays: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        self._server.close()
        for task in self._relays:
            task.cancel()
        await asyncio.gather(*self._relays, return_exceptions=True)
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)

    async def cut(self, is_cut: bool) -> None:
        """Nothing comes through any more, until it is mended."""
        self._is_cut = is_cut
        if is_cut:
            for writer in self._writers:
                writer.close()
            self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers += [writer, back]
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.ensure_future(self._relay(source, sink))
            self._relays.add(task)
            task.add_done_callback(self._relays.discard)

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65_536):
            sink.write(data)
        sink.close()


class Ends(NamedTuple):
    port: int
    """At its far end."""
    cut: Callable[[bool], None]
    """True: cut it. False: mend it."""
    lead: Callable[[int], None]
    """Whoever comes from now on is led there."""


@contextmanager
def cuttable_line(port: int) -> Iterator[Ends]:
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    line = Line(port)
    try:
        far = asyncio.run_coroutine_threadsafe(line.open(), loop).result()
        yield Ends(
            far,
            lambda is_cut: asyncio.run_coroutine_threadsafe(line.cut(is_cut), loop).result(),
            lambda port: setattr(line, "port", port),
        )
    finally:
        asyncio.run_coroutine_threadsafe(line.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
