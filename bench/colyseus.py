"""The peer that is nearest to the house: Colyseus, on which the same game is played, in memory only. Installed by name
into build/ the first time, with npm; the load that both get (bench/peers/loadgen.c) is made with gcc."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from bench.processes import Broken, cpu, end, free_port, kibibytes, listening
from bench.rows import FOLDER

PEERS: Final = Path(__file__).parent / "peers"
INSTALLED: Final = FOLDER / "peers"
PACKAGES: Final = (
    "@colyseus/core@0.18",
    "@colyseus/ws-transport@0.18",
    "@colyseus/schema@5",
    "@colyseus/sdk@0.18",
    "express@5",
)
SERVER: Final = "colyseus_server.mjs"


def install() -> None:
    """What is not there yet; Broken where it cannot be had."""
    _need("node", "Node")
    _need("npm", "Node")
    make_load()
    if not (INSTALLED / ".ready").is_file():
        print(f"Installing {', '.join(PACKAGES)} into {INSTALLED}", flush=True)
        (INSTALLED / "package.json").write_text('{"private": true}\n', "utf-8")
        _run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", *PACKAGES])
        (INSTALLED / ".ready").touch()
    (INSTALLED / SERVER).write_bytes((PEERS / SERVER).read_bytes())


def make_load() -> None:
    """The load alone."""
    _need("gcc", "the package gcc")
    INSTALLED.mkdir(parents=True, exist_ok=True)
    _run(["gcc", "-O2", "-Wall", "-o", str(INSTALLED / "loadgen"), str(PEERS / "loadgen.c")])


def _need(program: str, where: str) -> None:
    if shutil.which(program) is None:
        raise Broken(f"There is no {program} here: install {where}, or measure with --only what needs no peer.")


def _run(words: list[str]) -> None:
    done = subprocess.run(words, cwd=INSTALLED, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise Broken(f"{' '.join(words)} did not work:\n{done.stderr[-2000:]}")


class Colyseus:
    """Its server process, on loopback."""

    async def __aenter__(self) -> Colyseus:
        self.port = free_port()
        environment = {name: text for name, text in os.environ.items() if name != "DEBUG"} | {"NODE_ENV": "production"}
        self._process = await asyncio.create_subprocess_exec(
            *("node", SERVER, str(self.port)),
            cwd=INSTALLED,
            env=environment,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await listening(self._process, self.port, "Colyseus")
            await asyncio.sleep(1)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await end(self._process)

    def cpu(self) -> float:
        return cpu(self._process.pid)

    def kibibytes(self) -> float:
        return kibibytes(self._process.pid)

    def reserve(self, tables: int) -> list[str]:
        """A path for each client, two for each table."""
        door = HTTPConnection("127.0.0.1", self.port, timeout=30)
        paths: list[str] = []
        for _ in range(tables):
            first = _post(door, "/matchmake/create/ttt")
            second = _post(door, f"/matchmake/joinById/{first['roomId']}")
            paths += [
                f"/{seat['processId']}/{seat['roomId']}?sessionId={seat['sessionId']}" for seat in (first, second)
            ]
        door.close()
        return paths


def _post(door: HTTPConnection, path: str) -> dict[str, Any]:
    door.request("POST", path, "{}", {"content-type": "application/json"})
    answer: dict[str, Any] = json.loads(door.getresponse().read())
    if "roomId" not in answer:
        raise Broken(f"Colyseus answers {answer} to {path}.")
    return answer
