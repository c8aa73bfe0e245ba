"""The words of the house and of its games, in each person's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Final, cast

from tablee.games import Found
from tablee.kernel.codec import Json
from tablee.kernel.game import Facts, Refusal
from tablee.server.lobby import Place
from tablee.server.wire import tells as t
from tablee.words import LANGUAGES, Format, Words

_PLAIN: Final = frozenset({bool, int, str, NoneType})
_NUMBERS: Final = frozenset({int})
_TEXTS: Final = frozenset({str})


def language_of(wanted: str) -> str:
    """The first language we speak of what a client wants (`fr-CA` is French)."""
    short = wanted[:2].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


@cache
def house_words(language: str) -> Words:
    return Words(language)


class _Named(Words):
    """The words of a game, read once, with the names of those at one table."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.__dict__.update(words.__dict__)
        self._names = tuple(names)


@cache
def _nameless(found: Found, language: str) -> Words:
    formats = found.part("terminal", "FORMATS")
    known = cast(Mapping[str, Format], formats) if isinstance(formats, Mapping) else {}
    return Words(language, found.locales, formats=known)


def words_of(found: Found, language: str, names: Sequence[str] = ()) -> Words:
    words = _nameless(found, language)
    return _Named(words, names) if names else words


def names_of(found: Found, places: Sequence[Place], language: str) -> tuple[str, ...]:
    """How everybody is called, bots in the language of who reads."""
    words = words_of(found, language)
    names: list[str] = []
    for number, place in enumerate(places):
        if place.kind == "bot":
            key = f"bot.{place.level}"
            name = words.label(key) if words.has_label(key) else words.label("bot", number=number + 1)
            same = sum(1 for other in places[:number] if other.kind == "bot" and other.level == place.level)
            names.append(f"{name} {same + 1}" if same and words.has_label(key) else name)
        else:
            names.append(place.name)
    return tuple(names)


def facts_json(facts: Facts) -> dict[str, Json]:
    """Facts as they go over the wire; TypeError for what is no fact."""
    given: object = facts
    if type(given) is not dict and not isinstance(given, Mapping):
        raise TypeError(f"{facts!r} is not a mapping of texts")
    made: dict[str, Json] = {}
    for name in sorted(given):
        if type(name) is not str:
            raise TypeError(f"{facts!r} is not a mapping of texts")
        fact = given[name]
        made[name] = fact if type(fact) in _PLAIN else _list_of(fact)
    return made


def _list_of(fact: object) -> Json:
    if isinstance(fact, tuple):
        kinds = {type(item) for item in fact}
        if kinds <= _NUMBERS or kinds <= _TEXTS:
            return list(fact)
    raise TypeError(f"{fact!r} is no fact")


def refusal_json(refusal: Refusal, words: Words) -> t.Refusal:
    return {"code": refusal.code, "facts": facts_json(refusal.facts), "text": words.refusal(refusal)}
