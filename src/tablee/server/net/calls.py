"""Lines between the houses that share a store: one for each connection that is passed on.

First both ends prove that they know the secret of the house, then come messages, unread, each with its length before
it. What is proved is who calls, whom, for a device from where, and once: the one who is called draws a number for it.

What waits for a device is bounded where its table is. Here one only stops reading while the device takes nothing."""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
from secrets import token_hex
from struct import Struct
from typing import TYPE_CHECKING, Final, cast

import msgspec

from tablee.server.house.connection import Connection
from tablee.server.house.relay import Ended
from tablee.server.limits import LIMITS
from tablee.server.net.socket import Door
from tablee.server.store.interface import Elsewhere

if TYPE_CHECKING:
    from tablee.server.net.inside import Inside

WITHIN: Final = 1.0
"""Seconds in which the other end answers and proves who it is."""
STRANGERS: Final = 200
"""How many may be at the door who have proved nothing yet. Where there are more the oldest goes: who knows the secret
needs a moment only, however many others knock."""
MOST_UNPROVED: Final = 1_000
"""Bytes of one who has proved nothing yet."""
MOST_TOLD: Final = 1 << 22
"""Bytes of one message to a device: far more than any has."""
MOST_SAID: Final = LIMITS.frame * LIMITS.message
"""Bytes of what a device says, while the other house takes none of it."""
MOST_WAITING: Final = 50
"""Messages of a device that takes none, until no more are read for it."""
UNHEARD: Final = 2_000
"""Milliseconds after which a line is given up by which nothing arrives any more, though nobody has hung up."""
PROBED_EACH: Final = 1
"""Seconds after which the system asks whether the other end is there, where nothing is said: it may wait for an answer
that was lost on the way."""
GREETING: Final = re.compile(r"tablee 1 ([0-9a-f]{32})")
"""How this way to talk is called, and the number that was drawn. There is no other way yet, so none can be forced."""
_SIZE: Final = Struct(">I")
_BYE: Final = 1 << 31
"""After this message there is none."""


class Introduction(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """What a caller says of itself."""

    life: str
    wanted: str
    """The life of the house it calls: another one has not got the table."""
    address: str
    """From where the device came."""
    nonce: str
    proof: str


class Line(asyncio.Protocol):
    """Messages, each with its length before it."""

    def __init__(self, inside: Inside) -> None:
        self.transport: asyncio.Transport | None = None
        self.inside = inside
        self.life = ""
        """Whose it is at the other end."""
        self.is_new = True
        """Nobody has looked yet whether that one lives."""
        self.most = MOST_UNPROVED
        self.is_paused = False
        """What comes is to wait."""
        self._heard = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        some = transport.get_extra_info("socket")
        if some is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            some.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
            some.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            some.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PROBED_EACH)
            some.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, PROBED_EACH)

    @property
    def is_open(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        self._heard += data
        self.hear_on()

    def hear_on(self) -> None:
        """All whole messages that have come, as long as any are wanted."""
        heard, at = self._heard, 0
        while len(heard) - at >= _SIZE.size and self.is_open and not self.is_paused:
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
        self._unsaid: list[bytes] = [first]
        """What is to be said once the other end has proved who it is."""
        self._ended = ended
        self._is_known = False
        self._is_begun = False
        """Something was told by it, or more than the first thing said: should it break, who knows what was done?"""
        self._nonce = token_hex(16)
        self._greeting: str | None = None
        self._known = asyncio.Event()
        self._calling = asyncio.get_running_loop().create_task(self._call())
        inside.out.add(self)

    async def _call(self) -> None:
        """And until the other end has proved who it is."""
        try:
            async with asyncio.timeout(WITHIN):
                await self.inside.reach(self, self._there)
                await self._known.wait()
        except OSError:
            if self.transport is None:
                self._end()
            else:
                self.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._end()

    def _end(self) -> None:
        self.inside.out.discard(self)
        ended, self._ended = self._ended, _nobody
        ended(self, self._is_begun, self._unsaid[1:])

    def hear(self, text: bytes, is_bye: bool) -> None:
        if not self._is_known:
            self._introduce(text)
            return
        self._is_begun = True
        if is_bye:
            self._connection.pass_bye(text)
        elif self._connection.pass_on(text) >= MOST_WAITING and self.is_open:
            assert self.transport is not None
            self.is_paused = True
            self.transport.pause_reading()

    def _introduce(self, said: bytes) -> None:
        inside, wanted, address = self.inside, self._there.node, self._connection.address
        if self._greeting is None:
            greeting = GREETING.fullmatch(said.decode("ascii", "replace"))
            if greeting is None:
                self.abort()
                return
            self._greeting = greeting[1]
            proof = inside.proof("call", self._greeting, self._nonce, inside.life, wanted, address).decode()
            self.send(msgspec.json.encode(Introduction(inside.life, wanted, address, self._nonce, proof)))
        elif hmac.compare_digest(said, inside.proof("answer", self._greeting, self._nonce, wanted)):
            self._is_known = True
            self._known.set()
            self.most = MOST_TOLD
            unsaid, self._unsaid = self._unsaid, []
            self._is_begun = len(unsaid) > 1
            self.send(*unsaid)
        else:
            self.abort()

    # What the house does with it.

    def say(self, text: bytes) -> None:
        if not self._is_known:
            self._unsaid.append(text)
            if sum(map(len, self._unsaid)) > MOST_SAID:
                self._connection.bye("too_fast")
        elif self.transport is not None and self.transport.get_write_buffer_size() > MOST_SAID:
            self.abort()  # the other house takes nothing any more
        else:
            self._is_begun = True
            self.send(text)

    def go_on(self) -> None:
        if self.is_paused and self.is_open:
            assert self.transport is not None
            self.is_paused = False
            self.hear_on()  # before anything that comes now, be it the end
            if not self.is_paused and self.is_open:
                self.transport.resume_reading()

    def hang_up(self) -> None:
        self._ended = _nobody
        self._calling.cancel()
        self.inside.out.discard(self)
        if self.transport is not None:
            self.transport.close()


def _nobody(*_: object) -> None:
    """It was hung up here."""


class CallIn(Line):
    """Of another house, for somebody who came there."""

    def __init__(self, inside: Inside, door: Door) -> None:
        super().__init__(inside)
        self._door = door
        self._connection: Connection | None = None
        self._is_waiting = self._is_held_up = self._is_told = False
        self._clock: asyncio.TimerHandle | None = None
        self._challenge = token_hex(16)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        strangers = self.inside.strangers
        strangers[self] = None
        if len(strangers) > STRANGERS:
            oldest = next(iter(strangers))
            oldest.abort()
            oldest._be_known()
        self._clock = asyncio.get_running_loop().call_later(WITHIN, self.abort)
        assert self.transport is not None
        self.transport.set_write_buffer_limits(high=0)
        self.send(f"tablee 1 {self._challenge}".encode())

    def connection_lost(self, error: Exception | None) -> None:
        self._be_known()
        self.inside.guests.discard(self)
        if self._connection is not None:
            self._door.house.disconnect(self._connection)

    def _be_known(self) -> None:
        """Or be gone."""
        self.inside.strangers.pop(self, None)
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
        except (msgspec.MsgspecError, UnicodeError):
            self.abort()
            return
        proof = inside.proof("call", self._challenge, said.nonce, said.life, said.wanted, said.address)
        if not hmac.compare_digest(said.proof.encode(), proof) or said.wanted != inside.life:
            self.abort()
            return
        self._be_known()
        self.life = said.life
        self.most = MOST_SAID
        inside.guests.add(self)
        self.send(inside.proof("answer", self._challenge, said.nonce, inside.life))
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
        if not self._is_held_up:
            texts = connection.take()
            if texts:
                self.send(*texts, is_bye=connection.is_closing)
        if connection.is_closing:
            self._close()

    def _close(self) -> None:
        if not self._is_told:
            self._is_told = True
            asyncio.get_running_loop().call_later(LIMITS.last_words, self.abort)
        if not self._is_held_up and self.transport is not None:
            self.transport.close()

    def pause_writing(self) -> None:
        self._is_held_up = True

    def resume_writing(self) -> None:
        self._is_held_up = False
        if self._connection is not None:
            self._wake()
