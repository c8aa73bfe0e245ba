"""What people do at a table of Anges & Démons, in their words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Locator, Page, expect
from tests.browser import steps

GAME: Final = "Anges & Démons"
ANSWERS: Final = ("Faux", "Vrai", "Prendre")
NEWS: Final = {
    "announce": re.compile(r"n°\s\d+(?P<who>.+) annonce à "),
    "decide": re.compile(r"n°\s\d+À (?P<who>.+) de juger$"),
    "keep": re.compile(r"n°\s\d+(?P<who>.+) prend les cartes$"),
    "share": re.compile(r"n°\s\d+(?P<who>.+) partage le butin$"),
}
"""What the shared screen says when somebody is waited for."""
LONG: Final = 60_000
"""Milliseconds: a bot that thinks on a busy machine."""
FACE: Final = re.compile(r"^(Ange \d|Démon \d|X)\b")


def open_table(page: Page, name: str) -> str:
    return steps.open_table(page, name, GAME)


def sit_down_at_a_wide_screen(page: Page, code: str, name: str) -> None:
    """A wide screen first shows the table; somebody may sit down at it."""
    page.goto(f"/t/{code}")
    steps.press(page, "Je m’assieds")
    steps.say_who(steps.sheet(page), name)
    steps.press(steps.sheet(page), "Je m’assieds")
    expect(page.get_by_role("button", name="C’est bon pour moi")).to_be_visible()


def cards(page: Page) -> Locator:
    """One's own cards, to be tapped."""
    return page.get_by_role("list", name="Vos cartes").get_by_role("button")


def say(page: Page, *values: int) -> None:
    """Three values, tapped in whatever order; then said."""
    keys = page.get_by_role("group", name="Valeurs")
    for value in values:
        steps.press(keys, str(value))
    announce(page)


def tell_the_truth(page: Page) -> None:
    steps.press(page, "Dire la vérité")
    expect(page.get_by_text("C’est la vérité.")).to_be_visible()
    announce(page)


def announce(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Annoncer ")).click()


def answer(page: Page, choice: str) -> None:
    steps.press(page.get_by_role("group", name="Qu’en pensez-vous"), choice)
    page.get_by_role("button", name=re.compile("^(Prendre les cartes|Dire : c’est (vrai|faux))$")).click()


def keep(page: Page) -> None:
    """The first cards go where they must go; three are left."""
    passed = page.get_by_role("region", name=re.compile("^Passées par")).get_by_role("button")
    expect(passed).to_have_count(3)
    for left in (2, 1):
        passed.first.click()
        expect(passed).to_have_count(left)
    page.get_by_role("button", name=re.compile("^Défausser .*, poser ")).click()


def share(page: Page) -> None:
    steps.press(page, "Poser ainsi")


def scene(page: Page) -> Locator:
    """Who passes to whom."""
    return page.get_by_role("region", name=re.compile(" passe trois cartes à "))


def pile_of(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Autour de la table").get_by_role("listitem").filter(has_text=name)


class Table:
    """Plays a whole game: whoever the shared screen waits for does something sensible on their own device."""

    def __init__(self, wall: Page, devices: Mapping[str, Page], shared: Page | None = None) -> None:
        """`devices`: where each person plays, by name; `shared`: which of these is passed round."""
        self._news = wall.get_by_role("heading", level=2)
        self._wall = wall
        self._devices = devices
        self._shared = shared
        self.turns = 0

    def play_on(self) -> bool:
        """One thing more; False when the game is over."""
        news = self._news
        podium = self._wall.get_by_role("region", name="Podium")
        expect(news.first.or_(podium).first).to_be_visible()
        if podium.is_visible():
            return False
        text = news.first.inner_text().replace("\n", "")
        kind, name = read(text)
        page = self._devices.get(name)
        if page is not None:
            self._lift_curtain(page, name)
            self._act(page, kind)
        expect(news.filter(has_text=re.compile(f"^{re.escape(text)}$"))).to_have_count(0, timeout=LONG)
        return True

    def _lift_curtain(self, page: Page, name: str) -> None:
        if page is not self._shared:
            return
        lift = page.get_by_role("button", name=f"C’est moi, {name}", exact=True)
        mine = page.get_by_role("heading", name=re.compile("^(Annoncez à|Qu’en pensez-vous|Gardez-en|Partagez)"))
        # Who has just played sees what came of it, and then passes the device on.
        on = page.get_by_role("button", name=f"Passer à {name}", exact=True)
        expect(lift.or_(mine).or_(on).first).to_be_visible()
        if on.is_visible():
            on.click()
            expect(lift).to_be_visible()
        if lift.is_visible():
            lift.click()

    def _act(self, page: Page, kind: str) -> None:
        if kind == "announce":
            self.turns += 1
            if self.turns % 2:
                tell_the_truth(page)
            else:
                steps.press(page, "Mentir pour moi")
                announce(page)
        elif kind == "decide":
            choices = page.get_by_role("group", name="Qu’en pensez-vous")
            may_take = choices.get_by_role("button", name="Prendre").get_attribute("aria-disabled") is None
            answer(page, ANSWERS[self.turns % (3 if may_take else 2)])
        elif kind == "keep":
            keep(page)
        else:
            share(page)


def read(news: str) -> tuple[str, str]:
    """What is waited for, and of whom."""
    for kind, pattern in NEWS.items():
        found = pattern.search(news)
        if found is not None:
            return kind, found["who"]
    raise AssertionError(f"The shared screen says: {news}")
