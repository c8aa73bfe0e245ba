"""Gives tests the house and devices to visit it with.

The browser is closed after the last test of this folder: while Playwright's synchronous API is at work, asyncio.run
does not, and other tests need it. (A folder has fixtures of its own only where it is a package.)"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.devices import PATIENCE, Devices
from tests.browser.house import House, open_house
from tools.find_chromium import find_chromium

expect.set_options(timeout=PATIENCE)

HERE_ONLY = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
"""Whatever is not this machine has no name and no address."""
NAMED = ["--enable-blink-features=ComputedAccessibilityInfo"]
"""A script may ask what a screen reader would say."""
LEAN = [
    *("--disable-gpu", "--disable-software-rasterizer", "--disable-audio-output"),
    # The second such list is the one that counts: what Playwright turns off stays off, and the address bar of every
    # window, two pages that nobody sees, does too.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,"
    "AimEnabled,PreconnectToSearch",
]
"""A quarter less work for the same pages."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A crowded machine may be slow beyond all patience. Who needed another try is named in the summary."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    assert path is not None, "There is no Chromium here: run 'make chromium'."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*HERE_ONLY, *NAMED, *LEAN])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def device(browser: Browser, house: House) -> Iterator[Devices]:
    """Unpacks devices. Nothing may go wrong in them, neither seen nor unseen."""
    devices = Devices(browser, house.address)
    yield devices
    devices.close()
    assert devices.complaints == []
