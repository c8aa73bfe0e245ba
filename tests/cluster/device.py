"""One device: it comes to any node, plays, and when its line is gone comes back to another one and sends again what was
not answered. All that it sent and was told stands in a file, its story."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TextIO

from tests.cluster.machines import Machine, Site
from tests.server.ledger import Lost
from tests.server.venue import Message
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from tests.cluster.people import Party

GONE: Final = (OSError, WebSocketException, EOFError, TimeoutError)
KNOCKS: Final = 1.5
"""Seconds within which a node takes a socket."""
ENTERS: Final = 5.0
"""Seconds until whoever is not shown their table tries another node: longer than a node asks for one of a dead node."""
CHANGES_MIND: Final = 0.3
"""How often somebody whose move was not kept makes another one instead: then it must not be kept after all."""
NOT_NOW: Final = ("not_kept", "not_read", "house_full")
"""The house could not do it: it did not happen, and can be asked for again."""
TOO_LATE: Final = ("too_late", "too_soon", "stand_in", "not_playing", "not_now", "no_table")
"""Somebody else was quicker, or a clock. Then it is no move, and must be in no record."""
NOT_READY: Final = ("not_ready", "seats", "playing", "not_over", "still_here")
OWNED_WITHIN: Final = 4.0
"""Seconds within which somebody owns a table that is asked for: 2 s of silence, 2 s to claim it and set it up."""


@dataclass(slots=True)
class _Try:
    """To be shown the table by this node."""

    machine: int
    began: float
    ended: float

    def within(self, began: float, ended: float, site: Site) -> float:
        began, ended = max(self.began, began), min(self.ended, ended)
        return site.calm(began, ended, self.machine) if began < ended else 0.0


@dataclass(slots=True)
class _Visit:
    """What is known since this line was there."""

    lobby: Message = field(default_factory=dict)
    frames: dict[int | None, Message] = field(default_factory=dict)
    answers: dict[str, Message] = field(default_factory=dict)
    answered_on: Message | None = None
    """The frame on which the last move was made."""


class Device:
    """The first of its party is the host's, the last one is a screen without any key."""

    def __init__(self, party: Party, number: int, luck: random.Random) -> None:
        self._party = party
        self._crowd = party.crowd
        self._tally = party.crowd.tally
        self._manners = party.crowd.manners
        self._number = number
        self._luck = luck
        self.name = f"{party.number}.{number}"
        self.keys: list[str] = []
        self.story: TextIO = (party.crowd.folder / f"{self.name}.story").open("w", encoding="utf-8")
        self._commands = 0
        self._failures = 0
        """In a row, of being shown the table."""
        self._is_ready = False
        self._doubtful: Message | None = None
        """The command whose answer has not come."""
        self._old: list[Message] = []
        """Moves that were acknowledged, the last of them."""
        self._now = _Visit()
        self._tries: list[_Try] = []
        self._lost_at: float | None = None
        self._socket: ClientConnection
        host = [{"do": "options", **party.setting.options}, {"do": "pace", "pace": "none"}]
        people, bots_too = party.setting.people, party.setting.people + party.setting.bots
        bots = [{"do": "bot", "level": "random", "place": place} for place in range(people, bots_too)]
        self._steps: list[Message] = [*host, *bots] if number == 0 else []

    @property
    def _is_host(self) -> bool:
        return self._number == 0

    @property
    def _is_screen(self) -> bool:
        return self._number == self._party.setting.people

    async def live(self) -> None:
        """Until the crowd ends, through every fault."""
        if not self._is_host:
            await self._party.is_open.wait()
        while True:
            machine = self._crowd.site.some_node(self._luck)
            if machine is not None:
                try:
                    address = f"ws://127.0.0.1:{machine.port}/ws"
                    async with asyncio.timeout(KNOCKS):
                        self._socket = await connect(address, compression=None, max_queue=None, ping_interval=None)
                    try:
                        await self._visit(machine)
                        return
                    finally:
                        self._socket.transport.abort()
                except GONE:
                    pass
            first, longest = self._manners.comes_back
            await asyncio.sleep(min(longest, first * 2**self._failures) * self._luck.uniform(0.5, 1.5))
            self._failures += 1

    def _write(self, kind: str, text: str) -> None:
        self.story.write(f"{time.monotonic():.3f} {kind} {text}\n")

    # One visit.

    async def _visit(self, machine: Machine) -> None:
        self._now = _Visit()
        self._tally.visits += 1
        self._write("visit", machine.name)
        one = _Try(machine.number, time.monotonic(), 0.0)
        try:
            await self._enter()
        except GONE:
            one.ended = time.monotonic()
            self._tries.append(one)
            raise
        one.ended = time.monotonic()
        self._tries.append(one)
        self._note_wait(one.ended)
        self._failures = 0
        try:
            await self._stay()
        except GONE:
            self._lost_at = time.monotonic()
            raise

    def _note_wait(self, now: float) -> None:
        site, tally = self._crowd.site, self._tally
        parts = pairwise([self._tries[0].began, *site.begun(self._tries[0].began), now])
        wait = max(sum(one.within(*part, site) for one in self._tries) for part in parts)
        if self._lost_at is not None:
            tally.aways.append(now - self._lost_at)
        if wait > OWNED_WITHIN:
            tally.slow += 1
            self._write("slow", f"{wait:.2f} {self._tries}")
        tally.longest_wait = max(tally.longest_wait, wait)
        self._tries.clear()

    async def _enter(self) -> None:
        """Until the table is shown."""
        if self._is_host and self._party.code is None:
            opening = {"do": "open", "game": self._party.setting.game, "name": "Host", "emblem": None}
            await self._do(self._doubtful or opening)
        else:
            hello = {"do": "hello", "table": self._party.code, "keys": self.keys, "language": "en"}
            answer = await self._ask(hello, ENTERS)
            if not answer["ok"]:
                if answer["refusal"]["code"] in NOT_NOW:
                    raise EOFError(answer["refusal"]["code"])
                raise Lost(f"device {self.name} is not let in: {answer['refusal']}")
        while not self._now.lobby or (self._now.lobby["phase"] != "lobby" and not self._now.frames):
            await self._hear_or_go(ENTERS)

    async def _stay(self) -> None:
        if self._doubtful is not None:
            self._tally.repeated += 1
            await self._do(self._doubtful)
        if self._old and self._luck.random() < 0.3:
            self._tally.again += 1
            await self._send(self._luck.choice(self._old))  # whatever is answered, nothing happens
        while not self._crowd.is_ending:
            await self._act()

    async def _act(self) -> None:
        """The next thing to do, or to hear."""
        step = self._next_step()
        if step is not None:
            await self._do(step)
            return
        ask = self._asked()
        if ask is None:
            await self._hear(self._manners.idle, is_idle=True)
            return
        await self._think(ask)
        ask = self._asked()
        if ask is not None:
            self._now.answered_on = self._now.frames[self._number]
            action = self._luck.choice(self._moves())
            await self._do({"do": "play", "seat": self._number, "ask": ask["id"], "action": action})

    def _next_step(self) -> Message | None:
        """On the way to a game, or to the next one."""
        lobby = self._now.lobby
        if self._is_screen:
            return None
        if self._steps:
            return self._steps[0]
        if lobby["phase"] == "lobby" and not self._is_host:
            if not self.keys:
                return {"do": "sit", "place": self._number, "name": f"Guest {self._number}", "emblem": None}
            if not self._is_ready:
                return {"do": "ready", "place": self._number, "ready": True}
        if not self._is_host:
            return None
        if lobby["phase"] == "over":
            return {"do": "again"}
        people = [place for place in lobby["places"] if place["kind"] == "person"]
        is_ready = len(people) == self._party.setting.people and all(place["ready"] for place in people[1:])
        return {"do": "start"} if lobby["phase"] == "lobby" and is_ready else None

    def _asked(self) -> Message | None:
        """What this device has not answered yet."""
        frame = self._now.frames.get(self._number)
        if self._is_screen or frame is None or frame is self._now.answered_on or not self._moves():
            return None
        return next((ask for ask in frame["asks"] if self._number in (ask["awaited"] or ask["seats"])), None)

    def _moves(self) -> Sequence[Message]:
        said = self._party.setting.said
        return self._now.frames[self._number]["moves"] or ([] if said is None else [said])

    async def _think(self, ask: Message) -> None:
        """Nobody is quicker than a person can be where that would be a guess. What is told meanwhile is heard."""
        seconds = self._luck.uniform(0.16, 0.3) if ask["race"] else self._luck.uniform(*self._manners.thinks)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            await self._hear(left)

    # Commands.

    async def _do(self, command: Message) -> None:
        """Until it is answered it is doubtful, and is sent again under the same id, here or elsewhere."""
        if "id" not in command:
            self._commands += 1
            command["id"] = f"d{self.name.replace('.', '-')}-{self._commands}-{self._luck.getrandbits(64):016x}"
        self._doubtful = command
        for number in range(3):
            if self._luck.random() < 0.05 and command["do"] != "open":
                self._tally.again += 1
                await self._send(command)  # a double click
            answer = await self._ask(command)
            if answer["ok"] or answer["refusal"]["code"] not in NOT_NOW:
                self._doubtful = None
                self._take(command, answer)
                return
            self._tally.sentences += 1
            if command["do"] == "play" and self._luck.random() < CHANGES_MIND:
                self._doubtful = None
                return
            until = time.monotonic() + self._manners.asks_again * (number + 1)
            while (left := until - time.monotonic()) > 0:
                await self._hear(left)
        raise EOFError("another node may keep it")

    def _take(self, command: Message, answer: Message) -> None:
        """What was acknowledged is the player's from this moment on."""
        do, code = command["do"], None if answer["ok"] else answer["refusal"]["code"]
        if code is not None:
            self._tally.late += 1
            known = TOO_LATE if do == "play" else (*TOO_LATE, *NOT_READY)
            if code not in known:
                raise Lost(f"device {self.name}: {command} was refused: {answer['refusal']}")
            return
        if do == "open":
            self._party.code = answer["table"]
        if "key" in answer:
            self.keys.append(answer["key"])
        if self._steps and do == self._steps[0]["do"]:
            del self._steps[0]
            if not self._steps:
                self._party.is_open.set()
        elif do == "ready":
            self._is_ready = True
        elif do in ("start", "again"):
            self._tally.games += 1
        elif do == "play":
            self._tally.acknowledged += 1
            self._party.acknowledged += 1
            self._crowd.news.set()
            self._old = [*self._old[-20:], command]

    async def _ask(self, command: Message, within: float | None = None) -> Message:
        command.setdefault("id", f"h{self.name.replace('.', '-')}-{self._luck.getrandbits(64):016x}")
        await self._send(command)
        until, number = time.monotonic() + (within or self._manners.answers), command["id"]
        self._now.answers.pop(number, None)
        while number not in self._now.answers:
            if (left := until - time.monotonic()) <= 0:
                raise EOFError("no answer")
            await self._hear(left)
        return self._now.answers.pop(number)

    async def _send(self, command: Message) -> None:
        text = json.dumps(command)
        self._write("sent", text)
        await self._socket.send(text)

    async def _hear_or_go(self, within: float | None = None) -> None:
        if not await self._hear(within or self._manners.answers):
            raise EOFError("nothing is heard")

    async def _hear(self, seconds: float, *, is_idle: bool = False) -> bool:
        """The next message, within this time."""
        try:
            async with asyncio.timeout(seconds):
                text = await self._socket.recv(decode=False)
        except TimeoutError:
            if is_idle:
                self._now.answered_on = None
                await self._send({"id": "still-there", "do": "ping", "sent": 1})
                await self._hear_or_go()
            return False
        assert isinstance(text, bytes)
        self._tally.told += 1
        self._write("told", text.decode())
        message: Message = json.loads(text)
        match message["tell"]:
            case "frame":
                self._now.frames[message["seat"]] = message
            case "lobby":
                self._now.lobby = message["table"]
            case "answer":
                self._now.answers[message["id"]] = message
            case "ping":
                await self._socket.send(json.dumps({"id": "pong", "do": "pong", "number": message["number"]}))
            case "bye":
                raise EOFError(message["code"])
        return True
