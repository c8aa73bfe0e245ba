"""One writer as the house sees it: a process, and the line to it."""

from __future__ import annotations

import select
import socket
import subprocess
import sys
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from tablee.server.store.pipe import Leave, Open, Order, Report, ear_of_house, written

COMMAND: Final = (sys.executable, "-m", "tablee.server.store.writer")
PIECE: Final = 1 << 18


class Gone(Exception):
    """The writer is no more."""


class WriterProcess:
    def __init__(self, loop: AbstractEventLoop, command: tuple[str, ...], lock: int, opening: Open) -> None:
        """Started, and asked to open the file. While it lives nobody else has the folder: `lock` is passed on to it."""
        self._loop = loop
        self._ear = ear_of_house()
        self._unsent = bytearray()
        """What the line did not take at once."""
        self._line, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(
                (*command, str(other.fileno())),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(other.fileno(), lock),
            )
        self._line.setblocking(False)
        self.say(opening)

    @property
    def pid(self) -> int:
        return self._process.pid

    def first_word(self) -> Report:
        """At the opening of the house, when nobody waits yet: until it is ready, or says why not."""
        while True:
            select.select([self._line], [], [])
            for report in self._hear_more():
                return report

    def listen(self, take: Callable[[Report], None], gone: Callable[[], None]) -> None:
        """From now on, on the loop."""

        def hear() -> None:
            try:
                reports = self._hear_more()
            except Gone:
                gone()
                return
            for report in reports:
                take(report)

        self._loop.add_reader(self._line, hear)

    def say(self, order: Order) -> None:
        """Never waits: what the line does not take goes later."""
        text = written(order)
        if not self._unsent:
            text = text[self._send(text) :]
            if not text:
                return
            self._loop.add_writer(self._line, self._say_on)
        self._unsent += text

    def _say_on(self) -> None:
        del self._unsent[: self._send(self._unsent)]
        if not self._unsent:
            self._loop.remove_writer(self._line)

    def _send(self, text: bytes | bytearray) -> int:
        try:
            return self._line.send(text)
        except BlockingIOError:
            return 0
        except OSError:
            return len(text)  # it has gone, which will be heard

    def _hear_more(self) -> list[Report]:
        try:
            more = self._line.recv(PIECE)
        except BlockingIOError:
            return []
        except OSError:
            more = b""
        if not more:
            raise Gone
        return self._ear.hear(more)

    # Its end.

    def finish(self, seconds: float) -> Iterator[Report]:
        """Let it do what it was asked for and go; what it says meanwhile. The loop stands still."""
        self._turn_away()
        self._unsent += written(Leave())
        until = time.monotonic() + seconds
        with suppress(Gone):
            while (left := until - time.monotonic()) > 0:
                can_read, can_write, _ = select.select([self._line], [self._line] if self._unsent else [], [], left)
                if can_write:
                    del self._unsent[: self._send(self._unsent)]
                if can_read:
                    yield from self._hear_more()

    def kill(self) -> None:
        """It says nothing more but what it has said, and is heard no more on the loop."""
        self._turn_away()
        self._process.kill()

    @property
    def has_gone(self) -> bool:
        return self._process.poll() is not None

    def last_words(self) -> Iterator[Report]:
        """What it still said. To be asked once it has gone."""
        with suppress(Gone):
            while reports := self._hear_more():
                yield from reports
        self._line.close()

    def end(self) -> None:
        """Whatever it does: the house closes, or never opened."""
        self.kill()
        self._process.wait()
        self._line.close()

    def _turn_away(self) -> None:
        self._loop.remove_reader(self._line)
        self._loop.remove_writer(self._line)
