"""All words a player reads. Rules speak in codes and facts; here they become sentences of the player's language.

A template names its facts in braces: `{seat} enlève {cell}.`
With a bar, a fact chooses the word: `{left:pierre|pierres}`.
A sentence may have a version for the person it is about: `turn@seat` is read instead of `turn` by who is its `seat`.
What only matters where a clock runs is said only there: `{clocked: Le temps écoulé, le hasard choisit.|}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, TypeGuard

from tablee.kernel.game import Caption, Fact, Facts, Refusal
from tablee.languages import LANGUAGES as LANGUAGES

Format: TypeAlias = Callable[[int], str]
"""How a game shows a number of its own, such as a cell of its board."""

SHARED: Final = Path(__file__).parent / "locales"

SEAT_FACTS: Final = frozenset({"seat", "to", "from", "by", "winner", "active"})
"""Facts that are a seat, shown by the name of who sits there."""
SEATS_FACTS: Final = frozenset({"seats", "winners"})
"""Facts that are several seats, where they are tuples."""

CLOCKED: Final = "clocked"
"""A fact of the moment, not of the rules: whether a clock runs. It is taken to run where nobody says."""

_PARTS: Final = ("refusals", "captions", "labels")


class NoWords(Exception):
    """A language nobody wrote, a code without a sentence, a sentence without its fact. The message is a sentence."""


class Section(NamedTuple):
    title: str
    text: tuple[str, ...]


class Rules(NamedTuple):
    title: str
    short: tuple[str, ...]
    full: tuple[Section, ...]


class _Part(NamedTuple):
    """A piece of a template: plain text, then the fact that follows it."""

    text: str
    name: str | None
    """None: no fact, the template ends here."""
    choice: tuple[str, str] | None
    """Two words, of which the fact chooses one."""


class Locale(NamedTuple):
    """One file of words."""

    templates: Mapping[str, Mapping[str, str]]
    """By part (refusals, captions, labels), then by code."""
    rules: Rules | None


class Words:
    """The shared words and those of one game, in one language.

    `names` are those of the seats, `formats` show the numbers of certain facts. A strict one raises NoWords where a
    sentence is missing, for tests; otherwise the player reads something plain instead."""

    def __init__(
        self,
        language: str,
        locales: Path | None = None,
        *,
        names: Sequence[str] = (),
        formats: Mapping[str, Format] = MappingProxyType({}),
        strict: bool = False,
    ) -> None:
        if language not in LANGUAGES:
            raise NoWords(f"There are no words for the language “{language}”; there are for: {', '.join(LANGUAGES)}.")
        self.language = language
        self._names = tuple(names)
        self._formats = formats
        self._strict = strict
        shared = load_locale(SHARED / f"{language}.json")
        path = None if locales is None else locales / f"{language}.json"
        # A player whose language a game does not speak yet still gets the shared words.
        own = None if path is None or not (strict or path.exists()) else load_locale(path)
        self._templates = {
            part: {**shared.templates[part], **(own.templates[part] if own is not None else {})} for part in _PARTS
        }
        self._rules = None if own is None else own.rules
        self._addressed = frozenset(code for code in self._templates["captions"] if "@" in code)
        self._codes_addressed = frozenset(code.rpartition("@")[0] for code in self._addressed)

    def refusal(self, refusal: Refusal) -> str:
        """Why something was not done."""
        return self._say("refusals", refusal.code, refusal.facts)

    def caption(self, caption: Caption, you: int | None = None) -> str:
        """What just happened, as the person at seat `you` reads it."""
        return self.spoken(self.address(caption, you), caption.facts)

    def address(self, caption: Caption, you: int | None) -> str:
        """The code of the sentence that whoever sits at `you` reads: all who get the same one read the same."""
        code = caption.code
        if you is None or code not in self._codes_addressed:
            return code
        for name, fact in caption.facts.items():
            if fact == you and name in SEAT_FACTS and f"{code}@{name}" in self._addressed:
                return f"{code}@{name}"
        return code

    def spoken(self, code: str, facts: Facts) -> str:
        """The sentence of this code, one that `address` gave."""
        return self._say("captions", code, facts)

    def label(self, key: str, **facts: Fact) -> str:
        return self._say("labels", key, facts)

    def has_label(self, key: str) -> bool:
        return key in self._templates["labels"]

    def fill(self, key: str, facts: Facts) -> str:
        """A label, for facts whose names only the caller knows."""
        return self._say("labels", key, facts)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self._names[seat] if 0 <= seat < len(self._names) else self.label("somebody", number=seat + 1)

    def title(self) -> str | None:
        return None if self._rules is None else self._rules.title

    def rules_short(self) -> tuple[str, ...]:
        return self._whole_rules().short

    def rules_full(self) -> tuple[Section, ...]:
        return self._whole_rules().full

    def _whole_rules(self) -> Rules:
        if self._rules is not None:
            return self._rules
        if self._strict:
            raise NoWords(f"The game has no rules page in “{self.language}”.")
        return Rules("", (self.label("no_rules"),), ())

    def _say(self, part: str, code: str, facts: Facts) -> str:
        try:
            template = self._templates[part].get(code)
            if template is None:
                raise NoWords(f"{self.language}: {part} has no “{code}”.")
            return self._fill(template, facts)
        except NoWords:
            if self._strict:
                raise
            return self._plainly(part, code, facts)

    def _plainly(self, part: str, code: str, facts: Facts) -> str:
        """What a player reads where the sentence is missing."""
        plain = code.rpartition(".")[2].replace("_", " ").replace("-", " ")
        if part == "labels":
            return plain
        shown = [f"{name} {self._show(name, fact)}" for name, fact in facts.items()]
        return self.label("plain_refusal" if part == "refusals" else "plain_caption", what=", ".join([plain, *shown]))

    def _fill(self, template: str, facts: Facts) -> str:
        made: list[str] = []
        for text, name, choice in _parts(template):
            made.append(text)
            if name is None:
                continue
            if name in facts:
                fact = facts[name]
            elif name == CLOCKED:
                fact = True
            else:
                raise NoWords(f"{self.language}: “{template}” wants a fact “{name}” that is not given.")
            made.append(self._show(name, fact) if choice is None else self._choose(choice, fact))
        return "".join(made)

    def _choose(self, choice: tuple[str, str], fact: Fact) -> str:
        """`one|many` by a number, `yes|no` by a bool."""
        first, second = choice
        if isinstance(fact, bool):
            return first if fact else second
        if not isinstance(fact, int):
            raise NoWords(f"{self.language}: “{first}|{second}” cannot be chosen by {fact!r}.")
        # French counts nought as one, English as many.
        return first if fact == 1 or (fact == 0 and self.language == "fr") else second

    def _show(self, name: str, fact: Fact) -> str:
        if isinstance(fact, bool):
            return self.label("yes" if fact else "no")
        if fact is None:
            return self.label("nothing")
        if isinstance(fact, int):
            return self._show_number(name, fact)
        if isinstance(fact, str):
            return self._show_text(name, fact)
        single = "seat" if name in SEATS_FACTS else name
        shown = [
            self._show_number(single, item) if isinstance(item, int) else self._show_text(name, item) for item in fact
        ]
        if len(shown) < 2:
            return shown[0] if shown else self.label("nothing")
        return ", ".join(shown[:-1]) + self.label("and") + shown[-1]

    def _show_text(self, name: str, text: str) -> str:
        """The label of this fact's value where it has one: a mood “calin” of the rules is “Chat câlin” for players.
        Several `cards` are shown by the labels of one `card`."""
        labels = self._templates["labels"]
        key = f"{name}.{text}"
        if key in labels:
            return self.label(key)
        if name.endswith("s") and (key := f"{name[:-1]}.{text}") in labels:
            return self.label(key)
        return text

    def _show_number(self, name: str, number: int) -> str:
        if name in self._formats:
            return self._formats[name](number)
        return self.name(number) if name in SEAT_FACTS else str(number)


@cache
def _parts(template: str) -> tuple[_Part, ...]:
    """A template, taken apart once. There are as many as the files of words have."""
    return tuple(_Part(text, name, _choice(choice)) for text, name, choice, _ in Formatter().parse(template))


def _choice(choice: str | None) -> tuple[str, str] | None:
    if not choice:
        return None
    first, _, second = choice.partition("|")
    return first, second


def template_facts(template: str) -> frozenset[str]:
    """The names of the facts a template needs."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None) - {CLOCKED}


def load_locale(path: Path) -> Locale:
    """The words of one file, or NoWords with what is wrong about it."""
    try:
        content: object = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoWords(f"There is no {path.name} in {path.parent}.") from None
    except (OSError, ValueError) as error:
        raise NoWords(f"{path} cannot be read: {error}.") from None
    if not isinstance(content, dict) or not content.keys() <= {*_PARTS, "rules"}:
        raise NoWords(f"{path} must be an object of {', '.join(_PARTS)} and rules, nothing else.")
    templates = {part: _templates(path, part, content.get(part, {})) for part in _PARTS}
    return Locale(templates, _rules(path, content["rules"]) if "rules" in content else None)


def _templates(path: Path, part: str, content: object) -> Mapping[str, str]:
    if not isinstance(content, dict):
        raise NoWords(f"{path}: {part} must be an object.")
    for code, template in content.items():
        if not isinstance(template, str):
            raise NoWords(f"{path}: {part}.{code} must be a text.")
        try:
            template_facts(template)
        except ValueError as error:
            raise NoWords(f"{path}: {part}.{code} is no template: {error}.") from None
    return content


def _rules(path: Path, content: object) -> Rules:
    if isinstance(content, dict) and content.keys() == {"title", "short", "full"}:
        title, short, full = content["title"], content["short"], content["full"]
        if isinstance(title, str) and _are_texts(short) and isinstance(full, list):
            return Rules(title, tuple(short), tuple(_section(path, section) for section in full))
    raise NoWords(f"{path}: rules must have a title, a short list of texts and a full list of sections.")


def _section(path: Path, content: object) -> Section:
    if isinstance(content, dict) and content.keys() == {"title", "text"}:
        title, text = content["title"], content["text"]
        if isinstance(title, str) and _are_texts(text):
            return Section(title, tuple(text))
    raise NoWords(f"{path}: each section of the full rules must have a title and a list of texts.")


def _are_texts(content: object) -> TypeGuard[list[str]]:
    return isinstance(content, list) and all(isinstance(text, str) for text in content)
