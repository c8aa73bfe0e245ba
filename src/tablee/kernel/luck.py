"""Luck is an argument: every random choice of a game is an integer asked of a Luck, and every integer can be recorded.

Seeded luck serves tables and simulations, scripted luck serves tests and replays.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import sha256, shake_256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_BLOCK_WORDS = 128
_WORD = 1 << 32
_NO_WORDS = array("I")
"""Four bytes a word, where a list has forty: a house has many tables. Nothing is ever put into this one."""


class OutOfLuck(Exception):
    """A script was asked for more draws than it holds, or for one that does not fit, or was not used up."""


class Luck(ABC):
    """Where integers come from. A subclass gives `below`; everything else is built on it."""

    __slots__ = ()

    @abstractmethod
    def below(self, n: int) -> int:
        """An integer in range(n), all equally likely."""

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher–Yates: every order equally likely, one draw for each item but one."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def chance(self, numerator: int, denominator: int) -> bool:
        """True with probability numerator/denominator."""
        return self.below(denominator) < numerator


class SeededLuck(Luck):
    """SHAKE-256 in counter mode over a 32-byte seed. Integers up to 2³² come from one word by multiplication, the few
    words that would make some results likelier are thrown away, so there is no bias."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._block = 0
        self._words = _NO_WORDS

    def begin_again(self) -> None:
        """From its first integer on."""
        self._block = 0
        self._words = _NO_WORDS

    def below(self, n: int) -> int:
        if n <= 1:
            if n == 1:
                return 0
            raise ValueError(f"cannot draw below {n}")
        if n > _WORD:
            return self._below_many_words(n)
        words = self._words
        while True:
            if not words:
                words = self._refill()
            product = words.pop() * n
            low = product & 0xFFFFFFFF
            if low >= n or low >= (_WORD - n) % n:
                return product >> 32

    def pick(self, items: Sequence[T]) -> T:
        """As everywhere, with the same draw; in one piece, because this is how random players choose."""
        n = len(items)
        if n == 1:
            return items[0]
        if n:
            words = self._words or self._refill()
            word = words.pop()
            product = word * n
            if product & 0xFFFFFFFF >= n:
                return items[product >> 32]
            words.append(word)
        return items[self.below(n)]

    def _refill(self) -> array[int]:
        block = shake_256(self._seed + self._block.to_bytes(8, "little")).digest(4 * _BLOCK_WORDS)
        self._block += 1
        self._words = array("I", block)
        if sys.byteorder == "big":
            self._words.byteswap()
        return self._words

    def _below_many_words(self, n: int) -> int:
        bits = (n - 1).bit_length()
        while True:
            drawn = 0
            for _ in range((bits + 31) // 32):
                drawn = drawn << 32 | self.below(_WORD)
            drawn &= (1 << bits) - 1
            if drawn < n:
                return drawn


class ScriptedLuck(Luck):
    """Gives the integers of a script in order, and insists that each fits. For tests and for replays."""

    __slots__ = ("_script", "_used")

    def __init__(self, script: Iterable[int]) -> None:
        self._script = list(script)
        self._used = 0

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        if self._used == len(self._script):
            raise OutOfLuck(f"the script of {self._used} draws is used up")
        drawn = self._script[self._used]
        if not 0 <= drawn < n:
            raise OutOfLuck(f"draw {self._used} of the script is {drawn}, asked for one below {n}")
        self._used += 1
        return drawn

    def finish(self) -> None:
        """Raise unless every draw of the script was asked for."""
        if self._used != len(self._script):
            raise OutOfLuck(f"{len(self._script) - self._used} draws of the script were never asked for")


class RecordedLuck(Luck):
    """Passes on another luck's integers and keeps them for the record."""

    __slots__ = ("_draws", "_source")

    def __init__(self, source: Luck) -> None:
        self._source = source
        self._draws: list[int] = []

    def below(self, n: int) -> int:
        drawn = self._source.below(n)
        self._draws.append(drawn)
        return drawn

    def take_draws(self) -> tuple[int, ...]:
        """The integers drawn since the last call."""
        if not self._draws:
            return ()
        draws = tuple(self._draws)
        self._draws.clear()
        return draws


def commitment(seed: bytes) -> str:
    """What is published before the first card, so that the seed shown at the end cannot have been chosen later."""
    return sha256(seed).hexdigest()


def seed_from(*words: object) -> bytes:
    """A seed made from public words, for simulations and tests where the same words must give the same game.

    A table of people draws its seed from the system instead."""
    return sha256("\x1f".join(str(word) for word in words).encode()).digest()
