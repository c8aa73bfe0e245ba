"""Which words there are for three consonants, and which of them move the pawns furthest.

For each letter and each number of times there is one long integer with a bit for every form of the lexicon: does it
have this letter that often (having.py)? Whole questions are then answered by a few operations on long integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import zip_longest
from operator import and_, xor
from typing import Final

from tablee.games.voyelles.having import FILE, Bits, Having, unpack
from tablee.games.voyelles.letters import VOWELS
from tablee.games.voyelles.lexicon import Lexicon, lexicon, read
from tablee.kernel import Luck

_SUMS_KEPT: Final = 8
"""Two tables of four with all their pawns in different places: a quarter of a megabyte each."""
_NEAR: Final = 4_096
"""So many forms are looked through before all others."""


class Finder:
    def __init__(self, words: Lexicon, having: Having) -> None:
        self._words = words
        self._size = len(words)
        self._all: Bits = (1 << self._size) - 1
        self._having = having
        self._most = tuple(len(having[vowel]) for vowel in VOWELS)
        self._moving: dict[tuple[bool, ...], Bits] = {}
        self._steps_of_all: Callable[[tuple[int, ...]], tuple[Bits, ...]] = lru_cache(_SUMS_KEPT)(self._add_up)

    def having(self, letter: str, times: int = 1) -> Bits:
        """The forms that have this letter at least so often."""
        sets = self._having[letter]
        return sets[times - 1] if times <= len(sets) else 0

    def fitting(self, shown: Sequence[str], every_double: bool) -> Bits:
        """P-8, R-4: the forms that contain the shown consonants."""
        wanted = dict.fromkeys(shown)
        sets = [self.having(letter, shown.count(letter) if every_double else 1) for letter in wanted]
        return reduce(and_, sets) if sets else self._all

    def moving(self, bits: Bits, room: Sequence[int]) -> Bits:
        """P-8, P-11: those that move at least one pawn. `room` is how many squares each has before it."""
        can_move = tuple(squares > 0 for squares in room)
        moving = self._moving.get(can_move)
        if moving is None:
            moving = 0
            for vowel, can in zip(VOWELS, can_move, strict=True):
                if can:
                    moving |= self.having(vowel)
            self._moving[can_move] = moving
        return bits & moving

    def used(self, room: Sequence[int]) -> tuple[int, ...]:
        """As much of this room as any word can use: two that are the same in this have the same best words."""
        return tuple(map(min, room, self._most))

    def best(self, bits: Bits, room: Sequence[int]) -> tuple[int, Bits]:
        """The most steps that one of these forms makes, and all forms that make them."""
        total = self._steps_of_all(self.used(room))
        most, left = 0, bits
        for place in range(len(total) - 1, -1, -1):
            having = left & total[place]
            if having:
                left = having
                most |= 1 << place
        return most, left

    def _add_up(self, room: tuple[int, ...]) -> tuple[Bits, ...]:
        """The steps of all forms at once: digit n of the sum holds the n-th binary digit of every form's."""
        total: list[Bits] = []
        for vowel, squares in zip(VOWELS, room, strict=True):
            total = _sum(total, self._steps(vowel, squares))
        return tuple(total)

    def _steps(self, vowel: str, squares: int) -> list[Bits]:
        """How many steps each form makes with this vowel, in binary. Who has three has two and one: of such numbers the
        digit worth n is the parity of every n-th."""
        times = self._having[vowel][:squares]
        digits: list[Bits] = []
        worth = 1
        while worth <= len(times):
            digits.append(reduce(xor, times[worth - 1 :: worth]))
            worth *= 2
        return digits

    def bits_of(self, words: Iterable[str]) -> Bits:
        """The forms that fold into one of these."""
        bits = 0
        for word in words:
            for number in self._words.numbers(word):
                bits |= 1 << (self._size - 1 - number)
        return bits

    def without(self, bits: Bits, words: Iterable[str]) -> Bits:
        """These forms but for those that fold into one of the words."""
        return bits ^ (bits & self.bits_of(words))

    def some(self, bits: Bits, wanted: int, luck: Luck) -> list[str]:
        """A few of these forms, here and there. Not all are equally likely: those after a gap come more often."""
        if not bits:
            return []
        return [self._words.form(self._at_or_behind(bits, luck.below(self._size))) for _ in range(wanted)]

    def _at_or_behind(self, bits: Bits, number: int) -> int:
        """The first of these forms from this number on; if there is none, the first of all."""
        behind = self._size - number
        # The next one is mostly near, and to look there does not take a copy of all that is behind.
        further = max(0, behind - _NEAR)
        near = bits >> further & (1 << behind - further) - 1
        if near:
            return self._size - further - near.bit_length()
        left = bits & (1 << further) - 1
        return self._size - (left or bits).bit_length()

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
        for left in range(wanted - 1, -1, -1):
            top = bits.bit_length()
            if not top:
                break
            yield self._words.form(self._size - top)
            if left:
                bits ^= 1 << (top - 1)


def _sum(one: list[Bits], other: list[Bits]) -> list[Bits]:
    """Many sums at once, as one adds on paper."""
    made: list[Bits] = []
    carry = 0
    for first, second in zip_longest(one, other, fillvalue=0):
        if not carry:  # most of the time goes into such long integers, so none is made for nothing
            digit, carry = first ^ second, first & second
        else:
            either = first ^ second if second else first
            digit, carry = either ^ carry, first & second | either & carry
        made.append(digit)
    return [*made, carry] if carry else made


@cache
def finder() -> Finder:
    """Opened when words are first looked for, once for each process."""
    return Finder(lexicon(), unpack(read(FILE)))
