"""This house among those that share its store: whoever came to one of them for a table of another is passed on to there
(see `net.calls`), by lines that are never reachable from outside."""

from __future__ import annotations

import asyncio
import hmac
import socket
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple, Protocol

import msgspec

from tablee.server.house.connection import Connection
from tablee.server.house.relay import Ended
from tablee.server.net.calls import CallIn, CallOut
from tablee.server.net.socket import Door
from tablee.server.store.figures import Figures
from tablee.server.store.interface import Elsewhere

ROOM: Final = 65_536
"""Bytes that the system keeps for one line in each direction: what a slow device has not taken waits where its table
is, and there only the newest of it."""
BACKLOG: Final = 1024
"""Calls that wait to be taken: where a node leaves, all its devices are passed on at once."""


class NotInside(Exception):
    """Nobody can be reached at this address. The message is a sentence."""


class Place(NamedTuple):
    """Where a house listens for the others."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_place(text: str) -> Place:
    """`host`, `host:port` or `[host]:port`; port 0: any that is free."""
    host, colon, port = text.rpartition(":")
    if text.startswith("[") and text.endswith("]"):
        host, colon, port = text, "", "0"
    elif not colon or (":" in host and not host.endswith("]")):
        host, port = text, "0"
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdecimal()) or int(port) > 65_535:
        raise NotInside(f"{text} is no address: --inside wants a host, or host:port.")
    return Place(host, int(port))


def listen_inside(place: Place) -> socket.socket:
    """At one address of this machine, which must not be one of the internet: what nodes tell each other is proved, but
    not encrypted."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        _look_at(place, place.host)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _make_room(listener)
        listener.bind((place.host, place.port))
        _look_at(place, listener.getsockname()[0])  # of what a name stands for
        listener.listen(BACKLOG)
    except NotInside:
        listener.close()
        raise
    except (OSError, UnicodeError) as error:
        listener.close()
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise NotInside(
            f"The other nodes cannot be heard at {place} ({why}): --inside wants an address of this machine."
        ) from error
    return listener


def _look_at(place: Place, host: str) -> None:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return  # a name
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_unspecified:
        raise NotInside(
            f"The other nodes cannot call {place.host}: --inside wants the address by which they reach this one."
        )
    if found.is_global:
        raise NotInside(
            f"Anybody could call {place.host}: --inside wants an address of a network of your own, as that of a VPN."
        )


def _make_room(line: socket.socket) -> None:
    for direction in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        line.setsockopt(socket.SOL_SOCKET, direction, ROOM)


class Shared(Protocol):
    """The store, as far as it is about who lives."""

    @property
    def life(self) -> str:
        """This house's."""

    @property
    def secret(self) -> str: ...

    @property
    def neighbours(self) -> frozenset[str] | None: ...

    @property
    def name(self) -> str:
        """How this node is called."""

    @property
    def is_refusing(self) -> bool:
        """Can nothing be kept just now?"""

    @property
    def waiting(self) -> int:
        """What tables asked to keep and is not on its way yet."""

    @property
    def in_doubt(self) -> int:
        """What is on its way: whether it is kept nobody knows yet."""

    @property
    def figures(self) -> Figures: ...

    async def leave(self) -> None: ...


class Inside:
    """This house among those that share its store; or one that is alone."""

    def __init__(self, listener: socket.socket | None = None, shared: Shared | None = None) -> None:
        self.out: set[CallOut] = set()
        """Lines to others."""
        self.guests: set[CallIn] = set()
        """Lines of others."""
        self.strangers: dict[CallIn, None] = {}
        """Who has proved nothing yet, the longest here first."""
        self.late = 0.0
        """Seconds by which the pulses of this house were late, all together."""
        self._listener = listener
        self._server: asyncio.Server | None = None
        self.shared = shared

    @property
    def life(self) -> str:
        return "" if self.shared is None else self.shared.life

    def dial(self, there: Elsewhere, code: str, connection: Connection, first: bytes, ended: Ended) -> CallOut:
        return CallOut(self, there, code, connection, first, ended)

    async def reach(self, line: CallOut, there: Elsewhere) -> None:
        """OSError: nobody is there."""
        try:
            place = read_place(there.inside)
        except NotInside as error:
            raise ConnectionRefusedError(str(error)) from error
        family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
        loop, some = asyncio.get_running_loop(), socket.socket(family, socket.SOCK_STREAM)
        try:
            some.setblocking(False)
            _make_room(some)
            await loop.sock_connect(some, (place.host, place.port))
            await loop.create_connection(lambda: line, sock=some)
        except BaseException:
            some.close()
            raise

    async def open(self, door: Door) -> None:
        if self._listener is not None:
            loop = asyncio.get_running_loop()
            self._server = await loop.create_server(lambda: CallIn(self, door), sock=self._listener, backlog=BACKLOG)

    async def leave(self) -> None:
        """Once all that was asked of the store is done, all tables of this house are free for the others."""
        self.close()
        if self.shared is not None:
            await self.shared.leave()

    def close(self) -> None:
        """Nobody new comes in this way."""
        if self._server is not None:
            self._server.close()

    def look_round(self) -> None:
        """Who has died? A line to a dead house may be open for long. Who lives may be so new that the store has not
        told of it yet. To be called each second."""
        alive = None if self.shared is None else self.shared.neighbours
        if alive is not None and self.life in alive:
            for line in [*self.out, *self.guests]:
                if line.life in alive or line.is_new:
                    line.is_new = False
                else:
                    line.abort()

    def proof(self, *words: str) -> bytes:
        """That one knows the secret of this house, and means these words. It stands in the store: who reads that knows
        everything anyway."""
        assert self.shared is not None, "a house that is alone knows no others"
        secret = self.shared.secret
        assert secret, "what is empty is no secret"
        return hmac.digest(secret.encode(), msgspec.json.encode(words), "sha256").hex().encode()
