"""Which forms of the lexicon have which letter, and how often: one long integer with a bit for every form for each
letter and number of times.

Counting takes half a second, so it was done beforehand (`tools/make_having.py`). The file has the integers of one
letter behind those of another, all equally long, the whole deflated."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import Final

from tablee.games.voyelles.letters import CONSONANTS, VOWELS

FILE: Final = "having.bin"

Bits = int
"""A set of forms: the first form of the lexicon is the highest bit."""
Having = Mapping[str, tuple[Bits, ...]]
"""By letter: the forms that have it at least once, at least twice and so on, as long as there are any."""

MOST_OFTEN: Final = 8
"""No form has more of one vowel."""
MOST_SHOWN: Final = 3
"""No more than three cards are shown."""

_EVERY: Final = {**dict.fromkeys(VOWELS, MOST_OFTEN), **dict.fromkeys(CONSONANTS, MOST_SHOWN)}
"""How many integers of each letter are in the file, in this order. The last ones may be 0."""
_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyz"
_TO_NOUGHT: Final = bytes.maketrans(b"\n", b"0")


def count(text: bytes) -> Having:
    """`text` is `Lexicon.text()`: all forms, folded, a line feed behind each."""
    return {letter: tuple(_count(text, letter.encode(), most)) for letter, most in _EVERY.items()}


def _count(text: bytes, letter: bytes, most: int) -> Iterator[Bits]:
    # Each form is now as many letters as it has of this one, and a line feed.
    only = text.translate(None, _LETTERS.replace(letter, b""))
    for times in range(1, most + 1):
        digits = only.replace(letter * times + b"\n", b"1").translate(_TO_NOUGHT, letter)
        bits = int(digits, 2)
        if not bits:
            break
        yield bits


def pack(having: Having, forms: int) -> bytes:
    """The file of these sets, in a lexicon of so many forms."""
    width = (forms + 7) // 8
    padded = ((*having[letter], *[0] * (most - len(having[letter]))) for letter, most in _EVERY.items())
    return zlib.compress(b"".join(bits.to_bytes(width, "big") for sets in padded for bits in sets), 9)


def unpack(packed: bytes) -> Having:
    """What `pack` has packed."""
    data = memoryview(zlib.decompress(packed))
    width, start = len(data) // sum(_EVERY.values()), 0
    having = {}
    for letter, most in _EVERY.items():
        places = range(start, start + most * width, width)
        sets = (int.from_bytes(data[place : place + width], "big") for place in places)
        having[letter] = tuple(bits for bits in sets if bits)
        start += most * width
    return having
