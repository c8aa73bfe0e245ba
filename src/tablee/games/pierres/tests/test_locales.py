"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from tablee.games.pierres.actions import PierresAction
from tablee.games.pierres.meta import META
from tablee.kernel.game import Fact
from tablee.kit.locales import Sentences
from tablee.kit.wording import Wording

PACKAGE = Path(__file__).parents[1]
WORDS = Sentences(PACKAGE, {"_tell": 1})
# In the order of the rules page.
NUMBERS = [
    *("P-1", "R-1", "P-2", "P-3", "R-2", "R-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-9", "R-4", "R-5", "P-10", "R-6"),
    *("P-11", "P-12", "P-13", "R-7", "R-8", "R-9", "R-10"),
]

EXAMPLES: dict[str, Fact] = {
    "seat": 0,
    "to": 1,
    "winner": 1,
    "winners": (0, 1),
    "cell": 29,
    "digit": 8,
    "wanted": 4,
    "count": 2,
    "number": 3,
    "column": "C",
    "rank": 1,
    "score": 20,
}


class TestWording(Wording):
    sentences = WORDS
    meta = META
    actions = PierresAction
    numbers = NUMBERS
    rulings = Path(__file__).parents[5] / "docs" / "rulings.md"
    examples = EXAMPLES
    formats = MappingProxyType({"cell": lambda _: "C4"})
    own_way = frozenset({"rank"})  # points are stones here
    further_asks = frozenset({"ask.remove.miss"})
    counted = ("digit", "wanted", "number")


def test_the_sources_are_read() -> None:
    assert WORDS.said("refusals")["no_stone"] == {"cell"}
    assert WORDS.said("captions")["given"] == {"seat", "to", "cell", "digit", "wanted"}
