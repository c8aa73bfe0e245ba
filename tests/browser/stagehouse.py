"""The house as a test wants it: `python stagehouse.py FOLDER PORT [DATABASE NODE]`. Everything in it is real but for
three things that belong to the test: chance (a seed for each game), the clock (which can be turned and stopped) and how
long bots ponder (not at all, or as long as the test says). The test says so in lines on the standard input; each is
answered by `done`.
"""

from __future__ import annotations

import os
import sys
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tablee.games import find, known_games
from tablee.kernel.game import Ms
from tablee.kernel.luck import seed_from
from tablee.server.bots.workers import BotAt, InlineThinker, Thought, Thoughts
from tablee.server.limits import Limits
from tablee.server.outside import Chance, LoopWall, Timer
from tablee.server.start import Settings, listen, run_house

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
MORE_GAMES: Final = (EXAMPLES / "morpion.py", EXAMPLES / "buzzer.py", Path(__file__).parent / "quiz.py")
LIMITS: Final = Limits(burst=5_000, opens_at_once=10**6, guesses_at_once=10**6, requests_at_once=10**6)
"""Who lays a table and plays as it was rehearsed asks more at once than people do."""


class TurnedWall(LoopWall):
    """The loop's clock, which can be turned forward, and stopped."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        super().__init__(loop)
        self._ahead = 0
        self._stopped_at: Ms | None = None
        self._alarms: set[Alarm] = set()

    def now(self) -> Ms:
        return super().now() + self._ahead if self._stopped_at is None else self._stopped_at

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        return Alarm(self, when, do)

    def arm(self, alarm: Alarm) -> TimerHandle | None:
        self._alarms.add(alarm)
        if self._stopped_at is None:
            return self._loop.call_at((alarm.when - self._ahead) / 1000 + 0.0005, alarm.ring)
        return self._loop.call_later(0, alarm.ring) if alarm.when <= self._stopped_at else None

    def disarm(self, alarm: Alarm) -> None:
        self._alarms.discard(alarm)

    def stop(self) -> None:
        self._stopped_at = self.now()
        self._set_again()

    def run(self) -> None:
        if self._stopped_at is not None:
            self._ahead = self._stopped_at - super().now()
            self._stopped_at = None
            self._set_again()

    def forward(self, by: Ms) -> None:
        if self._stopped_at is None:
            self._ahead += by
        else:
            self._stopped_at += by
        self._set_again()

    def _set_again(self) -> None:
        for alarm in sorted(self._alarms, key=lambda alarm: alarm.when):
            alarm.set_again()


class Alarm:
    def __init__(self, wall: TurnedWall, when: Ms, do: Callable[[], None]) -> None:
        self.when = when
        self._wall = wall
        self._do = do
        self._handle = wall.arm(self)

    def ring(self) -> None:
        self._wall.disarm(self)
        self._do()

    def cancel(self) -> None:
        self._wall.disarm(self)
        if self._handle is not None:
            self._handle.cancel()

    def set_again(self) -> None:
        self.cancel()
        self._handle = self._wall.arm(self)


class Thinker(InlineThinker):
    """With the same seed the bots of the same seats think the same, and no longer than the test allows."""

    def __init__(self, loop: AbstractEventLoop, direction: Direction) -> None:
        super().__init__(loop)
        self._direction = direction

    def think(self, bot: BotAt, frames: Sequence[str], asks: Sequence[str], done: Thoughts) -> None:
        def tell(thoughts: Sequence[Thought] | None) -> None:
            longest = self._direction.thought
            done(thoughts and [thought._replace(takes=min(thought.takes, longest)) for thought in thoughts])

        seed = seed_from("bot", self._direction.seed.hex(), bot.seat)
        super().think(bot._replace(seed=seed), frames, asks, tell)


class Direction:
    """What the test has said last."""

    def __init__(self) -> None:
        self.seed = seed_from("stage")
        self.thought: Ms = 0
        self._wall: TurnedWall | None = None

    def make_wall(self, loop: AbstractEventLoop) -> TurnedWall:
        self._wall = TurnedWall(loop)
        loop.add_reader(sys.stdin.fileno(), self._listen)
        return self._wall

    def _listen(self) -> None:
        line = sys.stdin.readline()
        if not line:
            # Whoever directs is gone, with or without a word.
            os._exit(0)
        word, _, rest = line.rstrip("\n").partition(" ")
        assert self._wall is not None
        match word:
            case "seed":
                self.seed = bytes.fromhex(rest)
            case "thought":
                self.thought = int(rest)
            case "forward":
                self._wall.forward(int(rest))
            case "stop":
                self._wall.stop()
            case "run":
                self._wall.run()
        print("done", flush=True)


class Loaded(Chance):
    """Every game has the seed that was said last."""

    def __init__(self, direction: Direction) -> None:
        super().__init__()
        self._direction = direction

    def seed(self) -> bytes:
        return self._direction.seed


def main(data: str, port: str, store: str | None = None, node: str = "") -> None:
    games = [find(name) for name in (*known_games(), *map(str, MORE_GAMES))]
    direction = Direction()
    settings = Settings(
        games,
        Path(data),
        "127.0.0.1",
        int(port),
        LIMITS,
        chance=Loaded(direction),
        make_wall=direction.make_wall,
        make_thinker=lambda loop: Thinker(loop, direction),
        store=store,
        node=node,
    )
    with listen(settings.host, settings.port) as listener:
        run_house(settings, listener, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
