"""Where bots think: in worker processes, so that the house never waits for them.

A bot stays in one worker for a whole game and is shown every frame of its seat, as text, in order. A worker that dies
takes its bots' memories along; they are seated again and see the board as it is."""

from __future__ import annotations

import os
import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, NamedTuple, Protocol, TypeAlias

from tablee.arena.entrants import AnyBot, find_bots
from tablee.games import find
from tablee.kernel.frames import Frame
from tablee.kernel.game import Board, Hand, Ms, Seat
from tablee.kernel.luck import Luck, SeededLuck
from tablee.server.show.tools import AnyWire, tools_of


class BotAt(NamedTuple):
    """Which bot: this level of this game, at this seat. `id` is unique for life."""

    id: str
    game: str
    level: str
    seat: Seat
    seed: bytes


class Thought(NamedTuple):
    """The answer to one ask, None to stay silent, and how long a person would have taken."""

    ask: str
    takes: Ms
    action: str | None


Thoughts: TypeAlias = Callable[[Sequence[Thought] | None], None]
"""Called on the loop; with None where the bot could not think."""


class Thinker(Protocol):
    def warm_up(self) -> None:
        """Be ready before anybody waits for it."""

    def think(self, bot: BotAt, frames: Sequence[str], asks: Sequence[str], done: Thoughts) -> None:
        """Show the bot these frames, then ask it what it answers to these asks."""

    def forget(self, bot: BotAt) -> None: ...

    def close(self) -> None: ...


class _Minded:
    """A bot with its luck and the last thing it saw."""

    __slots__ = ("bot", "frame", "luck", "wire")

    def __init__(self, at: BotAt) -> None:
        found = find(at.game)
        self.wire: AnyWire = tools_of(found).wire
        self.bot: AnyBot = find_bots(found)[at.level](at.seat)
        self.luck: Luck = SeededLuck(at.seed)
        self.frame: Frame[Board, Hand] | None = None


_minds: Final[dict[str, _Minded]] = {}
"""The bots of this process."""


def decide(at: BotAt, frames: Sequence[str], asks: Sequence[str]) -> list[Thought]:
    """Runs in the worker."""
    mind = _minds.get(at.id)
    if mind is None:
        mind = _minds[at.id] = _Minded(at)
    for text in frames:
        mind.frame = mind.wire.frame.loads(text)
        mind.bot.see(mind.frame)
    thoughts: list[Thought] = []
    if mind.frame is None:
        return thoughts
    view = mind.frame.view
    for ask in view.asks:
        if ask.id in asks:
            takes = max(0, mind.bot.think(view, ask, mind.luck))
            action = mind.bot.act(view, ask, mind.luck)
            thoughts.append(Thought(ask.id, takes, None if action is None else mind.wire.action.dumps(action)))
    return thoughts


def dismiss(bot: str) -> None:
    _minds.pop(bot, None)


def _settle_in() -> None:
    """People's moves come before bots' thoughts; and a house that was killed leaves no thinkers behind."""
    os.nice(10)
    parent = parent_process()

    def leave() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    Thread(target=leave, daemon=True).start()


class ProcessThinker:
    """One executor for each worker, so that a bot always meets the same one."""

    def __init__(self, loop: AbstractEventLoop, workers: int | None = None, *, longest: Ms | None = None) -> None:
        """`longest`: no bot ponders longer than that, whatever a person would do."""
        self._loop = loop
        self._longest = longest
        self._pools: list[ProcessPoolExecutor | None] = [None] * (workers or max(1, (os.cpu_count() or 2) - 1))
        self._starting: Thread | None = None

    def warm_up(self) -> None:
        """Start the workers, beside the loop: to start a process takes as long as many moves."""
        pools = [self._pool(number) for number in range(len(self._pools))]

        def start() -> None:
            for pool in pools:
                with suppress(BrokenProcessPool):  # whoever thinks there next is told
                    pool.submit(dismiss, "")

        self._starting = Thread(target=start, name="bots", daemon=True)
        self._starting.start()

    def think(self, bot: BotAt, frames: Sequence[str], asks: Sequence[str], done: Thoughts) -> None:
        try:
            future = self._pool(self._number(bot)).submit(decide, bot, list(frames), list(asks))
        except BrokenProcessPool:
            self._drop(bot)
            self._loop.call_soon(done, None)
            return
        future.add_done_callback(lambda future: self._back(bot, future, done))

    def forget(self, bot: BotAt) -> None:
        pool = self._pools[self._number(bot)]
        if pool is not None:
            try:
                pool.submit(dismiss, bot.id)
            except BrokenProcessPool:
                self._drop(bot)

    def close(self) -> None:
        if self._starting is not None:
            self._starting.join()
        processes = self.processes()
        for pool in self._pools:
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with suppress(ProcessLookupError):  # it has just died
                os.kill(process, signal.SIGKILL)

    def processes(self) -> list[int]:
        """The ids of the workers."""
        return [process for pool in self._pools if pool is not None for process in list(pool._processes or {})]

    def _number(self, bot: BotAt) -> int:
        return bot.seed[0] % len(self._pools)

    def _pool(self, number: int) -> ProcessPoolExecutor:
        pool = self._pools[number]
        if pool is None:
            pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_settle_in)
            self._pools[number] = pool
        return pool

    def _drop(self, bot: BotAt) -> None:
        self._pools[self._number(bot)] = None

    def _back(self, bot: BotAt, future: Future[list[Thought]], done: Thoughts) -> None:
        """Called in a thread of the executor."""
        thoughts = None if future.cancelled() or future.exception() is not None else future.result()

        def tell() -> None:
            if not future.cancelled() and isinstance(future.exception(), BrokenProcessPool):
                self._drop(bot)
            done(None if thoughts is None else [self._hurried(thought) for thought in thoughts])

        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the house has closed
            return

    def _hurried(self, thought: Thought) -> Thought:
        return thought if self._longest is None else thought._replace(takes=min(thought.takes, self._longest))


class InlineThinker:
    """Thinks here and now: for tests, where nobody minds waiting."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop

    def warm_up(self) -> None:
        return

    def think(self, bot: BotAt, frames: Sequence[str], asks: Sequence[str], done: Thoughts) -> None:
        self._loop.call_soon(done, decide(bot, frames, asks))

    def forget(self, bot: BotAt) -> None:
        dismiss(bot.id)

    def close(self) -> None:
        return
