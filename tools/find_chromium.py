"""Where is a Chromium that Playwright can drive? Prints its path; exit code 1 if there is none. `--lean`: only one
without windows will do."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

LEAN = "chromium-headless-shell"
NAMES = (LEAN, "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """$CHROMIUM, or one on the PATH, or the one Playwright has downloaded."""
    given = os.environ.get("CHROMIUM")
    if given:
        return given
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    chromium = find_chromium()
    is_good = "--lean" not in sys.argv or "CHROMIUM" in os.environ or Path(chromium or "").name == LEAN
    if chromium is None or not is_good:
        sys.exit(1)
    print(f"── Chromium: {chromium}")
