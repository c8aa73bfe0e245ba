"""The lines to one table's devices: each is measured now and then, so that a race knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablee.kernel.game import Ms
from tablee.server.connection import Connection
from tablee.server.link import Link
from tablee.server.outside import Timer, Wall

_SHORTEST_PAUSE: Final[Ms] = 50


class Lines:
    """A line belongs to a key and outlives its sockets: who comes back is not measured from nothing."""

    def __init__(self, wall: Wall) -> None:
        self._wall = wall
        self._links: dict[str, Link] = {}
        self._connections: tuple[Connection, ...] = ()
        self._timer: Timer | None = None

    def measure(self, connections: Iterable[Connection]) -> None:
        """From now on measure these, each of which holds a key, and no others."""
        self._connections = tuple(connections)
        for connection in self._connections:
            if connection.link is None:
                connection.link = self._links.setdefault(min(connection.keys), Link())
        self._ping()

    def _ping(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, wanted = self._wall.now(), []
        for connection in self._connections:
            if connection.link is not None and not connection.is_closing:
                if connection.link.next_ping_at <= now:
                    connection.ping()
                wanted.append(connection.link.next_ping_at)
        if wanted:
            self._timer = self._wall.at(max(min(wanted), now + _SHORTEST_PAUSE), self._ping)
