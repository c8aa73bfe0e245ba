"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from tablee.games.anges.actions import PLACES, Announce, Challenge, Keep, Share, Take
from tablee.games.anges.awards import Prize
from tablee.games.anges.cards import NAMES
from tablee.games.anges.meta import META
from tablee.games.anges.state import Reason
from tablee.games.anges.view import Phrase
from tablee.kernel.game import Caption, Fact, Refusal
from tablee.kernel.options import option_fields
from tablee.kit.locales import Sentences, elisions, texts, typography
from tablee.words import LANGUAGES, SHARED, Words, load_locale, template_facts

PACKAGE = Path(__file__).parents[1]
LOCALES = PACKAGE / "locales"
RULINGS = Path(__file__).parents[5] / "docs" / "rulings.md"

# In the order of the rules page.
NUMBERS = [
    *("P-1", "R-1", "R-2", "P-2", "P-3", "R-3", "P-4", "P-5", "P-6", "R-4", "P-7", "R-5", "P-8", "P-9", "P-10", "R-6"),
    *("P-11", "P-12", "P-13", "P-14", "P-15", "R-7", "P-16", "P-17", "R-8", "P-18", "R-9", "R-10", "R-11"),
]
LEVELS = ("easy", "medium", "hard", "expert")
# Labels of all games that Anges says in its own way.
OWN_WAY = {"rank"}

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


WORDS = Sentences(PACKAGE, {"_tell": 1, "_whisper": 1})
locale = WORDS.locale
labels = WORDS.labels
rules = WORDS.rules
said = WORDS.said
full_rules = WORDS.full_rules
calls = WORDS.calls


# --- What the rules say ------------------------------------------------------------------------------------------


def test_the_sources_are_read() -> None:
    assert said("refusals")["not_in_hand"] == {"card"}
    assert said("captions")["given"] == {"seat", "to", "card", "up"}
    assert said("captions")["received"] == {"by", "cards"}


@both_languages
@pytest.mark.parametrize("part", ["refusals", "captions"])
def test_every_code_has_its_sentence_and_every_sentence_its_code(part: str, language: str) -> None:
    shared = load_locale(SHARED / f"{language}.json").templates[part]
    # Without the versions for the person a sentence is about.
    codes = {code.partition("@")[0] for code in locale(language).templates[part]}
    assert codes == said(part).keys() - shared.keys()


@both_languages
@pytest.mark.parametrize("part", ["refusals", "captions"])
def test_a_sentence_wants_only_facts_that_are_given(part: str, language: str) -> None:
    for code, template in locale(language).templates[part].items():
        code, _, about = code.partition("@")
        assert template_facts(template) <= said(part)[code], code
        assert not about or about in said(part)[code], code


@both_languages
def test_every_label_the_sources_name_is_there(language: str) -> None:
    templates = locale(language).templates["labels"]
    named = {texts(call.args[0])[0]: {keyword.arg for keyword in call.keywords} for call in calls("label")}
    assert named
    for key, given in named.items():
        assert template_facts(templates[key]) == given, key


@both_languages
def test_every_sentence_can_be_said(language: str) -> None:
    words = Words(language, LOCALES, names=("Zoé", "Odile"), strict=True)
    spoken = [words.refusal(Refusal(code, EXAMPLES)) for code in said("refusals")]
    spoken += [words.caption(Caption(code, EXAMPLES, "all")) for code in said("captions")]
    spoken += [words.fill(key, EXAMPLES) for key in labels(language)]
    for sentence in spoken:
        assert sentence == sentence.strip() != ""
        assert not re.search(r"[{}|]", sentence), sentence


# --- What the screens say ----------------------------------------------------------------------------------------


@both_languages
def test_every_option_and_every_value_has_its_label(language: str) -> None:
    wanted = set()
    for option in option_fields(META.options):
        wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
        # Yes and no are words of all games.
        wanted |= {f"option.{option.name}.{word}" for word in option.words if isinstance(word, str)}
        if option.numbers is not None:
            wanted.add(f"option.{option.name}.number")
        if option.is_seat:
            wanted.add(f"option.{option.name}.seat")
    assert {key for key in labels(language) if key.startswith("option.")} == wanted


@both_languages
def test_every_preset_has_its_labels(language: str) -> None:
    wanted = {f"preset.{name}{ending}" for name in META.presets for ending in ("", ".help")}
    assert {key for key in labels(language) if key.startswith("preset.")} == wanted


@both_languages
def test_every_ask_has_a_question_a_title_and_a_wait(language: str) -> None:
    wanted = {f"ask.{kind}{ending}" for kind in META.kinds for ending in ("", ".title", ".wait")}
    found = {key for key in labels(language) if key.startswith("ask.")}
    assert found == wanted | {"ask.decide.forced", "ask.keep.two"}
    for kind in META.kinds:
        question, wait = (locale(language).templates["labels"][f"ask.{kind}{ending}"] for ending in ("", ".wait"))
        assert template_facts(question) == frozenset()
        assert template_facts(wait) == {"seat"}
        # Each tells what the clock will do.
        assert re.search(r"Le temps écoulé, |À zéro, |When time is up, |At zero ", question), question
        assert re.search(r"Le temps écoulé, |À zéro, |When time is up, |At zero ", wait), wait


@both_languages
def test_every_action_has_its_label_made_of_its_own_fields(language: str) -> None:
    actions = {action for kind in META.kinds.values() for action in kind.actions}
    assert actions == {Announce, Challenge, Keep, Share, Take}
    assert {key for key in labels(language) if key.startswith("action.")} == {
        f"action.{action.__name__}" for action in actions
    }
    for action in actions:
        template = locale(language).templates["labels"][f"action.{action.__name__}"]
        assert template_facts(template) == {field.name for field in fields(action)}


@both_languages
def test_every_bot_has_a_name_a_level_and_a_temper(language: str) -> None:
    wanted = {f"bot.{level}{ending}" for level in LEVELS for ending in ("", ".level", ".help")}
    assert {key for key in labels(language) if key.startswith("bot.")} == wanted


@both_languages
def test_only_what_anges_says_in_its_own_way_hides_a_label_of_all_games(language: str) -> None:
    shared = load_locale(SHARED / f"{language}.json").templates["labels"]
    own = locale(language).templates["labels"]
    assert shared.keys() & own.keys() == OWN_WAY
    for key in OWN_WAY:
        assert template_facts(own[key]) == template_facts(shared[key])


def test_both_languages_say_the_same_things_with_the_same_facts() -> None:
    french, english = (locale(language).templates["labels"] for language in LANGUAGES)
    assert list(french) == list(english)
    for key, template in french.items():
        assert template_facts(template) == template_facts(english[key]), key


@both_languages
def test_every_card_phrase_place_and_prize_has_its_words(language: str) -> None:
    found = labels(language)
    assert {key for key in found if key.startswith("card.")} == {f"card.{name}" for name in NAMES}
    assert {key for key in found if key.startswith("place.")} == {f"place.{place}" for place in PLACES}
    assert {key for key in found if key.startswith("phrase.")} == {f"phrase.{phrase}" for phrase in get_args(Phrase)}
    wanted = {f"award.{prize}{ending}" for prize in get_args(Prize) for ending in ("", ".text")}
    assert {key for key in found if key.startswith("award.")} == wanted
    assert {f"end.{reason}" for reason in get_args(Reason)} <= found


def test_a_caption_names_its_cards() -> None:
    words = Words("fr", LOCALES, names=("Zoé", "Odile"), strict=True)
    said = words.caption(Caption("was_false", {"seat": 1, "cards": ("a5", "d9", "x")}, "all"))
    assert said.replace("\u00a0", " ").replace("\u202f", " ") == "On retourne : Ange 5, Démon 9 et X. Odile mentait !"


# --- The rules themselves ----------------------------------------------------------------------------------------


@both_languages
def test_every_rule_and_every_ruling_has_its_paragraph_in_order(language: str) -> None:
    numbers = [number for paragraph in full_rules(language) for number in re.findall(r"\b[PR]-\d+", paragraph)]
    assert numbers == NUMBERS
    endings = [found[1] for paragraph in full_rules(language) if (found := re.search(r" \(([PR]-\d+)\)$", paragraph))]
    assert endings == NUMBERS


@both_languages
def test_the_short_rules_are_short(language: str) -> None:
    assert 5 <= len(rules(language).short) <= 8
    assert sum(map(len, rules(language).short)) < 1000


def test_both_languages_have_the_same_sections() -> None:
    french, english = (rules(language) for language in LANGUAGES)
    assert [len(section.text) for section in french.full] == [len(section.text) for section in english.full]
    assert len(french.short) == len(english.short)


@pytest.mark.parametrize("number", [number for number in NUMBERS if number.startswith("R")])
def test_every_ruling_is_in_the_book_of_rulings_with_its_reason(number: str) -> None:
    found = re.search(
        rf"^### anges {number}\b.*?(?=^##|\Z)", RULINGS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    for part in ("**Print.**", "**Ruling.**", "**Reason.**"):
        assert found[0].count(part) == 1, part


# --- Typography --------------------------------------------------------------------------------------------------


def test_french_typography() -> None:
    assert typography(WORDS, "fr") == []
    assert elisions(WORDS) == []


def test_english_typography() -> None:
    assert typography(WORDS, "en") == []
    for template in WORDS.every_text("en"):
        # “A Angel 5” would be wrong, and so would “an Demon 9”.
        assert not re.search(r"\b[Aa]n? \{(card|number)\}", template), template
