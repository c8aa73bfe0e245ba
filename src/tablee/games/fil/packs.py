"""Theme packs: a theme is a plain TOML file, one card a line. Ours and the players' own are read alike."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import category

from tablee.games.fil.tags import DIMENSIONS, MOST
from tablee.kernel import Refusal

LEAST_CARDS: Final = 30
"""Six Master cards, five clues and the Mystery cards of seven earlier rounds, with room for clues that are rejected."""
LEAST_OF_EACH_SEX: Final = 15
MOST_CARDS: Final = 150
MOST_TEXT: Final = 160
"""What a card holds."""
MOST_TITLE: Final = 40
MOST_BYTES: Final = 15_000
"""A pack of the players' own travels in one message of the lobby."""
MOST_LETTERS: Final = 3
OWN: Final = "own"

_LINE: Final = re.compile(r"at line (\d+)")
# Strings and comments just as TOML reads them, or dots could be hidden behind a quote that is none. One that is never
# closed goes on to its end, and nothing is ever looked at twice: a text of escaped quotes would take a second.
QUOTED: Final = re.compile(
    r'''"""(?:[^"\\]|\\.?|"(?!""))*+(?:"{3,5}|\Z)'''
    r"""|'''.*?(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]|\\.?)*+"?"""
    r"""|'[^'\n]*+'?"""
    r"|#[^\n]*+",
    re.DOTALL,
)
_LETTERS: Final = re.compile(r"[A-Z]*")


class BadPack(Exception):
    """This text is no theme pack. The refusal says where and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class Card(NamedTuple):
    number: int
    text: str
    letters: str
    """P-1: the clue letters at its foot."""
    sex: str
    """P-19: `f` or `m` where the theme is of lonely hearts, else empty."""
    tags: tuple[int, ...]
    """Its ratings on the grid; empty where nobody rated it."""

    @property
    def quoted(self) -> str:
        """Its words between guillemets, where the sentence around them has a full stop of its own."""
        is_sentence = self.text.endswith(".") and not self.text.endswith("..")
        return self.text[:-1] if is_sentence else self.text


@dataclass(frozen=True, eq=False)
class Pack:
    """A theme: its cards in the order of their numbers."""

    id: str
    title: str
    language: str
    author: str
    licence: str
    memocat: bool
    """P-18: texts too long to keep in mind, so Braincat may read them by number."""
    cards: tuple[Card, ...]

    @property
    def sexed(self) -> bool:
        return bool(self.cards[0].sex)

    def index(self, number: int) -> int:
        """The place of the card with this number."""
        return next(place for place, card in enumerate(self.cards) if card.number == number)


@lru_cache(maxsize=64)
def read_own_pack(text: str) -> Pack:
    """The players' own pack, which must also fit a message. BadPack if it cannot be played."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise BadPack(Refusal("pack_big", {"size": size, "most": MOST_BYTES}))
    return read_pack(text, OWN)


def read_pack(text: str, name: str) -> Pack:
    """The pack of this text, or BadPack with the line and the reason."""
    _refuse_dots(text)
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number with thousands of digits
        found = _LINE.search(str(error))
        # Of a text that ends too early the last line is to blame.
        line = int(found[1]) if found else len(text.splitlines())
        raise BadPack(Refusal("pack_broken", {"line": line})) from error
    return _Reader(text).read(content, name)


def _refuse_dots(text: str) -> None:
    """No key of a pack is made of several; a text with thousands of such keys takes TOML seconds."""
    bare = QUOTED.sub(lambda found: "\n" * found[0].count("\n"), text)
    before, dot, _ = bare.partition(".")
    if dot:
        raise BadPack(Refusal("pack_broken", {"line": before.count("\n") + 1}))


class _Reader:
    """Turns what TOML says into a pack, and knows on which line to complain."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def read(self, content: dict[str, object], name: str) -> Pack:
        known = {"title", "language", "author", "licence", "memocat", "cards"}
        for key in content:
            if key not in known:
                raise self._bad(key, key)
        title, language, author, licence = (
            self._text(content, key, MOST_TITLE) for key in ("title", "language", "author", "licence")
        )
        memocat = content.get("memocat", False)
        if not isinstance(memocat, bool):
            raise self._bad("memocat", "memocat")
        entries = content.get("cards", [])
        if not isinstance(entries, list):
            raise self._bad("cards", "cards")
        if not LEAST_CARDS <= len(entries) <= MOST_CARDS:
            raise BadPack(Refusal("pack_count", {"cards": len(entries), "least": LEAST_CARDS, "most": MOST_CARDS}))
        cards = [self._card(place, entry) for place, entry in enumerate(entries, 1)]
        self._together(cards)
        cards.sort(key=lambda card: card.number)
        return Pack(name, title, language, author, licence, memocat, tuple(cards))

    def _card(self, place: int, entry: object) -> Card:
        if not isinstance(entry, dict):
            raise BadPack(Refusal("pack_field", {"line": self._card_line(place, None), "field": "cards"}))
        number = entry.get("number")
        if type(number) is not int or not 1 <= number <= 999:
            raise BadPack(Refusal("pack_field", {"line": self._card_line(place, None), "field": "number"}))

        def bad(field: str) -> BadPack:
            return BadPack(Refusal("pack_field", {"line": self._card_line(place, number), "field": field}))

        text, letters, sex = entry.get("text"), entry.get("letters", ""), entry.get("sex", "")
        if not isinstance(text, str) or not text.strip() or any(category(char)[0] == "C" for char in text):
            raise bad("text")
        if len(text) > MOST_TEXT:
            line, size = self._card_line(place, number), len(text)
            raise BadPack(Refusal("pack_long", {"line": line, "card": number, "size": size, "most": MOST_TEXT}))
        if not isinstance(letters, str) or not _LETTERS.fullmatch(letters) or len(letters) > MOST_LETTERS:
            raise bad("letters")
        if sex not in ("", "f", "m") or (sex and letters):
            raise bad("sex")
        for key in entry:
            if key not in ("number", "text", "letters", "sex", "tags"):
                raise bad(str(key))
        tags = _tags(entry.get("tags", {}))
        if tags is None:
            raise bad("tags")
        return Card(number, " ".join(text.split(" ")), letters, str(sex), tags)

    def _together(self, cards: list[Card]) -> None:
        """What only shows when all cards lie side by side."""
        numbers: set[int] = set()
        for place, card in enumerate(cards, 1):
            if card.number in numbers:
                line = self._card_line(place, card.number)
                raise BadPack(Refusal("pack_twice", {"line": line, "card": card.number}))
            numbers.add(card.number)
            if bool(card.sex) != bool(cards[0].sex):
                raise BadPack(Refusal("pack_field", {"line": self._card_line(place, card.number), "field": "sex"}))
        for sex in ("f", "m") if cards[0].sex else ():
            count = sum(card.sex == sex for card in cards)
            if count < LEAST_OF_EACH_SEX:
                raise BadPack(Refusal("pack_sexes", {"cards": count, "least": LEAST_OF_EACH_SEX}))

    def _text(self, content: dict[str, object], key: str, most: int) -> str:
        value = content.get(key)
        if not isinstance(value, str) or not 0 < len(value.strip()) <= most:
            raise self._bad(key, key)
        if any(category(char)[0] == "C" for char in value):
            raise self._bad(key, key)
        return value.strip()

    def _bad(self, key: str, field: str) -> BadPack:
        line = next((n for n, line in enumerate(self._lines, 1) if line.lstrip().startswith(key)), 1)
        return BadPack(Refusal("pack_field", {"line": line, "field": field[:20]}))

    def _card_line(self, place: int, number: int | None) -> int:
        """The line of this card: that of its number, else that of the so many-th entry."""
        if number is not None:
            wanted = re.compile(rf"\bnumber\s*=\s*{number}\b")
            found = [n for n, line in enumerate(self._lines, 1) if wanted.search(line)]
            if found:
                # The last one: if a number stands there twice, the second is one too many.
                return found[-1]
        starts = [n for n, line in enumerate(self._lines, 1) if line.lstrip().startswith(("{", "[[cards]]"))]
        return starts[place - 1] if place <= len(starts) else 1


def _tags(given: object) -> tuple[int, ...] | None:
    """None: these are no ratings."""
    if not isinstance(given, dict):
        return None
    for name, rating in given.items():
        if name not in DIMENSIONS or type(rating) is not int or not 0 <= rating <= MOST:
            return None
    return tuple(given.get(name, 0) for name in DIMENSIONS) if given else ()
