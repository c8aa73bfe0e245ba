"""Rows of a long run, written as they come, each with its commit: so it can be stopped, and goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build"


def commit() -> str:
    """With a + where something is not committed."""
    words = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=7", "--exclude=*", "--dirty=+"]
    return run(words, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


class Rows:
    """A file with a row a line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if self.path.is_file():
            for line in self.path.read_text("utf-8").splitlines():
                yield json.loads(line)

    def add(self, row: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            print(json.dumps(row, ensure_ascii=False), file=file, flush=True)
