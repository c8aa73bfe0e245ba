"""A wheel without its page would be a house without a door: building one fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page = Path(self.root) / "src" / "tablee" / "server" / "page" / "index.html"
        if version != "editable" and not page.exists():
            raise FileNotFoundError(
                "The page is not built yet, so there is nothing to put into the wheel: run 'make page' first."
            )
