"""Pages that look on while a game is played, each with its own question: what does axe-core say, can everything be
reached on a small screen, is anything cut off on the wall, does a keyboard lead everywhere?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import count
from pathlib import Path
from typing import Final

from playwright.sync_api import Page
from tests.browser import axe, reach
from tests.browser.devices import SIT, seat
from tests.browser.seating import Laid

EYES: Final = Path(__file__).parent / "eyes.js"
SPEAK: Final = "localStorage.getItem('tablee.language') ?? localStorage.setItem('tablee.language', '\"LANGUAGE\"')"
HAIR: Final = 4
"""Pixels that nobody misses."""
MARKERS: Final = {
    "fr": re.compile(r"\b(vous|votre|vos|est|les|une|et|dans|pour)\b", re.IGNORECASE),
    "en": re.compile(r"\b(you|your|the|is|and|with|of|to|when)\b", re.IGNORECASE),
}
"""Small words that are of one language only."""
QUOTED: Final = re.compile("“[^”]*”|«[^»]*»")
BROKEN: Final = re.compile(r"[{}]|\bundefined\b|\bNaN\b|\[object")
"""What no sentence says that was filled in."""
SIDE: Final = 9
ARROWS: Final = {"ArrowRight": (1, 0), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowUp": (0, -1)}
_numbers: Final = count(1)


class Onlooker:
    """One page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = ""
        self._said: dict[str, None] = {}
        page.add_init_script(path=axe.SCRIPT)
        page.add_init_script(f"window.stillness = {axe.STILLNESS}")
        page.add_init_script(path=EYES)

    def come(self, table: Laid, people: Collection[str], language: str) -> None:
        """Without people: it only looks on. From one table to the next the page stays as it is."""
        self.language = language
        self._said.clear()
        if self.page.url == "about:blank":
            seat(self.page, table, list(people))
            self.page.add_init_script(SPEAK.replace("LANGUAGE", language))
            self.page.goto(table.path, wait_until="commit")
        else:
            if people:
                self.page.evaluate(SIT, [table.code, table.keys_of(*people), *people])
            self.page.evaluate(axe.SPEAK, language)
            self.page.evaluate("(path) => walk.enter(path)", table.path)

    def set_out(self) -> None:
        """Whatever was told by now will be drawn before this page is looked at."""
        self.page.evaluate("(number) => walk.setOut(number)", next(_numbers))

    def look(self) -> bool:
        """All words are there, and axe has nothing to say. Was anything new?"""
        found = self.page.evaluate("walk.look()")
        assert not found["missing"], f"Nobody has written these words: {found['missing']}"
        broken = [text for text in found["said"] if BROKEN.search(text)]
        assert not broken, f"These sentences are not filled in: {broken}"
        self._said |= dict.fromkeys(found["said"])
        assert not found["violations"], "\n".join(axe.in_words(found["violations"]))
        return bool(found["isNew"])

    def check_language(self, cards: Collection[str]) -> None:
        """All that was said at this table was in one's own language; but cards are the same for everybody."""
        text = QUOTED.sub("", "\n".join(self._said))
        for card in cards:
            text = text.replace(card, "")
        own = MARKERS[self.language].findall(text)
        other = MARKERS["en" if self.language == "fr" else "fr"].findall(text)
        assert len(own) >= 10 * len(other), f"Not all of it is in {self.language}: {other}\n{text}"


class Phone(Onlooker):
    """The smallest there is, by night; and as large as a laptop on which everything is twice as large."""

    _sizes = (reach.NARROW, reach.ENLARGED)

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.emulate_media(color_scheme="dark")

    def look(self) -> bool:
        is_new = super().look()
        reach.check(self.page)
        if is_new:
            self._sizes = self._sizes[::-1]
            self.page.set_viewport_size(self._sizes[0])
            reach.check(self.page)
        return is_new


class Wall(Onlooker):
    """Nobody sits at it, and nobody scrolls it. It is looked at by day and by night."""

    def look(self) -> bool:
        is_new = super().look()
        cut = self.page.evaluate("(hair) => walk.cutOff(hair)", HAIR)
        assert not cut, "Cut off on the wall:\n" + "\n".join(cut)
        if is_new:
            self.page.emulate_media(color_scheme="dark")
            violations = self.page.evaluate("(rules) => walk.judge(rules)", axe.COLOURS_ONLY)
            assert not violations, "By night:\n" + "\n".join(axe.in_words(violations))
            self.page.emulate_media(color_scheme="light")
        return is_new


class Keyboard(Onlooker):
    """A laptop without a mouse."""

    def go_round(self) -> None:
        """Tab leads everywhere; wherever it leads, one sees it and hears what it is. On a board arrows lead on."""
        places = self.page.evaluate("walk.leave()")
        if not places:
            return
        # Behind the last place there is the browser's own bar.
        for _ in range(places + 2):
            self.page.keyboard.press("Tab")
        for fault, elements in self.page.evaluate("walk.comeBack()").items():
            assert not elements, f"By keyboard these are {fault}:\n" + "\n".join(elements)
        if self.page.locator("[role=gridcell]").count():
            self._go_over_the_board()

    def _go_over_the_board(self) -> None:
        while (cell := self.page.evaluate("walk.cell()")) < 0:
            self.page.keyboard.press("Tab")
        for arrow, (right, down) in ARROWS.items():
            column, row = cell % SIDE + right, cell // SIDE + down
            if 0 <= column < SIDE and 0 <= row < SIDE:
                self.page.keyboard.press(arrow)
                cell = SIDE * row + column
                assert self.page.evaluate("walk.cell()") == cell, f"{arrow} does not lead to {column}, {row}"

    def ask(self, rules: Iterable[re.Pattern[str]]) -> None:
        """`?` explains the moment, and Escape leads back to where one was."""
        while self.page.evaluate("walk.isWriting()"):
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("?")
        text = self.page.evaluate("walk.sheet()")
        for rule in rules:
            assert rule.search(text), f"{rule.pattern} is not explained:\n{text}"
        self.look()
        self.page.keyboard.press("Escape")
        assert self.page.evaluate("walk.isBack()"), "Escape leads elsewhere"

    def hear(self, sentence: re.Pattern[str] | None) -> None:
        """What is read out, now or soon; afterwards it is over."""
        while True:
            heard: list[str] = self.page.evaluate("walk.heard")
            if sentence is None or any(map(sentence.search, heard)):
                break
            self.page.wait_for_function("(count) => walk.heard.length > count", arg=len(heard))
        self._said |= dict.fromkeys(heard)
        self.page.evaluate("(count) => void walk.heard.splice(0, count)", len(heard))
