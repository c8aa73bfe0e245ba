"""What surrounds the house in the simulator: a store and bots that are done when the seed says so."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final, TypeVar, cast

from tests.server.hall import Wall

from tablee.games import find
from tablee.kernel.luck import SeededLuck
from tablee.server.bots.workers import BotAt, Thought, Thoughts
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.store.interface import AnyQuery, Append, Batch, Done, Lost, Owner, Query, StoreError
from tablee.server.store.memory import MemoryStore

T = TypeVar("T")
RESTLESS: Final = 1_000
"""If so much happens at one moment it never ends."""


class SlowStore(MemoryStore):
    """Writes and reads of different tables end in any order; some writes cannot be kept, and some tables are lost to
    somebody else."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: list[Callable[[str], None]] = []
        """Each is told how it ends."""
        self._asked: list[Batch] = []
        self.commands_kept: Counter[tuple[str, int | None, str]] = Counter()
        """How often each table's seat played a command: once, for ever."""
        self.moves = 0
        self.lost: list[Owner] = []
        """These very owners have nothing to say any more."""

    def write(self, batch: Batch, done: Done) -> None:
        self._asked.append(batch)

        def end(how: str) -> None:
            self._asked.remove(batch)
            if how == "lost":
                self.lost.append(batch.owner)
            errors = {"fails": StoreError("planted"), "lost": Lost("planted")}
            done(errors[how] if how in errors else self.keep(batch))

        self.pending.append(end)

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        self.pending.append(lambda _: done(cast(T, self.answer(cast(AnyQuery, query)))))

    def finish(self, number: int, how: str = "kept") -> None:
        """This one is over: it was kept or read, or could not be (`fails`, `lost`)."""
        self.pending.pop(number)(how)

    def crash(self, kept: int) -> None:
        """So many of those that were asked for are durable, and nobody is told."""
        for batch in self._asked[:kept]:
            self.keep(batch)
        self._asked.clear()
        self.pending.clear()

    def keep(self, batch: Batch) -> StoreError | None:
        error = super().keep(batch)
        for write in batch.writes if error is None else ():
            if isinstance(write, Append):
                self.moves += 1
                if write.command is not None:
                    self.commands_kept[batch.owner.code, json.loads(write.entry)["seat"], write.command] += 1
        return error


class CountingWall(Wall):
    """Counts what happens at one moment."""

    def __init__(self) -> None:
        super().__init__()
        self.most_at_once = 0

    def advance(self, ms: int) -> None:
        end, moment, count = self._now + ms, self._now, 0
        while (when := self.next_at()) is not None and when <= end and count < RESTLESS:
            self.tick()
            count = count + 1 if self._now == moment else 0
            moment, self.most_at_once = self._now, max(self.most_at_once, count)
        self._now = max(end, self._now)


@cache
def _kit(name: str) -> GameTools:
    return tools_of(find(name))


class SlowThinker:
    """Bots do anything that is allowed, once the seed says that they have thought; some workers die over it."""

    def __init__(self) -> None:
        self.pending: list[tuple[BotAt, Sequence[str], Sequence[str], Thoughts]] = []
        self._last: dict[str, str] = {}

    def warm_up(self) -> None:
        return

    def think(self, bot: BotAt, frames: Sequence[str], asks: Sequence[str], done: Thoughts) -> None:
        if frames:
            self._last[bot.id] = frames[-1]
        self.pending.append((bot, frames, asks, done))

    def forget(self, bot: BotAt) -> None:
        self._last.pop(bot.id, None)

    def close(self) -> None:
        return

    def finish(self, number: int, dice: Random, *, dies: bool = False) -> None:
        bot, _, asks, done = self.pending.pop(number)
        shown = self._last.get(bot.id)
        done(None if dies else [] if shown is None else list(self._thoughts(bot, shown, asks, dice)))

    def _thoughts(self, bot: BotAt, shown: str, asks: Sequence[str], dice: Random) -> Sequence[Thought]:
        kit = _kit(bot.game)
        view = kit.wire.frame.loads(shown).view
        moves = kit.game.moves(view, SeededLuck(bot.seed))
        return [
            Thought(ask.id, dice.randint(0, 4000), kit.wire.action.dumps(dice.choice(moves)) if moves else None)
            for ask in view.asks
            if ask.id in asks
        ]
