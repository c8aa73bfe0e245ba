"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tablee.games.anges.actions import PLACES, AngesAction
from tablee.games.anges.cards import NAMES
from tablee.games.anges.meta import META
from tablee.games.anges.state import Reason
from tablee.games.anges.view import Phrase, Prize
from tablee.kernel.game import Caption, Fact
from tablee.kit.locales import Sentences
from tablee.kit.wording import Wording
from tablee.words import LANGUAGES, Words

PACKAGE = Path(__file__).parents[1]
WORDS = Sentences(PACKAGE, {"_tell": 1, "_whisper": 1})
# In the order of the rules page.
NUMBERS = [
    *("P-1", "R-1", "R-2", "P-2", "P-3", "R-3", "P-4", "P-5", "P-6", "R-4", "P-7", "R-5", "P-8", "P-9", "P-10", "R-6"),
    *("P-11", "P-12", "P-13", "P-14", "P-15", "R-7", "P-16", "P-17", "R-8", "P-18", "R-9", "R-10", "R-11"),
]

EXAMPLES: dict[str, Fact] = {
    "high": 9,
    "next": 3,
    "place": "Ma pile",
    "claim": "9-5-5",
    "middle": 5,
    "low": 4,
    "seat": 0,
    "to": 1,
    "by": 1,
    "winner": 1,
    "winners": (0, 1),
    "card": "a5",
    "cards": ("a5", "d9", "x"),
    "places": ("mine_up", "mine_down", "other_up"),
    "discard": "d9",
    "open_discard": None,
    "lay": "a5",
    "values": (9, 5, 5),
    "up": True,
    "truth": False,
    "count": 2,
    "number": 3,
    "rank": 1,
    "score": 20,
}

both_languages = pytest.mark.parametrize("language", LANGUAGES)


class TestWording(Wording):
    sentences = WORDS
    meta = META
    actions = AngesAction
    numbers = NUMBERS
    rulings = Path(__file__).parents[5] / "docs" / "rulings.md"
    examples = EXAMPLES
    own_way = frozenset({"rank"})
    further_asks = frozenset({"ask.decide.forced", "ask.keep.two"})
    counted = ("card", "number")


def test_the_sources_are_read() -> None:
    assert WORDS.said("refusals")["not_in_hand"] == {"card"}
    assert WORDS.said("captions")["given"] == {"seat", "to", "card", "up"}
    assert WORDS.said("captions")["received"] == {"by", "cards"}


@both_languages
def test_every_card_phrase_place_and_prize_has_its_words(language: str) -> None:
    found = WORDS.labels(language)
    assert {key for key in found if key.startswith("card.")} == {f"card.{name}" for name in NAMES}
    assert {key for key in found if key.startswith("place.")} == {f"place.{place}" for place in PLACES}
    assert {key for key in found if key.startswith("phrase.")} == {f"phrase.{phrase}" for phrase in get_args(Phrase)}
    wanted = {f"award.{prize}{ending}" for prize in get_args(Prize) for ending in ("", ".text")}
    assert {key for key in found if key.startswith("award.")} == wanted
    assert {f"end.{reason}" for reason in get_args(Reason)} <= found


def test_a_caption_names_its_cards() -> None:
    words = Words("fr", WORDS.folder, names=("Zoé", "Odile"), strict=True)
    said = words.caption(Caption("was_false", {"seat": 1, "cards": ("a5", "d9", "x")}, "all"))
    assert said.replace("\u00a0", " ").replace("\u202f", " ") == "On retourne : Ange 5, Démon 9 et X. Odile mentait !"
