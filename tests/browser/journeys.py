"""The first five minutes of strangers: how many taps they need, and how long the house keeps them waiting.

What people take to read and to type is their own affair; the seconds are what the machine adds."""

from __future__ import annotations

import gzip
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Locator, Page, Response, expect
from tests.browser import steps
from tests.browser.devices import PHONE, WALL, Devices
from tests.browser.house import House
from tests.browser.lines import Ends
from tests.browser.words import PIERRES, SAY, title_of

SCRIPT: Final = ("text/javascript", "application/javascript")


class Journey(NamedTuple):
    name: str
    taps: int | None
    seconds: float | None
    kilobytes: float | None = None


@dataclass(slots=True)
class Finger:
    """Taps, and counts."""

    taps: int = 0
    began: float = 0.0

    def start(self) -> None:
        self.taps, self.began = 0, time.perf_counter()

    def tap(self, where: Locator) -> None:
        where.click()
        self.taps += 1

    def press(self, where: Page | Locator, name: str) -> None:
        self.tap(where.get_by_role("button", name=name, exact=True))

    def arrive(self, name: str) -> Journey:
        return Journey(name, self.taps, time.perf_counter() - self.began)


def command_to_qr(data: Path) -> Journey:
    """From `tablee serve` to an address that answers."""
    house, began = House(data), time.perf_counter()
    house.start()
    took = time.perf_counter() - began
    house.stop()
    return Journey("command → QR", None, took)


def first_load(device: Devices) -> Journey:
    """The home screen, from nothing."""
    page, scripts = device(PHONE), list[Response]()
    page.on("response", lambda answer: scripts.append(answer) if is_script(answer) else None)
    began = time.perf_counter()
    page.goto("/")
    expect(page.get_by_role("button", name=SAY("home.open"))).to_be_visible()
    took = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(answer.body(), 9)) for answer in scripts) / 1000
    return Journey("first load of the home screen", None, took, size)


def is_script(answer: Response) -> bool:
    return answer.headers.get("content-type", "").split(";")[0] in SCRIPT


def alone(device: Devices) -> Journey:
    """From the home screen into a game with bots."""
    page, finger = device(PHONE), Finger()
    finger.start()
    page.goto("/")
    finger.press(page, SAY("home.alone"))
    expect(page.get_by_role("grid", name=PIERRES("board.name"))).to_be_visible()
    return finger.arrive("alone: home → playing with bots")


def host_with_a_screen(device: Devices) -> tuple[Journey, str]:
    """From the home screen on the wall to a code and a QR that friends can scan."""
    wall, finger = device(WALL), Finger()
    finger.start()
    wall.goto("/")
    finger.press(wall, SAY("home.open"))
    finger.press(steps.sheet(wall), title_of("pierres"))
    finger.press(steps.sheet(wall, title_of("pierres")), SAY("start.shared"))
    code = steps.code_of(wall)
    expect(wall.get_by_role("img", name=SAY("lobby.qr", code=code))).to_be_visible()
    return finger.arrive("host: home → code and QR on the wall"), code


def guest_on_a_phone(device: Devices, code: str, line: Ends) -> tuple[Journey, Page]:
    """From the scan to a chair."""
    phone, finger = device(PHONE), Finger()
    finger.start()
    phone.goto(f"http://127.0.0.1:{line.port}/t/{code}")
    finger.tap(phone.get_by_label(SAY("who.name")))
    phone.keyboard.type("Luc")
    finger.press(phone, SAY("lobby.sit"))
    expect(phone.get_by_role("button", name=SAY("lobby.ready")).or_(steps.chair(phone, "Luc")).first).to_be_visible()
    return finger.arrive("guest: scan → seated"), phone


def one_device_for_two(device: Devices) -> Journey:
    """From the home screen to the first turn of two people who share a phone."""
    page, finger = device(PHONE), Finger()
    finger.start()
    page.goto("/")
    finger.press(page, SAY("home.open"))
    finger.press(steps.sheet(page), title_of("pierres"))
    finger.press(steps.sheet(page, title_of("pierres")), SAY("start.open"))
    steps.say_who(steps.sheet(page), "Zoé")
    finger.press(steps.sheet(page), SAY("start.open"))
    steps.code_of(page)
    finger.tap(steps.chair(page, SAY("place.free")))
    finger.press(steps.sheet(page), SAY("place.other_here"))
    steps.say_who(steps.sheet(page), "Luc")
    finger.press(steps.sheet(page), SAY("lobby.sit"))
    expect(steps.chair(page, "Luc")).to_be_visible()
    finger.tap(steps.start_button(page, 2))
    expect(page.get_by_role("dialog", name=SAY.like("curtain.title"))).to_be_visible()
    return finger.arrive("one device: home → first turn of two")


def unlock(page: Page, line: Ends) -> Journey:
    """A phone that was locked and lost its line: from the moment it is looked at again."""
    line.cut(True)
    expect(page.get_by_text(SAY("lost.title"), exact=True)).to_be_visible()
    line.cut(False)
    began = time.perf_counter()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text(SAY("lost.title"), exact=True)).to_be_hidden()
    return Journey("unlock → playing", None, time.perf_counter() - began)
