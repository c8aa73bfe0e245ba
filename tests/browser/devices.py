"""Devices people bring to the table: each a browser of its own, with nothing remembered."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize

PHONE = ViewportSize(width=360, height=740)
SMALL_PHONE = ViewportSize(width=320, height=568)
LAPTOP = ViewportSize(width=1280, height=800)
WALL = ViewportSize(width=1920, height=1080)
PATIENCE = 60_000
"""Milliseconds: a busy machine is no broken page."""


class Devices:
    """Calling it unpacks one more. What goes wrong unseen, in any of them, is kept in `complaints`."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.complaints: list[str] = []
        self._browser = browser
        self._address = address
        self._contexts: list[BrowserContext] = []
        self._forgiven: list[str] = ["Service Worker registration blocked by Playwright"]

    def __call__(
        self, size: ViewportSize, language: str = "fr-FR", *, keeps_page: bool = False, moves: bool = False
    ) -> Page:
        """`keeps_page`: the service worker is let in. Elsewhere it is not: what it answers no test can intercept.
        `moves`: nobody has asked this device for less motion."""
        is_phone = size["width"] < 700
        context = self._browser.new_context(
            base_url=self._address,
            viewport=size,
            locale=language,
            is_mobile=is_phone,
            has_touch=is_phone,
            reduced_motion="no-preference" if moves else "reduce",
            service_workers="allow" if keeps_page else "block",
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return self._watch(context.new_page())

    def reopen(self, page: Page) -> Page:
        """The browser is closed in the middle of it all, and comes back to where it was."""
        context, address = page.context, page.url
        page.close()
        again = self._watch(context.new_page())
        again.goto(address)
        return again

    def _watch(self, page: Page) -> Page:
        page.on("console", self._read)
        page.on("pageerror", lambda error: self._complain(f"raised {error.message}"))
        page.on("request", self._look)
        return page

    def forgive(self, text: str) -> None:
        """No complaint that contains this is one."""
        self._forgiven.append(text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _complain(self, text: str) -> None:
        if not any(forgiven in text for forgiven in self._forgiven):
            self.complaints.append(text)

    def _read(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type} in the console: {message.text}")

    def _look(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self._complain(f"asked for {request.url}")
