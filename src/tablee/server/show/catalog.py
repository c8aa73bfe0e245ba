"""What games there are and what they say, for the page: `/api/games` and `/api/words`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, cast

from tablee.arena.entrants import find_bots
from tablee.games import Found
from tablee.kernel.game import Kind, Options
from tablee.kernel.options import OptionField, option_fields
from tablee.server.show.lessons import find_lesson
from tablee.server.show.tools import GameTools
from tablee.server.show.voice import words_of
from tablee.server.wire import pages as p
from tablee.server.wire import tells as t
from tablee.words import LANGUAGES, SHARED, Rules, Words, load_locale

NUMBER: Final = re.compile(r"option\.\w+\.number")


def warm_up(games: Iterable[GameTools]) -> None:
    """Before anybody is there: make what the first to come would wait for, and everybody else with them."""
    for tools in games:
        tools.found.warm()
        for language in LANGUAGES:
            game_info(tools, language)
            word_book(tools.found, language)


@cache
def game_info(tools: GameTools, language: str) -> p.GameInfo:
    meta, words = tools.game.meta, words_of(tools.found, language)
    default = meta.options()
    seats = meta.seats(default)
    options = _options(tools, default)
    numbers = _number_labels(tools.found, language)
    return {
        "id": meta.id,
        "title": words.title() or meta.id,
        "tagline": words.label("tagline") if words.has_label("tagline") else "",
        "minutes": meta.minutes,
        "age": meta.age,
        "low": seats[0],
        "high": seats[-1],
        "one_device": meta.one_device(default),
        "presets": [
            {
                "id": name,
                "label": _label(words, f"preset.{name}", name),
                "help": _label(words, f"preset.{name}.help", ""),
                "options": _options(tools, preset),
            }
            for name, preset in meta.presets.items()
        ],
        "options": [
            _option(field, words, options[field.name], numbers.get(field.name)) for field in option_fields(meta.options)
        ],
        "bots": [_bot(level, words) for level in _levels(tools.found)],
        "has_lesson": find_lesson(tools) is not None,
        "kinds": {name: _kind(kind) for name, kind in meta.kinds.items()},
    }


def _options(tools: GameTools, options: Options) -> t.Options:
    return cast(t.Options, tools.wire.options.to_json(options))


def _kind(kind: Kind) -> p.AskKind:
    return {
        "race": kind.race,
        "optional": kind.optional,
        "actions": [action.__name__ for action in kind.actions],
    }


def _levels(found: Found) -> list[str]:
    """A game's own bots; only a game that has none is played by the one that plays anything."""
    levels = list(find_bots(found))
    return levels[1:] or levels


def _label(words: Words, key: str, otherwise: str) -> str:
    return words.label(key) if words.has_label(key) else otherwise


def _number_labels(found: Found, language: str) -> dict[str, str]:
    """How numbers of an option read, e.g. `{number} {number:minute|minutes}`: the page fills it in as one is set."""
    labels = word_book(found, language)["labels"]
    return {key.split(".")[1]: text for key, text in labels.items() if NUMBER.fullmatch(key)}


def _option(field: OptionField, words: Words, default: t.OptionValue, number_label: str | None) -> p.OptionField:
    key = f"option.{field.name}"
    return {
        "name": field.name,
        "label": _label(words, key, field.name),
        "help": _label(words, f"{key}.help", ""),
        "values": [{"value": word, "label": _value(words, key, word)} for word in field.words],
        "numbers": None if field.numbers is None else {"low": field.numbers.low, "high": field.numbers.high},
        "is_seat": field.is_seat,
        "is_pack": field.is_pack,
        "default": default,
        "number_label": number_label,
    }


def _value(words: Words, key: str, word: str | bool) -> str:
    if isinstance(word, bool):
        return words.label("yes" if word else "no")
    return _label(words, f"{key}.{word}", word)


def _bot(level: str, words: Words) -> p.BotLevel:
    return {
        "level": level,
        "name": _label(words, f"bot.{level}", level),
        "label": _label(words, f"bot.{level}.level", level),
        "help": _label(words, f"bot.{level}.help", ""),
    }


@cache
def word_book(found: Found, language: str) -> p.WordBook:
    """The shared templates included."""
    books = [load_locale(SHARED / f"{language}.json")]
    if found.locales is not None and (found.locales / f"{language}.json").exists():
        books.append(load_locale(found.locales / f"{language}.json"))
    labels, captions, refusals = (
        {code: text for book in books for code, text in book.templates[part].items()}
        for part in ("labels", "captions", "refusals")
    )
    return {"labels": labels, "captions": captions, "refusals": refusals, "rules": _rules(books[-1].rules)}


def _rules(rules: Rules | None) -> p.Rules | None:
    if rules is None:
        return None
    full: list[p.Section] = [{"title": section.title, "text": list(section.text)} for section in rules.full]
    return {"title": rules.title, "short": list(rules.short), "full": full}
