"""The real server as a process that can be killed and started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.server.ledger import Lost

from tablee.games import known_games

ROOT = Path(__file__).parents[2]
MORPION = str(ROOT / "examples" / "morpion.py")
BELL = str(ROOT / "tests" / "arena" / "bell.py")
FILES = {"morpion": MORPION, "bell": BELL}
"""Games that are not among ours."""


class Server:
    """`tablee serve` as a process of its own. Its port stays the same."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._zygote: asyncio.subprocess.Process | None = None
        self._pid = 0
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._ears: asyncio.Task[None] | None = None
        self.port = 0
        self.is_up = asyncio.Event()
        self.died: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Lost, if a server goes that nobody killed."""

    async def start(self, *, inline: bool = True) -> None:
        """`inline`: bots think in the server, not in processes of their own."""
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._data)]
        words += ["--per-address", "60000"]  # a record for every game of morpion is more than people ask for
        words += [word for file in FILES.values() for word in ("--game", file)]
        zygote = await self._find_zygote()
        assert zygote.stdin is not None
        zygote.stdin.write(json.dumps({"words": words, "inline": inline}).encode() + b"\n")
        # Both write to one pipe, and either may be first.
        is_said = {"pid": False, "address": False}
        while not all(is_said.values()):
            line = await self._line(lambda line: line.startswith(b'{"pid"') or b"http://" in line)
            if b"http://" in line:
                self.port, is_said["address"] = int(line.rsplit(b":", 1)[1]), True
            else:
                self._pid, is_said["pid"] = json.loads(line)["pid"], True
        self.is_up.set()

    async def kill(self) -> None:
        self.is_up.clear()
        os.kill(self._pid, signal.SIGKILL)
        await self._line(lambda line: line.startswith(b'{"gone"'))

    def kill_writer(self) -> bool:
        """Its store's own process, if it has one just now."""
        children = Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text().split()
        for child in children:
            with suppress(OSError):
                if b"store.writer" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)
                    return True
        return False

    async def close(self) -> None:
        self.died.cancel()
        if self._ears is not None:
            self._ears.cancel()
        if self._zygote is not None:
            assert self._zygote.stdin is not None
            self._zygote.stdin.close()
            await self._zygote.wait()

    async def _find_zygote(self) -> asyncio.subprocess.Process:
        if self._zygote is None:
            pipe = asyncio.subprocess.PIPE
            path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
            with (self._data / "said.txt").open("ab") as said:
                self._zygote = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "tests.server.zygote", *known_games(), *FILES.values()),
                    stdin=pipe,
                    stdout=pipe,
                    stderr=said,
                    env={**os.environ, "PYTHONPATH": path},
                )
            self._ears = asyncio.ensure_future(self._listen())
        return self._zygote

    async def _listen(self) -> None:
        assert self._zygote is not None
        assert self._zygote.stdout is not None
        while line := await self._zygote.stdout.readline():
            if line.startswith(b'{"gone"') and self.is_up.is_set() and not self.died.done():
                self.died.set_exception(Lost(f"the server died by itself: {self._last_words()}"))
            self._lines.put_nowait(line)
        self._lines.put_nowait(b"")

    async def _line(self, is_it: Callable[[bytes], bool]) -> bytes:
        while line := await self._lines.get():
            if is_it(line):
                return line
            if line.startswith(b'{"gone"'):
                break
        raise Lost(f"the server did not come up again: {self._last_words()}")

    def _last_words(self) -> str:
        return (self._data / "said.txt").read_text()[-2000:]
