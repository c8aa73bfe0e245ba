"""The words of a game beside what its sources say: for tests that every code has its sentence, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from tablee.words import Locale, Rules, load_locale

_FACT: Final = re.compile(r"\{[^}]*\}")
_ELISION: Final = re.compile(r"\b([Dd]e|[Qq]ue|[Dd]’|[Qq]u’|[Ll]’)\s?\{(seats?|to|by|winners?)\}")
_FRENCH: Final = (r"""['"“”]|\.\.\.|  """, "(?<!\u202f)[;!?]", "(?<!\u00a0)[:»]", "«(?!\u00a0)")
_ENGLISH: Final = (r"""['"«»]|\.\.\.|  """, r"\s[;:!?]")


class Sentences:
    """Everything one game says. `tells`: the functions by which it tells captions, and which argument is the code;
    `audience`: the keyword, if there is one, that says to whom and is no fact."""

    def __init__(self, package: Path, tells: dict[str, int], audience: str = "") -> None:
        self.folder = package / "locales"
        self._package = package
        self._tells = tells
        self._audience = audience
        self.locale = cache(self._locale)
        self.said = cache(self._said)

    def _locale(self, language: str) -> Locale:
        return load_locale(self.folder / f"{language}.json")

    def labels(self, language: str) -> set[str]:
        """Without the versions for the person that a sentence is about."""
        return {code.partition("@")[0] for code in self.locale(language).templates["labels"]}

    def label(self, language: str, key: str) -> str:
        return self.locale(language).templates["labels"][key]

    def rules(self, language: str) -> Rules:
        page = self.locale(language).rules
        assert page is not None
        return page

    def full_rules(self, language: str) -> list[str]:
        return [paragraph for section in self.rules(language).full for paragraph in section.text]

    def every_text(self, language: str) -> Iterator[str]:
        for templates in self.locale(language).templates.values():
            yield from templates.values()
        page = self.rules(language)
        yield page.title
        yield from page.short
        for section in page.full:
            yield section.title
            yield from section.text

    # What the sources say.

    def _said(self, part: str) -> dict[str, set[str]]:
        """The codes of `refusals` or `captions`, and the facts given wherever they are said."""
        found: dict[str, set[str]] = {}
        for code, given in self._refusals() if part == "refusals" else self._captions():
            found[code] = found.get(code, given) & given
        return found

    def calls(self, name: str) -> Iterator[ast.Call]:
        """The calls of this function or method in the sources of the game."""
        for call in self._calls:
            if name in (getattr(call.func, "id", ""), getattr(call.func, "attr", "")):
                yield call

    @cached_property
    def _calls(self) -> list[ast.Call]:
        trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(self._package.glob("*.py"))]
        return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]

    def _refusals(self) -> Iterator[tuple[str, set[str]]]:
        """`Refusal("code", {"fact": …})`."""
        for call in self.calls("Refusal"):
            given = {key for argument in call.args[1:] for key in _keys(argument)}
            yield from ((code, given) for code in texts(call.args[0]))

    def _captions(self) -> Iterator[tuple[str, set[str]]]:
        """`tell(…, "code", fact=…)` and `Caption("code", {"fact": …}, …)`."""
        for name, place in self._tells.items():
            for call in self.calls(name):
                given = {keyword.arg for keyword in call.keywords if keyword.arg is not None} - {self._audience}
                yield from ((code, given) for code in texts(call.args[place]))
        for call in self.calls("Caption"):
            if isinstance(call.args[1], ast.Dict):
                yield from ((code, set(_keys(call.args[1]))) for code in texts(call.args[0]))


def texts(node: ast.expr | None) -> list[str]:
    """The text that is written there, or both of `one if so else another`; nothing where it is worked out."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _keys(node: ast.expr) -> list[str]:
    return [text for key in node.keys for text in texts(key)] if isinstance(node, ast.Dict) else []


def typography(sentences: Sentences, language: str) -> list[str]:
    """The texts that no printer of this language would pass. Colons and bars inside a fact are no punctuation."""
    signs = _FRENCH if language == "fr" else _ENGLISH
    return [
        text for text in sentences.every_text(language) if any(re.search(sign, _FACT.sub("0", text)) for sign in signs)
    ]


def elisions(sentences: Sentences) -> list[str]:
    """French texts with a name after a word that may have to lose its vowel: “de Odile” and “d’Zoé” are both wrong."""
    return [text for text in sentences.every_text("fr") if _ELISION.search(text)]
