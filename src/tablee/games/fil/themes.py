"""The themes there are: nine of ours, and the players' own."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import Pack, read_own_pack, read_pack

PRINTED: Final = ("metiers", "philo", "annonces")
"""P-1: the three themes that print names. The first is the one to start with."""
FURTHER: Final = ("grenier", "retards", "animaux", "plats", "films", "pouvoirs")
LANGUAGES: Final = ("fr", "en")

_FOLDER: Final = files(__package__) / "content" / "themes"


def file_name(theme: str, language: str) -> str:
    return f"{theme}.{language}.toml"


@cache
def our_pack(theme: str, language: str) -> Pack:
    return read_pack((_FOLDER / file_name(theme, language)).read_text(encoding="utf-8"), theme)


@cache
def editions(language: str) -> tuple[Pack, ...]:
    """Our themes in this language."""
    names = (*PRINTED, *FURTHER)
    return tuple(our_pack(name, language) for name in names if (_FOLDER / file_name(name, language)).is_file())


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
