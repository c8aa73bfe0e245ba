"""The bots at one table: they are shown their frames, make up their minds elsewhere and answer when a person would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tablee.kernel.frames import Frame, Watcher
from tablee.kernel.game import Action, Board, Hand, Ms, Options, Seat, State, Viewer, is_told
from tablee.kernel.pace import NORMAL, Clock
from tablee.server.bots.workers import BotAt, Thinker, Thought
from tablee.server.outside import Chance, Timer, Wall
from tablee.server.show.tools import AnyTable, GameTools

MOST_FAILURES: Final = 3
AGAIN: Final[Ms] = 1000
"""How long a bot takes at least before it answers an ask that it has answered already; each time longer."""


class PlayFor(Protocol):
    def __call__(self, seat: Seat, ask: str, action: str) -> None:
        """A bot answers. `Cast.played` or `Cast.refused` says what became of it."""


@dataclass(slots=True)
class Plan:
    """What a bot will answer to one ask. Without a moment it stays silent, or waits for the answer's fate."""

    at: Ms | None
    action: str | None
    seen: int
    """How many frames it had seen when it decided."""
    is_sent: bool = False


@dataclass(slots=True)
class Bot:
    at: BotAt
    watcher: Watcher[Options, State, Action, Board, Hand]
    frames: list[str] = field(default_factory=list)
    """Those it has not been shown yet."""
    seen: int = 0
    plans: dict[str, Plan] = field(default_factory=dict)
    answered: dict[str, int] = field(default_factory=dict)
    """How often it has answered asks that are still open."""
    is_thinking: bool = False
    failures: int = 0


class Cast:
    def __init__(
        self,
        tools: GameTools,
        table: AnyTable,
        wall: Wall,
        thinker: Thinker,
        chance: Chance,
        play: PlayFor,
        *,
        is_late: bool,
    ) -> None:
        """`is_late`: the game began without it, so what was told last is not for the ears of those it seats first."""
        self._tools = tools
        self._table = table
        self._wall = wall
        self._thinker = thinker
        self._chance = chance
        self._play = play
        self._bots: dict[Seat, Bot] = {}
        self._timer: Timer | None = None
        self._clock = Clock(wall.now())
        self._is_late = is_late

    def seat(self, levels: Mapping[Seat, str]) -> None:
        """From now on these seats are played by bots of these levels, and no others."""
        for seat, bot in list(self._bots.items()):
            if levels.get(seat) != bot.at.level:
                self._thinker.forget(bot.at)
                del self._bots[seat]
        for seat, level in levels.items():
            if seat not in self._bots:
                self._bots[seat] = self._new(seat, level)
        self._is_late = True
        self.look()

    def run(self) -> None:
        """The table's speed may have changed. Where time stands still for people, bots go on at the normal pace."""
        speed = 0 if self._table.suspended else self._table.speed or NORMAL
        self._clock.run(self._wall.now(), speed)
        self._arm()

    def look(self) -> None:
        """Show everybody what is new for them."""
        for bot in self._bots.values():
            frame = bot.watcher.frame()
            if frame is not None:
                bot.frames.append(self._tools.write_frame(frame).decode())
                bot.seen += 1
            self._consider(bot)
        self._arm()

    def played(self, seat: Seat, ask: str) -> None:
        bot = self._bots.get(seat)
        if bot is not None:
            bot.plans.pop(ask, None)
            bot.answered[ask] = bot.answered.get(ask, 0) + 1

    def refused(self, seat: Seat, ask: str) -> None:
        """It stays silent then, until it sees something new."""
        bot = self._bots.get(seat)
        if bot is not None:
            bot.plans[ask] = Plan(None, None, bot.seen)

    def close(self) -> None:
        self.seat({})
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _new(self, seat: Seat, level: str) -> Bot:
        at = BotAt(self._chance.name(), self._tools.found.name, level, seat, self._chance.seed_of_bot())
        bot = Bot(at, Watcher(self._table, Viewer(seat, held=True), is_late=self._is_late))
        brief = self._tools.game.brief(self._table.state, seat)
        if brief:
            view = self._table.view(Viewer(seat, held=True))
            bot.frames.append(self._tools.write_frame(Frame(0, view, brief)).decode())
        return bot

    def _consider(self, bot: Bot) -> None:
        """Is there anything it has not made up its mind about?"""
        seat = bot.at.seat
        asked = [ask.id for ask in self._table.asks if seat in ask.seats and is_told(ask.to, seat)]
        bot.answered = {ask: times for ask, times in bot.answered.items() if ask in asked}
        for ask, plan in list(bot.plans.items()):
            is_stale_silence = plan.at is None and not plan.is_sent and plan.seen != bot.seen
            if ask not in asked or is_stale_silence:
                del bot.plans[ask]
        new = [ask for ask in asked if ask not in bot.plans]
        if new and not bot.is_thinking:
            self._think(bot, new, hurry=False)

    def _think(self, bot: Bot, asks: Sequence[str], *, hurry: bool) -> None:
        frames, bot.frames = bot.frames, []
        seen, began = bot.seen, self._clock.now(self._wall.now())
        bot.is_thinking = True

        def done(thoughts: Sequence[Thought] | None) -> None:
            bot.is_thinking = False
            if self._bots.get(bot.at.seat) is not bot:
                return
            if thoughts is None:
                self._begin_again(bot)
                return
            for ask in asks:
                bot.plans[ask] = Plan(None, None, seen)
            for thought in thoughts:
                takes = max(thought.takes, AGAIN * bot.answered.get(thought.ask, 0))
                at = began if hurry else began + takes
                bot.plans[thought.ask] = Plan(at if thought.action is not None else None, thought.action, seen)
            self._consider(bot)
            self._arm()

        self._thinker.think(bot.at, frames, asks, done)

    def _begin_again(self, bot: Bot) -> None:
        """Its worker died, or it raised: another takes its place, a few times, then the clock plays."""
        if bot.failures >= MOST_FAILURES:
            return
        fresh = self._new(bot.at.seat, bot.at.level)
        fresh.failures = bot.failures + 1
        self._bots[bot.at.seat] = fresh
        self.look()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moments = [
            plan.at
            for bot in self._bots.values()
            for plan in bot.plans.values()
            # Who has seen something new since and is still thinking about it answers after that.
            if plan.at is not None and not (bot.is_thinking and plan.seen != bot.seen)
        ]
        if not moments:
            return
        when = self._clock.wall_at(min(moments) - 1)
        if when is not None:
            self._timer = self._wall.at(when, self._keep_appointments)

    def _keep_appointments(self) -> None:
        self._timer = None
        now = self._clock.now(self._wall.now())
        for bot in list(self._bots.values()):
            for ask, plan in list(bot.plans.items()):
                if plan.at is None or plan.at > now or plan.action is None:
                    continue
                if plan.seen == bot.seen:
                    plan.at, plan.is_sent = None, True
                    self._play(bot.at.seat, ask, plan.action)
                elif not bot.is_thinking:
                    # Something happened since it decided: it looks again, and answers at once.
                    self._think(bot, [ask], hurry=True)
                    plan.at, plan.is_sent = None, True
        self._arm()
