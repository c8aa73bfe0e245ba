"""The page's own compiler, asked whether real messages are what the page takes them for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def constant(number: int, kind: str, value: object) -> str:
    return f"export const c{number}: {kind} = {json.dumps(value)};"


def complaints(folder: Path, lines: Iterable[str]) -> str:
    """What it says about these lines, beside whatever modules are in this folder; nothing if all is well."""
    node = shutil.which("node", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert node is not None, "There is no Node here: run 'make setup'."
    (folder / "told.ts").write_text("\n".join(lines), encoding="utf-8")
    options = {"types": [], "paths": {"$lib/*": [f"{ROOT}/web/src/lib/*"]}}
    settings = {"extends": f"{ROOT}/web/tsconfig.json", "compilerOptions": options, "include": ["told.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    compiler = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run([node, compiler, "-p", folder], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (done.stdout == ""), done.stderr
    return done.stdout
