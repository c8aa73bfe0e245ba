"""What the page and its games say, by key: sentences change, and no test that looks for one writes it out."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from tablee.games import find
from tablee.words import SHARED, Rules, Words, load_locale

SHELL: Final = Path(__file__).parents[2] / "web" / "src" / "words"
Said = re.Pattern[str]
Given = str | int | re.Pattern[str]


class Tongue:
    """Templates by key. A call gives the sentence itself, with its facts filled in; `like` gives a pattern in which
    facts may be anything, for a whole text; `anywhere` for a part of one."""

    def __init__(self, language: str, templates: dict[str, str]) -> None:
        self.language = language
        self._templates = templates

    def __call__(self, key: str, **facts: str | int | bool) -> str:
        made = []
        for text, name, choice, _ in Formatter().parse(self._templates[key]):
            made.append(text)
            if name is not None:
                made.append(self._choose(choice, facts[name]) if choice else str(facts[name]))
        return "".join(made)

    def like(self, *keys: str, **facts: Given) -> Said:
        """The whole text is one of these. A fact may be given as a pattern; one that is not given may be anything."""
        return re.compile(rf"^\s*(?:{self._any(keys, facts)})\s*$", re.DOTALL)

    def anywhere(self, *keys: str, **facts: Given) -> Said:
        """The text contains one of these."""
        return re.compile(self._any(keys, facts), re.DOTALL)

    def at_first(self, *keys: str, **facts: Given) -> Said:
        """The text begins with one of these."""
        return re.compile(rf"^\s*(?:{self._any(keys, facts)})", re.DOTALL)

    def read(self, key: str, text: str) -> dict[str, str] | None:
        """The facts that such a text tells; None: it says something else."""
        names = [name for _, name, choice, _ in Formatter().parse(self._templates[key]) if name and not choice]
        groups = {name: re.compile(f"(?P<{name}>.+?)") for name in names}
        found = self.like(key, **groups).match(text)
        return None if found is None else found.groupdict()

    def _any(self, keys: tuple[str, ...], facts: dict[str, Given]) -> str:
        return "|".join(f"(?:{self._pattern(key, facts)})" for key in keys)

    def _pattern(self, key: str, facts: dict[str, Given]) -> str:
        made = []
        for text, name, choice, _ in Formatter().parse(self._templates[key]):
            made.append(_spaced(text))
            if name is not None and choice:
                made.append("(?:" + "|".join(map(_spaced, choice.split("|"))) + ")")
            elif name is not None:
                made.append(_given(facts[name]) if name in facts else ".+?")
        return "".join(made)

    def _choose(self, choice: str, fact: str | int | bool) -> str:
        first, _, second = choice.partition("|")
        # French counts nought as one, English as many; what is not so is no number.
        is_nought = fact == 0 and fact is not False
        return first if fact is True or fact == 1 or (is_nought and self.language == "fr") else second


def _given(fact: Given) -> str:
    return f"(?:{fact.pattern})" if isinstance(fact, re.Pattern) else _spaced(str(fact))


def _spaced(text: str) -> str:
    """Whatever space: a page may break a line where a sentence has none to break."""
    return "".join(r"\s+" if part.isspace() else re.escape(part) for part in re.split(r"(\s+)", text))


@cache
def page_words(language: str = "fr") -> Tongue:
    """What stands around the games."""
    return Tongue(language, json.loads((SHELL / f"{language}.json").read_text("utf-8")))


@cache
def game_words(game: str, language: str = "fr", part: str = "labels") -> Tongue:
    """A game's own words, the shared ones among them. `part`: labels, captions or refusals."""
    templates = dict(load_locale(SHARED / f"{language}.json").templates[part])
    folder = find(game).locales
    if folder is not None:
        templates |= load_locale(folder / f"{language}.json").templates[part]
    return Tongue(language, templates)


@cache
def title_of(game: str, language: str = "fr") -> str:
    found = find(game)
    return Words(language, found.locales).title() or found.game.meta.id


@cache
def rules_of(game: str, language: str = "fr") -> Rules:
    """Its page of rules."""
    folder = find(game).locales
    rules = None if folder is None else load_locale(folder / f"{language}.json").rules
    assert rules is not None, f"{game} has no page of rules"
    return rules


SAY: Final = page_words()
ANGES: Final = game_words("anges")
COPIEUR: Final = game_words("copieur")
FIL: Final = game_words("fil")
PIERRES: Final = game_words("pierres")
VOYELLES: Final = game_words("voyelles")
"""In French, as most tests speak."""
