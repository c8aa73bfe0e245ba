"""What people do at a table of Voyelles, in their words. They know the whole dictionary: the house's own."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from playwright.sync_api import Locator, Page, expect
from tests.browser import steps

from tablee.games.voyelles.finder import Finder, finder
from tablee.games.voyelles.letters import VOWELS, fold

GAME: Final = "Voyelles"
MICROPHONE: Final = re.compile("^J’ai un mot")
PAWN: Final = re.compile(r"([AEIOU])(?:, case (\d+) sur 13| est arrivé)")
LAST: Final = 13


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
    return next(find.first(find.best(find.moving(fitting, before), before)[1], 1), None)


def any_word(page: Page, *, lacking: bool) -> str:
    """Some word of the dictionary that has the consonants, or has not one of them."""
    find: Finder = finder()
    shown = letters(page)
    if not lacking:
        return next(find.first(find.fitting(shown, True), 1))
    without = find.having("a")
    for letter in shown:
        without &= ~find.having(letter)
    return next(find.first(without, 1))


def turn(page: Page, pile: int = 1) -> None:
    """Mark a pile, and turn its top card."""
    page.get_by_role("button", name=re.compile(rf"^Paquet {pile}\s")).click()
    steps.press(page, f"Retourner une carte du paquet {pile}")


def microphone(page: Page) -> Locator:
    return page.get_by_role("button", name=MICROPHONE)


def grab(page: Page) -> Locator:
    """Hit the microphone; the field that has the keyboard."""
    microphone(page).click()
    expect(page.get_by_role("heading", name="Votre mot")).to_be_visible()
    return page.get_by_label("Votre mot", exact=True)


def say(page: Page, word: str) -> None:
    page.get_by_label("Votre mot", exact=True).fill(word)
    steps.press(page, "Dire")
