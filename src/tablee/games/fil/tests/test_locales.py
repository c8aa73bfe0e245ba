"""Every code of the rules has its sentence, every knob its label, every rule its paragraph, in both languages."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from tablee.games.fil.actions import FilAction
from tablee.games.fil.meta import META
from tablee.games.fil.moods import MOODS
from tablee.games.fil.tags import REASONS
from tablee.kernel.game import Caption, Fact, Refusal
from tablee.kernel.options import option_fields
from tablee.kit.locales import Sentences, elisions, typography
from tablee.words import LANGUAGES, SHARED, Words, load_locale, template_facts

PACKAGE = Path(__file__).parents[1]
LOCALES = PACKAGE / "locales"
RULINGS = Path(__file__).parents[5] / "docs" / "rulings.md"
LEVELS = ("easy", "medium", "hard", "expert")

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


WORDS = Sentences(PACKAGE, {"tell": 0}, "to")
locale = WORDS.locale
labels = WORDS.labels
rules = WORDS.rules
said = WORDS.said


# --- What the rules say ------------------------------------------------------------------------------------------


def test_the_sources_are_read() -> None:
    assert said("refusals")["pack_twice"] == {"line", "card"}
    assert said("captions")["paw"] == {"seat", "number", "near", "far", "seconds"}
    assert {"purr", "no_purr", "grand_slam", "mystery_told"} <= said("captions").keys()


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
def test_every_sentence_can_be_said(language: str) -> None:
    words = Words(language, LOCALES, names=("Zoé", "Odile"), strict=True)
    spoken = [words.refusal(Refusal(code, EXAMPLES)) for code in said("refusals")]
    spoken += [words.caption(Caption(code, EXAMPLES, "all")) for code in said("captions")]
    spoken += [words.fill(key, EXAMPLES) for key in labels(language)]
    for sentence in spoken:
        assert sentence == sentence.strip() != ""
        assert not re.search(r"[{}|]", sentence), sentence


def test_reasons_teams_and_moods_are_named_in_sentences() -> None:
    words = Words("fr", LOCALES, names=("Zoé", "Odile"), strict=True)
    facts: dict[str, Fact] = {"seat": 0, "number": 2, "near": "Fossoyeur", "reasons": ("night", "body")}
    assert words.caption(Caption("meant", facts, "all")) == (
        "Zoé, patte n°\u00a02\u00a0: «\u00a0Fossoyeur\u00a0», pour la nuit et le corps."
    )
    assert words.caption(Caption("mood", {"mood": "calin"}, "all")) == "Humeur du Chat\u00a0: Chat câlin."
    assert words.caption(Caption("totem_stays", {"team": "red"}, "all")) == "Les Rougeard ne bougent pas."


# --- What the screens say --------------------------------------------------------------------------------------------


@both_languages
def test_every_option_and_every_value_has_its_label(language: str) -> None:
    wanted = set()
    for option in option_fields(META.options):
        wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
        wanted |= {f"option.{option.name}.{word}" for word in option.words if isinstance(word, str)}
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
    assert {key for key in labels(language) if key.startswith("ask.")} == wanted
    for kind in META.kinds:
        question, title, wait = (
            locale(language).templates["labels"][f"ask.{kind}{x}"] for x in ("", ".title", ".wait")
        )
        assert template_facts(question) == template_facts(title) == frozenset()
        assert template_facts(wait) <= {"seat"}
        if kind not in ("ambassador", "explain"):
            # Each tells what the clock will do; these two have none.
            assert re.search(r"[Ll]e temps écoulé|When time is up", question), question
            assert re.search(r"[Ll]e temps écoulé|When time is up", wait), wait


@both_languages
def test_every_action_has_its_label_made_of_its_own_fields(language: str) -> None:
    actions = {action for kind in META.kinds.values() for action in kind.actions}
    assert actions == set(FilAction.__args__)
    assert {key for key in labels(language) if key.startswith("action.")} == {
        f"action.{action.__name__}" for action in actions
    }
    for action in actions:
        template = locale(language).templates["labels"][f"action.{action.__name__}"]
        assert template_facts(template) <= {field.name for field in fields(action)}


@both_languages
def test_every_mood_has_a_name_and_a_text_and_every_reason_a_word(language: str) -> None:
    assert {key for key in labels(language) if key.startswith("mood.")} == {
        f"mood.{mood}{ending}" for mood in MOODS for ending in ("", ".text")
    }
    assert {key for key in labels(language) if key.startswith("reasons.")} == {f"reasons.{name}" for name in REASONS}


@both_languages
def test_every_bot_has_a_name_a_level_and_a_temper(language: str) -> None:
    wanted = {f"bot.{level}{ending}" for level in LEVELS for ending in ("", ".level", ".help")}
    assert {key for key in labels(language) if key.startswith("bot.")} == wanted


@both_languages
def test_no_label_of_all_games_is_hidden(language: str) -> None:
    shared = load_locale(SHARED / f"{language}.json").templates["labels"]
    assert not shared.keys() & labels(language)


def test_both_languages_say_the_same_things_with_the_same_facts() -> None:
    french, english = (locale(language).templates for language in LANGUAGES)
    for part in ("labels", "captions", "refusals"):
        assert list(french[part]) == list(english[part])
        for key, template in french[part].items():
            assert template_facts(template) == template_facts(english[part][key]), key


# --- The rules themselves --------------------------------------------------------------------------------------------


@both_languages
def test_every_rule_ruling_and_mood_has_its_paragraph_in_order(language: str) -> None:
    paragraphs = [paragraph for section in rules(language).full for paragraph in section.text]
    endings = [found[1] for paragraph in paragraphs if (found := re.search(r" \(([PRM]-\d+)\)$", paragraph))]
    assert endings == NUMBERS


@both_languages
def test_the_short_rules_are_short(language: str) -> None:
    assert 5 <= len(rules(language).short) <= 8
    assert sum(map(len, rules(language).short)) < 1100


def test_both_languages_have_the_same_sections() -> None:
    french, english = (rules(language) for language in LANGUAGES)
    assert [len(section.text) for section in french.full] == [len(section.text) for section in english.full]
    assert len(french.short) == len(english.short)


@pytest.mark.parametrize("number", [number for number in NUMBERS if not number.startswith("P")])
def test_every_ruling_and_mood_is_in_the_book_of_rulings_with_its_reason(number: str) -> None:
    found = re.search(
        rf"^### fil {number}\b.*?(?=^##|\Z)", RULINGS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    for part in ("**Print.**", "**Ruling.**", "**Reason.**"):
        assert found[0].count(part) == 1, part


# --- Typography ------------------------------------------------------------------------------------------------------


def test_french_typography() -> None:
    assert typography(WORDS, "fr") == []
    assert elisions(WORDS) == []


def test_english_typography() -> None:
    assert typography(WORDS, "en") == []
