"""What the house cannot know by itself: the time, chance, and where its log goes. All three are arguments, so that in
tests and in the simulator nothing happens by itself."""

from __future__ import annotations

import json
import secrets
import sys
import time
import traceback
from asyncio import AbstractEventLoop
from base64 import urlsafe_b64encode
from collections.abc import Callable, Container
from contextlib import suppress
from hashlib import sha256
from typing import Final, Protocol, TextIO

from tablee.kernel.game import Ms
from tablee.kernel.luck import SEED_BYTES

LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""No I, O or Q: read aloud or on a far screen, each is one letter only."""
CODE_LETTERS: Final = 4


class Timer(Protocol):
    def cancel(self) -> None: ...


class Wall(Protocol):
    """The clock on the wall."""

    def now(self) -> Ms: ...

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        """Do this then, on the loop."""


class LoopWall:
    """The loop's own clock, which never jumps."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._time = loop.time
        self._seen = 0.0
        self._now = 0

    def now(self) -> Ms:
        time = self._time()
        if time != self._seen:  # in one turn of the loop it often is the same
            self._seen, self._now = time, int(time * 1000)
        return self._now

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        # A timer may fire a hair early: ask for the first moment at which `now` shows `when`.
        return self._loop.call_at(when / 1000 + 0.0005, do)


class Chance:
    """Whatever nobody may foresee. `draw`: so many bytes of it."""

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._draw = draw

    def seed(self) -> bytes:
        """Of a new game."""
        return self._draw(SEED_BYTES)

    def seed_of_bot(self) -> bytes:
        return self._draw(SEED_BYTES)

    def key(self) -> str:
        """128 bits that open a place or a table."""
        return _text(self._draw(16))

    def record(self) -> str:
        """The id of a finished game, which nobody can guess either."""
        return _text(self._draw(12))

    def name(self) -> str:
        """Tells one thing from another: a bot, a race that was opened again."""
        return self._draw(8).hex()

    def code(self, taken: Container[str]) -> str:
        """Of a table: short, to be read aloud."""
        while True:
            number = int.from_bytes(self._draw(8))
            code = ""
            for _ in range(CODE_LETTERS):
                number, letter = divmod(number, len(LETTERS))
                code += LETTERS[letter]
            if code not in taken:
                return code


def _text(draw: bytes) -> str:
    return urlsafe_b64encode(draw).rstrip(b"=").decode()


class Log:
    """One line of JSON for each event. No names, no keys, and of a table's code only a fingerprint."""

    def __init__(self, stream: TextIO | None = None, *, is_quiet: bool = False) -> None:
        self._stream = stream
        self._is_quiet = is_quiet

    def __call__(self, event: str, **facts: str | int | float | bool | None) -> None:
        if self._is_quiet:
            return
        shown = {key: fingerprint(value) if key == "table" else value for key, value in facts.items()}
        line = {"at": round(time.time(), 3), "event": event, **shown}
        # A log that cannot be written, on a disk that is full, must not stop anybody.
        with suppress(OSError, ValueError):
            print(json.dumps(line, ensure_ascii=False), file=self._stream or sys.stderr, flush=True)

    def defect(self, table: str, error: BaseException) -> None:
        """Something went wrong that should not: where, and of what type. What was in the message stays out."""
        frames = traceback.extract_tb(error.__traceback__)[-3:]
        where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
        self("defect", table=table, error=type(error).__name__, where=where)


def fingerprint(code: object) -> str:
    """Tells tables apart in the log without letting its reader in."""
    return sha256(f"tablee {code}".encode()).hexdigest()[:8]
