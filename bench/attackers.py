"""What a stranger does to cost the house more than it costs them, as cheaply as a sensible attacker would write it:
plain sockets, bytes made beforehand, many messages in one segment, and of what comes back no more read than is needed.

    python -m bench.attackers NAME SECONDS [--polite] < site.json

A polite one goes as soon as the house refuses it: then all it was allowed has been used. It prints how many tries it
made and the milliseconds of CPU they took, what was prepared beforehand not counted. All of it stays on this very
machine, and is over after so many seconds."""

from __future__ import annotations

import json
import random
import re
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

HERE = "127.0.0.1"
STRANGER = "127.0.0.2"
"""From here it comes. To the house this is another machine than its own, with the limits of any address."""
NO_PORT = 24
"""IP_BIND_ADDRESS_NO_PORT: to come from there costs as little as to come from anywhere."""
AT_ONCE = 16
"""Connections at each stage of a storm."""
BURST = 85
"""Messages a connection may send at once, nearly."""
GONE = (OSError, EOFError)
_buffer = bytearray(1 << 20)


class Site(NamedTuple):
    """What the attacker knows of the house."""

    port: int
    code: str
    """Of a table with a pack, at which many look on."""
    key: str
    """Of a seat at it."""
    record: str
    """Of a finished game."""


class Clock:
    """So long the attack lasts; a polite attacker stops when it is refused."""

    def __init__(self, seconds: float, *, is_polite: bool) -> None:
        self._end = time.monotonic() + seconds
        self.is_polite = is_polite

    def __iter__(self) -> Clock:
        return self

    def __next__(self) -> None:
        if time.monotonic() >= self._end:
            raise StopIteration

    def refused(self) -> None:
        if self.is_polite:
            self._end = 0


Attack = Callable[[Site, Clock], int]
"""How many tries were made."""


# Lines to the house.


def dial(site: Site, source: str = STRANGER) -> socket.socket:
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    line.settimeout(10)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Gone at once: an attacker keeps no ports waiting.
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    line.setsockopt(socket.IPPROTO_IP, NO_PORT, 1)
    line.bind((source, 0))
    line.connect((HERE, site.port))
    return line


def request(site: Site, path: str, *, method: str = "GET", body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: {HERE}:{site.port}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def handshake(site: Site) -> bytes:
    return (
        f"GET /ws HTTP/1.1\r\nHost: {HERE}:{site.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def framed(text: bytes, kind: int = 0x81) -> bytes:
    """A frame of a client. Its mask is zero, so that nothing has to be masked."""
    size = len(text)
    if size < 126:
        return bytes((kind, 0x80 | size)) + b"\0\0\0\0" + text
    return bytes((kind, 0x80 | 126)) + size.to_bytes(2, "big") + b"\0\0\0\0" + text


def told(**command: object) -> bytes:
    return framed(json.dumps({"id": f"attack-{next(_ids)}-{random.getrandbits(64):x}", **command}).encode())


_ids = count(1)


def read_until(line: socket.socket, wanted: bytes) -> bytes:
    found = b""
    while wanted not in found:
        piece = line.recv(1 << 16)
        if not piece:
            raise EOFError
        found += piece
    return found


def is_refused(line: socket.socket, *, is_awaited: bool = False) -> bool:
    """Has the house hung up, or said that it is too much?"""
    line.settimeout(10 if is_awaited else 0)
    try:
        size = line.recv_into(_buffer)
        return not size or _buffer.startswith(b"HTTP/1.1 4")
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        line.settimeout(10)


def drain(line: socket.socket) -> int:
    """All there is now."""
    line.setblocking(False)
    read = 0
    with suppress(*GONE):
        while size := line.recv_into(_buffer):
            read += size
    line.settimeout(10)
    return read


# HTTP.


def ask_for(path: str, *, method: str = "GET", body: bytes = b"", at_once: int = 20) -> Attack:
    """The same page, so many requests in one segment, all answers read."""

    def attack(site: Site, clock: Clock) -> int:
        one = request(site, path.format(*site), method=method, body=body)
        batch, tries, size = one * at_once, 0, 0
        line: socket.socket | None = None
        for _ in clock:
            try:
                if line is None:
                    line = dial(site)
                if not size:
                    line.sendall(one)
                    size = _size_of_answer(line)
                    tries += 1
                line.sendall(batch)
                tries += at_once
                left = at_once * size
                while left > 0:
                    read = line.recv_into(_buffer)
                    if not read:
                        raise EOFError
                    left -= read
            except GONE:
                clock.refused()
                if line is not None:
                    line.close()
                line = None
        return tries

    return attack


def _size_of_answer(line: socket.socket) -> int:
    found = read_until(line, b"\r\n\r\n")
    head, _, body = found.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    if b" 429 " in lines[0]:
        raise EOFError
    size = int(next(one for one in lines if one.startswith(b"content-length:")).split(b":")[1])
    while len(body) < size:
        body += line.recv(1 << 20)
    return len(head) + 4 + size


def half_requests(site: Site, clock: Clock) -> int:
    """As many connections as there can be, each with half a request; who is sent away comes back."""
    half, lines, tries = request(site, "/")[:-2], list[socket.socket](), 0
    for _ in clock:
        try:
            line = dial(site)
            line.sendall(half)
            tries += 1
            lines.append(line)
            if is_refused(lines[max(0, len(lines) - 20)]):
                clock.refused()
        except GONE:
            clock.refused()
        if len(lines) > 700:
            for line in lines[:350]:
                line.close()
            del lines[:350]
    return tries


def huge_headers(site: Site, clock: Clock) -> int:
    head = request(site, "/")[:-2] + b"X-Fill: " + b"x" * 100_000
    many = request(site, "/")[:-2] + b"".join(b"X-%d: x\r\n" % number for number in range(1_200)) + b"\r\n"
    tries = 0
    for _, text in zip(clock, cycle((head, many)), strict=False):
        tries += 1
        try:
            line = dial(site)
            line.sendall(text)
            if not line.recv_into(_buffer):
                clock.refused()
            line.close()
        except GONE:
            clock.refused()
    return tries


# Sockets.


def storm(
    make: Callable[[Site], Sequence[bytes]], at_once: int = BURST, greet: Callable[[Site], bytes] = handshake
) -> Attack:
    """One connection after another: the handshake; a little later so many messages in one segment; later still
    good-bye, so that the house has read all of it. Nobody waits for anything."""

    def attack(site: Site, clock: Clock) -> int:
        texts = make(site)
        groups = cycle([b"".join(texts[at : at + at_once]) for at in range(0, len(texts), at_once)])
        shake, tries = greet(site), 0
        knocking, storming = deque[socket.socket](), deque[socket.socket]()
        for _ in clock:
            with suppress(*GONE):
                line = dial(site)
                knocking.append(line)
                line.sendall(shake)
            with suppress(*GONE):
                if len(knocking) > AT_ONCE:
                    line = knocking.popleft()
                    storming.append(line)
                    if is_refused(line, is_awaited=clock.is_polite):
                        clock.refused()
                    else:
                        line.sendall(next(groups))
                        tries += at_once
            if len(storming) > AT_ONCE:
                line = storming.popleft()
                drain(line)
                line.close()
        for line in (*knocking, *storming):
            line.close()
        return tries

    return attack


def hellos(site: Site) -> list[bytes]:
    return [told(do="hello", table=site.code, keys=[], screen=False, language="fr") for _ in range(300)]


def openings(_: Site) -> list[bytes]:
    return [told(do="open", game="pierres", name=None, emblem=None) for _ in range(20_000)]


def guesses(_: Site) -> list[bytes]:
    luck = random.Random(1)
    codes = ["".join(luck.choices("ABCDEFGHJKLMNPRSTUVWXYZ", k=4)) for _ in range(300)]
    return [told(do="hello", table=code, keys=[], screen=False, language="fr") for code in codes]


def guesses_by_http(site: Site) -> list[bytes]:
    return [request(site, f"/api/tables/Q{number:03}") for number in range(900)]


def hostile(site: Site) -> list[bytes]:
    from tests.server.fuzzing import Vandal

    from tablee.games import find

    made = Vandal("bench", find("fil"), site.code, [site.key]).frames(2_000)
    texts = [one if isinstance(one, bytes) else one.encode("utf-8", "replace") for one in made]
    return [framed(text) for text in texts if len(text) < 16_000]


def says(site: Site) -> list[bytes]:
    """Somebody who sits at the full table talks as fast as may be."""
    hello = told(do="hello", table=site.code, keys=[site.key], screen=False, language="fr")
    return [hello, *(told(do="say", seat=0, channel="table", emote="bravo") for _ in range(BURST - 7))]


def in_pieces(_: Site) -> list[bytes]:
    """Messages of nearly a thousand empty pieces."""
    message = framed(b"{", 0x01) + framed(b"", 0x00) * 996 + framed(b"}", 0x80)
    return [message] * BURST


def pings(_: Site) -> list[bytes]:
    """Those of the protocol itself, which no message counts."""
    return [framed(b"", 0x89) * 2_000] * 40


def packs(site: Site) -> list[bytes]:
    """A table of one's own, which is given one bad pack after another."""
    line = dial(site)
    line.sendall(handshake(site))
    read_until(line, b"\r\n\r\n")
    line.sendall(told(do="open", game="fil", name=None, emblem=None))
    answer = json.loads(re.findall(rb'{"tell":"answer".*?}', read_until(line, b'"tell":"lobby"'))[0])
    line.close()
    hello = told(do="hello", table=answer["table"], keys=[answer["key"]], screen=False, language="fr")
    bad = bad_packs()
    texts = [told(do="options", options={**OPTIONS, "pack": bad[at % len(bad)]}) for at in range(BURST - 7)]
    return [hello, *texts]


OPTIONS = {
    "mode": "decouverte",
    "language": "fr",
    "target": "12",
    "schizo": False,
    "pense_bete": False,
    "debate": "printed",
    "first": "random",
}


def bad_packs() -> list[str]:
    most = 14_500
    return [
        "a." * 7_000 + "a = 1\n",
        'a="""\\"""b"""\n' + "".join(f"{'b.' * 40}k{number} = 1\n" for number in range(150)) + '#"""',
        "a = " + "9" * 5_000,
        '"' + '\\"' * (most // 2),
        "a=[" + "1," * (most // 2) + "]",
        "a=[" + "{b=1}," * (most // 6) + "]",
        "".join(f"[k{number}]\n" for number in range(1_700)),
    ]


def knocks(site: Site, clock: Clock) -> int:
    """Connect and hang up."""
    tries = 0
    for _ in clock:
        tries += 1
        with suppress(*GONE):
            dial(site).close()
    return tries


def visits(site: Site, clock: Clock) -> int:
    """The handshake of a WebSocket, and good-bye."""
    shake, tries = handshake(site), 0
    for _ in clock:
        tries += 1
        with suppress(*GONE):
            line = dial(site)
            line.sendall(shake)
            line.recv_into(_buffer)
            if not _buffer.startswith(b"HTTP/1.1 101"):
                clock.refused()
            _buffer[:12] = b" " * 12
            line.close()
    return tries


QUESTION = json.dumps({"records": None, "text": "a"}).encode()

ATTACKS: dict[str, Attack] = {
    "bad packs": storm(packs),
    "half requests": half_requests,
    "huge headers": huge_headers,
    "tables opened": storm(openings),
    "hello to a full table": storm(hellos, 14),
    "codes guessed": storm(guesses, 14),
    "codes guessed by HTTP": storm(guesses_by_http, 1, lambda site: request(site, "/api/tables/QQQQ")),
    "hostile frames": storm(hostile),
    "talk at a full table": storm(says),
    "messages in pieces": storm(in_pieces),
    "pings": storm(pings, 1),
    "/": ask_for("/"),
    "/api/games": ask_for("/api/games?lang=fr"),
    "/api/words": ask_for("/api/words/fil?lang=fr"),
    "/api/lessons": ask_for("/api/lessons/pierres?lang=fr", at_once=4),
    "/qr": ask_for("/qr/{1}.svg"),
    "/api/records": ask_for("/api/records/{3}?open=1", at_once=4),
    "/api/records/file": ask_for("/api/records/{3}/file", at_once=4),
    "/api/evenings": ask_for("/api/evenings", method="POST", body=QUESTION, at_once=10),
    "nothing there": ask_for("/nothing/there"),
    "connect and close": knocks,
    "handshake and close": visits,
}


def main() -> None:
    name, seconds = sys.argv[1], float(sys.argv[2])
    site = Site(*json.load(sys.stdin))
    attack = ATTACKS[name]
    # What is made beforehand is made, and what is imported imported.
    attack(site, Clock(0, is_polite=True))
    began = time.process_time()
    tries = attack(site, Clock(seconds, is_polite=sys.argv[3:] == ["--polite"]))
    print(json.dumps([tries, 1000 * (time.process_time() - began)]))


if __name__ == "__main__":
    main()
