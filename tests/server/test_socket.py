"""The seam between uvicorn and picows: one port for pages and sockets, whole messages from frames, and no more in
memory than the other side will take."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from pathlib import Path

import pytest
import uvloop
from picows import WSCloseCode
from starlette.applications import Starlette
from tests.server.hall import some_table
from tests.server.venue import Venue, play_out, play_whole, start_table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.server.house.connection import Connection
from tablee.server.limits import Limits
from tablee.server.lobby import Place
from tablee.server.net.guard import address_of
from tablee.server.net.socket import SILENCE, Door, HouseProtocol, Session
from tablee.server.table.visit import Visit

PING = b'{"id":"x","do":"ping","sent":1}'


def masked(first: int, text: bytes = b"") -> bytes:
    """A frame as a client sends it; its mask of zeroes changes nothing."""
    assert len(text) < 126
    return bytes((first, 0x80 | len(text))) + bytes(4) + text


class Raw:
    """A client that sends any bytes it likes, and reads when told to."""

    async def open(self, venue: Venue, path: str, connection: str, **headers: str) -> None:
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", venue.port))
        self.reader, self.writer = await asyncio.open_connection(sock=plain, limit=1024)
        fields = {
            "Host": f"127.0.0.1:{venue.port}",
            "Upgrade": "websocket",
            "Connection": connection,
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.head = await self.reader.readuntil(b"\r\n\r\n")
        self.status = int(self.head.split()[1])

    async def frame(self) -> tuple[int, bytes]:
        first, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2))
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8))
        return first, await self.reader.readexactly(size)

    async def closed(self) -> int:
        """The code with which the server closes."""
        while (frame := await self.frame())[0] != 0x88:
            continue
        return int.from_bytes(frame[1][:2])


class Porch(Venue):
    """A venue for clients of that kind."""

    async def raw(self, path: str = "/ws", connection: str = "Upgrade", **headers: str) -> Raw:
        raw = Raw()
        await raw.open(self, path, connection, **headers)
        self.raws = [*getattr(self, "raws", ()), raw]
        return raw

    async def __aenter__(self) -> Porch:
        await super().__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        for raw in getattr(self, "raws", ()):
            raw.writer.transport.abort()
        await super().__aexit__()

    @property
    def door(self) -> Door:
        app = self.server.config.app
        assert isinstance(app, Starlette)
        door: Door = app.state.door
        return door

    def sessions(self) -> list[Session]:
        return [one for one in self.server.server_state.connections if isinstance(one, Session)]


def test_a_request_for_a_socket_is_read_as_browsers_write_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            for connection in ("Upgrade", "upgrade", "keep-alive, Upgrade"):
                raw = await venue.raw(connection=connection)
                assert raw.status == 101
                assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in raw.head  # RFC 6455, 1.3
            assert (await venue.raw(path="/ws?a=b")).status == 101
            for path in ("/", "/ws/", "/wss", "/t/ABCD", "/api/games"):
                assert (await venue.raw(path=path)).status == 403, path
            assert (await venue.raw(Sec_WebSocket_Key="")).status == 400
            assert (await venue.raw(Sec_WebSocket_Key="x" * 5000)).status == 403
            assert (await venue.raw(Sec_WebSocket_Version="12")).status == 400
            assert (await venue.get("/healthz"))[2] == b"ok\n"

    play_out(test)


def test_of_a_request_for_a_socket_nothing_is_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            before = requests()
            for _ in range(3):
                await venue.raw()
            assert len(venue.sessions()) == 3
            assert requests() == before
            assert not any(hasattr(session._socket.request, "headers") for session in venue.sessions())

    def requests() -> int:
        gc.collect()
        return sum(isinstance(one, HouseProtocol) for one in gc.get_objects())

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # the one that houses have
        runner.run(test())


def test_a_message_may_come_in_pieces_and_pings_between_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            raw = await venue.raw()
            raw.writer.write(masked(0x01, PING[:5]) + masked(0x89, b"are you there?") + masked(0x00, PING[5:9]))
            assert await raw.frame() == (0x8A, b"are you there?")
            raw.writer.write(masked(0x80, PING[9:]))
            first, text = await raw.frame()
            assert (first, json.loads(text)["tell"]) == (0x81, "pong")

    play_out(test)


@pytest.mark.parametrize("text", [masked(0x89), masked(0x8A), masked(0x01, b"{") + masked(0x00) * 8])
def test_frames_that_are_no_messages_are_counted_too(tmp_path: Path, text: bytes) -> None:
    async def test() -> None:
        async with Porch(tmp_path).limited(burst=8, rate=1) as venue:
            raw = await venue.raw()
            raw.writer.write(text * (9 // text.count(bytes(4))))
            while (frame := await raw.frame())[0] == 0x8A:
                continue
            assert json.loads(frame[1])["code"] == "too_fast"

    play_out(test)


def test_who_goes_on_after_good_bye_is_cut_off(tmp_path: Path) -> None:
    """At once, before it has even read why."""

    async def test() -> None:
        async with Porch(tmp_path).limited(burst=8, rate=1) as venue:
            raw = await venue.raw()
            raw.writer.write(masked(0x81, PING) * 20)
            try:
                said = await raw.reader.read()
            except ConnectionResetError:
                said = b""
            assert b"too_fast" not in said

    play_out(test)


@pytest.mark.parametrize("wrong", [masked(0xC1), masked(0x00)], ids=["a bit too many", "a piece of nothing"])
def test_what_breaks_the_protocol_is_looked_at_once(
    tmp_path: Path, wrong: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks: list[object] = []
    break_off = Session._break_off

    def count(self: Session, code: WSCloseCode, why: str) -> None:
        breaks.append(why)
        break_off(self, code, why)

    async def test() -> None:
        monkeypatch.setattr(Session, "_break_off", count)
        async with Porch(tmp_path) as venue:
            raw = await venue.raw()
            raw.writer.write(wrong * 20)
            assert await raw.closed() == 1002
            assert len(breaks) == 1

    play_out(test)


def test_what_breaks_the_protocol_closes_the_socket(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path, Limits(message=20)) as venue:
            broken = {
                "a piece of nothing": (masked(0x80, b"x"), 1002),
                "a message inside a message": (masked(0x01, b"x") + masked(0x81, b"y"), 1002),
                "an extension nobody agreed upon": (masked(0xC1, b"x"), 1002),
                "an unknown kind": (masked(0x83, b"x"), 1002),
                "no mask": (b"\x81\x01x", 1002),
                "too big a frame": (masked(0x81, b"x" * 81), 1009),
                "too big in pieces": (masked(0x01, b"x" * 80) + masked(0x00, b"x"), 1009),
            }
            for what, (sent, code) in broken.items():
                raw = await venue.raw()
                raw.writer.write(sent)
                assert await raw.closed() == code, what
                assert await raw.reader.read() == b"", what
            while venue.house.connections:
                await asyncio.sleep(0)

    play_out(test)


def test_who_closes_is_answered_with_the_same_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            for code in (1000, 1001, 4321):
                async with connect(f"ws://127.0.0.1:{venue.port}/ws") as client:
                    await client.close(code)
                    assert (client.close_code, client.protocol.close_sent) == (code, client.protocol.close_rcvd)
            raw = await venue.raw()
            raw.writer.write(masked(0x88))
            assert await raw.closed() == 1000

    play_out(test)


def test_text_that_is_none_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            raw = await venue.raw()
            raw.writer.write(masked(0x81, b'{"id":"x","do":"\xff"}'))
            assert json.loads((await raw.frame())[1])["refusal"]["code"] == "bad_message"

    play_out(test)


def test_frames_of_every_length(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            client = await venue.client()
            (connection,) = venue.house.connections
            for size in (0, 125, 126, 65_535, 65_536, 200_000):
                connection.tell(json.dumps({"tell": "x", "text": "x" * size}).encode())
                assert (await client.hear())["text"] == "x" * size

    play_out(test)


def test_what_is_told_in_one_turn_is_taken_and_written_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            client = await venue.client()
            (session,) = venue.sessions()
            (connection,) = venue.house.connections
            taken: list[int] = []
            take = Connection.take

            def counted(self: Connection) -> list[bytes]:
                texts = take(self)
                taken.append(len(texts))
                return texts

            try:
                Connection.take = counted  # type: ignore[method-assign]
                for _ in range(5):
                    connection.tell(b'{"tell":"x"}')
                assert taken == []
                await client.until(lambda: sum(said["tell"] == "x" for said in client.heard) == 5)
            finally:
                Connection.take = take  # type: ignore[method-assign]
            assert taken == [5]
            assert session.transport.get_write_buffer_size() == 0

    play_out(test)


def test_who_does_not_read_costs_no_memory_and_gets_the_newest_when_it_does(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            raw = await venue.raw()
            (session,) = venue.sessions()
            (connection,) = venue.house.connections
            visit = Visit(connection, some_table(), frozenset({"key"}))
            watch = visit.watches((Place("person", keys=("key",)),))[0]
            shown = 0
            while not session._is_paused:
                shown += 1
                visit.show(watch, b'"view":%d,"weight":"%b"' % (shown, b"x" * 50_000), (), b'"now":0', False)
                await asyncio.sleep(0)
            held = session.transport.get_write_buffer_size()
            for number in range(500):
                visit.show(watch, b'"view":"late %d"' % number, (), b'"now":0', False)
                await asyncio.sleep(0)
            assert session.transport.get_write_buffer_size() <= held
            views = [json.loads((await raw.frame())[1])["view"] for _ in range(shown + 1)]
            assert views == [*range(1, shown + 1), "late 499"]

    play_out(test)


def test_who_never_reads_is_told_good_bye_and_cut_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            raw = await venue.raw()
            (session,) = venue.sessions()
            (connection,) = venue.house.connections
            while not session._is_paused:
                connection.tell(b"x" * 100_000)
                await asyncio.sleep(0)
            while not connection.is_closing:
                connection.tell(b"more")
            await asyncio.sleep(0)
            last = b""
            while (frame := await raw.frame())[0] != 0x88:
                last = frame[1]
            assert json.loads(last)["code"] == "too_slow"

    play_out(test)


def test_who_is_silent_is_pinged_and_who_does_not_answer_has_gone(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            living, dead = await venue.client(), await venue.raw()
            for _ in range(3):
                for _ in range(SILENCE):
                    venue.door.sweep()
                await (await living.socket.ping())  # a whole round trip: other pings were answered before
            assert len(venue.house.connections) == 1
            assert await dead.frame() == (0x89, b"")
            assert await dead.reader.read() == b""
            await living.do("hello", table=None, keys=[])

    play_out(test)


def test_a_table_is_played_beside_one_that_does_not_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with Porch(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            raw = await venue.raw()
            raw.writer.write(masked(0x81, b'{"id":"h","do":"hello","table":"%b","keys":[]}' % code.encode()))
            await play_whole(people)
            await people[0].until_phase("over")

    play_out(test)


def test_a_proxy_on_this_machine_is_believed_and_no_other() -> None:
    assert address_of("127.0.0.1", "203.0.113.9, 198.51.100.7") == "198.51.100.7"
    assert address_of("::1", "198.51.100.7") == "198.51.100.7"
    assert address_of("127.0.0.1", "") == "127.0.0.1"
    assert address_of("192.0.2.5", "198.51.100.7") == "192.0.2.5"


def test_a_defect_closes_its_connection_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("this should not happen")

    async def test() -> None:
        async with Porch(tmp_path) as venue:
            unlucky, other = await venue.client(), await venue.client()
            with monkeypatch.context() as patch:
                patch.setattr(venue.house, "receive", stumble)
                await unlucky.send(PING)
                with pytest.raises(ConnectionClosed) as closed:
                    await unlucky.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1011
            assert '"error": "RuntimeError"' in venue.log.getvalue()
            await other.do("hello", table=None, keys=[])

    play_out(test)
