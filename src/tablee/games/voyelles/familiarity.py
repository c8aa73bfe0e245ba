"""How familiar each form of the lexicon is: 9 for the thousand most frequent forms down to 0 for those that hardly
anybody uses. Bots know words by it, and players are shown familiar words first.

The file has one digit for every form, in the order of the lexicon, deflated."""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final

from tablee.games.voyelles.having import Bits
from tablee.games.voyelles.lexicon import read

FILE: Final = "familiarity.bin"

LIMITS: Final = (1_000, 2_000, 4_000, 8_000, 14_000, 20_000, 35_000, 50_000)
"""The so many most frequent forms are on level 9, 8, … 2; level 1 is any other form that was ever counted."""
MOST_FAMILIAR: Final = 9

_DIGITS: Final = b"0123456789"
_NOUGHT: Final = _DIGITS[0]
_PLACES: Final = (b"0000000011", b"0000111100", b"0011001100", b"0101010101")
"""Which levels have an eight in them, a four, a two, a one."""


class Familiarity:
    def __init__(self, packed: bytes) -> None:
        self._levels = zlib.decompress(packed)
        self._at_least: dict[int, Bits] = {}
        self._just: dict[int, Bits] = {}
        self._places: tuple[Bits, ...] = ()

    def level(self, number: int) -> int:
        """Of the form with this number in the lexicon."""
        return self._levels[number] - _NOUGHT

    def at_least(self, level: int) -> Bits:
        """The forms of this level and above."""
        bits = self._at_least.get(level)
        if bits is None:
            bits = self._at_least[level] = self._marked(b"0" * level + b"1" * (10 - level))
        return bits

    def just(self, level: int) -> Bits:
        """The forms of this level alone."""
        bits = self._just.get(level)
        if bits is None:
            bits = self._just[level] = self._marked(b"0" * level + b"1" + b"0" * (9 - level))
        return bits

    def most_familiar(self, bits: Bits) -> Bits:
        """Those of these forms that are on the highest level."""
        if not self._places:
            self._places = tuple(map(self._marked, _PLACES))
        for place in self._places:
            bits = bits & place or bits
        return bits

    def _marked(self, marks: bytes) -> Bits:
        """`marks` has a digit for each level: 1 for those wanted."""
        return int(self._levels.translate(bytes.maketrans(_DIGITS, marks)), 2)


@cache
def familiarity() -> Familiarity:
    return Familiarity(read(FILE))
