"""In which language the terminal complains: that of the person at it.

Complaints are raised in English, wherever that is; `french` has each of them in French. What a fact says may be a
sentence of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablee.languages import LANGUAGES

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""In the order in which they count; the first that says anything does."""


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
    from tablee.cli.french import sentences

    for english, french in sentences():
        found = english.fullmatch(complaint)
        if found is not None:
            facts = {name: say(fact, language) for name, fact in found.groupdict().items()}
            return french.format_map(facts)
    return complaint
