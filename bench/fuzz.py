"""Hostile input cannot crash, stall or bloat: a million fuzzed frames against the house, beside honest tables.

    python bench/fuzz.py [--frames 1000000] [--sockets 200000] [--vandals 200] [--tables 10] [--processes 1]

First `frames` against the house in this process, spread over all games; then `sockets` more against the real server
with its own limits (30 messages a second for each connection). Vandals sit at tables of their own, watch others' or
come from nowhere; some also send what is no HTTP and no WebSocket at all. Honest pairs play morpion all the while;
from a move to its answer is measured. Nothing may be logged as a defect, and memory may not grow."""

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
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.cutting import games
from tests.server.fuzzing import Vandal, weather
from tqdm import tqdm
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.games import find

MORPION = str(Path(__file__).parents[1] / "examples" / "morpion.py")
GONE = (OSError, WebSocketException, EOFError)
PER_SECOND = 28


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


async def run(server: Server, wish: argparse.Namespace) -> tuple[Measure, int, float]:
    measure, codes, context = Measure(), list[str](), get_context("spawn")
    honest = [asyncio.ensure_future(play_honestly(server.address, measure, codes)) for _ in range(wish.tables)]
    while len(codes) < wish.tables:
        await asyncio.sleep(0.01)
    before = server.megabytes()
    sent: Synchronized[int] = context.Value("q", 0)
    share = wish.vandals // wish.processes
    vandals = [
        context.Process(target=send_frames, args=(server.port, codes, share, number, sent, wish.sockets))
        for number in range(wish.processes)
    ]
    for vandal in vandals:
        vandal.start()
    with tqdm(total=wish.sockets, unit=" frames") as bar:
        while any(vandal.is_alive() for vandal in vandals) and server.is_alive():
            await asyncio.sleep(0.5)
            bar.update(min(sent.value, wish.sockets) - bar.n)
    measure.is_over = True
    for task in await asyncio.gather(*honest, return_exceptions=True):
        if isinstance(task, BaseException):
            raise task
    return measure, sent.value, before


def storm_in_process(frames: int) -> bool:
    subjects, is_kept = list(games()), True
    print(f"{'in process':<12} {'frames':>10} {'unhandled':>10} {'kinds of answers':>17} {'honest moves':>13}")
    for found in subjects:
        began, share = time.monotonic(), frames // len(subjects)
        with tqdm(total=share, unit=" frames", desc=found.game.meta.id, leave=False) as bar:
            storm = weather(found, share, "bench", bar.update)
        print(f"{found.game.meta.id:<12} {storm.frames:>10,} {len(storm.wrong):>10,} {len(storm.codes):>17} "
              f"{storm.honest:>13,}   {time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
        for wrong in storm.wrong[:3]:
            print(f"    {wrong[:500]}")
        is_kept &= not storm.wrong
    return is_kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--sockets", type=int, default=200_000)
    parser.add_argument("--vandals", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    wish = parser.parse_args()
    is_kept = storm_in_process(wish.frames) if wish.frames else True
    if not wish.sockets:
        return 0 if is_kept else 1
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        began = time.monotonic()
        try:
            measure, frames, before = asyncio.run(run(server, wish))
            is_alive, after = server.is_alive(), server.megabytes()
        finally:
            server.stop()
        log = server.log.read_text().splitlines()
    waits = sorted(measure.waits)
    bad = [line for line in log if '"event": "defect"' in line or "Traceback" in line or "Error" in line]
    print(f"fuzzed frames                       {frames:>10,}")
    print(f"seconds                             {time.monotonic() - began:>10,.0f}")
    print(f"unhandled (defects in the log)      {len(bad):>10,}")
    print(f"server still there                  {'yes' if is_alive else 'NO':>10}")
    print(f"memory before, after (MB)           {before:>10,.0f} {after:>6,.0f}")
    print(f"honest moves, games                 {len(waits):>10,} {measure.games:>6,}")
    for name, share in (("median", 0.5), ("p99", 0.99), ("worst", 1.0)):
        print(f"honest {name:<28} {1000 * waits[min(len(waits) - 1, int(share * len(waits)))]:>10.1f} ms")
    for line in bad[:5]:
        print(line)
    return 0 if is_kept and is_alive and not bad else 1


if __name__ == "__main__":
    sys.exit(main())
