"""How fast the house plays: moves a second and milliseconds from a move to the last seat told, all durable.

Two-seat morpion tables on one server process, two WebSockets a table, every table plays on as soon as both saw the last
move. The clients run in this process, so on two cores the server has one for itself.

    python bench/server.py [seconds]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tablee.games import find
from tablee.server.limits import Limits
from tablee.server.logs import Log
from tablee.server.start import Settings, listen, run_house

MORPION = Path(__file__).parents[1] / "examples" / "morpion.py"
WIDE_OPEN = Limits(rate=10**6, burst=10**6, connections=10**5, per_address=10**5, tables=10**5)
_ids = count(1)
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


@dataclass(slots=True)
class Load:
    """What all tables have done so far."""

    is_on: bool = False
    moves: int = 0
    waits: list[float] = field(default_factory=list)
    every: float | None = None
    """Seconds between two moves of one table; None: at once."""


class Phone(WSListener):
    """One seat's connection."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__()
        self.table = table
        self.seat = seat
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = _decode(frame.get_payload_as_bytes())
        kind = message["tell"]
        if kind == "frame":
            self.table.shown(message)
        elif kind == "answer" and message["id"] in self.answers:
            self.answers.pop(message["id"]).set_result(message)
        elif kind == "bye":
            raise SystemExit(f"the server says good-bye: {message}")

    def tell(self, **command: Any) -> str:
        command["id"] = f"bench-{next(_ids)}"
        self.transport.send(WSMsgType.TEXT, _encode(command))
        return str(command["id"])

    async def ask(self, **command: Any) -> dict[str, Any]:
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.answers[self.tell(**command)] = answer
        result = await answer
        assert result["ok"], result
        return result


def _same(phone: Phone) -> Phone:
    return phone


class Table:
    def __init__(self, load: Load) -> None:
        self.load = load
        self.phones: list[Phone] = []
        self.turn = -1
        self.told = 0
        self.sent_at = 0.0

    async def open(self, address: str) -> None:
        for seat in (0, 1):
            phone = Phone(self, seat)
            await ws_connect(partial(_same, phone), address)
            self.phones.append(phone)
        host, guest = self.phones
        code = (await host.ask(do="open", game="morpion", name="Ana", emblem=None))["table"]
        await guest.ask(do="hello", table=code, keys=[], screen=False, language="fr")
        await guest.ask(do="sit", place=1, name="Bob", emblem=None)
        await guest.ask(do="ready", place=1, ready=True)

    def shown(self, frame: dict[str, Any]) -> None:
        """Once both have seen the last move, the next one is made."""
        if frame["snapshot"]:
            self.turn, self.told = 0, self.told % 2
        self.told += 1
        if self.told < 2:
            return
        self.told = 0
        load = self.load
        if not frame["snapshot"]:
            load.moves += 1
            load.waits.append(time.perf_counter() - self.sent_at)
            self.turn += 1
        self.marks, self.is_over = frame["board"]["marks"], frame["outcome"] is not None
        if load.is_on:
            self.go_on()

    def go_on(self) -> None:
        if self.load.every is None:
            self.move()
        else:
            wait = self.sent_at + self.load.every - time.perf_counter()
            asyncio.get_running_loop().call_later(max(0.0, wait), self.move)

    def move(self) -> None:
        self.sent_at = time.perf_counter()
        if self.is_over:
            self.phones[0].tell(do="again")
            return
        taken = self.marks[0] | self.marks[1]
        cell = next(cell for cell in range(9) if not taken >> cell & 1)
        action = {"type": "Mark", "cell": cell}
        self.phones[self.turn % 2].tell(do="play", seat=self.turn % 2, ask=f"{self.turn}.mark", action=action)

    async def start(self) -> None:
        await self.phones[0].ask(do="start")


class Server:
    def __init__(self, folder: str) -> None:
        self._folder = folder

    async def __aenter__(self) -> Server:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--serve", self._folder, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        self.address = f"ws://127.0.0.1:{int(await self._process.stdout.readline())}/ws"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.kill()
        await self._process.wait()

    def kibibytes(self) -> int:
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def cpu(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100


async def measure(tables: int, seconds: float, offered: int | None = None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        async with Server(folder) as server:
            load = Load(every=None if offered is None else tables / offered)
            empty = server.kibibytes()
            crowd = [Table(load) for _ in range(tables)]
            for start in range(0, tables, 50):
                await asyncio.gather(*(table.open(server.address) for table in crowd[start : start + 50]))
            await asyncio.gather(*(table.start() for table in crowd))
            await asyncio.sleep(0.5)
            idle = (server.kibibytes() - empty) / (2 * tables)
            load.is_on = True
            for number, table in enumerate(crowd):
                asyncio.get_running_loop().call_later((load.every or 0) * number / tables, table.move)
            await asyncio.sleep(min(1.0, seconds / 3))
            load.moves, before, began = 0, server.cpu(), time.perf_counter()
            load.waits.clear()
            await asyncio.sleep(seconds)
            took, cpu = time.perf_counter() - began, server.cpu() - before
            load.is_on = False
            waits = sorted(load.waits)
            middle, late = waits[len(waits) // 2] * 1000, waits[len(waits) * 99 // 100] * 1000
            shown = "flat out" if offered is None else f"{offered}/s"
            rate, core = load.moves / took, cpu / took
            return f"{tables:>6} {shown:>9} {rate:>9.0f} {middle:>8.1f} {late:>8.1f} {core:>6.2f} {idle:>9.1f}"


async def run(seconds: float) -> None:
    print("tables   offered   moves/s   p50 ms   p99 ms  cores  KiB/seat")
    for tables, offered in ((100, None), (500, None), (2000, None), (500, 1000)):
        print(await measure(tables, seconds, offered), flush=True)


def serve(folder: str) -> None:
    listener = listen("127.0.0.1", 0)
    settings = Settings([find(str(MORPION))], Path(folder), host="127.0.0.1", limits=WIDE_OPEN, log=Log(is_quiet=True))
    run_house(settings, listener, lambda address: print(address.rsplit(":", 1)[1], flush=True))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        uvloop.run(run(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
