"""In which language the terminal complains: that of the person at it.

Complaints are raised in English, wherever that is; `locales/fr.json` has each of them in French, with the same facts in
braces. What a fact says may be a sentence of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tablee.words import LANGUAGES

FRENCH: Final = Path(__file__).parent / "locales" / "fr.json"
VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""In the order in which they count; the first that says anything does."""
_FACT: Final = re.compile(r"\{(\w+)\}")


class Sentence(NamedTuple):
    english: re.Pattern[str]
    french: str


def language_of(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """What was asked for with --lang; else French for a French terminal, English for every other."""
    for place, word in enumerate(words, 1):
        chosen = "".join(words[place : place + 1]) if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    spoken = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return "fr" if spoken.split("_")[0].split(".")[0] == "fr" else "en"


def say(complaint: str, language: str) -> str:
    """The same in this language; where nobody has put it into French, in English."""
    if language == "en":
        return complaint
    for english, french in _sentences():
        found = english.fullmatch(complaint)
        if found is not None:
            facts = {name: say(fact, language) for name, fact in found.groupdict().items()}
            return french.format_map(facts)
    return complaint


@cache
def _sentences() -> tuple[Sentence, ...]:
    """Those with the most words of their own first: others might take them for a fact."""
    content: dict[str, str] = json.loads(FRENCH.read_text(encoding="utf-8"))
    wordiest = sorted(content.items(), key=lambda pair: -len(_FACT.sub("", pair[0])))
    return tuple(Sentence(_pattern(english), french) for english, french in wordiest)


def _pattern(english: str) -> re.Pattern[str]:
    parts = _FACT.split(english)
    made = [f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)]
    return re.compile("".join(made), re.DOTALL)
