"""Time in the simulator of many houses: one clock that moves only when it is told to, and a loop for each process.

A process that is stopped does not turn its loop: what comes for it waits, and its timers are late when it goes on. Who
turns which loop when is decided by the clock and the order in which the loops were made: the same steps give the same
run."""

from __future__ import annotations

import asyncio
import heapq
from asyncio import events
from collections import deque
from collections.abc import Callable
from typing import Any, Final

RESTLESS: Final = 20_000
"""If loops turn so often at one moment it never ends."""


class _NoSelector:
    """Nothing comes from outside, and nobody waits."""

    def select(self, _: float | None) -> list[object]:
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """The loop of one process of the world. It is asyncio's own but for the time and for what comes from outside."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _timer_cancelled_count: int

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        self._selector = _NoSelector()
        self.is_stopped = False
        """SIGSTOP."""
        self.defects: list[str] = []
        """What nobody caught."""
        self.set_exception_handler(self._note)

    def time(self) -> float:
        return self._world.now

    def _process_events(self, _: list[object]) -> None:
        return

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.defects.append(f"{context['message']}: {type(error).__name__} {error}")

    def next_at(self) -> float | None:
        """When it has something to do."""
        if self.is_stopped or self.is_closed():
            return None
        if self._ready:
            return self._world.now
        timers = self._scheduled
        while timers and timers[0].cancelled():
            heapq.heappop(timers)
            self._timer_cancelled_count -= 1
        return max(timers[0].when(), self._world.now) if timers else None

    def turn(self) -> None:
        """Once."""
        events._set_running_loop(self)
        try:
            self._run_once()  # type: ignore[attr-defined]
        finally:
            events._set_running_loop(None)

    def end(self) -> None:
        """Its process has died: what it was about is forgotten. Whatever it reached must be out of its reach."""
        self.set_exception_handler(lambda *_: None)
        while tasks := asyncio.all_tasks(self):
            for task in tasks:
                task.cancel()
            self.turn()
        self.close()


class World:
    def __init__(self) -> None:
        self.now = 1_000.0
        """Seconds."""
        self.is_restless = False
        """A timer rang for ever at one moment."""
        self._loops: list[VirtualLoop] = []
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0

    def add(self, loop: VirtualLoop) -> None:
        self._loops.append(loop)

    def end(self, loop: VirtualLoop) -> None:
        self._loops.remove(loop)
        loop.end()

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        """What happens between the processes."""
        self._number += 1
        heapq.heappush(self._events, (self.now + seconds, self._number, do))

    def advance(self, seconds: float) -> None:
        """All that happens until then, in order."""
        end, moment, turns = self.now + seconds, self.now, 0
        while True:
            loop_at, loop = self._next_loop()
            event_at = self._events[0][0] if self._events else None
            when = min((at for at in (loop_at, event_at) if at is not None), default=None)
            if when is None or when > end:
                break
            self.now = max(self.now, when)
            if event_at is not None and event_at <= self.now:
                heapq.heappop(self._events)[2]()
            elif loop is not None:
                loop.turn()
            turns = turns + 1 if self.now == moment else 0
            moment = self.now
            if turns > RESTLESS:
                self.is_restless = True
                return
        self.now = end

    def settle(self) -> None:
        """All that happens at this very moment."""
        self.advance(0)

    def _next_loop(self) -> tuple[float | None, VirtualLoop | None]:
        soonest, found = None, None
        for loop in self._loops:
            at = loop.next_at()
            if at is not None and (soonest is None or at < soonest):
                soonest, found = at, loop
        return soonest, found

    def close(self) -> None:
        """No process is left."""
        self._events.clear()
        for loop in list(self._loops):
            self.end(loop)
