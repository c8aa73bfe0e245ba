"""Processes that play by rules alone, for the bench: of either house, or with OpenSpiel."""

from __future__ import annotations

import asyncio
import json
import subprocess
import venv
from asyncio.subprocess import PIPE
from pathlib import Path

from bench.houses import Version, now
from bench.processes import Broken, end
from bench.rows import FOLDER, ROOT


class Worker:
    """bench/playouts.py in a process of its own."""

    def __init__(self, python: str, name: str, version: Version | None) -> None:
        self._python, self._name, self._version = python, name, version

    async def __aenter__(self) -> Worker:
        script = Path(__file__).with_name("playouts.py")
        environment = (self._version or now()).environment(root=True)
        if self._version is None:
            del environment["PYTHONPATH"]
        self._process = await asyncio.create_subprocess_exec(
            *(self._python, "-P", str(script), self._name), env=environment, stdin=PIPE, stdout=PIPE
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await end(self._process)

    async def rate(self, steps: int) -> float:
        """Steps a second of CPU."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{steps}\n".encode())
        line = await asyncio.wait_for(self._process.stdout.readline(), 120)
        if not line:
            raise Broken(f"The playouts of {self._name} ended.")
        made, seconds = json.loads(line)
        return float(made) / float(seconds)


def openspiel() -> str:
    """The Python of an environment that has OpenSpiel, made in build/ the first time."""
    folder = FOLDER / "openspiel"
    python = folder / "bin" / "python"
    if not (folder / ".ready").is_file():
        print(f"Installing OpenSpiel into {folder}", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        words = [str(python), "-m", "pip", "install", "-q", "-r", str(ROOT / "bench" / "requirements.txt")]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            raise Broken(f"OpenSpiel cannot be installed:\n{done.stderr[-1000:]}")
        (folder / ".ready").touch()
    return str(python)
