"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.games.fil.actions import FilAction
from tablee.games.fil.meta import META
from tablee.games.fil.moods import MOODS
from tablee.games.fil.tags import REASONS
from tablee.kernel.game import Caption, Fact
from tablee.kit.locales import Sentences
from tablee.kit.wording import Wording
from tablee.words import LANGUAGES, Words

PACKAGE = Path(__file__).parents[1]
WORDS = Sentences(PACKAGE, {"tell": 0}, "to")
# In the order of the rules page.
NUMBERS = [
    *("P-1", "P-2", "R-1", "P-3", "R-2", *(f"P-{n}" for n in range(4, 14)), "R-3", "P-14", "P-15", "R-4", "P-16"),
    *("P-17", "R-5", "R-6", "R-7", "P-18", "R-8", "R-9", "P-19", "P-20", "R-10", "P-21", "P-22", "P-23", "P-24"),
    *("R-11", *(f"M-{n}" for n in range(1, 11)), "P-25", "P-26", "P-27", "P-28", "P-29", "R-12", "R-13", "R-14"),
    *("P-30", "P-31", "P-32", "R-15", "P-33", "R-16", "P-34", "R-17", "P-35", "P-36", "P-37", "P-38", "P-39", "R-18"),
    *("P-40", "R-19", "R-20"),
]

EXAMPLES: dict[str, Fact] = {
    **dict.fromkeys(("seat", "by", "winner"), 0),
    **dict.fromkeys(("seats", "winners"), (0, 1)),
    **dict.fromkeys(("number", "rounds", "cards", "points", "total", "paws", "left", "count", "most", "least"), 3),
    **dict.fromkeys(("line", "size", "percent", "other", "space", "clue", "paw", "second", "seconds", "rank"), 2),
    **dict.fromkeys(("card", "near", "far", "theme", "word", "text", "field"), "Fossoyeur"),
    "first": "rock",
    "reasons": ("night", "hands"),
    "team": "red",
    "colour": "blue",
    "choice": "clue",
    "nearer": "red",
    "result": "clue",
    "mood": "calin",
    "gesture": "paper",
    "go": True,
    "score": 4,
}

both_languages = pytest.mark.parametrize("language", LANGUAGES)


class TestWording(Wording):
    sentences = WORDS
    meta = META
    actions = FilAction
    numbers = NUMBERS
    rulings = Path(__file__).parents[5] / "docs" / "rulings.md"
    examples = EXAMPLES
    brief_actions = frozenset({"Explain"})
    clockless = frozenset({"ambassador", "explain"})
    longest_short = 1100


def test_the_sources_are_read() -> None:
    assert WORDS.said("refusals")["pack_twice"] == {"line", "card"}
    assert WORDS.said("captions")["paw"] == {"seat", "number", "near", "far", "seconds"}
    assert {"purr", "no_purr", "grand_slam", "mystery_told"} <= WORDS.said("captions").keys()


def test_reasons_teams_and_moods_are_named_in_sentences() -> None:
    words = Words("fr", WORDS.folder, names=("Zoé", "Odile"), strict=True)
    facts: dict[str, Fact] = {"seat": 0, "number": 2, "near": "Fossoyeur", "reasons": ("night", "body")}
    assert words.caption(Caption("meant", facts, "all")) == (
        "Zoé, patte n°\u00a02\u00a0: «\u00a0Fossoyeur\u00a0», pour la nuit et le corps."
    )
    assert words.caption(Caption("mood", {"mood": "calin"}, "all")) == "Humeur du Chat\u00a0: Chat câlin."
    assert words.caption(Caption("totem_stays", {"team": "red"}, "all")) == "Les Rougeard ne bougent pas."


@both_languages
def test_every_mood_has_a_name_and_a_text_and_every_reason_a_word(language: str) -> None:
    assert {key for key in WORDS.labels(language) if key.startswith("mood.")} == {
        f"mood.{mood}{ending}" for mood in MOODS for ending in ("", ".text")
    }
    assert {key for key in WORDS.labels(language) if key.startswith("reasons.")} == {
        f"reasons.{name}" for name in REASONS
    }
