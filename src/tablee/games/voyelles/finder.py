"""Which words there are for three consonants, and which of them move the pawns furthest.

For each letter and each number of times there is one long integer with a bit for every form of the lexicon: does it
have this letter that often? Whole questions are then answered by a few operations on long integers. The integers of a
letter are made when it is first asked for, from the text of the lexicon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import Final

from tablee.games.voyelles.letters import CONSONANTS, VOWELS
from tablee.games.voyelles.lexicon import Lexicon, lexicon
from tablee.kernel import Luck

Bits = int
"""A set of forms: the first form of the lexicon is the highest bit."""

MOST_OFTEN: Final = 8
"""No form has more of one vowel."""
MOST_SHOWN: Final = 3
"""No more than three cards are shown."""
_VOWELS: Final = VOWELS.encode()
_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyz"
_TO_NOUGHT: Final = bytes.maketrans(b"\n", b"0")


class Finder:
    def __init__(self, words: Lexicon) -> None:
        self._words = words
        self._size = len(words)
        self._text = b""
        self._having: dict[str, tuple[Bits, ...]] = {}

    def having(self, letter: str, times: int = 1) -> Bits:
        """The forms that have this letter at least so often."""
        sets = self._having.get(letter)
        if sets is None:
            sets = self._having[letter] = self._count(letter.encode())
            if len(self._having) == len(VOWELS + CONSONANTS):
                self._text = b""  # all that will ever be asked for is known
        return sets[times - 1] if times <= len(sets) else 0

    def _count(self, letter: bytes) -> tuple[Bits, ...]:
        if not self._text:
            self._text = self._words.text()
        # Each form is now as many letters as it has of this one, and a line feed.
        only = self._text.translate(None, _LETTERS.replace(letter, b""))
        sets: list[Bits] = []
        for times in range(1, (MOST_OFTEN if letter in _VOWELS else MOST_SHOWN) + 1):
            digits = only.replace(letter * times + b"\n", b"1").translate(_TO_NOUGHT, letter)
            bits = int(digits, 2)
            if not bits:
                break
            sets.append(bits)
        return tuple(sets)

    def fitting(self, shown: Sequence[str], every_double: bool) -> Bits:
        """P-8, R-4: the forms that contain the shown consonants."""
        bits = (1 << self._size) - 1
        for letter in dict.fromkeys(shown):
            bits &= self.having(letter, shown.count(letter) if every_double else 1)
        return bits

    def moving(self, bits: Bits, room: Sequence[int]) -> Bits:
        """P-8, P-11: those that move at least one pawn. `room` is how many squares each has before it."""
        moving = 0
        for vowel, squares in zip(VOWELS, room, strict=True):
            if squares:
                moving |= self.having(vowel)
        return bits & moving

    def best(self, bits: Bits, room: Sequence[int]) -> tuple[int, Bits]:
        """The most steps that one of these forms makes, and all forms that make them.

        The steps of all forms are added up at once: digit n of the sum holds the n-th binary digit of every form's."""
        total: list[Bits] = []
        for vowel, squares in zip(VOWELS, room, strict=True):
            total = _sum(total, self._steps(bits, vowel, squares))
        most, left = 0, bits
        for place in range(len(total) - 1, -1, -1):
            having = left & total[place]
            if having:
                left = having
                most |= 1 << place
        return most, left

    def _steps(self, bits: Bits, vowel: str, squares: int) -> list[Bits]:
        """How many steps each form makes with this vowel, in binary. Who has three has two and one: of such numbers the
        digit worth n is the parity of every n-th."""
        times: list[Bits] = []
        while len(times) < min(squares, MOST_OFTEN) and (more := bits & self.having(vowel, len(times) + 1)):
            times.append(more)
        digits: list[Bits] = []
        worth = 1
        while worth <= len(times):
            digit = 0
            for every in range(worth - 1, len(times), worth):
                digit ^= times[every]
            digits.append(digit)
            worth *= 2
        return digits

    def bits_of(self, words: Iterable[str]) -> Bits:
        """The forms that fold into one of these."""
        bits = 0
        for word in words:
            for number in self._words.numbers(word):
                bits |= 1 << (self._size - 1 - number)
        return bits

    def some(self, bits: Bits, wanted: int, luck: Luck) -> list[str]:
        """A few of these forms, here and there. Not all are equally likely: those after a gap come more often."""
        if not bits:
            return []
        digits = f"{bits:0{self._size}b}"
        places = (digits.find("1", luck.below(self._size)) for _ in range(wanted))
        return [self._words.form(place if place >= 0 else digits.find("1")) for place in places]

    def forms(self, bits: Bits) -> list[str]:
        """All of these forms."""
        return self._words.forms(self._stretches(bits)) if bits else []

    def _stretches(self, bits: Bits) -> list[tuple[int, int]]:
        """Neighbours in the lexicon are much alike, so these forms come in stretches: their first numbers and ends."""
        find = f"{bits:0{self._size}b}0".find
        stretches = []
        at = find("1")
        while at >= 0:
            end = find("0", at)
            stretches.append((at, end))
            at = find("1", end)
        return stretches

    def first(self, bits: Bits, wanted: int) -> Iterator[str]:
        """The first few of these forms: quicker than all of them."""
        while bits and wanted:
            top = bits.bit_length()
            yield self._words.form(self._size - top)
            bits ^= 1 << (top - 1)
            wanted -= 1


def _sum(one: list[Bits], other: list[Bits]) -> list[Bits]:
    """Many sums at once, as one adds on paper."""
    made: list[Bits] = []
    carry = 0
    for first, second in zip_longest(one, other, fillvalue=0):
        either = first ^ second
        made.append(either ^ carry)
        carry = first & second | either & carry
    return [*made, carry] if carry else made


@cache
def finder() -> Finder:
    return Finder(lexicon())
