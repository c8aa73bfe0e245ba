"""What people do at a table of Copieur !, in their words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as Overdue
from tests.browser import steps

from tablee.games.copieur.operations import result_of

GAME: Final = "Copieur !"
SOON: Final = 3_000
"""Milliseconds in which something that is there can be had."""
LOOKS: Final = 30
"""How often a class looks at the same news before it gives up: a bot may think on a busy machine."""
NEWS: Final = "() => document.querySelector('main h2')?.innerText ?? ''"
SLATE: Final = re.compile(r"Ardoise (\d)\s: (.+)")
PEEK: Final = "Regarder mon ardoise"

ROLLS: Final = re.compile(r"^(?P<who>.+) va lancer le dé$")
ROLLED: Final = re.compile(r"^(?P<who>.+) (a fait|cherche le) (?P<number>\d)$")
TELLING: Final = re.compile(r"^Copieur\s\?$")
ASKED: Final = re.compile(r"^Combien font (?P<operation>.+)\s\?$")


def open_table(page: Page, name: str) -> str:
    return steps.open_table(page, name, GAME)


def set_rules(page: Page, preset: str, first: str | None = None) -> None:
    """Without a clock, but for races and moments."""
    page.get_by_role("button", name="Changer").click()
    rules = steps.sheet(page, "Les règles de ce soir")
    rules.get_by_text(preset, exact=True).first.click()
    expect(rules.get_by_role("radio", name=preset)).to_be_checked()
    steps.pick(rules, "sans horloge")
    if first is not None:
        rules.get_by_text("Plus de réglages").click()
        steps.pick(rules.get_by_role("group", name="Qui commence"), first)
    steps.press(rules, "Fermer")


class Pupil:
    """One person at their own screen, or in their corner of one that lies open."""

    def __init__(self, page: Page, where: Page | Locator | None = None) -> None:
        self.page = page
        self._where = page if where is None else where

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self._where.get_by_role("button", name=name)

    def try_to(self, name: str | re.Pattern[str], within: int = 500) -> bool:
        """Press this if it is there now: in a race it may be gone before the finger comes down."""
        found = self.button(name).first
        try:
            if found.is_visible():
                found.click(timeout=within, force=True)
                return True
        except Error:
            pass
        return False

    def is_ready(self) -> None:
        self.button("C’est retenu").click()

    def peek(self) -> int:
        """Holds the slate up by key, and lets it fall. Its number."""
        mine = self.button(PEEK)
        mine.focus()
        self.page.keyboard.down("Space")
        seen = self._where.get_by_text(SLATE)
        expect(seen).to_have_count(1)
        found = SLATE.search(seen.inner_text())
        self.page.keyboard.up("Space")
        expect(seen).to_have_count(0)
        assert found is not None
        return int(found[1])

    def glance(self) -> int | None:
        """As `peek`, where the moment may pass before the eye is there."""
        seen = self._where.get_by_text(SLATE).first
        try:
            self.button(PEEK).focus(timeout=SOON)
            self.page.keyboard.down("Space")
            found = SLATE.search(seen.inner_text(timeout=SOON))
        except Error:
            found = None
        self.page.keyboard.up("Space")
        return None if found is None else int(found[1])

    def roll(self) -> None:
        self.button("Lancer le dé").click()

    def slates(self) -> Locator:
        """Those that can be chosen."""
        return self.button(re.compile(r"^L’ardoise\s: "))

    def choose(self, name: str) -> None:
        slate = self.button(re.compile(rf"^L’ardoise\s: {name}$"))
        slate.click()
        expect(slate).to_have_attribute("aria-pressed", "true")

    def point(self, name: str) -> None:
        self.choose(name)
        self.button("Montrer").click()

    def exchange(self, name: str) -> None:
        self.choose(name)
        self.button(re.compile("^Échanger")).click()

    def shout(self) -> None:
        self.button("C’est moi qui l’ai").click()

    def slap(self, answer: int) -> None:
        self.button(re.compile(rf"^Taper {answer}$")).click()


class Class:
    """Plays a whole game badly, so that it ends soon: whoever must do something does it, and all slap too early."""

    def __init__(self, wall: Page, pupils: Mapping[str, Pupil]) -> None:
        self._wall = wall
        self._news = wall.get_by_role("heading", level=2)
        self._podium = wall.get_by_role("region", name="Podium")
        self._pupils = pupils
        self.seen: set[str] = set()
        self._idle = 0
        """How often in a row nothing had happened."""

    def play_on(self) -> bool:
        """One thing more; False when the game is over."""
        expect(self._news.first.or_(self._podium).first).to_be_visible()
        if self._podium.is_visible():
            return False
        news = self._wall.evaluate(NEWS)
        self._act(news)
        # Who came too late tries again, and it may have come back to the very same words between two looks.
        self._idle = 0 if self._has_more(news) else self._idle + 1
        assert self._idle < LOOKS, f"Nothing happens any more at {news}"
        return True

    def _has_more(self, news: str) -> bool:
        changed = f"before => ({NEWS})() !== before"
        try:
            self._wall.wait_for_function(changed, arg=news, timeout=SOON, polling=steps.GLANCE)
        except Overdue:
            return False
        return True

    def _act(self, news: str) -> None:
        if found := ROLLS.match(news):
            self.seen.add("roll")
            if found["who"] in self._pupils:
                self._pupils[found["who"]].try_to("Lancer le dé", SOON)
        elif found := ROLLED.match(news):
            self._play(found["who"], int(found["number"]))
        elif TELLING.match(news):
            self.seen.add("tell")
            self._tell()
        elif found := ASKED.match(news):
            self.seen.add("question")
            for pupil in self._pupils.values():
                pupil.try_to(re.compile(rf"^Taper {result_of(found['operation'])}$"))

    def _play(self, who: str, number: int) -> None:
        for name, pupil in self._pupils.items():
            if name != who and pupil.try_to(re.compile("^Taper ")):
                self.seen.add("early")
        active = self._pupils.get(who)
        if active is None or not active.slates().first.is_visible():
            return
        held = active.glance()
        if held == number:
            # Within three seconds, or it is done by itself.
            active.try_to("C’est moi la Maîtresse")
            self.seen.add("teacher")
            return
        # Whoever dawdles is played for by the clock.
        try:
            active.slates().last.click(timeout=SOON)
            active.button(re.compile("^Échanger")).click(timeout=SOON)
        except Error:
            return
        self.seen.add("copier")

    def _tell(self) -> None:
        die = self._wall.get_by_role("img", name=re.compile(r"^Le dé\s: \d$")).first.get_attribute("aria-label") or ""
        for pupil in self._pupils.values():
            if pupil.button("C’est moi qui l’ai").is_visible() and pupil.glance() == int(die[-1]):
                pupil.try_to("C’est moi qui l’ai")
                return
