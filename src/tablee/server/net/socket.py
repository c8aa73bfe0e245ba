"""The socket layer: the only file that knows how bytes come and go. Another library can take its place here.

HTTP and sockets share one port. uvicorn reads the request; where it asks for a WebSocket the connection is handed to
picows, which calls back for every frame: no task and no coroutine, neither for a connection nor for a message. This
reaches into the constructor of picows' protocol, so its version is pinned."""

from __future__ import annotations

import asyncio
import logging
import re
from struct import Struct
from typing import Final, NoReturn, Protocol, cast

from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSProtocolError, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tablee.server.house.connection import Connection
from tablee.server.house.house import House
from tablee.server.limits import LIMITS
from tablee.server.net.guard import HERE, Guard, Proxies, address_of, host_name, is_own_origin, names_of

PATH: Final = b"/ws"
OF_A_TABLE: Final = re.compile(rb"/ws(?:/[A-Za-z0-9]{1,12})?")
"""A load balancer may send all who want the same table to the same house: that saves a hop. The house itself does not
look at the code there."""
BUFFER: Final = 2048
"""Bytes that a connection reads into; it grows for who sends more."""
SILENCE: Final = LIMITS.silence

_NOBODY: Final = asyncio.Protocol()
_HIDDEN: Final = logging.getLogger("tablee.socket")  # what picows finds worth saying; the house has its own log
_HIDDEN.setLevel(logging.CRITICAL + 1)
_LOGGER: Final = logging.LoggerAdapter(_HIDDEN, {})
_TEXT: Final = WSMsgType.TEXT
_WHOLE: Final = (WSMsgType.TEXT, WSMsgType.BINARY)
_FORBIDDEN: Final = b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_LEAVING: Final = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

# A frame of the server: a whole text, not masked, and its length in as few bytes as will do (RFC 6455, 5.2).
_MEDIUM: Final = Struct(">BBH").pack
_LONG: Final = Struct(">BBQ").pack


def _head(size: int) -> bytes:
    """What stands before a text of this length."""
    if size < 126:
        return bytes((0x81, size))
    return _MEDIUM(0x81, 126, size) if size < 65_536 else _LONG(0x81, 127, size)


HEADS_KNOWN: Final = 1_500
"""Most texts are shorter."""
_HEADS: Final = [_head(size) for size in range(HEADS_KNOWN)]


class Writer(Protocol):
    def write(self) -> None:
        """Hand all that waits to the transport."""


class Door:
    """Where sockets come in. One for the whole house: what its connections share is here."""

    def __init__(
        self,
        house: House,
        origins: frozenset[str] = frozenset(),
        address: str | None = None,
        proxies: Proxies = HERE,
    ) -> None:
        self.house = house
        self.origins = origins
        self.guard = Guard(house.limits, names_of(origins, address), proxies)
        self.is_leaving = False
        """The house is about to close: whoever comes now had better go to another one."""
        self._unwritten: list[Writer] = []
        self._rounds: list[set[Session]] = [set() for _ in range(SILENCE)]
        """Those who are pinged in the same second."""
        self._round = 0
        self._sweeper: asyncio.TimerHandle | None = None

    def let_in(self, address: str, transport: asyncio.Transport, others: set[object], head: bytes) -> None:
        """Hand this connection to picows, with the request as `head`."""
        session = Session(self, address, transport, others)
        protocol = WSProtocol(
            None,  # host
            None,  # path
            False,  # it is no client
            lambda _: session,
            _LOGGER,
            True,  # a defect closes the connection
            None,  # the handshake is here already
            *(False, 0, 0, WSAutoPingStrategy.PING_WHEN_IDLE),  # a ping of theirs would need a task
            False,  # their pings are answered here, where they are counted
            self.house.limits.frame * self.house.limits.message,
            None,  # further headers
            BUFFER,
        )
        protocol.connection_made(transport)
        # uvloop keeps the last protocol that took its bytes whole: uvicorn's, with its request, as long as we are here.
        transport.set_protocol(_NOBODY)
        transport.set_protocol(protocol)
        protocol.get_buffer(-1)[: len(head)] = head
        protocol.buffer_updated(len(head))

    def write_soon(self, session: Writer) -> None:
        """What waits for this session is written once this turn of the loop is over, with all others'."""
        if not self._unwritten:
            asyncio.get_running_loop().call_soon(self._write_all)
        self._unwritten.append(session)

    def _write_all(self) -> None:
        sessions, self._unwritten = self._unwritten, []
        for session in sessions:
            session.write()

    # Who is silent.

    def watch(self, session: Session) -> None:
        self._rounds[session.round].add(session)
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().call_later(1, self._sweep_on)

    def forget(self, session: Session) -> None:
        self._rounds[session.round].discard(session)

    def sweep(self) -> None:
        """Each second a part of all sessions has its turn."""
        self._round = (self._round + 1) % SILENCE
        for session in list(self._rounds[self._round]):
            session.prove_alive()

    def _sweep_on(self) -> None:
        self.sweep()
        is_empty = not any(self._rounds)
        self._sweeper = None if is_empty else asyncio.get_running_loop().call_later(1, self._sweep_on)


class Session(WSListener):
    """One WebSocket from its opening to its end: frames to messages and back."""

    __slots__ = (
        *("_begun", "_connection", "_door", "_house", "_ignored", "_is_broken", "_is_heard", "_is_paused"),
        *("_is_pinged", "_is_told", "_is_waiting", "_others", "_size", "_socket", "address", "round", "transport"),
    )
    _connection: Connection
    _socket: WSTransport

    def __init__(self, door: Door, address: str, transport: asyncio.Transport, others: set[object]) -> None:
        self.address = address
        self.transport = transport
        self._door = door
        self._house = door.house
        self._others = others
        self._begun: list[bytes] | None = None
        """The pieces of a message that is not whole yet."""
        self._size = 0
        """Of those pieces."""
        self._ignored = 0
        """Frames that came after good-bye."""
        self._is_broken = False
        """What came is no WebSocket."""
        self._is_waiting = False
        """There is something to write, and the door knows."""
        self._is_paused = False
        """The other side reads too slowly: what is new waits in the connection, where it is bounded."""
        self._is_told = False
        """It was told good-bye."""
        self._is_heard = True
        self._is_pinged = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._socket = transport
        # The handshake is over: the words of it would weigh nearly two KiB as long as the socket is open.
        del transport.request.headers, transport.response.headers
        # Nothing waits in the transport but what the system did not take at once.
        self.transport.set_write_buffer_limits(high=0)
        self._connection = self._door.house.connect(self.address, self._wake)
        self._connection.send = self._send
        self.round = self._connection.number % SILENCE
        self._others.add(self)
        self._door.watch(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._others.discard(self)
        self._door.forget(self)
        self._door.house.disconnect(self._connection)

    # What comes.

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._is_heard = True
        if self._is_broken:
            self._ignore()
            return
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self._break_off(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed upon")
        kind = frame.msg_type  # of all that is asked here this takes longest
        if kind is _TEXT and frame.fin and self._begun is None and not self._connection.is_closing:
            try:  # as nearly all are
                self._house.receive(self._connection, frame.get_payload_as_bytes())
            except Exception as error:
                self._house.log.defect("", error)
                raise
        else:
            self._hear(transport, frame, kind)

    def _hear(self, transport: WSTransport, frame: WSFrame, kind: WSMsgType) -> None:
        """What is no message in one piece."""
        if kind == WSMsgType.CLOSE:
            code = frame.get_close_code()
            transport.send_close(WSCloseCode.OK if code == WSCloseCode.NO_INFO else code)
            transport.disconnect()
        elif self._connection.is_closing:
            self._ignore()
        elif kind in _WHOLE and frame.fin and self._begun is None:
            self._receive(frame.get_payload_as_bytes())
        elif not self._connection.may_send():
            return
        elif kind == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif kind != WSMsgType.PONG:
            self._collect(frame)

    def _ignore(self) -> None:
        """What was on its way when it was told good-bye; who goes on after that is cut off."""
        self._ignored += 1
        if self._ignored == self._door.house.limits.burst:
            self.transport.abort()

    def _break_off(self, code: WSCloseCode, why: str) -> NoReturn:
        """picows says why and closes, but goes on reading for a while: once is enough."""
        self._is_broken = True
        raise WSProtocolError(code, why)

    def _collect(self, frame: WSFrame) -> None:
        """A message in pieces."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != (self._begun is not None):
            self._break_off(WSCloseCode.PROTOCOL_ERROR, "a piece is missing")
        if self._begun is None:
            self._begun, self._size = [], 0
        pieces, piece = self._begun, frame.get_payload_as_bytes()
        pieces.append(piece)
        self._size += len(piece)
        limits = self._door.house.limits
        if self._size > limits.frame * limits.message or len(pieces) > limits.pieces:
            self._break_off(WSCloseCode.MESSAGE_TOO_BIG, "too big")
        if frame.fin:
            self._begun = None
            self._receive(b"".join(pieces))

    def _receive(self, text: bytes) -> None:
        try:
            self._house.receive(self._connection, text)
        except Exception as error:
            self._house.log.defect("", error)
            raise

    def prove_alive(self) -> None:
        """Nothing was heard for a while: ask. Nothing since it was asked: it has gone."""
        if not self._is_heard and self._is_pinged:
            self.transport.abort()
            return
        self._is_pinged = not self._is_heard
        self._is_heard = False
        if self._is_pinged:
            self._socket.send_ping()

    # What goes.

    def _wake(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._door.write_soon(self)

    def write(self) -> None:
        """Hand all that waits to the transport, in one piece: this is the moment it is taken."""
        self._is_waiting = False
        connection = self._connection
        if not self._is_paused:
            texts = connection.take()
            if texts:
                self._send(texts)
        if connection.is_closing:
            self._close()

    def _send(self, texts: list[bytes]) -> None:
        """In one piece."""
        if self.transport.is_closing():
            return
        parts: list[bytes] = []
        for text in texts:
            size = len(text)
            parts.append(_HEADS[size] if size < HEADS_KNOWN else _head(size))
            parts.append(text)
        self.transport.write(b"".join(parts))

    def _close(self) -> None:
        """Once the last words are out; who does not take them is cut off."""
        if not self._is_told:
            self._is_told = True
            asyncio.get_running_loop().call_later(LIMITS.last_words, self.transport.abort)
        if not self._is_paused:
            self._socket.send_close(WSCloseCode.OK)

    def pause_writing(self) -> None:
        self._is_paused = True
        self._connection.send = None

    def resume_writing(self) -> None:
        self._is_paused = False
        self._connection.send = self._send
        self._wake()

    def shutdown(self) -> None:
        """uvicorn closes the house."""
        self.transport.close()


class HouseProtocol(HttpToolsProtocol):
    """HTTP as uvicorn has it, within the house's limits, until somebody asks for a WebSocket. A subclass for each house
    has its door."""

    door: Door

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        self._read = 0
        """Bytes of this request."""
        self._has_head = False
        self._is_refused = False
        self._answering: list[RequestResponseCycle] = []
        """Requests that are not answered yet."""
        self._clock: asyncio.TimerHandle | None = None
        guard = self.door.guard
        if guard.is_tired_of(self._peer, self.door.house.now()):
            self._is_counted, self._is_refused = False, True
            transport.abort()
            return
        self._is_counted = guard.enter(self._peer)
        if self._is_counted:
            self._wind_up()
        else:
            self._refuse(_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        # uvicorn thinks of the last one only, and the others would be answered into nowhere.
        for cycle in self._answering:
            cycle.disconnected = True
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self._clock is None:
            self._wind_up()
        limits, self._read = self.door.guard.limits, self._read + len(data)
        if self._read > limits.head + limits.body:
            self._refuse(_TOO_LARGE)
            return
        super().data_received(data)
        if not self._has_head and self._read > limits.head:
            self._refuse(_TOO_LARGE)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        limits = self.door.guard.limits
        if len(self.headers) > limits.headers:
            self._refuse(_TOO_LARGE)
            raise ValueError("too many headers")  # of the rest nothing is read

    def send_400_response(self, msg: str) -> None:
        if not self._is_refused:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        self._has_head = True
        if not self._is_refused and (refusal := self._refusal()) is not None:
            self._refuse(refusal)
        if not self._is_refused:
            before = self.cycle
            super().on_headers_complete()
            if self.cycle is not before:
                self._answering = [*(one for one in self._answering if not one.response_complete), self.cycle]

    def on_body(self, body: bytes) -> None:
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._read, self._has_head = 0, False
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if not self._is_refused:
            super().on_message_complete()

    def _refusal(self) -> bytes | None:
        """Why nobody looks at this request."""
        guard = self.door.guard
        address = address_of(self._peer, self._header(b"x-forwarded-for"), guard.proxies)
        if not guard.may_ask(address, self.door.house.now(), guard.cost(self.url, address)):
            return _TOO_MANY
        hosts = [value for name, value in self.headers if name == b"host"]
        if sum(len(name) + len(value) for name, value in self.headers) > guard.limits.head:
            return _TOO_LARGE
        if len(hosts) != 1 or b"%00" in self.url or len(self.url) > guard.limits.address:
            return _BAD
        host = hosts[0].decode("latin-1")
        if host_name(host) is None:
            return _BAD
        return None if guard.knows(host) else _UNKNOWN

    def _header(self, wanted: bytes) -> str:
        return next((value.decode("latin-1") for name, value in self.headers if name == wanted), "")

    def _wind_up(self) -> None:
        """A request that does not become whole is nobody's."""
        self._clock = self.loop.call_later(self.door.guard.limits.request_seconds, self._refuse, _TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        if not self._is_refused:
            self._is_refused = True
            if answer is not _TOO_MANY:
                self.door.guard.note_bad(self._peer, self.door.house.now())
            self.transport.write(answer)
            self.transport.close()
        self._leave()

    def _leave(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self._is_counted:
            self._is_counted = False
            self.door.guard.leave(self._peer)

    def _should_upgrade_to_ws(self) -> bool:
        return True

    def handle_websocket_upgrade(self) -> None:
        if self._is_refused:
            return
        self._leave()
        self.connections.discard(self)
        # The parser and this object hold each other; neither is needed any more.
        self.parser = None  # type: ignore[assignment]
        headers = {name: value.decode("latin-1") for name, value in self.headers}
        key, version = headers.get(b"sec-websocket-key", ""), headers.get(b"sec-websocket-version", "")
        is_own = is_own_origin(headers.get(b"origin"), headers.get(b"host", ""), self.door.origins)
        is_short = max(len(key), len(version)) <= LIMITS.handshake
        if not OF_A_TABLE.fullmatch(self.url.partition(b"?")[0]) or not is_own or not is_short:
            self.transport.write(_FORBIDDEN)
            self.transport.close()
            return
        if self.door.is_leaving:  # a balancer asks another house, a page comes again
            self.transport.write(_LEAVING)
            self.transport.close()
            return
        address = address_of(self._peer, headers.get(b"x-forwarded-for", ""), self.door.guard.proxies)
        head = (
            f"{self.scope['method']} {PATH.decode()} HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-key: {key}\r\nsec-websocket-version: {version}\r\n\r\n"
        )
        others = cast("set[object]", self.connections)
        self.door.let_in(address, self.transport, others, head.encode("latin-1"))


def protocol_for(door: Door) -> type[asyncio.Protocol]:
    """What uvicorn is to speak at this door."""
    return type("Protocol", (HouseProtocol,), {"door": door})


def _closing(status: str, text: str) -> bytes:
    """An answer after which nothing more is read."""
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}"
    return f"{head}\r\nconnection: close\r\n\r\n".encode() + body


_BAD: Final = _closing("400 Bad Request", "This is no request that a house could read.\n")
_UNKNOWN: Final = _closing(
    "421 Misdirected Request",
    "Cette maison ne répond pas à ce nom. Pour le lui donner\u00a0: tablee serve --origin https://le.nom\n"
    "This house is not known by that name. Whoever runs it can name it: tablee serve --origin https://the.name\n",
)
_TOO_SLOW: Final = _closing("408 Request Timeout", "The request did not become whole.\n")
_TOO_LARGE: Final = _closing("431 Request Header Fields Too Large", "The request is too large.\n")
_TOO_MANY: Final = _closing(
    "429 Too Many Requests",
    "Trop de demandes depuis cette adresse\u00a0: réessayez dans une minute.\n"
    "Too many requests from this address: try again in a minute.\n",
)
