"""What axe-core finds wrong with a page for people who cannot see it, hear it or point at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page
from tests.browser import steps

SCRIPT: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STILLNESS: Final = (Path(__file__).parent / "stillness.js").read_text("utf-8").rstrip().removesuffix(";")
"""Waits until nothing moves any more."""
RUN: Final = """async (options) => {
  if (typeof axe !== 'object') return null;
  const { violations } = await axe.run(document, { resultTypes: ['violations'], elementRef: false, ...options });
  const shown = ({ html, failureSummary }) => ({ html, failureSummary });
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(shown) }));
}"""
COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules that judge colours, which take half of the time."""
ALL: Final[dict[str, Any]] = {}
COLOURS_ONLY: Final = {"runOnly": {"type": "rule", "values": COLOURS}}
"""By night nothing else of a page is different."""
NO_COLOURS: Final = {"rules": {rule: {"enabled": False} for rule in COLOURS}}
"""In another language they are the same."""
SPEAK: Final = """(language) => {
  const key = 'tablee.language';
  localStorage.setItem(key, JSON.stringify(language));
  dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(language), storageArea: localStorage }));
}"""
"""What the browser tells this page when somebody chooses a language in another one."""
SAID: Final = "() => (document.querySelector('main .game') ?? document.body).innerText"
"""What is different in another language: what the game says, or anything at all where there is none."""
SPOKEN: Final = f"([language, before]) => document.documentElement.lang === language && ({SAID})() !== before"


@cache
def _script() -> str:
    return SCRIPT.read_text("utf-8")


def find_violations(page: Page, options: dict[str, Any] = ALL) -> list[str]:
    """One sentence for each rule that is broken, with the first element that breaks it."""
    page.evaluate(STILLNESS)
    found: list[dict[str, Any]] | None = page.evaluate(RUN, options)
    if found is None:
        page.evaluate(_script())
        found = page.evaluate(RUN, options) or []
    return in_words(found)


def in_words(found: Sequence[dict[str, Any]]) -> list[str]:
    return [
        f"{one['id']} ({len(one['nodes'])}): {one['help']}: {one['nodes'][0]['html'][:200]} "
        f"{' '.join(one['nodes'][0]['failureSummary'].split())[:300]}"
        for one in found
    ]


def check(page: Page, *, both_lights: bool = True, both_languages: bool = False) -> None:
    """Nothing is wrong with what this page shows now, by day and by night, and where it may, in the other language."""
    _check(page, ALL)
    if both_lights:
        check_by_night(page)
    if both_languages:
        with other_language(page):
            _check(page, NO_COLOURS, " in the other language")


def check_by_night(page: Page) -> None:
    """Its colours."""
    page.emulate_media(color_scheme="dark")
    _check(page, COLOURS_ONLY, " by night")
    page.emulate_media(color_scheme="light")


def _check(page: Page, options: dict[str, Any], how: str = "") -> None:
    violations = find_violations(page, options)
    assert not violations, f"{page.url}{how}:\n" + "\n".join(violations)


@contextmanager
def other_language(page: Page) -> Iterator[None]:
    """For a moment all of it is in the language that this person did not choose."""
    own = page.evaluate("document.documentElement.lang")
    _speak(page, {"fr": "en", "en": "fr"}[own])
    yield
    _speak(page, own)


def _speak(page: Page, language: str) -> None:
    before = page.evaluate(SAID)
    page.evaluate(SPEAK, language)
    # The page's own words are there at once; those of the game are fetched.
    page.wait_for_function(SPOKEN, arg=[language, before], polling=steps.GLANCE)
