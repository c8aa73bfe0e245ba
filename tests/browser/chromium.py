"""The one Chromium of a test run."""

from __future__ import annotations

import socket
from typing import Final

from playwright.sync_api import Browser, Playwright
from tests.browser.evidence import Witness
from tools.find_chromium import find_chromium

HERE_ONLY: Final = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
"""Whatever is not this machine has no name and no address."""
NAMED: Final = ["--enable-blink-features=ComputedAccessibilityInfo"]
"""A script may ask what a screen reader would say."""
LEAN: Final = [
    *("--disable-gpu", "--disable-software-rasterizer", "--disable-audio-output"),
    # The second such list is the one that counts: what Playwright turns off stays off, and the address bar of every
    # window, two pages that nobody sees, does too.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,"
    "AimEnabled,PreconnectToSearch,SpareRendererForSitePerProcess",
]
"""A quarter less work for the same pages."""


class Chromium:
    """Launched when it is first wanted, and again where it was closed."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._browser: Browser | None = None
        self._witness: Witness | None = None

    def browser(self) -> Browser:
        if self._browser is None:
            path = find_chromium()
            assert path is not None, "There is no Chromium here: run 'make chromium'."
            port = free_port()
            args = [*HERE_ONLY, *NAMED, *LEAN, f"--remote-debugging-port={port}"]
            self._browser = self._playwright.chromium.launch(executable_path=path, args=args)
            self._witness = Witness(port)
        return self._browser

    @property
    def witness(self) -> Witness:
        assert self._witness is not None, "no browser was launched yet"
        return self._witness

    def close(self) -> None:
        if self._witness is not None:
            self._witness.close()
        if self._browser is not None:
            self._browser.close()
        self._witness = self._browser = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
