"""Between the houses that share a store: whoever came to one of them for a table of another is passed on to there.

One line for each connection, never reachable from outside. First both ends prove that they know the secret that is in
the store, then come messages, unread, each with its length before it. What waits for a device is bounded where its
table is: here one only stops reading while the device takes nothing."""

from __future__ import annotations

import asyncio
import hmac
import socket
from secrets import token_hex
from struct import Struct
from typing import Final, NamedTuple, Protocol, cast

import msgspec

from tablee.server.house.connection import Connection
from tablee.server.house.relay import Ended
from tablee.server.limits import LIMITS
from tablee.server.net.socket import Door
from tablee.server.store.figures import Figures
from tablee.server.store.interface import Elsewhere

WITHIN: Final = 1.0
"""Seconds in which the other end answers and proves who it is."""
STRANGERS: Final = 200
"""How many may be at the door who have proved nothing yet."""
MOST_UNPROVED: Final = 1_000
"""Bytes of one who has proved nothing yet."""
MOST_WAITING: Final = 50
"""Messages of a device that takes none, until no more are read for it."""
_SIZE: Final = Struct(">I")
_BYE: Final = 1 << 31
"""After this message there is none."""


class NotInside(Exception):
    """Nobody can be reached at this address. The message is a sentence."""


class Introduction(msgspec.Struct, array_like=True):
    """What a caller says of itself."""

    life: str
    wanted: str
    """The life of the house it calls: another one has not got the table."""
    address: str
    """From where the device came."""
    nonce: str
    proof: str


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
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise NotInside(f"{text} is no address: --inside wants a host, or host:port.")
    if host in ("0.0.0.0", "::"):
        raise NotInside(f"The other nodes cannot call {host}: --inside wants the address by which they reach this one.")
    return Place(host, int(port))


def listen_inside(place: Place) -> socket.socket:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((place.host, place.port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise NotInside(
            f"The other nodes cannot be heard at {place} ({error.strerror}): --inside wants an address of this machine."
        ) from error
    return listener


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
        self.strangers = 0
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

    async def open(self, door: Door) -> None:
        if self._listener is not None:
            loop = asyncio.get_running_loop()
            self._server = await loop.create_server(lambda: CallIn(self, door), sock=self._listener)

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
        """Who has died? A line to a dead house may be open for long. To be called each second."""
        alive = None if self.shared is None else self.shared.neighbours
        if alive is not None and self.life in alive:
            for line in [*self.out, *self.guests]:
                if line.life not in alive:
                    line.abort()

    def proof(self, *words: str) -> str:
        secret = "" if self.shared is None else self.shared.secret
        return hmac.digest(secret.encode(), " ".join(words).encode(), "sha256").hex()


class Line(asyncio.Protocol):
    """Messages, each with its length before it."""

    def __init__(self, inside: Inside) -> None:
        self.transport: asyncio.Transport | None = None
        self.inside = inside
        self.life = ""
        """Whose it is at the other end."""
        self.most = MOST_UNPROVED
        self._heard = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class

    @property
    def is_open(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        heard = self._heard
        heard += data
        at = 0
        while len(heard) - at >= _SIZE.size and self.is_open:
            (size,) = _SIZE.unpack_from(heard, at)
            is_bye, size = bool(size & _BYE), size & ~_BYE
            if size > self.most:
                self.abort()
                return
            end = at + _SIZE.size + size
            if len(heard) < end:
                break
            self.hear(bytes(heard[at + _SIZE.size : end]), is_bye)
            at = end
        del heard[:at]

    def hear(self, text: bytes, is_bye: bool) -> None:
        raise NotImplementedError

    def send(self, *texts: bytes, is_bye: bool = False) -> None:
        """`is_bye`: the last one is."""
        parts = [part for text in texts for part in (_SIZE.pack(len(text)), text)]
        if is_bye:
            parts[-2] = _SIZE.pack(len(texts[-1]) | _BYE)
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(b"".join(parts))

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class CallOut(Line):
    """To another house, for a connection of this one. `house.relay.Line`."""

    def __init__(
        self, inside: Inside, there: Elsewhere, code: str, connection: Connection, first: bytes, ended: Ended
    ) -> None:
        super().__init__(inside)
        self.code = code
        self.life = there.node
        self._there = there
        self._connection = connection
        self._unsaid: list[bytes] | None = [first]
        """What is to be said once the other end has proved who it is."""
        self._ended = ended
        self._was_heard = False
        self._is_paused = False
        self._nonce = token_hex(16)
        self._challenge = ""
        self._known = asyncio.Event()
        self._calling = asyncio.get_running_loop().create_task(self._call())
        inside.out.add(self)

    async def _call(self) -> None:
        """And until the other end has proved who it is."""
        try:
            place = read_place(self._there.inside)
            async with asyncio.timeout(WITHIN):
                await asyncio.get_running_loop().create_connection(lambda: self, place.host, place.port)
                await self._known.wait()
        except (OSError, NotInside):
            if self.transport is None:
                self._end()
            else:
                self.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._end()

    def _end(self) -> None:
        self.inside.out.discard(self)
        ended, self._ended = self._ended, _nobody
        ended(self, self._was_heard)

    def hear(self, text: bytes, is_bye: bool) -> None:
        if self._unsaid is not None:
            self._introduce(text.decode("ascii", "replace"))
            return
        self._was_heard = True
        if is_bye:
            self._connection.pass_bye(text)
        elif self._connection.pass_on(text) > MOST_WAITING and not self._is_paused:
            self._is_paused = True
            if self.transport is not None and not self.transport.is_closing():
                self.transport.pause_reading()

    def _introduce(self, said: str) -> None:
        inside, wanted = self.inside, self._there.node
        if not self._challenge:
            self._challenge = said
            proof = inside.proof("call", said, self._nonce, inside.life, wanted)
            introduction = Introduction(inside.life, wanted, self._connection.address, self._nonce, proof)
            self.send(msgspec.json.encode(introduction))
        elif hmac.compare_digest(said, inside.proof("answer", self._nonce, self._challenge, wanted)):
            unsaid, self._unsaid = self._unsaid or (), None
            self._known.set()
            self.most = 1 << 30
            self.send(*unsaid)
        else:
            self.abort()

    # What the house does with it.

    def say(self, text: bytes) -> None:
        if self._unsaid is not None:
            self._unsaid.append(text)
        elif self.transport is not None and self.transport.get_write_buffer_size() > LIMITS.frame * LIMITS.message:
            self.abort()  # the other house takes nothing any more
        else:
            self.send(text)

    def go_on(self) -> None:
        if self._is_paused and self.transport is not None and not self.transport.is_closing():
            self._is_paused = False
            self.transport.resume_reading()

    def hang_up(self) -> None:
        self._ended = _nobody
        self._calling.cancel()
        self.inside.out.discard(self)
        if self.transport is not None:
            self.transport.close()


def _nobody(line: object, was_heard: bool) -> None:
    """It was hung up here."""


class CallIn(Line):
    """Of another house, for somebody who came there."""

    def __init__(self, inside: Inside, door: Door) -> None:
        super().__init__(inside)
        self._door = door
        self._connection: Connection | None = None
        self._is_stranger = True
        self._is_waiting = self._is_paused = self._is_told = False
        self._clock: asyncio.TimerHandle | None = None
        self._challenge = token_hex(16)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.inside.strangers += 1
        if self.inside.strangers > STRANGERS:
            self.abort()
            return
        self._clock = asyncio.get_running_loop().call_later(WITHIN, self.abort)
        assert self.transport is not None
        self.transport.set_write_buffer_limits(high=0)
        self.send(self._challenge.encode())

    def connection_lost(self, error: Exception | None) -> None:
        self._be_known()
        self.inside.guests.discard(self)
        if self._connection is not None:
            self._door.house.disconnect(self._connection)

    def _be_known(self) -> None:
        if self._is_stranger:
            self._is_stranger = False
            self.inside.strangers -= 1
        if self._clock is not None:
            self._clock.cancel()

    def hear(self, text: bytes, is_bye: bool) -> None:
        if self._connection is None:
            self._look_at(text)
            return
        try:
            self._door.house.receive(self._connection, text)
        except Exception as error:
            self._door.house.log.defect("", error)
            self.abort()

    def _look_at(self, text: bytes) -> None:
        inside = self.inside
        try:
            said = msgspec.json.decode(text, type=Introduction)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.abort()
            return
        proof = inside.proof("call", self._challenge, said.nonce, said.life, said.wanted)
        if not hmac.compare_digest(said.proof.encode(), proof.encode()) or said.wanted != inside.life:
            self.abort()
            return
        self._be_known()
        self.life = said.life
        self.most = LIMITS.frame * LIMITS.message
        inside.guests.add(self)
        self.send(inside.proof("answer", said.nonce, self._challenge, inside.life).encode())
        self._connection = self._door.house.connect_inside(said.address, self._wake, self.abort)

    # What goes: as in `net.socket.Session`.

    def _wake(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._door.write_soon(self)

    def write(self) -> None:
        self._is_waiting = False
        connection = self._connection
        assert connection is not None
        if not self._is_paused:
            texts = connection.take()
            if texts:
                self.send(*texts, is_bye=connection.is_closing)
        if connection.is_closing:
            self._close()

    def _close(self) -> None:
        if not self._is_told:
            self._is_told = True
            asyncio.get_running_loop().call_later(LIMITS.last_words, self.abort)
        if not self._is_paused and self.transport is not None:
            self.transport.close()

    def pause_writing(self) -> None:
        self._is_paused = True

    def resume_writing(self) -> None:
        self._is_paused = False
        self._wake()
