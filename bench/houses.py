"""Two houses side by side: the one of this working tree, and the one it is compared with, taken from the history."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bench.processes import Broken, cpu, end, free_port, kibibytes, listening
from bench.rows import FOLDER, ROOT

OLD: Final = "1aad8dc"
"""The commit that `before` means: the house before a move cost little."""
QUIET: Final = 3.0
"""Seconds after which a new house has begun to start its helpers."""
STILL: Final = 128
"""KiB that a house may grow in a second while nothing happens."""
PATIENCE: Final = 20
"""Seconds until it is taken as it is."""


class Version(NamedTuple):
    """A house's source: `root` has src/ and bench/."""

    name: str
    root: Path

    def environment(self, root: bool = False) -> dict[str, str]:
        """Python finds this house first (with `root`, its bench/ too), and keeps its bytecode in build/."""
        paths = [str(self.root / "src"), *([str(self.root)] if root else [])]
        mine = {"PYTHONPATH": os.pathsep.join(paths), "PYTHONPYCACHEPREFIX": str(FOLDER / "bytecode" / self.name)}
        return {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | mine


def now() -> Version:
    return Version("now", ROOT)


def before() -> Version:
    """Unpacked into build/ the first time."""
    folder = FOLDER / f"house-{OLD}"
    if not (folder / "src").is_dir():
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", OLD], capture_output=True, check=False)
        if archive.returncode:
            raise Broken(f"Commit {OLD} is not in this clone: fetch the whole history (git fetch --unshallow).")
        unpacked = folder.with_suffix(".part")
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as tar:
            tar.extractall(unpacked, filter="data")
        unpacked.rename(folder)
    return Version("before", folder)


class House:
    """Its server, opened by the command line as anybody would, on loopback and in a folder of its own."""

    def __init__(self, version: Version, *words: str) -> None:
        self.version = version
        self._words = words
        self.port = free_port()

    async def __aenter__(self) -> House:
        self._folder = TemporaryDirectory(prefix="tablee-bench-")
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", self._folder.name, *self._words]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tablee.cli", *words),
            env=self.version.environment(),
            cwd=self.version.root,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await listening(self._process, self.port, f"The house {self.version.name}")
            await self._settle()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await end(self._process)
        self._folder.cleanup()

    async def _settle(self) -> None:
        """Its helpers have started, and its memory stays as it is."""
        await asyncio.sleep(QUIET)
        last = 0.0
        for _ in range(PATIENCE):
            size = self.kibibytes()
            if abs(size - last) < STILL:
                return
            last = size
            await asyncio.sleep(1)

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def cpu(self) -> float:
        return cpu(self._process.pid)

    def kibibytes(self) -> float:
        return kibibytes(self._process.pid)
