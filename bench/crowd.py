"""A crowd for benchmarks: tables of two phones that play morpion after morpion on some server, as lightly as can be, so
that the server is measured and not the crowd. What is sent is written beforehand; of what arrives only the first bytes
are looked at."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

MOVES = 7
"""A morpion whose cells are taken in order is won by the first player's fourth mark."""
ASKS = b'"asks":[{"id":"'
AGAIN = b'","do":"again"}'
FRAME, ANSWER = b'{"tell":"frame"', b'{"tell":"answer"'
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

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        text = frame.get_payload_as_bytes()
        if text.startswith(FRAME):
            self.table.shown(text)
        elif text.startswith(ANSWER):
            if self.answers:
                message = _decode(text)
                answer = self.answers.pop(message["id"], None)
                if answer is not None:
                    answer.set_result(message)
            if b'"ok":false' in text:
                raise SystemExit(f"the server refuses: {text!r}")
        elif text.startswith(b'{"tell":"bye"') and self.table.load.is_on:
            raise SystemExit(f"the server says good-bye: {text!r}")

    def send(self, text: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, text)

    async def ask(self, **command: Any) -> dict[str, Any]:
        command["id"] = f"bench-{next(_ids)}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.answers[command["id"]] = answer
        self.send(_encode(command))
        return await answer


def _same(phone: Phone) -> Phone:
    return phone


@cache
def plays(prefix: bytes) -> list[bytes]:
    """What is sent for the moves of one game, but for the id."""
    plain = b'","do":"play","seat":%d,"ask":"%b%d.mark","action":{"type":"Mark","cell":%d}}'
    return [plain % (turn % 2, prefix, turn, turn) for turn in range(MOVES)]


def prefix(text: bytes) -> bytes:
    """What stands before an ask's own id, from the second game of a table on."""
    game, colon, _ = text.partition(ASKS)[2].partition(b'"')[0].partition(b":")
    return game + colon if colon else b""


class Table:
    """Once both phones have seen the last move, the next one is made."""

    game = "morpion"

    def __init__(self, load: Load) -> None:
        self.load = load
        self.phones: list[Phone] = []
        self.plays = plays(b"")
        self.turn = 0
        """Which move comes next; after the last one a new game does."""
        self.told = 0
        self.sent_at = 0.0
        self.is_waiting = False
        """Is a move on its way?"""
        self.code = ""
        self.keys: list[str] = []

    async def connect(self, address: str, near: str | None = None) -> None:
        """`near`: the address these people come from."""
        for _ in range(2):
            phone = Phone(self)
            await ws_connect(partial(_same, phone), address, local_addr=None if near is None else (near, 0))
            self.phones.append(phone)

    async def open(self) -> None:
        """Of the house: two people sit down."""
        host, guest = self.phones
        opened = await host.ask(do="open", game=self.game, name="Ana", emblem=None)
        self.code = opened["table"]
        await guest.ask(do="hello", table=self.code, keys=[], screen=False, language="fr")
        seated = await guest.ask(do="sit", place=1, name="Bob", emblem=None)
        self.keys = [opened["key"], seated["key"]]
        await guest.ask(do="ready", place=1, ready=True)

    async def start(self) -> None:
        """From now on the clock runs: the first move is due within its time."""
        self.turn = MOVES
        await self.phones[0].ask(do="start")

    def leave(self) -> None:
        for phone in self.phones:
            phone.transport.disconnect()

    def shown(self, text: bytes) -> None:
        self.told += 1
        if self.told < 2:
            return
        self.told = 0
        self.is_waiting = False
        load = self.load
        if self.turn < MOVES:
            load.moves += 1
            load.waits.append(time.perf_counter() - self.sent_at)
            self.turn += 1
        else:
            self.turn = 0
            self.plays = plays(prefix(text))
        if not load.is_on:
            return
        if load.every is None:
            self.move()
        else:
            wait = self.sent_at + load.every - time.perf_counter()
            asyncio.get_running_loop().call_later(max(0.0, wait), self.move)

    def move(self) -> None:
        self.sent_at = time.perf_counter()
        self.is_waiting = True
        turn = self.turn
        end, seat = (self.plays[turn], turn % 2) if turn < MOVES else (AGAIN, 0)
        self.phones[seat].send(b'{"id":"b%d%b' % (next(_ids), end))


def percentile(waits: list[float], percent: int) -> float:
    """In milliseconds."""
    return sorted(waits)[len(waits) * percent // 100] * 1000


def set_off(crowd: list[Table], load: Load, call_later: Callable[..., object]) -> None:
    """All begin, spread over one interval."""
    load.is_on = True
    for number, table in enumerate(crowd):
        call_later((load.every or 0) * number / len(crowd), table.move)
