"""The words there are. Look-ups go by folded letters (R-3); what is shown back has its accents.

One file holds every form, sorted by its folded letters, in one-byte characters: some sixty-four forms to a block,
blocks parted by an empty line, the whole deflated. Opened, it stays as it is, one long text, and only the first form of
each block is folded; a look-up finds its block by bisection. What is looked up is kept folded, block by block."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import Final

from tablee.games.voyelles.letters import fold

FILE: Final = "lexicon.bin"

_ENCODING: Final = "cp1252"
_BLOCK: Final = 64
_GAP: Final = b"\n\n"
"""Between two blocks."""
_FEW_BLOCKS: Final = 4
"""To split so many is quicker than to bisect for every word."""
_BEHIND_ALL: Final = "{"
"""Behind every small letter."""
_ONE_MORE: Final = (1).__add__
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


def _decoded(text: bytes) -> str:
    """Much quicker than by its own encoding, from which Latin-1 differs in one letter of ours only."""
    return text.decode("latin-1").replace("\x9c", "œ")


class Lexicon:
    def __init__(self, packed: bytes) -> None:
        self._text = zlib.decompress(packed) + b"\n"
        self._cuts = self._cut()
        """Where each block begins; it ends two characters before the next."""
        heads = (self._text[cut : self._text.find(b"\n", cut)] for cut in self._cuts[:-1])
        self._heads = folded(b"\n".join(heads)).decode().split("\n")
        sizes = (self._text.count(b"\n", cut, end - 2) + 1 for cut, end in pairwise(self._cuts))
        self._starts = [0, *accumulate(sizes)]
        self._folded = [""] * len(self._heads)
        """The blocks that were looked into: folded, each form between two line feeds."""
        self._places = array("I")
        """Where each form begins, and where the last one ends. Made when many forms are first wanted."""

    def _cut(self) -> list[int]:
        cuts, at = [0], self._text.find(_GAP)
        while at >= 0:
            cuts.append(at + len(_GAP))
            at = self._text.find(_GAP, at + len(_GAP))
        return [*cuts, len(self._text) + 1]

    def _block(self, number: int) -> bytes:
        return self._text[self._cuts[number] : self._cuts[number + 1] - len(_GAP)]

    def _blocks(self) -> Iterator[bytes]:
        return map(self._block, range(len(self._heads)))

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
        block, at = found
        plain = self._folded[block]
        first = self._starts[block] + plain.count("\n", 0, at)
        line, end = f"{word}\n", at + 1
        while plain.startswith(line, end):
            end += len(line)
        return range(first, first + (end - at) // len(line))

    def form(self, number: int) -> str:
        """The form of this number, counted from 0."""
        block = bisect_right(self._starts, number) - 1
        place = number - self._starts[block]
        return _decoded(self._block(block).split(b"\n", place + 1)[place])

    def forms(self, stretches: Iterable[tuple[int, int]]) -> list[str]:
        """All forms of these stretches of numbers, which rise: from the first number up to the second, without it.
        They are cut out of the text and decoded in one go."""
        if not self._places:
            self._places = self._place()
        text, places = self._text, self._places
        found = b"".join([text[places[first] : places[end]] for first, end in stretches])
        return _decoded(found.replace(_GAP, b"\n")).split("\n")[:-1]

    def _place(self) -> array[int]:
        places = array("I")
        for cut, block in zip(self._cuts, self._blocks(), strict=False):
            lengths = map(_ONE_MORE, map(len, block.split(b"\n")))
            places.extend(accumulate(lengths, initial=cut))
            places.pop()  # where the next block would begin, but for the gap
        places.append(len(self._text))
        return places

    def text(self) -> bytes:
        """All forms in their order, folded, each with a line feed behind it."""
        return folded(self._text.replace(_GAP, b"\n"))

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks():
            yield from _decoded(block).split("\n")

    def among(self, beginning: str, words: Sequence[str]) -> list[str]:
        """Which of these words, all of which begin like this, are forms? Many are looked up much quicker than each."""
        heads = self._heads
        first = max(0, bisect_left(heads, beginning) - 1)
        end = bisect_left(heads, beginning + _BEHIND_ALL, first)
        if end - first <= _FEW_BLOCKS:
            forms = {form for block in range(first, end) for form in self._plain(block)[1:-1].split("\n")}
            return [word for word in words if word in forms]
        found = []
        for word in words:
            block = bisect_right(heads, word, first, end) - 1
            if block >= 0 and f"\n{word}\n" in (self._folded[block] or self._plain(block)):
                found.append(word)
        return found

    def _find(self, word: str) -> tuple[int, int] | None:
        """The block of this word, and where in it, folded, the line feed before the word is."""
        block = bisect_right(self._heads, word) - 1
        if block < 0 or not word.isalpha():
            return None
        at = self._plain(block).find(f"\n{word}\n")
        return None if at < 0 else (block, at)

    def _plain(self, block: int) -> str:
        plain = self._folded[block]
        if not plain:
            plain = self._folded[block] = f"\n{folded(self._block(block)).decode('ascii')}\n"
        return plain


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
