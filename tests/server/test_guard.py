"""What comes to the door before the house looks at it: names, sizes, numbers and times of requests."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.venue import Venue, play_out

from tablee.server.limits import LIMITS, Buckets, Limits
from tablee.server.net.guard import Guard, address_of, host_name, is_own_origin
from tablee.server.net.socket import HouseProtocol


async def say(venue: Venue, text: bytes) -> int:
    """What the house answers to this, and then the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", venue.port)
    writer.write(text)
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1]) if answer else 0


def head(*lines: str, host: str = "localhost") -> bytes:
    return "".join(f"{line}\r\n" for line in ("GET /healthz HTTP/1.1", f"Host: {host}", *lines)).encode()


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (head() + b"a: " + b"x" * 40_000, 431),
        (head(*(f"h{number}: x" for number in range(100))) + b"\r\n", 431),
        (head("a: " + "x" * 20_000) + b"\r\n", 431),
        (b"GET /" + b"x" * 3_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (head("Host: localhost") + b"\r\n", 400),
        (head("Connection: close") + b"\r\n", 200),
        (b"GET /" + b"x" * 300 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
    ],
    ids=["bytes", "number", "one", "address", "nul", "nameless", "two-names", "fine", "long-name"],
)
def test_a_request_within_bounds(tmp_path: Path, text: bytes, status: int) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            assert await say(venue, text) == status
            assert "defect" not in venue.log.getvalue()

    play_out(test)


def test_a_request_that_does_not_become_whole_is_given_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(request_seconds=0) as venue:
            assert await say(venue, b"") == 408

    play_out(test)


def test_half_sent_requests_count_as_connections(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(connections=3) as venue:
            half = [await asyncio.open_connection("127.0.0.1", venue.port) for _ in range(3)]
            for _, writer in half:
                writer.write(head())
            assert await say(venue, head() + b"\r\n") == 429
            for _, writer in half:
                writer.transport.abort()
            while (await venue.get("/healthz"))[0] == 429:
                await asyncio.sleep(0)

    play_out(test)


def test_who_asks_too_much_is_asked_to_wait(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(requests_at_once=3, requests=1) as venue:
            assert [(await venue.get("/healthz"))[0] for _ in range(4)] == [200, 200, 200, 429]
            venue.wall.advance(1_000)
            assert [(await venue.get("/healthz"))[0] for _ in range(2)] == [200, 429]

    play_out(test)


async def knock(venue: Venue, address: str, text: bytes = b"") -> bytes:
    """How the answer begins, if there is one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", venue.port, local_addr=(address, 0))
    writer.write(text or head("Connection: close") + b"\r\n")
    try:
        return (await reader.read(65536))[:12]
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def test_of_who_has_asked_far_too_much_nothing_more_is_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(requests_at_once=2, requests=1) as venue:
            assert [await knock(venue, "127.0.0.2") for _ in range(3)] == [b"HTTP/1.1 200", b"HTTP/1.1 200", b""]
            assert await knock(venue, "127.0.0.3") == b"HTTP/1.1 200"
            # A proxy on this machine speaks for many: it is told that this one has to wait.
            assert [await knock(venue, "127.0.0.1") for _ in range(3)][2] == b"HTTP/1.1 429"
            venue.wall.advance(1_000)
            assert await knock(venue, "127.0.0.2") == b"HTTP/1.1 200"

    play_out(test)


def test_what_is_no_request_counts_for_many(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(requests_at_once=25, requests=1) as venue:
            many = head(*(f"h{number}: x" for number in range(100))) + b"\r\n"
            answers = [await knock(venue, "127.0.0.2", many) for _ in range(4)]
            assert answers == [b"HTTP/1.1 431"] * 3 + [b""]
            assert await knock(venue, "127.0.0.3") == b"HTTP/1.1 200"
            # A proxy speaks for many: what one of them sent is not held against the others.
            assert [await knock(venue, "127.0.0.1", many) for _ in range(9)] == [b"HTTP/1.1 431"] * 9

    play_out(test)


def test_who_hangs_up_is_answered_nothing_of_all_it_asked(tmp_path: Path) -> None:
    """Two questions in one segment, and the first is still thought about."""

    async def test() -> None:
        async with Venue(tmp_path).limited(guesses_at_once=1, guess_waits=500) as venue:
            guess = head().replace(b"/healthz", b"/api/tables/QQQQ") + b"\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", venue.port, local_addr=("127.0.0.2", 0))
            writer.write(guess)
            assert b'"exists":false' in await reader.read(65536)
            writer.write(2 * guess)
            (protocol,) = venue.server.server_state.connections
            assert isinstance(protocol, HouseProtocol)
            while len(protocol._answering) < 2:
                await asyncio.sleep(0)
            writer.transport.abort()
            while venue.server.server_state.connections:
                await asyncio.sleep(0)
            assert [cycle.disconnected for cycle in protocol._answering] == [True, True]

    play_out(test)


BAD_HOSTS = ("[::", "a b", "", "x" * 300, "a/b", "user@host", "h:99999", "höst", "[::1]:x")


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            for host in BAD_HOSTS:
                assert host_name(host) is None, host
                assert await say(venue, head(host=host) + b"\r\n") == 400, host
                assert not is_own_origin(f"http://{host}", "localhost", frozenset()), host
            assert "defect" not in venue.log.getvalue()

    play_out(test)


def test_a_foreign_name_is_not_ours_not_even_for_sockets(tmp_path: Path) -> None:
    """A page of the internet that gives this machine a name of its own would pass for a page of ours."""

    async def test() -> None:
        async with Venue(tmp_path, address="http://jeux.example:8000") as venue:
            assert (await venue.get("/", host="evil.example"))[0] == 421
            for host, status in (("evil.example", 421), ("jeux.example:8000", 101), ("salon.local", 101)):
                reader, writer = await asyncio.open_connection("127.0.0.1", venue.port)
                writer.write(
                    f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n"
                    "Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                    "Sec-WebSocket-Version: 13\r\n\r\n".encode()
                )
                assert int((await reader.readline()).split()[1]) == status, host
                writer.transport.abort()

    play_out(test)


def test_names_of_ones_own_network_and_those_that_were_named() -> None:
    guard = Guard(LIMITS, frozenset({"jeux.example"}))
    for host in ("localhost:8000", "192.168.1.20:8000", "[fe80::1]:80", "salon", "salon.local", "jeux.example"):
        assert guard.knows(host), host
    for host in ("evil.example", "jeux.example.evil.com", "192.168.1.20.evil.com", "local.evil.com"):
        assert not guard.knows(host), host


def test_addresses_of_one_line_count_as_one() -> None:
    assert address_of("2001:db8:1:2::1", "") == address_of("2001:db8:1:2:ffff::9", "") == "2001:db8:1:2::/64"
    assert address_of("2001:db8:1:3::1", "") != address_of("2001:db8:1:2::1", "")
    assert address_of("::ffff:192.0.2.1", "") == "192.0.2.1"
    assert address_of("127.0.0.1", "2001:db8:1:2::7") == "2001:db8:1:2::/64"
    assert address_of("127.0.0.1", "x" * 1000) == "x" * 64
    assert address_of("203.0.113.9", "198.51.100.7") == "203.0.113.9"


def test_a_bucket_fills_again_and_is_forgotten() -> None:
    buckets = Buckets(2, 0.5)
    assert [buckets.take("a", 0) for _ in range(3)] == [True, True, False]
    assert not buckets.take("a", 1_999)
    assert buckets.take("a", 2_000)
    for number in range(3_000):
        buckets.take(str(number), 10_000 * number)
    assert len(buckets._buckets) <= 1_001


def test_connections_of_one_address() -> None:
    guard = Guard(Limits(per_address=2))
    assert [guard.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert guard.enter("192.0.2.2")
    guard.leave("192.0.2.1")
    assert guard.enter("192.0.2.1")


def test_who_asks_in_vain_gets_in_all_the_same_once_there_is_room() -> None:
    """Where three hundred devices of a school came back at once and each try in vain cost them, none ever got in."""
    guard = Guard(LIMITS, frozenset())
    while guard.may_ask("192.0.2.1", 0):
        pass
    for now in range(0, 1_000, 5):
        guard.may_ask("192.0.2.1", now, LIMITS.requests_at_once)
    assert guard.may_ask("192.0.2.1", 1_000, LIMITS.requests)
