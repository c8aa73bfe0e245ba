"""What surrounds the house in the simulator: a store and bots that are done when the seed says so."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from tests.server.hall import MemoryStore, Wall

from tablee.games import find
from tablee.kernel.luck import SeededLuck
from tablee.server.bots.workers import BotAt, Thought, Thoughts
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.store.interface import Append, Done, StoreError, Write

RESTLESS: Final = 1_000
"""If so much happens at one moment it never ends."""


class SlowStore(MemoryStore):
    """Writes of different tables are kept in any order; some cannot be kept."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: list[tuple[Sequence[Write], Done]] = []
        self.commands_kept: Counter[tuple[str, int | None, str]] = Counter()
        """How often each table's seat played a command: once, for ever."""

    def write(self, batch: Sequence[Write], done: Done) -> None:
        self.pending.append((list(batch), done))

    def finish(self, number: int, *, fails: bool = False) -> None:
        """This one is over: it was kept, or could not be."""
        batch, done = self.pending.pop(number)
        if fails:
            done(StoreError("planted"))
            return
        self._keep_all(batch)
        done(None)

    def crash(self, kept: int) -> None:
        """So many of those that were asked for are durable, and nobody is told."""
        for batch, _ in self.pending[:kept]:
            self._keep_all(batch)
        self.pending.clear()

    def _keep_all(self, batch: Sequence[Write]) -> None:
        for write in batch:
            self._keep(write)
            if isinstance(write, Append) and write.command is not None:
                code, seat = self.games[write.game].code, json.loads(write.entry)["seat"]
                self.commands_kept[code, seat, write.command] += 1


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
