"""What people do at a table of Voyelles, in their words. They know the whole dictionary: the house's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect
from tests.browser import steps

from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.letters import VOWELS, fold

GAME: Final = "Voyelles"
MICROPHONE: Final = re.compile("^J’ai un mot")
PAWN: Final = re.compile(r"([AEIOU])(?:, case (\d+) sur 13| est arrivé)")
LAST: Final = 13
LONGEST: Final = 15
"""Seconds one may have for a word."""
VERDICT: Final = re.compile(r"^\s*Mot (valable|refusé)\s:")
TURNER: Final = re.compile(r"Manche \d+À (?P<who>.+) de retourner$")
LONG: Final = 60_000
"""Milliseconds: a bot that searches."""
REFLEX: Final = 300
"""Milliseconds."""
SOON: Final = 1_000
"""Milliseconds in which something that is there can be had."""


def open_table(page: Page, name: str) -> str:
    return steps.open_table(page, name, GAME)


def letters(page: Page) -> tuple[str, ...]:
    """The three consonants, as a screen reader hears them."""
    shown = page.get_by_role("list", name="Consonnes").first
    expect(shown).to_be_visible()
    found = re.findall(r"Consonne ([A-Z])", shown.text_content() or "")
    assert len(found) == 3
    return tuple(letter.lower() for letter in found)


def room(page: Page) -> tuple[int, ...]:
    """How many squares each of one's own pawns has before it."""
    text = page.get_by_role("list", name="Vos voyelles").text_content() or ""
    squares = {vowel.lower(): int(square or LAST) for vowel, square in PAWN.findall(text)}
    return tuple(LAST - squares[vowel] for vowel in VOWELS)


def best_word(page: Page, said: Collection[str] = ()) -> str | None:
    """The word that brings this person furthest, spelt as in the dictionary; nothing said before."""
    find, before = finder(), room(page)
    fitting = find.fitting(letters(page), True) & ~find.bits_of(map(fold, said))
    moving = find.moving(fitting, before)
    return next(find.first(find.best(moving, before)[1], 1)) if moving else None


def wrong_word(page: Page) -> str:
    """A word of the dictionary that has none of the consonants."""
    find, words = finder(), finder().having("a", 2)
    for letter in letters(page):
        words &= ~find.having(letter)
    return next(find.first(words, 1))


def turn(page: Page, pile: int = 1) -> None:
    """Mark a pile, and turn its top card."""
    page.get_by_role("button", name=re.compile(rf"^Paquet {pile}\s")).click()
    steps.press(page, f"Retourner une carte du paquet {pile}")


def microphone(page: Page) -> Locator:
    return page.get_by_role("button", name=MICROPHONE)


def hit(button: Locator, within: float | None = None) -> None:
    """As fast as a hand is, and no faster: the referee does not believe in guesses. `within`: wait no longer for it."""
    script = "(button, ms) => new Promise((done) => setTimeout(() => done(button.click()), ms))"
    button.evaluate(script, REFLEX, timeout=within)


def grab(page: Page) -> Locator:
    """Hit the microphone; the field that has the keyboard."""
    hit(microphone(page))
    expect(page.get_by_role("heading", name="Votre mot")).to_be_visible()
    return page.get_by_label("Votre mot", exact=True)


def say(page: Page, word: str) -> None:
    page.get_by_label("Votre mot", exact=True).fill(word)
    steps.press(page, "Dire")


def verdict(page: Page) -> Locator:
    """What became of the last word."""
    return page.get_by_role("paragraph").filter(has_text=VERDICT).first


def give_time(page: Page) -> None:
    """The host lets people speak as long as can be: a busy machine writes slowly."""
    page.get_by_role("button", name="Changer").click()
    rules = steps.sheet(page, "Les règles de ce soir")
    knob = rules.get_by_role("group", name="Temps au micro")
    if not knob.is_visible():
        rules.get_by_text("Plus de réglages").click()
    shown = knob.get_by_role("status")
    while (seconds := int(shown.inner_text())) < LONGEST:
        steps.press(knob, "Plus")
        expect(shown).to_have_text(str(seconds + 1))
    steps.press(rules, "Fermer")


def when_it_comes(page: Page, name: str) -> None:
    """A finger that waits above a button which is only there for seconds."""
    page.evaluate(
        """name => new MutationObserver((_, observer) => {
          const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
          if (!button) return;
          observer.disconnect();
          button.click();
        }).observe(document.body, { childList: true, subtree: true })""",
        name,
    )


def ready_to_grab(page: Page) -> None:
    """A finger that waits above the microphone. It comes down a reflex after it has been drawn, whenever it is."""
    page.evaluate(
        """ms => {
          const seen = new WeakSet();
          window.finger = new MutationObserver(() => {
            const buttons = [...document.querySelectorAll('button')];
            const microphone = buttons.find((one) => one.textContent.trim().startsWith('J’ai un mot'));
            if (!microphone || seen.has(microphone)) return;
            seen.add(microphone);
            requestAnimationFrame(() => setTimeout(() => microphone.click(), ms));
          });
          window.finger.observe(document.body, { childList: true, subtree: true });
        }""",
        REFLEX,
    )


def hands_off(page: Page) -> None:
    page.evaluate("window.finger.disconnect()")


def race(page: Page, pile: int) -> bool:
    """Turn a card, and be the first: True. False: somebody else was, and the round is over."""
    ready_to_grab(page)
    turn(page, pile)
    expect(page.get_by_role("heading", name="Retournez une carte")).to_have_count(0)
    mine = page.get_by_role("heading", name="Votre mot")
    lost = page.get_by_role("heading", name=re.compile("^À .* de retourner$"))
    expect(mine.or_(lost).first).to_be_visible()
    hands_off(page)
    return mine.is_visible()


class Table:
    """Plays a whole game. The first of these people has the best words and is the quickest; a bot may be quicker."""

    def __init__(self, wall: Page, devices: Mapping[str, Page]) -> None:
        self._news = wall.get_by_role("heading", level=2)
        self._podium = wall.get_by_role("region", name="Podium")
        self._devices = devices
        self._speaker = next(iter(devices.values()))
        self._said: list[str] = []

    def play_on(self) -> bool:
        """One thing more; False when the game is over."""
        expect(self._news.first.or_(self._podium).first).to_be_visible()
        if self._podium.is_visible():
            return False
        text = self._news.first.inner_text().replace("\n", "")
        turner = TURNER.search(text)
        if turner is not None:
            page = self._devices.get(turner["who"])
            if page is not None:
                turn(page, self._pile(page))
        elif "Un mot avec" in text:
            self._look_for_a_word()
        expect(self._news.filter(has_text=re.compile(f"^{re.escape(text)}$"))).to_have_count(0, timeout=LONG)
        return True

    def _pile(self, page: Page) -> int:
        """The first that has cards left."""
        buttons = page.get_by_role("group", name="Les trois paquets").get_by_role("button").all()
        return next(number for number, button in enumerate(buttons, 1) if button.is_enabled())

    def _look_for_a_word(self) -> None:
        page = self._speaker
        word = best_word(page, self._said)
        if word is None:
            for one in self._devices.values():
                self._try(partial(one.get_by_role("button", name="Je passe").click, timeout=SOON))
            return
        if not self._try(partial(hit, microphone(page), SOON)):
            return
        field = page.get_by_label("Votre mot", exact=True)
        lost = page.get_by_role("heading", name=re.compile("a le micro$|^À .* de retourner$|^Retournez"))
        expect(field.or_(lost).first).to_be_visible()
        if field.is_visible():
            say(page, word)
            self._said.append(word)

    def _try(self, press: Callable[[], None]) -> bool:
        """Press it if it is still there: somebody else may have been quicker. Nobody waits for what is gone."""
        try:
            press()
        except PlaywrightError:
            return False
        return True
