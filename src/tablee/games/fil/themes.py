"""The themes there are: nine of ours, and the players' own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, TypedDict

from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import Card, Pack, read_own_pack

PRINTED: Final = ("metiers", "philo", "annonces")
"""P-1: the three themes that print names. The first is the one to start with."""
FURTHER: Final = ("grenier", "retards", "animaux", "plats", "films", "pouvoirs")
LANGUAGES: Final = ("fr", "en")

_FOLDER: Final = files(__package__) / "content" / "themes"
_SHIPPED: Final = files(__package__) / "content" / "packs.json"


class _Shipped(TypedDict):
    """A pack as `tools/make_packs.py` has read and checked it: to read TOML takes ten times as long."""

    title: str
    language: str
    author: str
    licence: str
    memocat: bool
    cards: list[tuple[int, str, str, str, list[int]]]


def file_name(theme: str, language: str) -> str:
    return f"{theme}.{language}.toml"


def our_pack(theme: str, language: str) -> Pack:
    return _packs()[file_name(theme, language)]


@cache
def editions(language: str) -> tuple[Pack, ...]:
    """Our themes in this language."""
    names = (file_name(theme, language) for theme in (*PRINTED, *FURTHER))
    return tuple(_packs()[name] for name in names if name in _packs())


@cache
def _packs() -> Mapping[str, Pack]:
    """Ours, by the names of the files that they are made of."""
    shipped: dict[str, _Shipped] = json.loads(_SHIPPED.read_text(encoding="utf-8"))
    made: dict[str, Pack] = {}
    for name, pack in shipped.items():
        cards = tuple(
            Card(number, words, letters, sex, tuple(tags)) for number, words, letters, sex, tags in pack["cards"]
        )
        head = (pack["title"], pack["language"], pack["author"], pack["licence"], pack["memocat"])
        made[name] = Pack(name.partition(".")[0], *head, cards)
    return made


def themes_of(options: FilOptions) -> tuple[Pack, ...]:
    """The themes of a table: ours, then the players' own. A theme is named by its place in here."""
    return _themes(options.language, options.pack)


@lru_cache(maxsize=64)
def _themes(language: str, own: str) -> tuple[Pack, ...]:
    return (*editions(language), read_own_pack(own)) if own else editions(language)


def content_hashes() -> dict[str, str]:
    """SHA-256 of every pack file, for records."""
    return {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    }
