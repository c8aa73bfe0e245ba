"""One of two houses that are compared: what is due at one moment comes in the same order in both, and what goes out
leaves at once, each message with the moment at which it left."""

from __future__ import annotations

import asyncio
import heapq
import json
from collections.abc import Callable
from functools import cached_property
from itertools import count
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from zlib import crc32

from starlette.types import ASGIApp, Message, Scope
from tests.server.hall import Hall, MemoryStore, Visitor, Wall
from tests.server.venue import HandTimer

from tablee.games import Found
from tablee.server.net.http import make_app
from tablee.server.table import turns

_LAST: Final = 2**32
_ANSWER: Final = b'{"tell":"answer"'
_ids = count()


class SharedWall(Wall):
    """A twin's timers are all set anew, so which of two was set first says nothing. A table's clock comes last: when it
    has gone off, all else that was due at that moment has happened."""

    def at(self, when: int, do: Callable[[], None]) -> HandTimer:
        timer = HandTimer(do)
        place = _LAST if _is_clock(do) else crc32(f"{do.__module__} {do.__qualname__}".encode())
        heapq.heappush(self._timers, (when, place << 32 | next(_ids), timer))
        return timer

    @property
    def is_clock_next(self) -> bool:
        """Is nothing due before a table's clock?"""
        return self.next_at() is not None and _is_clock(self._timers[0][2].do)


def _is_clock(do: Callable[[], None]) -> bool:
    return do.__module__ == turns.__name__


class Sent(NamedTuple):
    """A message and when it left the house."""

    at: int
    text: bytes


class Device(Visitor):
    """Its line is never busy: a ping has the number, and a frame the view, of the moment at which it was due."""

    def __init__(self, hall: Hall, keys: tuple[str, ...]) -> None:
        super().__init__(hall, keys)
        self._sent: list[Sent] = []

    def deliver(self) -> None:
        now = self.hall.wall.now()
        self._sent += [Sent(now, text) for text in self.take()]

    def sent(self) -> list[Sent]:
        """All that left for it since the last time."""
        self.deliver()
        sent, self._sent = self._sent, []
        return sent

    def read(self) -> list[dict[str, Any]]:
        return [self.hear(text) for _, text in self.sent()]

    def is_answered(self, command: str) -> bool:
        self.deliver()
        return any(_is_answer(text, command) for _, text in self._sent)


def _is_answer(text: bytes, command: str) -> bool:
    return text.startswith(_ANSWER) and json.loads(text)["id"] == command


class Answer(NamedTuple):
    """What a request got."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Address(Hall):
    """A hall that also answers over HTTP."""

    wall: SharedWall
    edit_answer: Callable[[Answer], Answer] | None = None
    """Where something leaks."""
    digest: int | None = None
    """What a planted leak gives away instead of the truth."""

    def __init__(self, found: Found, seed: str, store: MemoryStore | None = None) -> None:
        self._devices: dict[Device, None] = {}
        self._logged = 0
        super().__init__([found], seed=seed, store=store, wall=SharedWall())

    def knock(self, *keys: str, address: str = "127.0.0.1") -> Device:
        device = Device(self, keys)
        self._devices[device] = None
        return device

    def visit(self, table: str | None = None, *keys: str, **hello: Any) -> Device:
        visitor = super().visit(table, *keys, **hello)
        assert isinstance(visitor, Device)
        return visitor

    def see_off(self, device: Device) -> None:
        del self._devices[device]
        device.leave()

    def tick(self) -> None:
        """The next thing happens, and whatever it has to tell goes out."""
        assert self.wall.next_at() is not None, "nothing is to happen any more"
        self.wall.tick()
        for device in self._devices:
            device.deliver()

    def pass_time(self, until: int, is_done: Callable[[], bool] = lambda: False) -> None:
        """At the very last moment the table's clock goes off only until something is done."""
        wall = self.wall
        while (when := wall.next_at()) is not None and when <= until:
            if when == until and wall.is_clock_next and is_done():
                break
            self.tick()
        wall.set(until)

    def logged(self) -> list[dict[str, Any]]:
        """What the log says since the last time, but for the hour."""
        text, before = self.log.getvalue(), self._logged
        self._logged = len(text)
        lines = [json.loads(line) for line in text[before:].splitlines()]
        return [{name: fact for name, fact in line.items() if name != "at"} for line in lines]

    @cached_property
    def _app(self) -> ASGIApp:
        return make_app(self.house, has_metrics=True)

    def get(self, path: str) -> Answer:
        answer = get(self._app, path)
        return answer if self.edit_answer is None else self.edit_answer(answer)


async def _here(do: Callable[..., Any], *words: Any) -> Any:
    """What a house does beside its loop: there is no loop here."""
    return do(*words)


def get(app: ASGIApp, path: str) -> Answer:
    """A request that need not wait for anything."""
    sent: list[Message] = []
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "headers": [(b"host", b"house")],
        "server": ("house", 80),
        "client": ("127.0.0.1", 1),
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    answer: Any = app(scope, receive, send)
    try:
        with patch.object(asyncio, "to_thread", _here):
            answer.send(None)
    except StopIteration:
        body = b"".join(part.get("body", b"") for part in sent[1:])
        return Answer(int(sent[0]["status"]), tuple(sent[0]["headers"]), body)
    raise AssertionError(f"{path} waits for something")
