"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

from pathlib import Path

from tablee.games.copieur.actions import CopieurAction
from tablee.games.copieur.meta import META
from tablee.kernel.game import Fact
from tablee.kit.locales import Sentences
from tablee.kit.wording import Wording

PACKAGE = Path(__file__).parents[1]
WORDS = Sentences(PACKAGE, {"tell": 0})
# In the order of the rules page.
NUMBERS = [
    *("P-1", "P-2", "P-3", "P-4", "R-1", "P-5", "P-6", "R-2", "P-7", "R-3", "P-8", "P-9", "P-10", "P-11", "R-4", "R-5"),
    *("R-6", "P-12", "P-13", "P-14", "R-7", "R-8", "R-9", "R-10", "R-11", "R-12", "P-15", "R-13", "R-14"),
]

EXAMPLES: dict[str, Fact] = {
    "seat": 0,
    "to": 1,
    "winner": 1,
    "winners": (0, 1),
    "seats": (0, 1),
    "centre": 2,
    "wanted": 4,
    "answer": 12,
    "operation": "7 + 5",
    "most": 99,
    "count": 2,
    "number": 3,
    "rank": 1,
    "score": 20,
    "place": "Centre 2",
}


class TestWording(Wording):
    sentences = WORDS
    meta = META
    actions = CopieurAction
    numbers = NUMBERS
    rulings = Path(__file__).parents[5] / "docs" / "rulings.md"
    examples = EXAMPLES
    own_way = frozenset({"rank"})  # points are bad points here
    counted = ("digit", "wanted", "number")


def test_the_sources_are_read() -> None:
    assert WORDS.said("refusals")["no_such_centre"] == {"centre", "count"}
    assert WORDS.said("captions")["told_wrongly"] == {"seat", "centre", "number", "wanted"}
