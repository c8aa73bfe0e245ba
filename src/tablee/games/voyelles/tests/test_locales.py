"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tablee.games.voyelles.actions import VoyellesAction
from tablee.games.voyelles.meta import META
from tablee.games.voyelles.terminal import FORMATS
from tablee.games.voyelles.view import Why
from tablee.kernel.game import Fact
from tablee.kit.locales import Sentences
from tablee.kit.wording import Wording
from tablee.words import LANGUAGES

PACKAGE = Path(__file__).parents[1]
WORDS = Sentences(PACKAGE, {"tell": 1})
# In the order of the rules page.
NUMBERS = [
    *("P-1", "R-1", "P-2", "P-3", "R-2", "P-4", "P-5", "P-6", "P-7", "R-6", "R-7", "R-8", "R-9", "R-15", "P-8"),
    *("P-9", "P-10", "P-11", "R-3", "R-4", "R-5", "R-10", "R-11", "R-12", "P-12", "R-13", "P-13", "R-14", "R-16"),
]
AWARDS = ("longest", "richest", "busiest", "quickest", "hasty")
REASONS = get_args(Why)

EXAMPLES: dict[str, Fact] = {
    "seat": 0,
    "seats": (0, 1),
    "winner": 1,
    "winners": (0, 1),
    "word": "mère",
    "words": ("mère", "œuvre"),
    "letter": "D",
    "letters": ("D", "T"),
    "vowel": "E",
    "pile": 2,
    "steps": 4,
    "count": 2,
    "seconds": "1,2",
    "whole": 1,
    "tenth": 2,
    "number": 3,
    "yes": 2,
    "no": 1,
    "accepts": True,
    "most": 40,
    "rank": 1,
    "score": 20,
}

both_languages = pytest.mark.parametrize("language", LANGUAGES)


class TestWording(Wording):
    sentences = WORDS
    meta = META
    actions = VoyellesAction
    numbers = NUMBERS
    rulings = Path(__file__).parents[5] / "docs" / "rulings.md"
    examples = EXAMPLES
    formats = FORMATS
    own_way = frozenset({"rank"})  # points are squares here
    counted = ("letter", "vowel", "number")


def test_the_sources_are_read() -> None:
    assert WORDS.said("refusals")["one_slip"] == {"word"}
    assert WORDS.said("captions")["valid"] == {"seat", "word", "steps"}


@both_languages
def test_every_award_and_every_reason_has_its_label(language: str) -> None:
    wanted = {f"award.{code}{ending}" for code in AWARDS for ending in ("", ".detail")}
    assert {key for key in WORDS.labels(language) if key.startswith("award.")} == wanted
    assert {key for key in WORDS.labels(language) if key.startswith("board.why.")} == {
        f"board.why.{reason}" for reason in REASONS if reason
    }
