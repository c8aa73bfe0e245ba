"""The keys of one's places at tables, in a file that nobody else can read."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

MOST_KEYS: Final = 12
MOST_TABLES: Final = 100


class Keyring:
    def __init__(self, path: Path) -> None:
        self.path = path

    def of(self, table: str) -> list[str]:
        return self._read().get(table, [])

    def add(self, table: str, key: str) -> None:
        rings = self._read()
        kept = [*rings.pop(table, []), key][-MOST_KEYS:]
        rings[table] = kept  # the newest last
        self._write(dict(list(rings.items())[-MOST_TABLES:]))

    def drop(self, table: str) -> None:
        rings = self._read()
        if rings.pop(table, None) is not None:
            self._write(rings)

    def _read(self) -> dict[str, list[str]]:
        """A file that cannot be read is as good as none: one sits down again."""
        with suppress(OSError, ValueError, TypeError):
            content = json.loads(self.path.read_text("utf-8"))
            if isinstance(content, dict):
                return {str(table): [str(key) for key in keys] for table, keys in content.items()}
        return {}

    def _write(self, rings: dict[str, list[str]]) -> None:
        """Whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        with suppress(FileNotFoundError):
            draft.unlink()
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            json.dump(rings, stream)
        draft.replace(self.path)
