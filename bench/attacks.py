"""Each attack costs the house less CPU than the attacker, or no more than so much in all.

    python bench/attacks.py [--seconds 5] [--tables 6] [--onlookers 195] [--only NAME]

The real server in one process, one attacker (bench/attackers.py) in another, 195 devices that look on at a table with a
large pack in a third, and honest pairs that play morpion in this one: from a move to its answer is measured. The
attacker counts as a stranger, the honest ones as the house's own machine, so nobody's limits are theirs. Of the
server's CPU what the honest tables need is taken off.

An attacker is measured twice. First a polite one, who goes as soon as it is refused: what it was allowed at once is the
dearest a house can be made to pay, and comes back within a minute. Then one who goes on for so many seconds. Rows in
build/attacks.jsonl, one for each attack; the same command goes on where it was."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.attackers import ATTACKS, OPTIONS, Site, dial, handshake, read_until, told
from bench.fuzz import PER_SECOND, Measure, Phone, play_honestly
from bench.longrun import Breach, Counts, LongRun, Piece, make_parser
from websockets.asyncio.client import connect

MORPION = str(Path(__file__).parents[1] / "examples" / "morpion.py")
TICKS = os.sysconf("SC_CLK_TCK")
WARM = 2.5
"""Seconds until the workers of the bots have started."""
QUIET = "(nobody attacks)"
SPENT = ("first tries", "first house ms", "first attacker ms", "tries", "house ms", "attacker ms")
COLUMNS = (*SPENT, "p99 ms", "worst ms", "honest moves")


class Server:
    """The house as people start it."""

    def __init__(self, data: Path) -> None:
        words = [
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            str(data),
            "--game",
            MORPION,
            "--behind-proxy",
        ]
        self.log = data / "log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablee.cli", *words], stdout=subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        line = next(line for line in self._process.stdout if b"http://" in line)
        self.port = int(line.rsplit(b":", 1)[1])

    def cpu(self) -> float:
        """Milliseconds, of all its threads and of the children it has buried."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return 1000 * sum(map(int, fields[11:15])) / TICKS

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def own_pack() -> str:
    from tablee.games.fil.packs import MOST_BYTES
    from tablee.games.fil.tests.own_packs import SEASONS

    return SEASONS + "#" * (MOST_BYTES - len(SEASONS.encode()))


def look_on(site: Site, devices: int, is_ready: Connection) -> None:
    """Devices that read whatever they are told. In a process of its own."""
    lines, poll = {}, select.epoll()
    hello, shake = told(do="hello", table=site.code, keys=[], screen=False, language="fr"), handshake(site)
    for number in range(devices):
        line = dial(site, f"127.0.1.{1 + number % 250}")
        line.sendall(shake)
        read_until(line, b"\r\n\r\n")
        line.sendall(hello)
        line.setblocking(False)
        lines[line.fileno()] = line
        poll.register(line, select.EPOLLIN)
    is_ready.send(len(lines))
    while lines:
        for number, _ in poll.poll():
            try:
                is_there = bool(lines[number].recv(1 << 20))
            except BlockingIOError:
                continue
            except OSError:
                is_there = False
            if not is_there:
                poll.unregister(number)
                lines.pop(number).close()


class Guest(Phone):
    record: str | None = None

    async def hear(self) -> dict[str, Any]:
        message = await super().hear()
        if message["tell"] == "lobby":
            self.record = message["table"]["record"]
        return message


async def furnish(port: int) -> Site:
    """A table with a pack, whose host holds the line, and a game that is over."""
    luck = random.Random(1)
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None, max_queue=None) as socket:
        phone = Phone(socket)
        opened = await phone.ask("open", game="fil", name=None, emblem=None)
        seat = await phone.ask("sit", name="Ana")
        done = await phone.ask("options", options={**OPTIONS, "pack": own_pack()})
        assert done["ok"], done
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None, max_queue=None) as socket:
        phone = Guest(socket)
        await phone.ask("open", game="pierres", name=None, emblem=None)
        for name in ("Ana", "Bob"):
            await phone.ask("sit", name=name)
        await phone.ask("pace", pace="none")
        await phone.ask("options", preset="rapide")
        assert (await phone.ask("start"))["ok"]
        while phone.record is None:
            await asyncio.sleep(1 / PER_SECOND)
            seats = [seat for seat, frame in phone.frames.items() if frame["moves"]]
            if seats and phone.phase == "playing":
                frame = phone.frames.pop(seats[0])
                ask = next(ask["id"] for ask in frame["asks"] if seats[0] in ask["seats"])
                await phone.ask("play", seat=seats[0], ask=ask, action=luck.choice(frame["moves"]))
            elif phone.record is None:
                await phone.hear()
    return Site(port, opened["table"], seat["key"], phone.record)


class Furnished:
    """A house as all attackers find it, made when the first one comes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._site: Site | None = None

    async def copy_to(self, folder: Path) -> Site:
        if self._site is None:
            self._folder.mkdir()
            server = Server(self._folder)
            try:
                self._site = await furnish(server.port)
            finally:
                server.stop()
        shutil.copytree(self._folder, folder)
        return self._site


async def besiege(house_of: Furnished, name: str, seconds: float, tables: int, onlookers: int) -> Counts:
    with tempfile.TemporaryDirectory() as folder:
        site = await house_of.copy_to(Path(folder) / "data")
        server, context = Server(Path(folder) / "data"), get_context("spawn")
        site = site._replace(port=server.port)
        ours, theirs = context.Pipe()
        audience = None
        try:
            audience = context.Process(target=look_on, args=(site, onlookers, theirs), daemon=True)
            audience.start()
            await asyncio.to_thread(ours.recv)
            measure, codes = Measure(), list[str]()
            address = f"ws://127.0.0.1:{server.port}/ws"
            honest = [asyncio.ensure_future(play_honestly(address, measure, codes)) for _ in range(tables)]
            await asyncio.sleep(WARM)
            quiet = await _spent(server, seconds / 2)
            measure.waits.clear()
            first = await _attack(server, quiet, name, site, seconds, "--polite")
            then = await _attack(server, quiet, name, site, seconds)
            measure.is_over = True
            for task in await asyncio.gather(*honest, return_exceptions=True):
                if isinstance(task, BaseException):
                    raise task
        finally:
            if audience is not None:
                audience.terminate()
            server.stop()
        log = server.log.read_text()
    if '"defect"' in log or "Traceback" in log:
        raise Breach(log[-2_000:])
    waits = sorted(1000 * wait for wait in measure.waits)
    figures = {"p99 ms": round(waits[len(waits) * 99 // 100]), "worst ms": round(waits[-1]), "honest moves": len(waits)}
    return {**{f"first {what}": number for what, number in first.items()}, **then, **figures}


async def _spent(server: Server, seconds: float) -> float:
    """Milliseconds of CPU a second while nobody attacks."""
    before, began = server.cpu(), time.monotonic()
    await asyncio.sleep(seconds)
    return (server.cpu() - before) / (time.monotonic() - began)


async def _settle(server: Server, quiet: float) -> None:
    """Until the house has done what it was left with, for half a minute at most."""
    for _ in range(60):
        if await _spent(server, 0.5) < quiet + 50:
            return


async def _attack(server: Server, quiet: float, name: str, site: Site, seconds: float, *how: str) -> Counts:
    """In a process of its own. Milliseconds of CPU of both."""
    before, began, tries, spent = server.cpu(), time.monotonic(), 0, 0.0
    if name == QUIET:
        await asyncio.sleep(seconds / 2)
    else:
        pipe = asyncio.subprocess.PIPE
        words = (sys.executable, "-m", "bench.attackers", name, str(seconds), *how)
        attacker = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, cwd=Path(__file__).parents[1])
        out, _ = await asyncio.wait_for(attacker.communicate(json.dumps(site).encode()), 20 * seconds + 60)
        tries, spent = json.loads(out)
    await _settle(server, quiet)
    house = server.cpu() - before - quiet * (time.monotonic() - began)
    return {"tries": tries, "house ms": round(max(0.0, house)), "attacker ms": round(spent)}


def pieces(house: Furnished, wish: Namespace) -> Iterator[Piece]:
    for name in (QUIET, *ATTACKS):
        if wish.only in (None, name):
            label = f"{wish.seconds:g} s, {wish.tables} tables, {wish.onlookers} onlookers"
            run = partial(besiege, house, name, wish.seconds, wish.tables, wish.onlookers)
            yield Piece(name, label, lambda run=run: asyncio.run(run()))  # type: ignore[misc]


def tell(run: LongRun, seconds: float) -> None:
    print(f"\n{'':<24} {'at once':>37}   {'then, as fast as it can':>37}")
    print(f"{'house / attacker':<24} {'tries':>10} {'house ms':>10} {'ratio':>8} {'':>6}", end="")
    print(f"   {'house, cores':>12} {'attacker':>10} {'ratio':>8}")
    for name, counts in run.totals.items():
        tries, *first, _, house, attacker = (counts.get(column, 0) for column in SPENT)
        print(f"{name:<24} {tries:>10,} {first[0]:>10,} {_ratio(*first)} {'':>6}", end="")
        print(f"   {house / 1000 / seconds:>12.2f} {attacker / 1000 / seconds:>10.2f} {_ratio(house, attacker)}")


def _ratio(house: int, attacker: int) -> str:
    return f"{house / attacker:>8.2f}" if attacker else f"{'':>8}"


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--onlookers", type=int, default=195)
    parser.add_argument("--only", metavar="NAME")
    wish = parser.parse_args()
    run = LongRun("attacks", wish, COLUMNS, most=("p99 ms", "worst ms"))
    with tempfile.TemporaryDirectory() as folder:
        is_kept = run.make(pieces(Furnished(Path(folder) / "house"), wish))
    tell(run, wish.seconds)
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
