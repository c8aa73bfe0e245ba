"""The tests of a game's words, the same for every game: each code of the rules has its sentence, each knob its label,
each rule its paragraph, in every language.

    class TestWording(Wording):
        sentences = Sentences(PACKAGE, {"tell": 0})
        meta = META
        …
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar, Final, get_args

from tablee.kernel.game import Caption, Fact, Meta, Refusal
from tablee.kernel.options import option_fields
from tablee.kit.locales import Sentences, elisions, texts, typography
from tablee.words import LANGUAGES, SHARED, Format, Words, load_locale, template_facts

LEVELS: Final = ("easy", "medium", "hard", "expert")
PARTS: Final = ("refusals", "captions")
NUMBER: Final = r"[PRM]-\d+"
CLOCK: Final = re.compile(r"[Ll]e temps écoulé|À zéro, |When time is up|At zero ")
RULING: Final = ("**Print.**", "**Ruling.**", "**Reason.**")


class Wording:
    """What a game says, and what it is to be measured by."""

    sentences: ClassVar[Sentences]
    meta: ClassVar[Meta[Any, Any, Any]]
    actions: ClassVar[object]
    """The union of all that can be done."""
    numbers: ClassVar[Sequence[str]]
    """Of all rules and rulings, in the order of the rules page."""
    rulings: ClassVar[Path]
    """The book in which each ruling has its reason."""
    examples: ClassVar[Mapping[str, Fact]]
    """A value for every fact that a sentence may want."""
    formats: ClassVar[Mapping[str, Format]] = {}
    own_way: ClassVar[AbstractSet[str]] = frozenset()
    """Labels of all games that this one says in its own way."""
    further_asks: ClassVar[AbstractSet[str]] = frozenset()
    """Labels of asks beyond question, title and wait."""
    clockless: ClassVar[AbstractSet[str]] = frozenset()
    """Kinds of asks on which no time runs out."""
    brief_actions: ClassVar[AbstractSet[str]] = frozenset()
    """Actions whose label leaves some of their fields out."""
    longest_short: ClassVar[int] = 1000
    """Characters of the short rules."""
    counted: ClassVar[Sequence[str]] = ()
    """Facts that may be a number, a letter or a name: no article goes before them in English."""

    def _templates(self, language: str, part: str = "labels") -> Mapping[str, str]:
        return self.sentences.locale(language).templates[part]

    def _labels(self, language: str, beginning: str) -> set[str]:
        return {key for key in self.sentences.labels(language) if key.startswith(beginning)}

    # What the rules say.

    def test_every_code_has_its_sentence_and_every_sentence_its_code(self) -> None:
        for language in LANGUAGES:
            shared = load_locale(SHARED / f"{language}.json").templates
            for part in PARTS:
                # Without the versions for the person a sentence is about.
                codes = {code.partition("@")[0] for code in self._templates(language, part)}
                assert codes == self.sentences.said(part).keys() - shared[part].keys(), language

    def test_a_sentence_wants_only_facts_that_are_given(self) -> None:
        for language in LANGUAGES:
            for part in PARTS:
                for key, template in self._templates(language, part).items():
                    code, _, about = key.partition("@")
                    assert template_facts(template) <= self.sentences.said(part)[code], (language, key)
                    assert not about or about in self.sentences.said(part)[code], (language, key)

    def test_every_label_the_sources_name_is_there(self) -> None:
        named = {
            key: {keyword.arg for keyword in call.keywords}
            for call in self.sentences.calls("label")
            for key in texts(call.args[0])
        }
        for language in LANGUAGES:
            for key, given in named.items():
                assert template_facts(self._templates(language)[key]) == given, (language, key)

    def test_every_sentence_can_be_said(self) -> None:
        for language in LANGUAGES:
            words = Words(language, self.sentences.folder, names=("Zoé", "Odile"), formats=self.formats, strict=True)
            spoken = [words.refusal(Refusal(code, self.examples)) for code in self.sentences.said("refusals")]
            captions = [Caption(code, self.examples, "all") for code in self.sentences.said("captions")]
            spoken += [words.caption(caption, you) for caption in captions for you in (None, 0, 1)]
            spoken += [words.fill(key, self.examples) for key in self._templates(language)]
            for sentence in spoken:
                assert sentence == sentence.strip() != ""
                assert not re.search(r"[{}|]", sentence), sentence

    # What the screens say.

    def test_every_option_and_every_value_has_its_label(self) -> None:
        wanted = set()
        for option in option_fields(self.meta.options):
            wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
            # Yes and no are words of all games.
            wanted |= {f"option.{option.name}.{word}" for word in option.words if isinstance(word, str)}
            if option.numbers is not None:
                wanted.add(f"option.{option.name}.number")
            if option.is_seat:
                wanted.add(f"option.{option.name}.seat")
        for language in LANGUAGES:
            assert self._labels(language, "option.") == wanted, language

    def test_every_preset_has_its_labels(self) -> None:
        wanted = {f"preset.{name}{ending}" for name in self.meta.presets for ending in ("", ".help")}
        for language in LANGUAGES:
            assert self._labels(language, "preset.") == wanted, language

    def test_every_ask_has_a_question_a_title_and_a_wait(self) -> None:
        wanted = {f"ask.{kind}{ending}" for kind in self.meta.kinds for ending in ("", ".title", ".wait")}
        for language in LANGUAGES:
            assert self._labels(language, "ask.") == wanted | self.further_asks, language
            for kind in self.meta.kinds:
                question, wait = (self.sentences.label(language, f"ask.{kind}{ending}") for ending in ("", ".wait"))
                assert template_facts(question) == frozenset(), (language, kind)
                # Where all are asked, or nobody is, nobody is named.
                assert template_facts(wait) <= {"seat"}, (language, kind)
                # Each tells what the clock will do.
                for text in (question, wait):
                    assert kind in self.clockless or CLOCK.search(text), text

    def test_every_action_has_its_label_made_of_its_own_fields(self) -> None:
        actions = {action for kind in self.meta.kinds.values() for action in kind.actions}
        assert actions == set(get_args(self.actions))
        for language in LANGUAGES:
            assert self._labels(language, "action.") == {f"action.{action.__name__}" for action in actions}, language
            for action in actions:
                name, own = action.__name__, {field.name for field in fields(action)}
                facts = template_facts(self.sentences.label(language, f"action.{name}"))
                assert facts < own if name in self.brief_actions else facts == own, (language, name)

    def test_every_bot_has_a_name_a_level_and_a_temper(self) -> None:
        wanted = {f"bot.{level}{ending}" for level in LEVELS for ending in ("", ".level", ".help")}
        for language in LANGUAGES:
            assert self._labels(language, "bot.") == wanted, language

    def test_only_what_is_said_in_its_own_way_hides_a_label_of_all_games(self) -> None:
        for language in LANGUAGES:
            shared, own = load_locale(SHARED / f"{language}.json").templates["labels"], self._templates(language)
            assert shared.keys() & own.keys() == self.own_way, language
            for key in self.own_way:
                assert template_facts(own[key]) == template_facts(shared[key]), (language, key)

    def test_both_languages_say_the_same_things_with_the_same_facts(self) -> None:
        for part in ("labels", *PARTS):
            french, english = (self._templates(language, part) for language in LANGUAGES)
            assert list(french) == list(english)
            for key, template in french.items():
                assert template_facts(template) == template_facts(english[key]), key

    # The rules themselves.

    def test_every_rule_and_every_ruling_has_its_paragraph_in_order(self) -> None:
        for language in LANGUAGES:
            paragraphs = self.sentences.full_rules(language)
            endings = [found[1] for text in paragraphs if (found := re.search(rf" \(({NUMBER})\)$", text))]
            assert endings == list(self.numbers), language
            # What a paragraph refers to is there.
            assert set(re.findall(rf"\b{NUMBER}", " ".join(paragraphs))) == set(endings), language

    def test_the_short_rules_are_short(self) -> None:
        for language in LANGUAGES:
            short = self.sentences.rules(language).short
            assert 5 <= len(short) <= 8, language
            assert sum(map(len, short)) < self.longest_short, language

    def test_both_languages_have_the_same_sections(self) -> None:
        french, english = (self.sentences.rules(language) for language in LANGUAGES)
        assert [len(section.text) for section in french.full] == [len(section.text) for section in english.full]
        assert len(french.short) == len(english.short)

    def test_every_ruling_is_in_the_book_of_rulings_with_its_reason(self) -> None:
        book = self.rulings.read_text(encoding="utf-8")
        for number in self.numbers:
            if number.startswith("P"):
                continue
            found = re.search(rf"^### {self.meta.id} {number}\b.*?(?=^##|\Z)", book, re.DOTALL | re.MULTILINE)
            assert found is not None, number
            assert [found[0].count(part) for part in RULING] == [1, 1, 1], number

    # Typography.

    def test_french_typography(self) -> None:
        assert typography(self.sentences, "fr") == []
        assert elisions(self.sentences) == []

    def test_english_typography(self) -> None:
        assert typography(self.sentences, "en") == []
        if self.counted:
            # “A 8” would be wrong, and so would “an 4”.
            article = re.compile(rf"\b[Aa]n? \{{({'|'.join(self.counted)})\}}")
            assert [text for text in self.sentences.every_text("en") if article.search(text)] == []
