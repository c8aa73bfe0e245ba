"""Killing the real server at random points while clients play, and comparing what was acknowledged with what is found.

Each client plays morpion on a table of its own, both seats, as fast as it is answered, and remembers every move that
was acknowledged. After each kill it comes back, sends its last unanswered command again under the same id, and looks
at the board: every acknowledged move must be there, in order, and none twice."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

EXAMPLES = Path(__file__).parents[2] / "examples"
GONE = (OSError, WebSocketException, EOFError)


class Lost(Exception):
    """A promise was broken. The message says which."""


@dataclass(slots=True)
class Tally:
    kills: int = 0
    commands: int = 0
    acknowledged: int = 0
    repeated: int = 0
    games: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def acknowledge(self) -> None:
        self.acknowledged += 1
        self.news.set()

    async def reach(self, wanted: int, tasks: list[asyncio.Task[None]]) -> None:
        """Wait until so many are acknowledged. A player that stopped has found something wrong."""
        while self.acknowledged < wanted:
            self.news.clear()
            waiting = asyncio.ensure_future(self.news.wait())
            await asyncio.wait((waiting, *tasks), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            for task in tasks:
                if task.done():
                    task.result()


class Server:
    """`tablee serve` as a process of its own."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._process: asyncio.subprocess.Process | None = None
        self.port = 0
        self.is_up = asyncio.Event()

    async def start(self) -> None:
        command = ["-m", "tablee.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self._data), "--game", str(EXAMPLES / "morpion.py")]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            if b"http://" in line:
                self.port = int(line.rsplit(b":", 1)[1])
                self.is_up.set()
                return
        raise Lost("the server did not come up again")

    async def kill(self) -> None:
        assert self._process is not None
        self.is_up.clear()
        self._process.send_signal(signal.SIGKILL)
        await self._process.communicate()


@dataclass(slots=True)
class Player:
    """One client at one table, on both seats."""

    number: int
    server: Server
    luck: random.Random
    tally: Tally
    code: str | None = None
    keys: list[str] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    """Acknowledged, in order: seats take turns."""
    doubtful: dict[str, Any] | None = None
    """The command whose answer has not come."""
    commands: int = 0
    frame: dict[str, Any] = field(default_factory=dict)
    phase: str = ""

    async def live(self) -> None:
        """Play until cancelled, through every kill."""
        while True:
            await self.server.is_up.wait()
            try:
                address = f"ws://127.0.0.1:{self.server.port}/ws"
                async with connect(address, compression=None, max_queue=None, close_timeout=0) as socket:
                    await self._visit(socket)
            except GONE:
                await asyncio.sleep(0)

    async def _visit(self, socket: ClientConnection) -> None:
        self.frame, self.phase = {}, ""
        if self.code is None:
            await self._open(socket)
        else:
            await self._ask(socket, {"do": "hello", "table": self.code, "keys": self.keys, "screen": True})
        while not self.phase:
            await self._hear(socket)
        if self.doubtful is not None:
            self.tally.repeated += 1
            await self._do(socket, self.doubtful)
        while True:
            await self._go_on(socket)

    async def _open(self, socket: ClientConnection) -> None:
        """Until all is answered the table does not count: a half-opened one is left alone."""
        keys = []
        opened = await self._ask(socket, {"do": "open", "game": "morpion", "name": None, "emblem": None})
        keys.append(opened["key"])
        keys += [(await self._ask(socket, {"do": "sit", "name": name}))["key"] for name in ("Ana", "Bob")]
        await self._ask(socket, {"do": "hello", "table": opened["table"], "keys": keys, "screen": True})
        self.code, self.keys = opened["table"], keys

    async def _go_on(self, socket: ClientConnection) -> None:
        if self.phase == "lobby":
            await self._do(socket, {"do": "start"})
        elif not self.frame:
            await self._hear(socket)
        elif self.phase == "over" or self.frame["outcome"] is not None:
            self._compare()
            await self._until(socket, lambda: self.phase == "over")
            self.tally.games += 1
            await self._do(socket, {"do": "again"})
        else:
            self._compare()
            turn = len(self.marks)
            cell = self.luck.choice([cell for cell in range(9) if cell not in self.marks])
            action = {"type": "Mark", "cell": cell}
            await self._do(socket, {"do": "play", "seat": turn % 2, "ask": f"{turn}.mark", "action": action})

    async def _do(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        """Until it is answered it is doubtful, and is sent again under the same id."""
        if "id" not in command:
            self.commands += 1
            command["id"] = f"player-{self.number}-command-{self.commands}"
        self.doubtful = command
        self.tally.commands += 1
        answer = await self._ask(socket, command)
        self.doubtful = None
        self.tally.acknowledge()
        if command["do"] in ("start", "again"):
            self.marks = []
            await self._until(socket, lambda: self.phase == "playing" and self._shown() == 0)
        elif answer["ok"]:
            self.marks.append(command["action"]["cell"])
            await self._until(socket, lambda: self._shown() >= len(self.marks))
        else:
            raise Lost(f"{command} was refused: {answer['refusal']}")

    async def _ask(self, socket: ClientConnection, command: dict[str, Any]) -> dict[str, Any]:
        command.setdefault("id", f"visit-{self.luck.getrandbits(80):x}")
        await socket.send(json.dumps(command))
        while True:
            message = await self._hear(socket)
            if message["tell"] == "answer" and message["id"] == command["id"]:
                return message

    async def _hear(self, socket: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["tell"] == "frame" and message["seat"] is None:
            self.frame = message
        elif message["tell"] == "lobby":
            self.phase = message["table"]["phase"]
        elif message["tell"] == "bye":
            raise EOFError(message["code"])
        return message

    async def _until(self, socket: ClientConnection, is_so: Any) -> None:
        while not is_so():
            await self._hear(socket)

    def _shown(self) -> int:
        return sum(mark.bit_count() for mark in self.frame["board"]["marks"]) if self.frame else -1

    def _compare(self) -> None:
        """Is the board just what was acknowledged?"""
        wanted = [sum(1 << cell for cell in self.marks[seat::2]) for seat in (0, 1)]
        if self.frame["board"]["marks"] != wanted:
            raise Lost(f"table of player {self.number}: acknowledged {wanted}, found {self.frame['board']['marks']}")


async def kill_again_and_again(data: Path, kills: int, players: int, seed: int, progress: Any = None) -> Tally:
    """Lost is raised as soon as a promise is broken."""
    luck, tally, server = random.Random(seed), Tally(), Server(data)
    await server.start()
    crowd = [Player(number, server, random.Random(luck.random()), tally) for number in range(players)]
    tasks = [asyncio.ensure_future(player.live()) for player in crowd]
    try:
        for _ in range(kills):
            # A random number of acknowledgements later, in the middle of whatever is being done.
            wanted = tally.acknowledged + luck.randrange(1, 12 * players)
            await tally.reach(wanted, tasks)
            await asyncio.sleep(luck.random() / 500)  # not always just after an answer
            await server.kill()
            tally.kills += 1
            if progress is not None:
                progress()
            await server.start()
        await tally.reach(tally.acknowledged + 4 * players, tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.kill()
    return tally
