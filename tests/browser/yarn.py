"""What people do at a table of De Fil en Aiguille, in their words."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from playwright.sync_api import Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as Overdue
from tests.browser import steps

GAME: Final = "De Fil en Aiguille"
SOON: Final = 2_000
"""Milliseconds."""
LOOKS: Final = 45
"""How often a person looks at the same screen before giving up: eleven bots may think on a busy machine."""
DEEDS: Final = re.compile(
    r"^(Lever la patte|Je l’ai retenue|Carte suivante|Confirmer\s: .*|Confirmer la majorité|Continuer"
    r"|Tenter le Grand Chelem|(Prendre|Voter pour|Poser vers) «.*|(Poser|Déplacer) mon jeton ici"
    r"|Montrer ces deux cartes)$"
)
"""What the main button of a seat says when it may be pressed."""
SIGHT: Final = """(() => {
  const main = document.querySelector('main');
  const marks = [...(main?.querySelectorAll('button') ?? [])]
    .map((one) => `${one.getAttribute('aria-disabled')} ${one.getAttribute('aria-pressed')}`);
  return [main?.innerText ?? '', ...marks].join('|');
})()"""
"""All that is to be seen, and which buttons lie flat or are pressed: that changes where no word does."""
CHANGED: Final = f"before => {SIGHT} !== before"
MAIN_BUTTON: Final = """() => {
  const button = document.querySelector('.thumb .btn--primary');
  return [button?.innerText ?? '', button?.getAttribute('aria-disabled') === 'true'];
}"""
TO_MARK: Final = {
    "Choisissez un thème": "theme",
    "Tournez la patte": "paw",
    "Touchez votre choix": "vote",
    "Touchez une carte": "token",
    "Votez d’abord en famille": "family",
    "Choisissez encore 2 cartes": "skip",
}
"""What the main button says while something must be marked first."""


def open_table(page: Page, name: str) -> str:
    return steps.open_table(page, name, GAME)


def set_rules(page: Page, preset: str, *, has_clock: bool = False, first: str | None = None) -> None:
    page.get_by_role("button", name="Changer").click()
    rules = steps.sheet(page, "Les règles de ce soir")
    rules.get_by_text(preset, exact=True).first.click()
    expect(rules.get_by_role("radio", name=preset).first).to_be_checked()
    if not has_clock:
        steps.pick(rules, "sans horloge")
    if first is not None:
        rules.get_by_text("Plus de réglages").click()
        steps.pick(rules.get_by_role("group", name="Premier chat"), first)
    steps.press(rules, "Fermer")


def raise_paw(page: Page) -> None:
    """Be Braincat. Who is too quick is told so, and asks again."""
    shelf = page.get_by_role("list", name="Les thèmes")
    while not shelf.is_visible():
        page.get_by_role("button", name="Lever la patte").click()
        refused = page.get_by_text("Trop tôt").first
        expect(shelf.or_(refused).first).to_be_visible()


def take_theme(page: Page, theme: str) -> None:
    steps.press(page.get_by_role("list", name="Les thèmes"), theme)
    page.get_by_role("button", name=re.compile("^Prendre «")).click()


def look_through(page: Page) -> str:
    """See the Mystery card and every false lead. The Mystery card's words."""
    expect(page.get_by_role("heading", name="Retenez cette carte")).to_be_visible()
    text = page.locator(".look .face b").inner_text()
    steps.press(page, "Je l’ai retenue")
    paw = page.get_by_role("button", name="Tournez la patte")
    while not paw.is_visible():
        before = page.evaluate(SIGHT)
        steps.press(page, "Carte suivante")
        page.wait_for_function(CHANGED, arg=before)
    return text


def lay_paw(page: Page) -> None:
    page.get_by_role("group", name="Deux indices").get_by_role("button").first.click()
    page.get_by_role("button", name=re.compile("^Poser vers «")).click()


def masters(page: Page) -> Locator:
    """The Master cards one may touch."""
    return page.get_by_role("group", name="Cartes-Maîtres").get_by_role("button")


def main_button(page: Page) -> Locator:
    return page.locator(".thumb .btn--primary")


class Player:
    """One person at one device who does something sensible whenever there is something to do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[str] = []
        """The titles of this person's screen, in the order in which they came."""
        self._idle = 0
        """How often in a row nothing had happened."""
        self._doing: dict[str, Callable[[], None]] = {
            "theme": self._mark_theme,
            "paw": self._turn_paw,
            "vote": self._vote,
            "token": self._vote,
            "family": self._vote,
            "skip": self._rummage,
        }

    def play_to_the_end(self, seen: Callable[[str], None] | None = None) -> None:
        while self.play_on(seen):
            pass

    def play_on(self, seen: Callable[[str], None] | None = None) -> bool:
        """One thing more; False when the game is over."""
        podium = self.page.get_by_role("region", name="Podium")
        title = self._title()
        if podium.is_visible():
            return False
        if title and (not self.seen or self.seen[-1] != title):
            self.seen.append(title)
            if seen is not None:
                seen(title)
        before = self.page.evaluate(SIGHT)
        if self._act():
            self._idle = 0
            return True
        # Nothing for this person to do, until the screen says something else. It may have said so and come back to
        # this very sight between two looks: so look again soon, whatever it says.
        try:
            self.page.wait_for_function(CHANGED, arg=before, timeout=SOON, polling=steps.GLANCE)
            self._idle = 0
        except Overdue:
            self._idle += 1
            assert self._idle < LOOKS, f"Nothing happens any more at {title}: {before}"
        return True

    def _title(self) -> str:
        return str(self.page.evaluate("document.querySelector('main h2')?.innerText ?? ''"))

    def _act(self) -> bool:
        # Text and state in one look: what is seen may be gone a moment later.
        text, is_flat = self.page.evaluate(MAIN_BUTTON)
        if text and not is_flat:
            # What it says by now may be something else altogether: “Encore !”.
            return self._press(main_button(self.page).filter(has_text=text).first, text)
        kind = TO_MARK.get(text.replace("\u00a0", " "))
        if kind is not None:
            self._doing[kind]()
            return True
        return self._throw() or self._vote_in_the_family()

    def _press(self, button: Locator, text: str) -> bool:
        if not DEEDS.match(text):
            return False
        if text == "Tenter le Grand Chelem":
            button = self.page.get_by_role("button", name="En rester là")
        self._tap(button)
        return True

    def _tap(self, what: Locator) -> None:
        """Between look and tap a bot may have ended what was asked."""
        with suppress(Error):
            what.click(timeout=SOON)

    def _mark_theme(self) -> None:
        open_ones = self.page.get_by_role("list", name="Les thèmes").locator("button:not([aria-disabled])")
        self._tap(open_ones.first)

    def _turn_paw(self) -> None:
        self._tap(self.page.get_by_role("group", name="Deux indices").get_by_role("button").first)

    def _vote(self) -> None:
        self._tap(masters(self.page).first)

    def _vote_in_the_family(self) -> bool:
        """Who bears no totem has no main button: the cards are all there is to touch."""
        cards = masters(self.page)
        if cards.count() == 0 or self.page.locator(".thumb .btn--primary").count() > 0:
            return False
        pressed = self.page.locator("[aria-pressed=true]")
        if pressed.count() > 0:
            return False
        self._tap(cards.first)
        return True

    def _throw(self) -> bool:
        stone = self.page.get_by_role("group", name="Pierre, feuille, ciseaux").get_by_role("button", name="pierre")
        if not stone.is_visible() or stone.and_(self.page.locator("[aria-disabled=true]")).count() > 0:
            return False
        self._tap(stone)
        return True

    def _rummage(self) -> None:
        cards = self.page.get_by_role("list", name="La benne").get_by_role("button")
        for number in (0, 1):
            self._tap(cards.nth(number))
