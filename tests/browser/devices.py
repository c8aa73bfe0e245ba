"""Devices people bring to the table: each a browser of its own, with nothing remembered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize
from tests.browser.house import House
from tests.browser.seating import Laid

PHONE = ViewportSize(width=360, height=740)
SMALL_PHONE = ViewportSize(width=320, height=568)
LAPTOP = ViewportSize(width=1280, height=800)
WALL = ViewportSize(width=1920, height=1080)
COARSE_WALL = ViewportSize(width=1280, height=720)
"""On a wall everything is as large as the wall; on one with fewer pixels rounding does the most harm."""
PATIENCE = 20_000
"""Milliseconds: a busy machine is no broken page."""
SIT = """([code, keys, name]) => {
  if (localStorage.getItem(`tablee.keys.${code}`) !== null) return;
  localStorage.setItem(`tablee.keys.${code}`, keys);
  localStorage.setItem('tablee.me', JSON.stringify({ name }));
}"""
"""What a browser has kept in which these people sat down."""
LINE = """window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    window.line = this;
  }
};"""
ARRIVED = """() => new Promise((done) => {
  const sent = 1e12 + Math.floor(Math.random() * 1e12);
  line.addEventListener('message', function hear({ data }) {
    if (!data.startsWith(`{"tell":"pong","sent":${sent},`)) return;
    line.removeEventListener('message', hear);
    done();
  });
  line.send(JSON.stringify({ id: `arrived-${sent}`, do: 'ping', sent }));
})"""
"""A number that was sent over the page's own line comes back after all that was on its way."""


def arrived(page: Page) -> None:
    """Whatever was done on this page before is known to the house, and what it has told since is known to the page."""
    page.evaluate(ARRIVED)


def seat(page: Page, table: Laid, people: str | Sequence[str]) -> None:
    """When it comes to this table, these people sit there."""
    names = [people] if isinstance(people, str) else people
    if names:
        page.add_init_script(f"({SIT})({json.dumps([table.code, table.keys_of(*names), names[0]])})")


class Devices:
    """Calling it unpacks one more. What goes wrong unseen, in any of them, is kept in `complaints`."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.complaints: list[str] = []
        self.house = house
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._forgiven: list[str] = ["Service Worker registration blocked by Playwright"]

    def __call__(
        self, size: ViewportSize, language: str = "fr-FR", *, keeps_page: bool = False, moves: bool = False
    ) -> Page:
        """`keeps_page`: the service worker is let in. Elsewhere it is not: what it answers no test can intercept.
        `moves`: nobody has asked this device for less motion."""
        is_phone = size["width"] < 700
        context = self._browser.new_context(
            base_url=self.house.address,
            viewport=size,
            locale=language,
            is_mobile=is_phone,
            has_touch=is_phone,
            reduced_motion="no-preference" if moves else "reduce",
            service_workers="allow" if keeps_page else "block",
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        context.add_init_script(LINE)
        return self._watch(context.new_page())

    def at(
        self,
        table: Laid,
        people: str | Sequence[str],
        size: ViewportSize,
        language: str = "fr-FR",
        *,
        moves: bool = False,
    ) -> Page:
        """A device on which these people (none: it only looks on) already sit at this table, open there."""
        page = self(size, language, moves=moves)
        seat(page, table, people)
        page.goto(table.path)
        return page

    def pages(self) -> list[Page]:
        return [page for context in self._contexts for page in context.pages]

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
        if self._browser.is_connected():
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
