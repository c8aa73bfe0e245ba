"""A line to the house: one WebSocket that comes back by itself. What was asked and not answered is asked again with the
same id, so nothing is played twice."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

Message: TypeAlias = dict[str, Any]

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 2.5
HANDSHAKE: Final = 5
FINAL: Final = frozenset({"moved", "removed"})
"""After these goodbyes it would be rude to come back unasked."""

logging.getLogger("picows").setLevel(logging.CRITICAL + 1)


class Unreachable(Exception):
    """Nobody answers at this address."""


class NotLetIn(Exception):
    """The house has answered, and said why not. The message is its sentence."""


class Line:
    def __init__(
        self,
        url: str,
        hello: Callable[[], Message],
        hear: Callable[[Message], None],
        cut: Callable[[bool], None],
    ) -> None:
        """`hello`: what we say first, each time; `hear` is told everything that comes; `cut` that the line is lost
        (True) or back (False)."""
        self._url = url
        self._hello = hello
        self._hear = hear
        self._cut = cut
        self._transport: WSTransport | None = None
        self._waiting: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self._is_open = False
        self._is_over = False

    async def run(self) -> None:
        """Until it is closed, by us or for good by the house."""
        wait, has_been_there = FIRST_WAIT, False
        while not self._is_over:
            try:
                transport, _ = await ws_connect(
                    lambda: _Ear(self), self._url, websocket_handshake_timeout=HANDSHAKE, enable_auto_ping=True
                )
            except (OSError, TimeoutError, WSError) as error:
                if not has_been_there:
                    raise Unreachable from error
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)
                continue
            self._transport = transport
            greeting = asyncio.ensure_future(self._greet())
            await transport.wait_disconnected()
            self._is_open = False
            if greeting.done() and not greeting.cancelled():
                greeting.result()
                has_been_there, wait = True, FIRST_WAIT
            greeting.cancel()
            if not self._is_over:
                self._cut(True)
                await asyncio.sleep(wait)

    async def _greet(self) -> None:
        """Say who we are, then ask again what was not answered."""
        waiting = list(self._waiting.values())
        answer = await self._send({**self._hello(), "id": _new_id(), "do": "hello"})
        if not answer["ok"]:
            self.close()
            raise NotLetIn(answer["refusal"]["text"])
        self._is_open = True
        self._cut(False)
        for message, _ in waiting:
            self._write(message)

    async def ask(self, do: str, **fields: Any) -> Message:
        """The answer, however often the line breaks in between."""
        message = {**fields, "id": _new_id(), "do": do}
        if self._is_open:
            return await self._send(message)
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = (message, future)
        return await future

    def close(self) -> None:
        self._is_over = True
        if self._transport is not None:
            self._transport.disconnect()

    async def _send(self, message: Message) -> Message:
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = (message, future)
        self._write(message)
        try:
            return await future
        finally:
            if message["do"] == "hello":
                self._waiting.pop(message["id"], None)

    def _write(self, message: Message) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, json.dumps(message).encode())

    def receive(self, text: bytes) -> None:
        tell: Message = json.loads(text)
        match tell["tell"]:
            case "answer":
                _, future = self._waiting.pop(tell["id"], (None, None))
                if future is not None and not future.done():
                    future.set_result(tell)
            case "ping":
                self._write({"id": _new_id(), "do": "pong", "number": tell["number"]})
            case "bye":
                if tell["code"] in FINAL:
                    self._is_over = True
                self._hear(tell)
            case _:
                self._hear(tell)


class _Ear(WSListener):
    def __init__(self, line: Line) -> None:
        self._line = line
        self._parts: list[bytes] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            self._parts.append(frame.get_payload_as_bytes())
            if frame.fin:
                text = b"".join(self._parts)
                self._parts.clear()
                self._line.receive(text)


def _new_id() -> str:
    return secrets.token_urlsafe(16)
