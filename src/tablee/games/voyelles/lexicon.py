"""The words there are. Look-ups go by folded letters (R-3); what is shown back has its accents.

One file holds every form, sorted by its folded letters, in one-byte characters: some sixty-four forms to a block,
blocks parted by an empty line, the whole deflated. Opened, it stays as it is, a list of blocks, and only the first form
of each is folded; a look-up finds its block by bisection and folds just that one."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Final

from tablee.games.voyelles.letters import fold

FILE: Final = "lexicon.bin"

_ENCODING: Final = "cp1252"
_BLOCK: Final = 64
_OE, _AE = "œ".encode(_ENCODING), "æ".encode(_ENCODING)


def _plain_bytes() -> bytes:
    table = bytearray(range(256))
    for code in range(192, 256):
        char = bytes([code]).decode(_ENCODING)
        plain = fold(char)
        if len(plain) == 1 and plain.isascii():
            table[code] = ord(plain)
    return bytes(table)


_PLAIN: Final = _plain_bytes()


def folded(text: bytes) -> bytes:
    """Many forms at once, as `fold` does one."""
    return text.replace(_OE, b"oe").replace(_AE, b"ae").translate(_PLAIN)


class Lexicon:
    def __init__(self, packed: bytes) -> None:
        self._blocks: list[bytes] = zlib.decompress(packed).split(b"\n\n")
        self._heads = [folded(block[: block.find(b"\n")]) for block in self._blocks]
        self._starts = [0, *accumulate(block.count(b"\n") + 1 for block in self._blocks)]

    def __len__(self) -> int:
        """How many forms, each with its own accents."""
        return self._starts[-1]

    def __contains__(self, word: str) -> bool:
        """Is there a form with these folded letters?"""
        return self._find(word) is not None

    def spellings(self, word: str) -> tuple[str, ...]:
        """The forms that fold into these letters: « peche » is pèche, péché, pêche or pêché."""
        return tuple(self.form(number) for number in self.numbers(word))

    def numbers(self, word: str) -> range:
        """The numbers of the forms that fold into these letters."""
        found = self._find(word)
        if found is None:
            return range(0)
        block, plain, at = found
        first = self._starts[block] + plain.count(b"\n", 0, at)
        same, end = len(word) + 1, at
        while plain.startswith(plain[at : at + same], end):
            end += same
        return range(first, first + (end - at) // same)

    def form(self, number: int) -> str:
        """The form of this number, counted from 0."""
        block = bisect_right(self._starts, number) - 1
        return self._blocks[block].split(b"\n")[number - self._starts[block]].decode(_ENCODING)

    def forms(self, numbers: Iterable[int]) -> Iterator[str]:
        """The forms of these numbers, which rise: each block is opened once for all that it holds of them."""
        start = end = 0
        forms: list[str] = []
        for number in numbers:
            if number >= end:
                block = bisect_right(self._starts, number) - 1
                start, end = self._starts[block], self._starts[block + 1]
                forms = self._blocks[block].decode(_ENCODING).split("\n")
            yield forms[number - start]

    def text(self) -> bytes:
        """All forms in their order, folded, each with a line feed behind it."""
        return b"\n".join(map(folded, self._blocks)) + b"\n"

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks:
            yield from block.decode(_ENCODING).split("\n")

    def _find(self, word: str) -> tuple[int, bytes, int] | None:
        """The block of this word, folded, and where in it the word begins."""
        try:
            key = word.encode("ascii")
        except UnicodeEncodeError:
            return None
        number = bisect_right(self._heads, key) - 1
        if number < 0 or not key.isalpha():
            return None
        plain = folded(self._blocks[number]) + b"\n"
        if plain.startswith(key + b"\n"):
            return number, plain, 0
        at = plain.find(b"\n" + key + b"\n")
        return None if at < 0 else (number, plain, at + 1)


def pack(words: Sequence[str]) -> bytes:
    """The file of these forms, which are sorted by their folded letters. Equal letters never part."""
    blocks: list[list[str]] = [[]]
    last = ""
    for word in words:
        if len(blocks[-1]) >= _BLOCK and fold(word) != last:
            blocks.append([])
        blocks[-1].append(word)
        last = fold(word)
    text = "\n\n".join("\n".join(block) for block in blocks)
    return zlib.compress(text.encode(_ENCODING), 9)


def read(name: str) -> bytes:
    return (files(__package__) / "content" / name).read_bytes()


@cache
def lexicon() -> Lexicon:
    """Opened when the first word is judged, once for each process."""
    return Lexicon(read(FILE))
