"""What axe-core finds wrong with a page for people who cannot see it, hear it or point at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page
from tests.browser import steps

SCRIPT: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """async (rules) => {
  const only = rules === null ? {} : { runOnly: { type: 'rule', values: rules } };
  const { violations } = await axe.run(document, { resultTypes: ['violations'], elementRef: false, ...only });
  const shown = ({ html, failureSummary }) => ({ html, failureSummary });
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(shown) }));
}"""
COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules that judge colours: by night nothing else of a page is different."""
SKELETON: Final = """() => {
  const words = new Set(['aria-label', 'alt', 'title', 'placeholder', 'value', 'aria-valuetext', 'content']);
  const names = new Set(['id', 'for', 'href', 'src', 'name', 'd', 'points', 'transform', 'viewBox']);
  const bone = (one) => {
    const says = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    const marks = [...one.attributes].map(({ name, value }) => {
      if (words.has(name)) return `${name}=${value.trim() !== ''}`;
      if (names.has(name)) return name;
      // What leads elsewhere by name leads somewhere, or nowhere.
      const leads = /^aria-(labelledby|describedby|controls|owns|activedescendant)$/.test(name);
      if (leads) return `${name}=${value.split(/\\s+/).map((id) => document.getElementById(id) !== null)}`;
      return `${name}=${name === 'style' ? value.replace(/-?[\\d.]+/g, '#') : value}`;
    });
    const bones = [];
    for (const child of one.children) {
      const next = bone(child);
      if (next !== bones.at(-1)) bones.push(next);
    }
    const { width, height } = one.getBoundingClientRect();
    const look = [says, width * height > 0, one.matches(':focus'), ...marks];
    return `<${one.localName} ${look.join(' ')}${bones.join('')}>`;
  };
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return [innerWidth, innerHeight, ids.length - new Set(ids).size, bone(document.documentElement)].join(' ');
}"""
"""What a page is made of, without its words: of equal neighbours one, of each label whether it says anything."""
SPEAK: Final = """(language) => {
  const key = 'tablee.language';
  localStorage.setItem(key, JSON.stringify(language));
  dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(language), storageArea: localStorage }));
}"""
"""What the browser tells this page when somebody chooses a language in another one."""
SAID: Final = "() => (document.querySelector('main .game') ?? document.body).innerText"
"""What is different in another language: what the game says, or anything at all where there is none."""
SPOKEN: Final = f"([language, before]) => document.documentElement.lang === language && ({SAID})() !== before"

_looked_at: Final[set[tuple[str, bytes]]] = set()
"""Which skeletons were found well, in which light; their language is part of them. The same again is no news."""


@cache
def _script() -> str:
    return SCRIPT.read_text("utf-8")


def find_violations(page: Page, rules: tuple[str, ...] | None = None) -> list[str]:
    """One sentence for each rule that is broken, with the first element that breaks it."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_script())
    found: list[dict[str, Any]] = page.evaluate(RUN, rules)
    return [
        f"{one['id']} ({len(one['nodes'])}): {one['help']}: {one['nodes'][0]['html'][:200]} "
        f"{' '.join(one['nodes'][0]['failureSummary'].split())[:300]}"
        for one in found
    ]


def check(page: Page, *, both_lights: bool = True, both_languages: bool = False) -> None:
    """Nothing is wrong with what this page shows now, by day and by night, and where it may, in the other language."""
    _check(page, "light")
    if both_lights:
        page.emulate_media(color_scheme="dark")
        _check(page, "dark", COLOURS)
        page.emulate_media(color_scheme="light")
    if both_languages:
        with other_language(page):
            _check(page, "light")


def _check(page: Page, light: str, rules: tuple[str, ...] | None = None) -> None:
    state = (light, _skeleton(page))
    if state in _looked_at:
        return
    violations = find_violations(page, rules)
    assert not violations, f"{page.url} by {light}:\n" + "\n".join(violations)
    # It may have become another one meanwhile: only what was there before and after was looked at.
    if state[1] == _skeleton(page):
        _looked_at.add(state)


def _skeleton(page: Page) -> bytes:
    return blake2b(page.evaluate(SKELETON).encode()).digest()


@contextmanager
def other_language(page: Page) -> Iterator[None]:
    """For a moment all of it is in the language that this person did not choose."""
    own = page.evaluate("document.documentElement.lang")
    other = {"fr": "en", "en": "fr"}[own]
    _speak(page, other)
    yield
    _speak(page, own)


def _speak(page: Page, language: str) -> None:
    before = page.evaluate(SAID)
    page.evaluate(SPEAK, language)
    # The page's own words are there at once; those of the game are fetched.
    page.wait_for_function(SPOKEN, arg=[language, before], polling=steps.GLANCE)
