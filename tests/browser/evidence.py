"""What is left of a test that failed or hung: a picture of every page, what its script was doing, and the house's log.

A test that hangs is ended after `LIMIT`: its pages are asked over a line of their own, which works while Playwright
waits and while a page's script runs in circles; then the browser is closed, and whatever the test waited for fails."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any, Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import Error
from tests.browser.devices import Devices
from tests.browser.house import House
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

FOLDER: Final = Path(__file__).parents[2] / "evidence"
LIMIT: Final = 50.0
"""Seconds. The limit of pytest-timeout, a little later, is for what hangs elsewhere."""
SOON: Final = 5.0
"""Seconds."""
AT_REST: Final = 1.0
"""Seconds after which a script that has not stopped to answer has nothing to do."""
LAST_LINES: Final = 40


def folder_of(test: str) -> Path:
    return FOLDER / re.sub(r"[^\w.-]+", "_", test)[-120:]


def keep_evidence(devices: Devices, house: House, item: pytest.Item) -> None:
    """After a failure: pictures of what there is to see, and the last lines of the house's log in the report."""
    folder = folder_of(item.nodeid)
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(devices.pages()):
        try:
            page.screenshot(path=folder / f"{number}.png", timeout=SOON * 1000)
            text = page.locator("body").inner_text(timeout=SOON * 1000)
        except Error as error:
            text = error.message
        (folder / f"{number}.txt").write_text(f"{page.url}\n{text}", "utf-8")
    (folder / "house.log").write_text(house.log, "utf-8")
    item.add_report_section("teardown", "evidence", f"{folder}\n" + "\n".join(house.log.splitlines()[-LAST_LINES:]))


class Witness:
    """A line to Chromium beside Playwright's, on which every page is ready to say where its script is. (A page that
    runs in circles answers only what it was asked to be ready for.)"""

    def __init__(self, port: int) -> None:
        with urlopen(f"http://127.0.0.1:{port}/json/version", timeout=SOON) as answer:
            address = json.load(answer)["webSocketDebuggerUrl"]
        self._stack = ExitStack()
        self._line = self._stack.enter_context(connect(address, proxy=None, max_size=None))
        self._numbers = count(1)
        self._pages: dict[str, None] = {}
        """Their sessions."""
        self._told: dict[int | tuple[str, str], Future[dict[str, Any]]] = {}
        Thread(target=self._listen, daemon=True).start()
        self._ask("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)

    def close(self) -> None:
        self._stack.close()

    def look(self, folder: Path) -> None:
        """A picture of each page, and its stack."""
        for number, session in enumerate(list(self._pages)):
            about = self._answer(self._ask("Target.getTargetInfo", session)) or {"targetInfo": {"url": "?"}}
            paused = self._told[session, "Debugger.paused"] = Future[dict[str, Any]]()
            self._ask("Debugger.pause", session)
            stack = stack_of(self._answer(paused, AT_REST))
            # Only what has come to rest can be drawn.
            self._ask("Runtime.terminateExecution", session)
            self._ask("Debugger.disable", session)
            picture = self._answer(self._ask("Page.captureScreenshot", session))
            (folder / f"hung-{number}.txt").write_text(f"{about['targetInfo']['url']}\n{stack}\n", "utf-8")
            if picture is not None:
                (folder / f"hung-{number}.png").write_bytes(base64.b64decode(picture["data"]))

    def end(self) -> None:
        """The browser is closed: whoever waits for something in it waits no longer."""
        self._ask("Browser.close")

    def _answer(self, future: Future[dict[str, Any]], within: float = SOON) -> dict[str, Any] | None:
        try:
            return future.result(within)
        except TimeoutError:
            return None

    def _ask(self, method: str, session: str | None = None, **params: object) -> Future[dict[str, Any]]:
        number = next(self._numbers)
        future = self._told[number] = Future[dict[str, Any]]()
        message = {"id": number, "method": method, "params": params}
        self._line.send(json.dumps(message if session is None else {**message, "sessionId": session}))
        return future

    def _listen(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._line:
                self._hear(json.loads(text))

    def _hear(self, told: dict[str, Any]) -> None:
        session = str(told.get("sessionId", ""))
        match told.get("method"):
            case None:
                future = self._told.pop(told["id"], None)
                if future is not None and "result" in told:
                    future.set_result(told["result"])
            case "Target.attachedToTarget" if told["params"]["targetInfo"]["type"] == "page":
                self._pages[told["params"]["sessionId"]] = None
                self._ask("Debugger.enable", told["params"]["sessionId"])
            case "Target.detachedFromTarget":
                self._pages.pop(told["params"]["sessionId"], None)
            case "Debugger.paused" if (session, "Debugger.paused") in self._told:
                self._told.pop((session, "Debugger.paused")).set_result(told["params"])


@contextmanager
def watch(witness: Witness, folder: Path, limit: float = LIMIT) -> Iterator[Event]:
    """Looks on while a test runs, and ends it where it hangs: then the event is set, and the browser of no use."""

    def end() -> None:
        hung.set()
        folder.mkdir(parents=True, exist_ok=True)
        witness.look(folder)
        witness.end()

    hung, timer = Event(), Timer(limit, end)
    timer.daemon = True
    timer.start()
    try:
        yield hung
    finally:
        timer.cancel()
        timer.join()


def stack_of(paused: dict[str, Any] | None) -> str:
    """Where a script is in the middle of something."""
    if paused is None:
        return "Its script is at rest: it waits for something."
    return "\n".join(
        f"{frame['functionName'] or '(nameless)'} {frame['url']}:{frame['location']['lineNumber'] + 1}"
        f":{frame['location'].get('columnNumber', 0) + 1}"
        for frame in paused["callFrames"]
    )
