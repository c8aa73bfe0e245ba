"""`tablee serve` as a process of its own, which tests may kill and start again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (EXAMPLES / "morpion.py", EXAMPLES / "buzzer.py", Path(__file__).parent / "quiz.py")
LOADED = Path(__file__).parent / "loaded.py"
HASTY = Path(__file__).parent / "hasty.py"


class House:
    """The real server on its own data. Its port stays the same when it is started again."""

    def __init__(self, data: Path, *, loaded: str | None = None, thought: int = 400, times: int = 1) -> None:
        """`loaded`: the seed of every game, for a house whose dice are loaded. `thought`: after so many milliseconds
        bots answer at the latest; what is tested here is not how long they ponder. `times`: its clock goes so fast."""
        self._data = data
        self._loaded = loaded
        self._thought = thought
        self._times = times
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tablee.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--longest-thought", str(self._thought)]
        command += ["--data", str(self._data), *(part for game in GAMES for part in ("--game", str(game)))]
        if self._loaded is not None:
            command = [sys.executable, str(LOADED), self._loaded, str(self._data)]
        elif self._times > 1:
            command = [sys.executable, str(HASTY), str(self._times), str(self._thought), str(self._data)]
        with (self._data / "log").open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "http://" in line:
                self.port = int(line.rsplit(":", 1)[1])
                return
        self.kill()
        raise AssertionError(f"The server did not come up:\n{(self._data / 'log').read_text()}")

    def kill(self) -> None:
        """As a power cut does: without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()


@contextmanager
def open_house(data: Path, *, loaded: str | None = None, thought: int = 400, times: int = 1) -> Iterator[House]:
    house = House(data, loaded=loaded, thought=thought, times=times)
    house.start()
    try:
        yield house
    finally:
        house.stop()
