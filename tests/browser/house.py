"""The house as a process of its own, which tests may kill and start again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from tablee.kernel.game import Ms

T = TypeVar("T", bound="House")
STAGE: Final = Path(__file__).parent / "stagehouse.py"


class House:
    """A server on its own data. Its port stays the same when it is started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.data / "log").read_text("utf-8")

    def start(self) -> None:
        with (self.data / "log").open("a") as log:
            self._process = subprocess.Popen(
                self._command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, bufsize=1
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "http://" in line:
                self.port = int(line.rsplit(":", 1)[1])
                return
        self.kill()
        raise AssertionError(f"The server did not come up:\n{self.log}")

    def _command(self) -> Sequence[str]:
        where = ("--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data))
        return (sys.executable, "-m", "tablee.cli", "serve", *where)

    def kill(self) -> None:
        """As a power cut does: without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()


class StageHouse(House):
    """Chance, time and how long bots ponder are the test's (see stagehouse.py); all else is real."""

    def _command(self) -> Sequence[str]:
        return (sys.executable, str(STAGE), str(self.data), str(self.port))

    def seed(self, seed: bytes) -> None:
        """From now on every game that begins has this chance, and so have its bots."""
        self._say(f"seed {seed.hex()}")

    def let_ponder(self, longest: Ms) -> None:
        """Bots take their time, but no longer than this; at first they answer at once."""
        self._say(f"thought {longest}")

    def forward(self, by: Ms) -> None:
        """So much later."""
        self._say(f"forward {by}")

    def stop_clock(self) -> None:
        """Time passes only as it is turned forward: no window closes while a test looks through it. The referee of a
        race waits for others until time is turned; so does whoever waits for the referee."""
        self._say("stop")

    def run_clock(self) -> None:
        """Time passes by itself again, as it does at first."""
        self._say("run")

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        answer = self._process.stdout.readline()
        assert answer == "done\n", f"The house answered {answer!r} to “{line}”:\n{self.log}"


class NodeHouse(StageHouse):
    """One of several that share a data base."""

    def __init__(self, data: Path, database: str, name: str) -> None:
        super().__init__(data)
        self._database, self._name = database, name

    def _command(self) -> Sequence[str]:
        return (*super()._command(), self._database, self._name)


@contextmanager
def open_house(data: Path) -> Iterator[StageHouse]:
    with opened(StageHouse(data)) as house:
        yield house


@contextmanager
def opened(house: T) -> Iterator[T]:
    house.start()
    try:
        yield house
    finally:
        house.stop()
