"""What tests of commands share."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tablee.cli import main

ROOT = Path(__file__).parents[2]
MORPION = str(ROOT / "examples" / "morpion.py")
BELL = str(ROOT / "tests" / "arena" / "bell.py")


class Said(NamedTuple):
    status: int
    out: str
    err: str


class Cli:
    """Runs commands in this process and keeps what they say."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, typed: Sequence[str] = ()) -> Said:
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        self._capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        out, err = self._capsys.readouterr()
        return Said(status, out, err)

    def complains(self, *words: object) -> str:
        """A command that cannot be done: a sentence on stderr, nothing on stdout, exit code 2."""
        status, out, err = self(*words)
        assert status == 2
        assert out == ""
        assert "Traceback" not in err
        assert err.startswith(("tablee: ", "usage: "))
        return err.strip()
