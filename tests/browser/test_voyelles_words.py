"""Words with accents, ligatures and rare endings, judged on the page. The dice are loaded: these cards suit them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser import radio, steps
from tests.browser.devices import PHONE, SMALL_PHONE, WALL, Devices
from tests.browser.house import open_house

TABLES = 6
"""The bot may be quicker now and then; then they sit down at another table, where the same cards are dealt."""
FRESH = (12, 12, 12, 12, 12)


@dataclass(frozen=True)
class Word:
    pile: int
    """Whose card is to be turned for it."""
    letters: str
    """What is shown then."""
    typed: str
    spelt: str
    moved: tuple[int, ...]
    """How far A E I O U go."""


EVENINGS = {
    "voyelles 4438": (
        Word(3, "rmr", "mere", "mère", (0, 2, 0, 0, 0)),
        Word(2, "rvr", "OEUVRES", "œuvres", (0, 2, 0, 1, 1)),
    ),
    "voyelles 4639": (
        Word(1, "snf", "naifs", "naïfs", (1, 0, 1, 0, 0)),
        Word(3, "sng", "mangeassions", "mangeassions", (2, 1, 1, 1, 0)),
    ),
}
"""By seed: the first of the two people turns a card and says the first word, then the second. The seeds were searched
for; in these rules a consonant shown twice need occur only once."""


WITNESS = """word => {
  window.witnessed = false;
  const shows = (kind, isIt) => [...document.querySelectorAll(kind)].some((one) => isIt(one.textContent.trim()));
  new MutationObserver((_, observer) => {
    if (!shows('p', (text) => text.startsWith('Mot valable')) || !shows('p *', (text) => text === word)) return;
    window.witnessed = true;
    observer.disconnect();
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Sees the word with its verdict, however soon the bot turns the next card."""


@contextmanager
def devices_in(browser: Browser, data: Path, seed: str) -> Iterator[Devices]:
    with open_house(data, loaded=seed) as house:
        devices = Devices(browser, house.address)
        try:
            yield devices
        finally:
            devices.close()
        assert devices.complaints == []


@pytest.mark.parametrize("seed", EVENINGS)
def test_words_are_judged_as_the_french_spell_them(browser: Browser, tmp_path: Path, seed: str) -> None:
    with devices_in(browser, tmp_path, seed) as device:
        pages = zoe, luc, wall = device(PHONE), device(SMALL_PHONE), device(WALL)
        judged: set[Word] = set()
        for _ in range(TABLES):
            code = _sit_down(zoe, luc)
            wall.goto(f"/t/{code}")
            for speaker, word in zip((zoe, luc), EVENINGS[seed], strict=True):
                expect(speaker.get_by_role("heading", name="Retournez une carte")).to_be_visible()
                if radio.race(speaker, word.pile):
                    _say(word, speaker, pages)
                    judged.add(word)
            if len(judged) == len(EVENINGS[seed]):
                return
        raise AssertionError(f"nobody was quick enough but for {judged}")


def _sit_down(zoe: Page, luc: Page) -> str:
    code = radio.open_table(zoe, "Zoé")
    steps.sit_down(luc, code, "Luc")
    steps.add_bot(zoe, "Bafouille")
    steps.set_rules(zoe, preset="Posée", first="Zoé")
    radio.give_time(zoe)
    steps.press(luc, "C’est bon pour moi")
    steps.start(zoe)
    return code


def _say(word: Word, speaker: Page, pages: tuple[Page, ...]) -> None:
    """It is ticked while it is written, accepted, shown with its accents to everybody, and its vowels go ahead."""
    assert "".join(radio.letters(speaker)) == word.letters
    assert radio.room(speaker) == FRESH
    field = speaker.get_by_label("Votre mot", exact=True)
    expect(field).to_be_focused()
    field.fill(word.typed)
    expect(speaker.get_by_role("list", name="Consonnes").get_by_text("dans votre mot")).to_have_count(3)
    for page in pages:
        page.evaluate(WITNESS, word.spelt)
    steps.press(speaker, "Dire")
    for page in pages:
        page.wait_for_function("() => window.witnessed")
    assert radio.room(speaker) == tuple(before - steps for before, steps in zip(FRESH, word.moved, strict=True))
