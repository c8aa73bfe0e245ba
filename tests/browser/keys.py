"""Somebody who plays by keyboard alone, and knows of the page what a screen reader says: the role and the name of what
has the focus, the instruction at the top, and what the announcer reads out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Overdue
from tests.browser.devices import arrived
from tests.browser.house import StageHouse

import tablee.games
from tablee.kernel.game import Ms
from tablee.server.play.referee import LONGEST_WAIT

Title = re.Pattern[str]
Deed = Callable[[], object]

SHELL: Final = Path(__file__).parents[2] / "web" / "src" / "words"
GAMES: Final = Path(tablee.games.__file__).parent
ANY: Final = re.compile(".*", re.DOTALL)
STOPS: Final = 90
"""No page has more places for the Tab key to stop at."""
LOOKS: Final = 400
"""No game that is nearly over asks for more."""
A_WHILE: Final[Ms] = 4_000
"""How far time is turned where there is nothing to do."""
PATIENT: Final = 20_000

EARS: Final = """window.heard = [];
let last = '';
new MutationObserver(() => {
  // One for the page, one in each dialog; only what lies on top says something.
  const ears = [...document.querySelectorAll('.announcer[aria-live=polite]')];
  const text = ears.map((one) => one.textContent.replace('\\u200b', '')).join('').trim();
  if (!text || text === last) return;
  last = text;
  if (document.documentElement.lang === 'LANGUAGE') window.heard.push(text);
}).observe(document, { childList: true, subtree: true, characterData: true });"""
"""Keeps everything that the announcer says, but for what is only looked at in another language."""
SCENE: Final = """() => {
  const titles = [...document.querySelectorAll('main .game h2')].filter((title) => title.checkVisibility());
  return {
    title: titles.at(-1)?.textContent.trim() ?? '',
    is_over: document.querySelector('main .podium') !== null,
  };
}"""
DRAWN: Final = "() => new Promise((done) => requestAnimationFrame(done))"
HERE: Final = """(wanted) => {
  const one = document.activeElement;
  const isLost = one === null || one === document.body;
  const drawn = isLost ? [] : [one, one.closest('.choice'), one.nextElementSibling].filter(Boolean);
  const has = (node) => {
    const { outlineStyle, outlineWidth, textDecorationLine } = getComputedStyle(node);
    // An instruction that takes the focus has a mark below its words.
    if (node.matches('h1, h2')) return textDecorationLine === 'underline';
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  const groups = '[role=group][aria-label], ul[aria-label], section[aria-label]';
  // For each role and each name the browser looks at the whole page: who wants a button asks for no other name.
  const role = isLost ? '' : one.computedRole;
  return {
    is_lost: isLost,
    role,
    group: isLost ? '' : (one.parentElement.closest(groups)?.ariaLabel ?? ''),
    name: isLost || (wanted && role !== wanted) ? '' : one.computedName,
    is_flat: !isLost && (one.getAttribute('aria-disabled') === 'true' || one.matches(':disabled')),
    is_pressed: !isLost && (one.getAttribute('aria-pressed') === 'true' || one.checked === true),
    has_ring: drawn.some(has),
    ...(SCENE)(),
  };
}""".replace("SCENE", SCENE)


class Scene(NamedTuple):
    """What is going on, wherever the focus is."""

    title: str
    is_over: bool


class Sight(NamedTuple):
    """What a screen reader knows at one moment."""

    is_lost: bool
    role: str
    group: str
    """What it belongs to."""
    name: str
    is_flat: bool
    is_pressed: bool
    has_ring: bool
    title: str
    is_over: bool


class Tongue:
    """The page's and a game's words in one language, as patterns: facts may be anything."""

    def __init__(self, language: str, game: str) -> None:
        self.language = language
        self._words: dict[str, str] = json.loads((SHELL / f"{language}.json").read_text("utf-8"))
        self._labels: dict[str, str] = json.loads((GAMES / game / "locales" / f"{language}.json").read_text("utf-8"))[
            "labels"
        ]

    def page(self, key: str) -> re.Pattern[str]:
        return pattern_of(self._words[key])

    def game(self, *keys: str) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{pattern_of(self._labels[key]).pattern})" for key in keys))


def pattern_of(template: str) -> re.Pattern[str]:
    parts = re.split(r"(\{[^}]*\}|\s+)", template)
    return re.compile("".join(_part(part) for part in parts))


def _part(part: str) -> str:
    if part.startswith("{"):
        _, _, choices = part[1:-1].partition(":")
        return "(?:" + "|".join(map(re.escape, choices.split("|"))) + ")" if choices else ".+?"
    return r"\s+" if part.isspace() else re.escape(part)


class Reader:
    """One person at a keyboard. Nothing here points, taps or clicks."""

    def __init__(self, page: Page, tongue: Tongue) -> None:
        self.page = page
        self.tongue = tongue
        self.ringless: set[str] = set()
        """What had the focus and did not show it."""
        self.asked: set[str] = set()
        """Which rules were asked for."""
        page.add_init_script(EARS.replace("LANGUAGE", tongue.language))

    def look(self, wanted: str | None = None) -> Sight:
        """What has the focus. Its name is only asked for where it has the wanted role."""
        return Sight(**self.page.evaluate(HERE, wanted))

    def scene(self) -> Scene:
        return Scene(**self.page.evaluate(SCENE))

    def heard(self) -> list[str]:
        texts: list[str] = self.page.evaluate("window.heard")
        return texts

    def tab(self, wanted: str | None = None) -> Sight:
        self.page.keyboard.press("Tab")
        here = self.look(wanted)
        if not here.is_lost and not here.has_ring:
            self.ringless.add(f"{here.role} “{here.name}”")
        return here

    def try_reach(self, name: re.Pattern[str], role: str | None = None, group: re.Pattern[str] = ANY) -> bool:
        """Tab on until this has the focus; False: it is not there, or something else is asked by now."""
        here = self.look(role)
        title, laps = here.title, 0
        for _ in range(STOPS):
            if (
                name.fullmatch(here.name)
                and role in (None, here.role)
                and group.fullmatch(here.group)
                and not here.is_flat
            ):
                return True
            # After the last place there is the browser's own bar, and then the first place again.
            laps += here.is_lost
            if here.title != title or here.is_over or laps > 1:
                break
            here = self.tab(role)
        # Nobody stays in the browser's own bar.
        if here.is_lost:
            self.tab()
        return False

    def reach(self, name: re.Pattern[str], role: str | None = None) -> None:
        """As `try_reach`, where it must be there sooner or later: what the house answers takes a moment."""
        for _ in range(5):
            if self.try_reach(name, role):
                return
        raise AssertionError(f"No Tab leads to {name.pattern}: {self.look()}")

    def press(self, *keys: str) -> None:
        """Do something. Wherever it leads, one is not thrown out of the page."""
        for key in keys:
            self.page.keyboard.press(key)
        try:
            self.page.wait_for_function("() => document.activeElement !== document.body", timeout=PATIENT)
        except Overdue:
            raise AssertionError(f"After {keys} nothing has the focus: {self.look()}; {self.heard()[-2:]}") from None

    def do(self, name: re.Pattern[str], role: str | None = None) -> None:
        self.reach(name, role)
        self.press("Enter")

    def try_to_do(self, name: re.Pattern[str], role: str | None = None, group: re.Pattern[str] = ANY) -> bool:
        if not self.try_reach(name, role, group):
            return False
        self.press("Enter")
        return True

    def wait_for(self, condition: str) -> None:
        self.page.wait_for_function(f"() => {condition}")

    def play(self, deeds: Mapping[Title, Deed], house: StageHouse) -> None:
        """To the podium: whenever the instruction asks for something, do it. Time passes where there is nothing to do,
        and while a referee waits for others."""
        house.stop_clock()
        done: Scene | None = None
        for _ in range(LOOKS):
            arrived(self.page)
            self.page.evaluate(DRAWN)
            scene = self.scene()
            if scene.is_over:
                return
            deed = next((deed for title, deed in deeds.items() if title.search(scene.title)), None)
            if deed is not None and scene != done:
                deed()
                done = scene
            else:
                house.forward(A_WHILE if deed is None else LONGEST_WAIT)
                done = None
        raise AssertionError(f"It does not end: {self.scene()}, {self.heard()[-3:]}")
