"""A test that hangs is ended, and leaves behind what there was to see."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Error
from tests.browser.chromium import Chromium
from tests.browser.devices import PHONE, Devices
from tests.browser.evidence import watch
from tests.browser.house import StageHouse

SOON = 0.3
"""Seconds."""
IN_CIRCLES = "() => { function forever() { for (;;); } forever(); }"
NEVER = "() => new Promise(() => {})"


@pytest.mark.parametrize(("script", "stack"), [(IN_CIRCLES, "forever"), (NEVER, "waits")], ids=["runs", "waits"])
def test_a_page_that_hangs_leaves_a_picture_and_its_stack(
    chromium: Chromium, house: StageHouse, tmp_path: Path, script: str, stack: str
) -> None:
    devices = Devices(chromium.browser(), house)
    page = devices(PHONE)
    page.goto("/")
    with watch(chromium.witness, tmp_path / "left", SOON) as hung, pytest.raises(Error):
        page.evaluate(script)
    assert hung.is_set()
    chromium.close()
    assert stack in (tmp_path / "left" / "hung-0.txt").read_text("utf-8")
    assert house.address in (tmp_path / "left" / "hung-0.txt").read_text("utf-8")
    assert (tmp_path / "left" / "hung-0.png").read_bytes().startswith(b"\x89PNG")
