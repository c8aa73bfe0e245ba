"""The clock on the wall, as an argument, so that tests can turn it."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Protocol

from tablee.kernel.game import Ms


class Timer(Protocol):
    def cancel(self) -> None: ...


class Wall(Protocol):
    def now(self) -> Ms: ...

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        """Do this then, on the loop."""


class LoopWall:
    """The loop's own clock, which never jumps."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop

    def now(self) -> Ms:
        return int(self._loop.time() * 1000)

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        # A timer may fire a hair early: ask for the first moment at which `now` shows `when`.
        return self._loop.call_at(when / 1000 + 0.0005, do)
