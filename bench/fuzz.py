"""Hostile input cannot crash, stall or bloat: a million fuzzed frames against the house, beside honest tables.

    python bench/fuzz.py [--frames 1000000] [--sockets 1000000] [--each 50000] [--vandals 200] [--tables 10]
                         [--processes 1]

First `frames` against the house in this process, spread over all games; then `sockets` more against the real server
with its own limits (30 messages a second for each connection), each so many against a server of their own. Vandals sit
at tables of their own, watch others' or come from nowhere; some also send what is no HTTP and no WebSocket at all.
Honest pairs play morpion all the while; from a move to its answer is measured, 99 of 100 within 150 ms. Nothing may be
logged as a defect, and memory may not grow. Rows in build/frames.jsonl and build/sockets.jsonl; the same command goes
on where it was."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import ceil
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Breach, Counts, LongRun, Piece, make_parser, shares
from tests.server.cutting import games
from tests.server.fuzzing import HOUR, Vandal, weather
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.games import Found, find

MORPION = str(Path(__file__).parents[1] / "examples" / "morpion.py")
GONE = (OSError, WebSocketException, EOFError)
PER_SECOND = 28
LONGEST_P99 = 150
FIGURES = ("honest moves", "honest games", "MB before", "MB after")


class Server:
    def __init__(self, data: Path) -> None:
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data), "--game", MORPION]
        self.log = data / "log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablee.cli", *words], stdout=subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        line = next(line for line in self._process.stdout if b"http://" in line)
        self.port = int(line.rsplit(b":", 1)[1])

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class Phone:
    """One connection that speaks the protocol."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: dict[int | None, dict[str, Any]] = {}
        self.phase = ""

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["tell"] == "frame":
            self.frames[message["seat"]] = message
        elif message["tell"] == "lobby":
            self.phase = message["table"]["phase"]
        elif message["tell"] == "bye":
            raise EOFError(message["code"])
        return message

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        command = f"honest-{random.getrandbits(80):x}"
        await self.socket.send(json.dumps({"id": command, "do": do, **fields}))
        while True:
            message = await self.hear()
            if message["tell"] == "answer" and message["id"] == command:
                return message


async def open_table(phone: Phone) -> tuple[str, list[str]]:
    opened = await phone.ask("open", game="morpion", name=None, emblem=None)
    keys = [opened["key"], *[(await phone.ask("sit", name=name))["key"] for name in ("Ana", "Bob")]]
    await phone.ask("start")
    return opened["table"], keys


# The honest.


@dataclass(slots=True)
class Measure:
    waits: list[float] = field(default_factory=list)
    games: int = 0
    is_over: bool = False


async def play_honestly(address: str, measure: Measure, codes: list[str]) -> None:
    async with connect(address, compression=None, max_queue=None) as socket:
        phone, luck = Phone(socket), random.Random(0)
        code, _ = await open_table(phone)
        codes.append(code)
        while not measure.is_over:
            seat = next((seat for seat, frame in phone.frames.items() if frame["moves"]), None)
            if phone.phase == "over":
                measure.games += 1
                phone.frames.clear()
                await phone.ask("again")
                while len(phone.frames) < 2:
                    await phone.hear()
            elif seat is None:
                await phone.hear()
            else:
                await asyncio.sleep(luck.random() / 4)
                frame = phone.frames[seat]
                began = time.perf_counter()
                answer = await phone.ask("play", seat=seat, ask=frame["asks"][0]["id"], action=frame["moves"][0])
                measure.waits.append(time.perf_counter() - began)
                assert answer["ok"], answer
                while phone.frames[seat]["moves"] == frame["moves"] and phone.frames[seat]["outcome"] is None:
                    await phone.hear()


# The others.


def send_frames(port: int, codes: list[str], vandals: int, seed: int, sent: Synchronized[int], most: int) -> None:
    """Runs in a process of its own."""
    asyncio.run(_rage(port, codes, vandals, seed, sent, most))


async def _rage(port: int, codes: list[str], vandals: int, seed: int, sent: Synchronized[int], most: int) -> None:
    await asyncio.gather(*(_vandalise(port, codes, f"{seed}.{number}", sent, most) for number in range(vandals)))


async def _vandalise(port: int, codes: list[str], seed: str, sent: Synchronized[int], most: int) -> None:
    luck = random.Random(seed)
    await asyncio.sleep(luck.random())
    for visit in count():
        if sent.value >= most:
            return
        try:
            if luck.random() < 0.02:
                await _shout(port, luck)
            async with connect(f"ws://127.0.0.1:{port}/ws", compression=None, max_queue=None) as socket:
                await _visit(socket, codes, f"{seed}.{visit}", luck, sent, most)
        except GONE:
            await asyncio.sleep(luck.random())


async def _visit(
    socket: ClientConnection, codes: list[str], seed: str, luck: random.Random, sent: Synchronized[int], most: int
) -> None:
    phone, kind = Phone(socket), luck.randrange(3)
    code, keys = luck.choice(codes), list[str]()
    if kind == 0:
        code, keys = await open_table(phone)
    elif kind == 1:
        await phone.ask("hello", table=code, keys=[])
    reader = asyncio.ensure_future(_read(socket))
    try:
        for frame in Vandal(seed, find(MORPION), code, keys).frames(luck.randrange(200, 3000)):
            await socket.send(frame)
            with sent.get_lock():
                sent.value += 1
                if sent.value >= most:
                    return
            # Mostly as fast as is allowed; now and then faster.
            await asyncio.sleep(0 if luck.random() < 0.02 else 1 / PER_SECOND)
    finally:
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)


async def _read(socket: ClientConnection) -> None:
    while True:
        await socket.recv(decode=False)


async def _shout(port: int, luck: random.Random) -> None:
    """Bytes that are no HTTP, or no WebSocket after a proper handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    hello = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    junk = luck.randbytes(luck.randrange(1, 3000))
    writer.write(luck.choice((junk, hello + junk, hello[: luck.randrange(len(hello))], hello * 3)))
    try:
        await asyncio.wait_for(reader.read(65536), 1)
    except TimeoutError:
        pass
    finally:
        writer.close()


async def run(server: Server, frames: int, seed: int, wish: argparse.Namespace) -> tuple[Measure, int, float]:
    measure, codes, context = Measure(), list[str](), get_context("spawn")
    honest = [asyncio.ensure_future(play_honestly(server.address, measure, codes)) for _ in range(wish.tables)]
    while len(codes) < wish.tables:
        await asyncio.sleep(0.01)
    before = server.megabytes()
    sent: Synchronized[int] = context.Value("q", 0)
    share = wish.vandals // wish.processes
    seeds = [wish.processes * seed + number for number in range(wish.processes)]
    vandals = [
        context.Process(target=send_frames, args=(server.port, codes, share, one, sent, frames)) for one in seeds
    ]
    for vandal in vandals:
        vandal.start()
    try:
        while any(vandal.is_alive() for vandal in vandals) and server.is_alive():
            await asyncio.sleep(0.5)
    finally:
        for vandal in vandals:
            vandal.terminate()
    measure.is_over = True
    for task in await asyncio.gather(*honest, return_exceptions=True):
        if isinstance(task, BaseException):
            raise task
    return measure, sent.value, before


def storm(found: Found, frames: int, seed: str) -> Counts:
    """In this process."""
    storm = weather(found, frames, seed)
    if storm.wrong:
        raise Breach(f"{len(storm.wrong)} of {frames}: {storm.wrong[0][:500]}")
    return {"frames": storm.frames, "refused": storm.frames - storm.codes["ok"], "honest moves": storm.honest}


def besiege(frames: int, seed: int, wish: argparse.Namespace) -> Counts:
    """The real server."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            measure, sent, before = asyncio.run(run(server, frames, seed, wish))
            is_alive, after = server.is_alive(), server.megabytes()
        finally:
            server.stop()
        log = server.log.read_text().splitlines()
    bad = [line for line in log if '"event": "defect"' in line or "Traceback" in line or "Error" in line]
    if bad or not is_alive:
        raise Breach(f"the server is {'there' if is_alive else 'gone'}, defects: {bad[:5]}")
    waits = Counter(f"{ceil(1000 * wait)} ms" for wait in measure.waits)
    figures = {"frames": sent, "honest moves": len(measure.waits), "honest games": measure.games}
    return {**figures, "MB before": round(before), "MB after": round(after), **waits}


def house_pieces(frames: int) -> Iterator[Piece]:
    subjects = list(games())
    for found in subjects:
        for number, size in shares(ceil(frames / len(subjects)), HOUR):
            yield Piece(found.game.meta.id, f"bench.{number}, {size}", partial(storm, found, size, f"bench.{number}"))


def socket_pieces(wish: argparse.Namespace) -> Iterator[Piece]:
    for number, size in shares(wish.sockets, wish.each):
        name = f"{number}, {size} frames, {wish.vandals} vandals, {wish.tables} tables"
        yield Piece("sockets", name, partial(besiege, size, number, wish))


def tell_waits(counts: Counts) -> bool:
    """How long the honest waited. True: 99 in 100 no longer than they may."""
    waits = sorted((int(name.split()[0]), times) for name, times in counts.items() if name.endswith(" ms"))
    moves, shares_of = sum(times for _, times in waits), {"median": 0.5, "p99": 0.99, "p99.9": 0.999, "worst": 1.0}
    if not moves:
        return True
    found = {}
    for name, share in shares_of.items():
        passed = 0
        for wait, times in waits:
            passed += times
            if passed >= share * moves:
                found[name] = wait
                break
        print(f"honest {name:<10} at most {found[name]:>6} ms")
    return found["p99"] <= LONGEST_P99


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--sockets", type=int, default=1_000_000)
    parser.add_argument("--each", type=int, default=50_000)
    parser.add_argument("--vandals", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    wish = parser.parse_args()
    in_house = LongRun("frames", wish, ("frames", "refused", "honest moves"))
    if not in_house.make(house_pieces(wish.frames)):
        return 1
    sieges = LongRun("sockets", wish, ("frames", *FIGURES), most=FIGURES[2:])
    is_kept = sieges.make(socket_pieces(wish))
    return 0 if tell_waits(sieges.all()) and is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
