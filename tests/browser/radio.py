"""What people do at a table of Voyelles, in their words."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect
from tests.browser import steps
from tests.browser.house import StageHouse
from tests.browser.words import VOYELLES

from tablee.games.voyelles.letters import VOWELS

LAST: Final = 13
"""The square at which a pawn has arrived."""
WRONG: Final = "oui"
"""A word of the dictionary, whatever the cards are: it has none of the consonants."""
LETTER: Final = VOYELLES.anywhere("board.letter", letter=re.compile("([A-Z])"))
PAWN: Final = VOYELLES.anywhere("board.pawn", vowel=re.compile("([AEIOU])"), number=re.compile(r"(\d+)"))


def letters(page: Page) -> tuple[str, ...]:
    """The three consonants, as a screen reader hears them now: whoever wants to read the card that was just turned
    waits for it first."""
    shown = cards(page).first
    expect(shown).to_be_visible()
    found = letters_in(shown.text_content() or "")
    assert len(found) == 3
    return found


def cards(page: Page) -> Locator:
    return page.get_by_role("list", name=VOYELLES("board.letters"))


def letters_in(shown: str) -> tuple[str, ...]:
    return tuple(letter.lower() for letter in LETTER.findall(shown))


def room(page: Page) -> tuple[int, ...]:
    """How many squares each of one's own pawns has before it."""
    return room_in(page.get_by_role("list", name=VOYELLES("screen.yours")).text_content() or "")


def room_in(tracks: str) -> tuple[int, ...]:
    """The same, as it is read out. Of who has arrived no square is told."""
    squares = {vowel.lower(): int(square) for vowel, square in PAWN.findall(tracks)}
    return tuple(LAST - squares.get(vowel, LAST) for vowel in VOWELS)


def pile(where: Page | Locator, number: int) -> Locator:
    return where.get_by_role("button", name=VOYELLES.at_first("board.pile.left", pile=number))


def turn(where: Page | Locator, number: int = 1) -> None:
    """Mark a pile, and turn its top card."""
    pile(where, number).click()
    steps.press(where, VOYELLES("action.TurnCard", pile=number))


def microphone(where: Page | Locator) -> Locator:
    return where.get_by_role("button", name=VOYELLES.at_first("screen.grab"))


def field(where: Page | Locator) -> Locator:
    """Where a word is written by who has the microphone."""
    return where.get_by_label(VOYELLES("board.word"), exact=True)


def draft(page: Page) -> Locator:
    """Where one may write before."""
    return page.get_by_label(VOYELLES("screen.draft"))


def grab(page: Page, house: StageHouse | None = None) -> Locator:
    """Hit the microphone; the field that has the keyboard. `house`: where others might be quicker."""
    if house is None:
        microphone(page).click()
    else:
        steps.hit(house, microphone(page))
    expect(page.get_by_role("heading", name=VOYELLES("ask.speak.title"))).to_be_visible()
    return field(page)


def say(page: Page, word: str) -> None:
    field(page).fill(word)
    steps.press(page, VOYELLES("board.word.send"))


def ticks(page: Page) -> Locator:
    """Cards that are in the word being written."""
    return cards(page).get_by_text(VOYELLES("screen.found"))


def verdict(page: Page) -> Locator:
    """What became of the last word."""
    return page.get_by_role("paragraph").filter(has_text=VOYELLES.at_first("board.valid", "board.invalid")).first
