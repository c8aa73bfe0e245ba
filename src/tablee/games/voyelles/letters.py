"""Letters: what is folded into what, what is a vowel, what a typed word is made of. R-3."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import normalize

VOWELS: Final = "aeiou"
"""In the order of the pawns. Y is a consonant here, as its cards say."""
CONSONANTS: Final = "bcdfghjlmnpqrstvwyz"
"""Those that have a card. K and X have none, but may occur in words."""
LONGEST: Final = 40
"""No French word comes near."""

_APOSTROPHES: Final = frozenset("'’‘ʼ`´")
_HYPHENS: Final = frozenset("-‐‑‒–—")
_LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae"})
_MARKS: Final = frozenset("\u0300\u0301\u0302\u0303\u0308\u030a\u0327")
"""Grave, acute, circumflex, tilde, diaeresis, ring, cedilla."""
_FOLDED_KEPT: Final = 4_096
"""The words of some dozens of tables, which are compared again and again."""
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")


def tidy(typed: str) -> str:
    """As it is kept: small letters, each accent in one piece with its letter, nothing around."""
    return normalize("NFC", typed.strip().lower())


@lru_cache(_FOLDED_KEPT)
def fold(word: str) -> str:
    """Without accents, cedillas and ligatures: « Œuvré » is `oeuvre`. Other characters stay as they are."""
    if word.isascii():
        return word.lower()
    spread = normalize("NFD", word.lower().translate(_LIGATURES))
    return "".join(char for char in spread if char not in _MARKS)


def has_apostrophe(word: str) -> bool:
    return not _APOSTROPHES.isdisjoint(word)


def has_hyphen(word: str) -> bool:
    return not _HYPHENS.isdisjoint(word)


def is_spelt(word: str) -> bool:
    """Nothing but French letters, and hyphens and apostrophes, which make a word invalid and not unreadable."""
    rest = fold(word)
    return bool(rest) and all(char in _LETTERS or char in _APOSTROPHES or char in _HYPHENS for char in rest)


def missing_letters(word: str, shown: tuple[str, ...], every_double: bool) -> tuple[str, ...]:
    """P-8, R-4: the shown consonants that this folded word lacks, each as often as it is lacking."""
    wanted = shown if every_double else tuple(dict.fromkeys(shown))
    return tuple(letter for place, letter in enumerate(wanted) if word.count(letter) <= wanted[:place].count(letter))


def vowel_counts(word: str) -> tuple[int, ...]:
    """How often each of A E I O U occurs in this folded word."""
    return tuple(word.count(vowel) for vowel in VOWELS)


def is_one_slip(first: str, second: str) -> bool:
    """R-12: one letter added, dropped or changed, or two neighbours swapped."""
    if first == second:
        return False
    short, long = sorted((first, second), key=len)
    start = next((place for place, char in enumerate(short) if char != long[place]), len(short))
    if len(long) == len(short) + 1:
        return short[start:] == long[start + 1 :]
    if short[start + 1 :] == long[start + 1 :]:
        return True
    is_swap = short[start : start + 2] == long[start : start + 2][::-1]
    return is_swap and short[start + 2 :] == long[start + 2 :]
