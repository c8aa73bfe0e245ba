"""A house whose clock goes fast: seconds at a table are shorter here. `python hasty.py TIMES THOUGHT FOLDER`"""

from __future__ import annotations

import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable
from pathlib import Path

from tablee.games import find, known_games
from tablee.kernel.game import Ms
from tablee.server.start import Settings, listen, run_house
from tablee.server.wall import LoopWall, Timer


class HastyWall(LoopWall):
    def __init__(self, loop: AbstractEventLoop, times: int) -> None:
        super().__init__(loop)
        self._times = times

    def now(self) -> Ms:
        return int(self._loop.time() * 1000 * self._times)

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        return self._loop.call_at(when / 1000 / self._times + 0.0005, do)


def main(times: str, thought: str, data: str) -> None:
    settings = Settings(
        [find(name) for name in known_games()],
        Path(data),
        "127.0.0.1",
        0,
        longest_thought=int(thought),
        make_wall=lambda loop: HastyWall(loop, int(times)),
    )
    with listen(settings.host, settings.port) as listener:
        run_house(settings, listener, lambda address: print(address, flush=True))


# Bots think in processes of their own, which read this file too.
if __name__ == "__main__":
    main(*sys.argv[1:])
