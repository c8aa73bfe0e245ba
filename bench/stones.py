"""Pierres at many tables: three people and a shared screen, so four connections, of which each is told of every stone.
Whoever is asked plays one of the moves of their frame, whichever chance picks, as soon as it comes; when a game is over
the host begins the next."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final

import msgspec
from bench.endless import near
from bench.houses import House
from bench.processes import Broken
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

PEOPLE: Final = ("Ana", "Bob", "Zoé")
PRESET: Final = "classique"
FRAME, ANSWER = b'{"tell":"frame"', b'{"tell":"answer"'
PONG, BYE = b'{"tell":"pong"', b'{"tell":"bye"'
_ids = count(1)


class Asked(msgspec.Struct):
    id: str
    awaited: tuple[int, ...]


class Frame(msgspec.Struct):
    """As much of it as matters to somebody who plays by chance."""

    seat: int | None
    asks: tuple[Asked, ...]
    moves: tuple[msgspec.Raw, ...]
    outcome: Any


class Load:
    """What all tables of one house have done so far."""

    def __init__(self, seed: str) -> None:
        self.is_on = False
        self.moves = self.pongs = 0
        self.heard = self.said = 0
        """Bytes of messages, without what carries them."""
        self.chance = Random(seed)


_frame: Final = msgspec.json.Decoder(Frame).decode
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class Phone(WSListener):
    """One connection: a person's, or the screen's."""

    def __init__(self, load: Load) -> None:
        super().__init__()
        self.load = load
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._next: bytes | None = None
        """What to say once it is this house's turn."""
        self._done = ""
        self.refused: bytes | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        text = frame.get_payload_as_bytes()
        self.load.heard += len(text)
        if text.startswith(FRAME):
            # Most frames offer nothing: they are not looked at any further.
            if b'"moves":[]' not in text:
                self._look(_frame(text))
            elif b'"outcome":null' not in text:
                self._finish(_frame(text))
        elif text.startswith(ANSWER):
            self._hear(text)
        elif text.startswith(PONG):
            self.load.pongs += 1
        elif text.startswith(BYE):
            self.refused = text

    def _look(self, frame: Frame) -> None:
        for ask in frame.asks:
            if frame.seat in ask.awaited and ask.id != self._done and frame.moves:
                self._done = ask.id
                action = bytes(self.load.chance.choice(frame.moves))
                self._say(b'"do":"play","seat":%d,"ask":"%b","action":%b' % (frame.seat, ask.id.encode(), action))
                return

    def _finish(self, frame: Frame) -> None:
        if frame.outcome is not None and frame.seat == 0:
            self._say(b'"do":"again"')

    def _say(self, words: bytes) -> None:
        self._next = b'{"id":"s%d",%b}' % (next(_ids), words)
        if self.load.is_on:
            self.go()

    def go(self) -> None:
        """Say what waits."""
        if self._next is not None:
            self.load.said += len(self._next)
            self.transport.send(WSMsgType.TEXT, self._next)
            self._next = None

    def _hear(self, text: bytes) -> None:
        if self._answers:
            message = _decode(text)
            answer = self._answers.pop(message["id"], None)
            if answer is not None:
                answer.set_result(message)
                return
        if b'"ok":false' in text:
            self.refused = text
        else:
            self.load.moves += 1

    async def ask(self, **command: Any) -> dict[str, Any]:
        command["id"] = f"stone-{next(_ids):020}"
        answer = self._answers[command["id"]] = asyncio.get_running_loop().create_future()
        self.transport.send(WSMsgType.TEXT, _encode(command))
        told: dict[str, Any] = await asyncio.wait_for(answer, 60)
        if not told["ok"]:
            raise Broken(f"The house refuses {command['do']}: {told['refusal']}")
        return told


def _same(phone: Phone) -> Phone:
    return phone


async def seat(house: House, number: int, load: Load) -> list[Phone]:
    """A table that has begun; nobody is hurried, for other houses have their turn too."""
    phones = [Phone(load) for _ in range(len(PEOPLE) + 1)]
    for phone in phones:
        await ws_connect(partial(_same, phone), house.address, local_addr=(near(number), 0))
    host, *guests, screen = phones
    code = (await host.ask(do="open", game="pierres", name=PEOPLE[0], emblem=None))["table"]
    await host.ask(do="options", preset=PRESET)
    await host.ask(do="pace", pace="none")
    for place, guest in enumerate(guests, 1):
        await guest.ask(do="hello", table=code, keys=[], screen=False, language="fr")
        await guest.ask(do="sit", place=place, name=PEOPLE[place], emblem=None)
        await guest.ask(do="ready", place=place, ready=True)
    await screen.ask(do="hello", table=code, keys=[], screen=True, language="fr")
    await host.ask(do="start")
    return phones


class Stones:
    """All tables of one house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.load = Load("stones")
        self._phones: list[Phone] = []

    async def open(self, tables: int) -> None:
        for first in range(0, tables, 20):
            some = range(first, min(first + 20, tables))
            for phones in await asyncio.gather(*(seat(self.house, number, self.load) for number in some)):
                self._phones += phones

    async def play(self, seconds: float) -> float:
        """Microseconds of the house's CPU for one move."""
        self.load.is_on = True
        for phone in self._phones:
            phone.go()
        await asyncio.sleep(0.5)
        moves, used = self.load.moves, self.house.cpu()
        await asyncio.sleep(seconds)
        moves, used = self.load.moves - moves, self.house.cpu() - used
        self.load.is_on = False
        await asyncio.sleep(0.5)
        refused = next((phone.refused for phone in self._phones if phone.refused is not None), None)
        if refused is not None:
            raise Broken(f"The house {self.house.version.name} says {refused.decode()}")
        if not moves:
            raise Broken(f"Nobody moved at the house {self.house.version.name}.")
        return used / moves * 1e6

    async def ping(self, times: int) -> float:
        """Microseconds of the house's CPU for one question whether it is there, as pages ask it, and its answer."""
        self.load.pongs, used = 0, self.house.cpu()
        for _ in range(times):
            due = self.load.pongs + len(self._phones)
            for phone in self._phones:
                phone.transport.send(WSMsgType.TEXT, b'{"id":"p%d","do":"ping","sent":1}' % next(_ids))
            while self.load.pongs < due:
                await asyncio.sleep(0.01)
        return (self.house.cpu() - used) / self.load.pongs * 1e6

    def close(self) -> None:
        for phone in self._phones:
            phone.transport.disconnect()
