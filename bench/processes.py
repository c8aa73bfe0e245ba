"""What a process and all its children use, from /proc: a house has helpers of its own (its store, its bots' thoughts),
and what they do is paid by whoever runs it."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Broken(Exception):
    """A measurement could not be made. The message says why."""


def tree(process: int) -> list[int]:
    """This process, its children and theirs."""
    found, seen = [process], 0
    while seen < len(found):
        for task in Path(f"/proc/{found[seen]}/task").glob("*"):
            try:
                found += map(int, (task / "children").read_text().split())
            except FileNotFoundError:
                continue  # a thread that has just ended
        seen += 1
    return found


def cpu(process: int) -> float:
    """Seconds that it and its children have used, those included that have ended and were waited for."""
    ticks = 0
    for one in tree(process):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def kibibytes(process: int) -> float:
    """Memory of it and its children. What several share counts for each: look at differences only."""
    pages = 0
    for one in tree(process):
        try:
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
        except FileNotFoundError:
            continue
    return pages * PAGE / 1024


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


async def listening(process: asyncio.subprocess.Process, port: int, name: str) -> None:
    """Until somebody can connect."""
    for _ in range(600):
        if process.returncode is not None:
            raise Broken(f"{name} ended at once, with status {process.returncode}.")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise Broken(f"{name} did not listen within half a minute.")


async def end(process: asyncio.subprocess.Process) -> None:
    """It is asked to go; who does not is ended, and so are children that it leaves behind."""
    if process.returncode is not None:
        return
    _, *children = tree(process.pid)
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 10)
    except TimeoutError:
        process.kill()
        await process.wait()
    for child in children:
        _kill(child)


def _kill(process: int) -> None:
    try:
        os.kill(process, 9)
    except ProcessLookupError:
        return
