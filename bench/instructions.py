"""How many instructions a move takes in the house's process, counted by valgrind: neither the machine's moods nor other
programs on it matter. Linux, with valgrind.

    python -m bench.instructions [--tables 100] [--moves 20] [--calls]

Endless tic-tac-toe (bench/peers/endless.py), two people at each table, with the real store. What comes from sockets is
given to the house by hand, and what it would write to them is thrown away, so neither sockets nor their library are in
it, nor the writer's process: for all that there is bench/beside.py. In each turn a move comes from every table.

--calls    instead: which functions are called how often for a move, by cProfile"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from asyncio import AbstractEventLoop, Future
from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile
from itertools import count
from pathlib import Path
from pstats import Stats
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
import uvloop
from bench.processes import Broken
from bench.rows import FOLDER

from tablee.games import find
from tablee.server.bots.workers import ProcessThinker
from tablee.server.house.house import House
from tablee.server.net.socket import Door, Session
from tablee.server.outside import LoopWall
from tablee.server.start import settle
from tablee.server.store.sqlite import SqliteStore

GAME: Final = Path(__file__).with_name("peers") / "endless.py"
WARM: Final = 8
"""Moves at each table before it counts."""
CELLS: Final = 7
"""Marks in this order are three in a row with the last one."""
PROFILE: Final = FOLDER / "instructions.callgrind"
_DECODER: Final = json.JSONDecoder()
_ids: Final = count(1)


class Nowhere(asyncio.Transport):
    """What is written is kept, until somebody else takes it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.write = self.written.append  # type: ignore[assignment, method-assign]

    def is_closing(self) -> bool:
        return False


class Phone:
    """One connection, as the socket layer makes it."""

    def __init__(self, door: Door) -> None:
        self.transport = Nowhere()
        self.session = Session(door, "127.0.0.1", self.transport, set())
        self.session._connection = self.connection = door.house.connect("127.0.0.1", self.session._wake)
        self.connection.send = self.session._send

    async def ask(self, **command: Any) -> dict[str, Any]:
        """What is answered to this command."""
        self.transport.written.clear()
        self.say(msgspec.json.encode({"id": f"{next(_ids)}"} | command))
        while (at := (heard := b"".join(self.transport.written)).find(b'{"tell":"answer"')) < 0:
            await asyncio.sleep(0)
        answer: dict[str, Any] = _DECODER.raw_decode(heard[at:].decode(errors="replace"))[0]
        if not answer["ok"]:
            raise Broken(f"The house refuses {command}: {answer}")
        return answer

    def say(self, text: bytes) -> None:
        self.session._house.receive(self.connection, text)


class Table:
    def __init__(self, door: Door) -> None:
        self.people = Phone(door), Phone(door)
        self.turn = 0

    async def open(self) -> None:
        host, guest = self.people
        opened = await host.ask(do="open", game="endless", name="Ana")
        await guest.ask(do="hello", table=opened["table"])
        await guest.ask(do="sit", name="Bob", place=1)
        await guest.ask(do="ready", place=1, ready=True)
        await host.ask(do="start")

    def move(self) -> None:
        turn, player = self.turn, self.turn & 1
        self.turn += 1
        self.people[player].say(
            b'{"id":"b%d","do":"play","seat":%d,"ask":"%d.mark","action":{"type":"Mark","cell":%d}}'
            % (turn, player, turn, turn % CELLS)
        )


class Crowd:
    def __init__(self, loop: AbstractEventLoop, door: Door, tables: int) -> None:
        self._loop = loop
        self._unseen = 0
        self._all_have_seen: Future[None] = loop.create_future()
        self._tables = [Table(door) for _ in range(tables)]

    async def open(self) -> None:
        for table in self._tables:
            await table.open()
        for table in self._tables:
            for one in table.people:
                one.transport.write = self._see  # type: ignore[assignment, method-assign]

    async def play(self, moves: int) -> None:
        """So many at each table."""
        for _ in range(moves):
            self._unseen, self._all_have_seen = 2 * len(self._tables), self._loop.create_future()
            for table in self._tables:
                table.move()
            await self._all_have_seen

    def _see(self, _: bytes) -> None:
        """Somebody was written to: once for each move."""
        self._unseen -= 1
        if not self._unseen:
            self._all_have_seen.set_result(None)


@contextmanager
def a_crowd(tables: int) -> Iterator[tuple[AbstractEventLoop, Crowd]]:
    """People at so many tables, who wait for the next move."""
    loop = uvloop.new_event_loop()
    asyncio.set_event_loop(loop)
    with TemporaryDirectory(prefix="tablee-bench-") as folder:
        store = SqliteStore(Path(folder), loop)
        house = House([find(str(GAME))], store, LoopWall(loop), ProcessThinker(loop))
        crowd = Crowd(loop, Door(house), tables)
        try:
            loop.run_until_complete(crowd.open())
            settle()
            loop.run_until_complete(crowd.play(WARM))
            yield loop, crowd
        finally:
            store.close()
    loop.close()


def count_inside(wish: Namespace) -> None:
    """As valgrind runs it."""
    with a_crowd(wish.tables) as (loop, crowd):
        switch("on")
        loop.run_until_complete(crowd.play(wish.moves))
        switch("off")


def switch(how: str) -> None:
    """From now on instructions of this process are counted, or are not."""
    subprocess.run(["callgrind_control", "-i", how, str(os.getpid())], stdout=subprocess.DEVNULL, check=True)


def counted(wish: Namespace) -> float:
    """Instructions a move."""
    if shutil.which("callgrind_control") is None:
        raise Broken("There is no valgrind here: install the package valgrind, or take --calls.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    sizes = ["--tables", str(wish.tables), "--moves", str(wish.moves)]
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={PROFILE}"),
            *(sys.executable, "-m", "bench.instructions", *sizes, "--inside"),
        ],
        env=environment | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or found is None:
        raise Broken(f"valgrind says:\n{done.stderr[-3000:]}")
    moves: int = wish.tables * wish.moves
    return int(found[1]) / moves


def show_calls(wish: Namespace) -> None:
    with a_crowd(wish.tables) as (loop, crowd):
        profile = Profile()
        profile.enable()
        loop.run_until_complete(crowd.play(wish.moves))
        profile.disable()
    moves = wish.tables * wish.moves
    stats = Stats(profile).stats  # type: ignore[attr-defined]
    calls = [(called / moves, own / moves * 1e6, *where) for where, (_, called, own, _, _) in stats.items()]
    for often, own, file, line, name in sorted(calls, reverse=True):
        if often >= 0.05:
            print(f"{often:6.2f}  {own:6.2f} µs  {name}  {'' if file == '~' else f'{Path(file).name}:{line}'}")


def main() -> int:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=20, help="at each of them")
    parser.add_argument("--calls", action="store_true", help="by cProfile")
    parser.add_argument("--inside", action="store_true", help="what valgrind is to count")
    wish = parser.parse_args()
    try:
        if wish.inside:
            count_inside(wish)
        elif wish.calls:
            show_calls(wish)
        else:
            print(f"{counted(wish):,.0f} instructions a move ({PROFILE} has the profile)")
    except Broken as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
