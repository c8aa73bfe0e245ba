"""`tablee join`: a table of a house in the terminal, line by line, for hands that type and ears that listen."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from tablee.cli.complaint import Complaint
from tablee.cli.guest import Guest, Left
from tablee.cli.keyring import Keyring
from tablee.cli.line import Line, NotLetIn, Unreachable
from tablee.games import find
from tablee.server.keys import clean_code
from tablee.server.start import data_folder
from tablee.words import Words

KEYS: Final = "keys.json"


def run(arguments: argparse.Namespace) -> int:
    house = read_house(arguments.house)
    code = clean_code(arguments.code)
    Words(arguments.lang)
    found = {one.game.meta.id: one for one in map(find, arguments.game)}
    keyring = Keyring(arguments.keys or data_folder() / KEYS)
    guest = Guest(code, arguments.lang, keyring, f"{house} {code}", found, lambda text: print(text, flush=True))
    place = None if arguments.seat is None else arguments.seat - 1
    try:
        asyncio.run(visit(guest, house, typed_lines(), arguments.name, place))
    except Unreachable:
        raise Complaint(
            f"No house answers at {house}. Is it open, and is the address right? Give it with --house."
        ) from None
    except NotLetIn as error:
        raise Complaint(str(error)) from None
    return 0


def read_house(text: str) -> str:
    """The address of a house, as people write it."""
    whole = text if "//" in text else f"http://{text}"
    parts = urlsplit(whole)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Complaint(f"“{text}” is no address of a house; one looks like this: http://192.168.1.20:8000")
    return f"{parts.scheme}://{parts.netloc}"


async def visit(
    guest: Guest, house: str, lines: AsyncIterator[str], name: str | None = None, place: int | None = None
) -> None:
    """Until they leave, or are asked to."""
    arrived = asyncio.Event()

    def hear(tell: dict[str, object]) -> None:
        guest.hear(tell)
        if tell["tell"] == "lobby":
            arrived.set()

    # Of many houses behind one address a balancer may choose by the table.
    path = f"/ws/{guest.code}" if guest.code.isascii() and guest.code.isalnum() else "/ws"
    line = Line(f"{house.replace('http', 'ws', 1)}{path}", guest.hello, hear, guest.cut)
    guest.line = line
    running = asyncio.ensure_future(line.run())
    listening = asyncio.ensure_future(_listen(guest, lines, arrived, name, place))
    try:
        await asyncio.wait((running, listening), return_when=asyncio.FIRST_COMPLETED)
        for task in (running, listening):
            if task.done():
                task.result()
    finally:
        line.close()
        listening.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await listening
        running.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await running


async def _listen(
    guest: Guest, lines: AsyncIterator[str], arrived: asyncio.Event, name: str | None, place: int | None
) -> None:
    await arrived.wait()
    await guest.arrive(name, place)
    with suppress(Left):
        async for text in lines:
            await guest.typed(text)


async def typed_lines() -> AsyncIterator[str]:
    """What comes from the keyboard or a script, line by line, while everything else goes on."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[bytes]()
    stdin = sys.stdin.fileno()
    try:
        loop.add_reader(stdin, lambda: queue.put_nowait(os.read(stdin, 65536)))
    except (PermissionError, OSError):  # a file is always ready
        for text in sys.stdin:
            yield text
        return
    rest = b""
    try:
        while chunk := await queue.get():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                yield line.decode(errors="replace")
        if rest:
            yield rest.decode(errors="replace")
    finally:
        loop.remove_reader(stdin)
