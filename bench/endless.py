"""Endless tic-tac-toe (bench/peers/endless.py) on several servers at once: each has its tables and its load, all stand
still but one, and every server has its turn within seconds, so that the machine's moods hit them alike."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

import msgspec
from bench.colyseus import INSTALLED, PEERS
from bench.crowd import Load, Table
from bench.houses import House
from bench.processes import Broken, end

GAME: Final = PEERS / "endless.py"
WARM: Final = 0.5
"""Seconds of playing before what is measured."""
AT_ONCE: Final = 50
SETTLE: Final = 1.5
"""Seconds until memory is looked at."""


class Server(Protocol):
    port: int

    def cpu(self) -> float: ...

    def kibibytes(self) -> float: ...


class Told(msgspec.Struct):
    """What the load says of one slice."""

    seconds: float
    p50: float
    p99: float
    worst: float
    load: float
    """Cores that it used itself."""
    refused: int
    dropped: int
    stalled: int


class Slice(msgspec.Struct):
    """One turn of one server."""

    cpu: float
    """Microseconds for one move, of the server and its children."""
    rate: float
    """Moves a second."""
    told: Told


class Played:
    """The load of one server, a process of its own."""

    def __init__(self, server: Server, kind: str, tables: int, lines: Sequence[str]) -> None:
        self._server, self._kind, self._tables, self._lines = server, kind, tables, lines

    async def __aenter__(self) -> Played:
        self._folder = TemporaryDirectory(prefix="tablee-bench-")
        file = Path(self._folder.name) / "clients"
        file.write_text("".join(f"{line}\n" for line in self._lines), "utf-8")
        words = [self._kind, str(self._server.port), "/ws", str(self._tables), str(file)]
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            str(INSTALLED / "loadgen"), *words, stdin=pipe, stdout=pipe
        )
        try:
            await self._hear(150)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await end(self._process)
        self._folder.cleanup()

    async def play(self, seconds: float, rate: int = 0) -> Slice:
        """So many seconds, at so many moves a second (0: as many as go)."""
        await self.begin(seconds, rate)
        before = self._server.cpu()
        moves = await self.moves(seconds)
        used = self._server.cpu() - before
        told = await self.told()
        return Slice(used / moves * 1e6, moves / told.seconds, told)

    async def begin(self, seconds: float, rate: int = 0) -> None:
        """It plays; what is measured begins now."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{rate} {WARM} {seconds}\n".encode())
        await self._hear(WARM + 30)

    async def moves(self, seconds: float) -> int:
        """How many were made; what is measured ends now."""
        return int(await self._hear(seconds + 30))

    async def told(self) -> Told:
        """After the last moves have arrived."""
        told = msgspec.json.decode(await self._hear(30), type=Told)
        if told.refused or told.stalled:
            raise Broken(f"{self._kind} refused {told.refused} moves, and {told.stalled} tables stand still.")
        return told

    async def _hear(self, patience: float) -> bytes:
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), patience)
        except TimeoutError:
            raise Broken(f"The load of {self._kind} is silent for {patience:.0f} s.") from None
        if not line:
            raise Broken(f"The load of {self._kind} ended.")
        return line


class EndlessTable(Table):
    """Somebody has to open it, sit down and begin; then the load takes over, by the keys."""

    game = "endless"


async def open_tables(house: House, tables: int) -> tuple[list[EndlessTable], list[str]]:
    """Tables at which all wait for the first move, and the hello of each client."""
    load = Load()
    crowd = [EndlessTable(load) for _ in range(tables)]
    for first in range(0, tables, AT_ONCE):
        some = list(enumerate(crowd[first : first + AT_ONCE], first))
        await asyncio.gather(*(table.connect(house.address, near(number)) for number, table in some))
        await asyncio.gather(*(table.open() for _, table in some))
        await asyncio.gather(*(table.start() for _, table in some))
    return crowd, [hello(table.code, key) for table in crowd for key in table.keys]


def near(table: int) -> str:
    """The address from which a table's people come: few from each, as the load does it."""
    return f"127.0.0.{2 + table // 20}"


def hello(code: str, key: str) -> str:
    words = {"id": f"hello-{key}"[:40], "do": "hello", "table": code, "keys": [key], "screen": False, "language": "fr"}
    return msgspec.json.encode(words).decode()
