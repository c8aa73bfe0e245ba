"""The proof-reader of theme packs: what an attentive friend would say before a pack is played.

What makes a pack unplayable is a `BadPack`; here are the remarks on a pack that can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from unicodedata import combining, is_normalized, normalize

from tablee.games.fil.packs import Card, Pack
from tablee.kernel.game import Facts
from tablee.kernel.luck import Luck, SeededLuck, seed_from

COMFORTABLE: Final = 110
"""Texts longer than this are small print on a card."""
SHORT: Final = 60
"""Without a Memocat Braincat must keep the text in mind."""
LEAST_REJECTED, MOST_REJECTED = 25, 35
"""R-1: how often, in percent, a drawn clue should be rejected."""
_ROUNDS: Final = 600

# Words that French always writes with an accent; as long as there is no other word without it, the list may grow.
_BARE: Final = frozenset(
    """apres arret bebe bete bientot cafe cinema cle cles college creme deja derriere desole ecole eleve etait etaient
    etes etre etude evidemment facon fenetre fete foret francais frere gateau grand-mere grand-pere hopital interet
    lumiere medecin meme metier musee numero opera pere piece premiere pret probleme quatrieme regle repondre reve sante
    siecle systeme telephone television tete theatre tres velo verite voila zero""".split()  # noqa: SIM905
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CAPITAL: Final = re.compile(r"\b(?:A l[’']|A la\b|A un|Etat|Ecole|Eleve|Eglise|Epoque|Ete\b|Etoile|Ile\b|Ca\b)")


class Remark(NamedTuple):
    line: int
    code: str
    facts: Facts


def proof_read(text: str, pack: Pack) -> Iterator[Remark]:
    """All remarks on this pack, in the order of its lines; those on the whole pack last."""
    lines = text.splitlines()
    seen: dict[str, Card] = {}
    for card in pack.cards:
        line = _line_of(lines, card)
        for code, facts in _card(card, pack):
            yield Remark(line, code, {"card": card.number, **facts})
        folded = _folded(card.text)
        if folded in seen:
            yield Remark(line, "twice", {"card": card.number, "other": seen[folded].number})
        seen.setdefault(folded, card)
    if not pack.sexed:
        percent = round(100 * rejected(pack, SeededLuck(seed_from("letters"))))
        if not LEAST_REJECTED <= percent <= MOST_REJECTED:
            yield Remark(len(lines), "letters", {"percent": percent, "least": LEAST_REJECTED, "most": MOST_REJECTED})


def _line_of(lines: list[str], card: Card) -> int:
    wanted = re.compile(rf"\bnumber\s*=\s*{card.number}\b")
    return next((number for number, line in enumerate(lines, 1) if wanted.search(line)), 1)


def _card(card: Card, pack: Pack) -> Iterator[tuple[str, dict[str, int | str]]]:
    text = card.text
    most = COMFORTABLE if pack.memocat else SHORT
    if len(text) > most:
        yield "long", {"size": len(text), "most": most}
    if not is_normalized("NFC", text):
        yield "torn_accents", {}
    if pack.language == "fr":
        yield from _french(text)
    if not card.tags:
        yield "no_tags", {}
    if not card.sex and not card.letters:
        yield "no_letters", {}


def _french(text: str) -> Iterator[tuple[str, dict[str, int | str]]]:
    bare = [word for word in _WORD.findall(text) if word.lower() in _BARE]
    capital = _CAPITAL.search(text)
    if bare or capital:
        yield "accents", {"word": bare[0] if bare or capital is None else capital[0].strip()}
    if "'" in text:
        yield "apostrophe", {}
    if re.search("(?<![\u00a0\u202f])[;:!?»]|«(?![\u00a0\u202f])", text):
        yield "spaces", {}


def _folded(text: str) -> str:
    """A text as the ear remembers it: without capitals, accents and signs."""
    bare = "".join(char for char in normalize("NFD", text.casefold()) if not combining(char))
    return " ".join(re.findall(r"\w+", bare))


def rejected(pack: Pack, luck: Luck) -> float:
    """What part of the clues drawn in whole rounds is rejected for its letters (P-13)."""
    drawn = refused = 0
    for _ in range(_ROUNDS):
        cards = list(pack.cards)
        luck.shuffle(cards)
        cards = cards[5:]  # The Master cards.
        letters = set(cards.pop().letters + cards.pop().letters)
        laid = 0
        while laid < 3 and cards:
            card = cards.pop()
            drawn += 1
            if letters.intersection(card.letters):
                refused += 1
            else:
                letters.update(card.letters)
                laid += 1
    return refused / drawn
