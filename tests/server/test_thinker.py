"""Bots think in processes of their own, remember what they saw, and are replaced when a process dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Any

import pytest
from tests.server.venue import play_out

from tablee.games import find
from tablee.kernel.frames import Watcher
from tablee.kernel.game import Refusal, Viewer
from tablee.kernel.luck import seed_from
from tablee.kernel.table import open_table
from tablee.server.bots.workers import BotAt, ProcessThinker, Thought
from tablee.server.show.tools import AnyTable, tools_of

MORPION = str(Path(__file__).parents[2] / "examples" / "morpion.py")


def a_table(name: str) -> tuple[AnyTable, str, str]:
    """A table, the first seat's first frame and the ask in it."""
    found = find(name)
    table = open_table(found.game, found.game.meta.options(), (None, None), seed_from("thinker"))
    assert not isinstance(table, Refusal)
    frame = Watcher(table, Viewer(0, held=True)).frame()
    assert frame is not None
    return table, tools_of(found).wire.frame.dumps(frame), frame.view.asks[0].id


async def think(thinker: ProcessThinker, bot: BotAt, frames: Sequence[str], ask: str) -> Sequence[Thought] | None:
    done: asyncio.Future[Sequence[Thought] | None] = asyncio.get_running_loop().create_future()
    thinker.think(bot, frames, [ask], done.set_result)
    return await done


def test_a_bot_thinks_elsewhere_and_is_replaced_when_its_process_dies() -> None:
    async def test() -> None:
        table, frame, ask = a_table(MORPION)
        bot = BotAt("1", MORPION, "random", 0, bytes(32))
        thinker = ProcessThinker(asyncio.get_running_loop(), workers=1)
        try:
            thoughts = await think(thinker, bot, [frame], ask)
            assert thoughts is not None
            (thought,) = thoughts
            assert thought.ask == ask
            action = tools_of(find(MORPION)).wire.action.loads(thought.action or "")
            assert table.refusal(0, ask, action) is None
            # It remembers: asked again it needs no frame.
            again = await think(thinker, bot, [], ask)
            assert again is not None
            assert len(again) == 1
            (pid,) = thinker.processes()
            os.kill(pid, signal.SIGKILL)
            while await think(thinker, bot, [frame], ask) is None:
                pass
            assert thinker.processes() != [pid]
            assert await think(thinker, BotAt("2", MORPION, "nobody", 0, bytes(32)), [frame], ask) is None
            thinker.forget(bot)
            assert await think(thinker, bot, [], ask) == []
        finally:
            thinker.close()

    play_out(test)


def test_workers_start_beside_the_loop_and_bots_think_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[Thread] = []
    submit = ProcessPoolExecutor.submit

    def watched(*arguments: Any) -> Any:
        threads.append(current_thread())
        return submit(*arguments)

    async def test() -> None:
        _, frame, ask = a_table(MORPION)
        thinker = ProcessThinker(asyncio.get_running_loop(), workers=2)
        try:
            with monkeypatch.context() as during:
                during.setattr(ProcessPoolExecutor, "submit", watched)
                thinker.warm_up()
                while len(threads) < 2:
                    await asyncio.sleep(0)
            assert main_thread() not in threads
            assert await think(thinker, BotAt("1", MORPION, "random", 0, bytes(32)), [frame], ask)
        finally:
            thinker.close()

    play_out(test)


def test_no_bot_ponders_longer_than_it_may() -> None:
    async def test() -> None:
        _, frame, ask = a_table("pierres")
        bot = BotAt("1", "pierres", "easy", 0, bytes(32))
        for longest in (None, 5):
            thinker = ProcessThinker(asyncio.get_running_loop(), workers=1, longest=longest)
            try:
                (thought,) = await think(thinker, bot, [frame], ask) or ()
            finally:
                thinker.close()
            assert thought.takes == 5 if longest else thought.takes > 5

    play_out(test)
