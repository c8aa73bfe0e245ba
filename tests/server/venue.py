"""A real server on a real port, with a clock that tests turn, and clients that speak the protocol over WebSockets."""

from __future__ import annotations

import asyncio
import heapq
import io
import json
import socket
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Self, TypeAlias

import uvicorn
import uvloop
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablee.games import find
from tablee.kernel.luck import seed_from
from tablee.server.bots.workers import InlineThinker
from tablee.server.house.house import House
from tablee.server.limits import LIMITS, Limits
from tablee.server.net.http import make_app
from tablee.server.outside import Chance, Log
from tablee.server.start import listen, make_config
from tablee.server.store.sqlite import SqliteStore

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("pierres", str(EXAMPLES / "morpion.py"), str(EXAMPLES / "buzzer.py"))
PATIENCE = 30
"""Seconds after which a test that waits for something has failed."""
Message: TypeAlias = dict[str, Any]

_ids = count(1)


def play_out(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run an asynchronous test, on the loop that houses have."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(bounded())


class HandWall:
    """Time passes when somebody turns the hands."""

    def __init__(self) -> None:
        self._now = 1_000_000
        self._timers: list[tuple[int, int, HandTimer]] = []

    def now(self) -> int:
        return self._now

    def at(self, when: int, do: Callable[[], None]) -> HandTimer:
        timer = HandTimer(do)
        heapq.heappush(self._timers, (when, next(_ids), timer))
        return timer

    def advance(self, ms: int) -> None:
        """Let this much time pass: what is due happens, in order, at its own moment."""
        end = self._now + ms
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if not timer.is_cancelled:
                timer.do()
        self._now = end


class HandTimer:
    def __init__(self, do: Callable[[], None]) -> None:
        self.do = do
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class LoadedDice(Chance):
    """Everything but the seeds of games is left to chance."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seeds = (seed_from(seed, number) for number in count())

    def seed(self) -> bytes:
        return next(self._seeds)


class Venue:
    """The house at an address of its own. `crash` ends it without a word, `start` opens it again on the same data."""

    def __init__(self, data: Path, limits: Limits = LIMITS, seed: str = "venue", address: str | None = None) -> None:
        self.data = data
        self.address = address
        self.limits = limits
        self.wall = HandWall()
        self.log = io.StringIO()
        self.sent: list[bytes] = []
        self._seed = seed
        self._clients: list[Client] = []

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self._clients:
            await client.close()
        await self.crash()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.store = SqliteStore(self.data, loop)
        self.house = House(
            [find(name) for name in GAMES],
            self.store,
            self.wall,
            InlineThinker(loop),
            limits=self.limits,
            log=Log(self.log),
            chance=LoadedDice(self._seed),
        )
        await self.serve(make_app(self.house, page=self.data / "page", address=self.address, has_metrics=True))

    async def serve(self, app: Starlette) -> None:
        listener = self.listen()
        self.port = listener.getsockname()[1]
        self.server = uvicorn.Server(make_config(app))
        self.server.config.load()
        self.server.lifespan = self.server.config.lifespan_class(self.server.config)
        await self.server.startup(sockets=[listener])

    def listen(self) -> socket.socket:
        return listen("127.0.0.1", 0)

    async def crash(self) -> None:
        """What is not durable now is lost."""
        for actor in self.house.tables.values():
            if actor.timer is not None:
                actor.timer.cancel()
        for connection in list(self.server.server_state.connections):
            connection.transport.abort()
        await self.server.shutdown()
        self.store.close()

    async def client(self, table: str | None = None, *keys: str, path: str = "/ws", **hello: Any) -> Client:
        socket = await connect(f"ws://127.0.0.1:{self.port}{path}", max_size=None, max_queue=None, compression=None)
        client = Client(socket, self)
        client.keys = list(keys)
        self._clients.append(client)
        await client.do("hello", table=table, keys=list(keys), language="en", **hello)
        return client

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """A plain HTTP request."""
        return await self.send("GET", path, b"", **headers)

    async def send(
        self, method: str, path: str, body: Message | bytes, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        host = headers.pop("host", f"127.0.0.1:{self.port}")
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", f"Content-Length: {len(content)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + content)
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
        return int(first.split()[1]), fields, body

    def limited(self, **limits: int) -> Self:
        self.limits = replace(self.limits, **limits)
        return self


class Refused(Exception):
    def __init__(self, refusal: Message) -> None:
        super().__init__(refusal["text"])
        self.code: str = refusal["code"]
        self.refusal = refusal


class Client:
    """Keeps the newest of everything it was told, and all bytes."""

    def __init__(self, socket: ClientConnection, venue: Venue) -> None:
        self.socket = socket
        self.venue = venue
        self.lobby: Message = {}
        self.packs: Message = {}
        """Those it was told last."""
        self.clock: Message = {}
        self.you: Message = {}
        self.frames: dict[int | None, Message] = {}
        self.captions: list[str] = []
        self.heard: list[Message] = []
        self.bytes: list[bytes] = []
        self.keys: list[str] = []
        self.bye: Message | None = None
        self.answers: dict[str, Message] = {}

    async def close(self) -> None:
        await self.socket.close()

    async def hear(self) -> Message:
        """The next message."""
        text = await self.socket.recv(decode=False)
        assert isinstance(text, bytes)
        self.bytes.append(text)
        message: Message = json.loads(text)
        self.heard.append(message)
        kind = message["tell"]
        if kind == "lobby":
            self.packs = self.packs if message["packs"] is None else message["packs"]
            table = message["table"]
            self.lobby, self.you = {**table, "options": {**table["options"], **self.packs}}, message["you"]
        elif kind == "frame":
            self.frames[message["seat"]] = message
            self.captions += [caption["code"] for caption in message["captions"]]
        elif kind == "clock":
            self.clock = message
        elif kind == "bye":
            self.bye = message
        elif kind == "answer":
            self.answers[message["id"]] = message
            if "key" in message:
                self.keys.append(message["key"])
        return message

    async def send(self, message: Message | str | bytes) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def do(self, do: str, **fields: Any) -> Message:
        """Send a command and wait for its answer; Refused if it was."""
        command = fields.pop("id", None) or f"command-number-{next(_ids)}"
        await self.send({"id": command, "do": do, **fields})
        await self.until(lambda: command in self.answers)
        answer = self.answers.pop(command)
        if not answer["ok"]:
            raise Refused(answer["refusal"])
        return answer

    async def until(self, is_so: Callable[[], object]) -> None:
        while not is_so():
            await self.hear()

    async def until_shown(self) -> None:
        """It has seen the game begin."""
        await self.until(lambda: self.frames)

    async def until_speed(self, speed: int) -> None:
        await self.until(lambda: self.clock.get("speed") == speed)

    async def until_closed(self) -> None:
        try:
            while True:
                await self.hear()
        except ConnectionClosed:
            return

    def asked(self, seat: int) -> Message | None:
        frame = self.frames.get(seat)
        asks = [ask for ask in frame["asks"] if seat in ask["awaited"]] if frame is not None else []
        return asks[0] if asks else None

    async def until_asked(self, seat: int) -> Message:
        await self.until(lambda: self.asked(seat))
        ask = self.asked(seat)
        assert ask is not None
        return ask

    async def until_open(self, ask: str, seat: int | None = None) -> None:
        """This ask is open, as this viewer sees it."""
        await self.until(lambda: any(shown["id"] == ask for shown in self.frames[seat]["asks"]))

    async def play(self, seat: int, move: int = 0, **fields: Any) -> Message:
        """Answer with one of the moves offered."""
        ask = await self.until_asked(seat)
        return await self.do("play", seat=seat, ask=ask["id"], action=self.frames[seat]["moves"][move], **fields)

    async def until_phase(self, phase: str) -> None:
        await self.until(lambda: self.lobby.get("phase") == phase)


async def open_table(venue: Venue, game: str, *names: str, **options: Any) -> tuple[str, list[Client]]:
    """A table with these people, each on a device of their own, all ready."""
    host = await venue.client()
    code = (await host.do("open", game=game, name=names[0], emblem=None))["table"]
    people = [host]
    for place, name in enumerate(names[1:], 1):
        guest = await venue.client(code)
        await guest.do("sit", place=place, name=name, emblem=None)
        await guest.do("ready", place=place, ready=True)
        people.append(guest)
    if options:
        await host.do("options", **options)
        for place, guest in enumerate(people[1:], 1):
            await guest.do("ready", place=place, ready=True)
    return code, people


async def start_table(venue: Venue, game: str, *names: str, **options: Any) -> tuple[str, list[Client]]:
    code, people = await open_table(venue, game, *names, **options)
    await people[0].do("start")
    for person in people:
        await person.until_shown()
    return code, people


async def play_whole(people: list[Client], move: Callable[[Client, int], int] = lambda *_: 0) -> None:
    """Everybody plays until the game is over."""

    async def play(client: Client, seat: int) -> None:
        done = ""
        while client.frames[seat]["outcome"] is None:
            ask = client.asked(seat)
            if ask is None or ask["id"] == done:
                await client.hear()
            else:
                done = ask["id"]
                await client.play(seat, move(client, seat))

    await asyncio.gather(*(play(client, seat) for seat, client in enumerate(people)))
