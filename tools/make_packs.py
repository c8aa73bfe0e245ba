"""Reads and checks the theme packs of De Fil en Aiguille, and writes them as a house reads them: `content/packs.json`.

    python tools/make_packs.py

To be run after every change of a theme; a test says so where it was forgotten.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from tablee.games.fil.packs import read_pack

CONTENT = Path(__file__).parent.parent / "src/tablee/games/fil/content"


def text() -> str:
    """A line for each pack."""
    lines: list[str] = []
    for path in sorted((CONTENT / "themes").glob("*.toml")):
        pack = asdict(read_pack(path.read_text(encoding="utf-8"), path.stem))
        del pack["id"]  # the name of the file says it
        lines.append(f"{json.dumps(path.name)}: {json.dumps(pack, ensure_ascii=False, separators=(',', ':'))}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    (CONTENT / "packs.json").write_text(text(), encoding="utf-8")
