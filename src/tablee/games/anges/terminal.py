"""Anges & Démons in a plain terminal: the piles in a few lines, and what a player types."""

from __future__ import annotations

import re
from typing import Final

from tablee.games.anges.actions import AngesAction, Announce, Challenge, Keep, Place, Share, Take
from tablee.games.anges.cards import FACE_OF, Card, CardName, sorted_claim
from tablee.games.anges.view import AngesBoard, AngesHand, Pile
from tablee.kernel import View
from tablee.words import Words

AngesView = View[AngesBoard, AngesHand]

_CARD: Final = re.compile(r"(>?)(a\d|d[6-9]|x)(-?)")
_TAKES: Final = frozenset({"p", "prendre", "prends", "take"})
_TRUES: Final = frozenset({"v", "vrai", "c'est vrai", "true"})
_FALSES: Final = frozenset({"f", "faux", "c'est faux", "false"})


def draw(view: AngesView, words: Words) -> str:
    """Every pile, the draw pile and the discards, the words said, the cards shown, one's own hand."""
    board, hand = view.board, view.hand
    lines = ["", *(f"{words.name(seat):>16}  {_pile(pile, words)}" for seat, pile in enumerate(board.piles)), ""]
    piles = [words.label("board.draw.count", count=board.draw), words.label("board.discard.count", count=board.discard)]
    if board.open_top is not None:
        piles.append(f"{words.label('board.discard.open')} {_card(board.open_top, words)}")
    lines.append("   ".join(piles))
    if board.claim is not None:
        lines.append(words.label("board.said", seat=board.announcer, values=board.claim))
    if board.shown:
        lines.append(f"{words.label('board.shown')}  {_cards(board.shown, words)}")
    if hand is not None and hand.cards:
        lines.append(f"{words.label('hand.cards')}  {_cards(hand.cards, words)}")
    if board.take_ends and board.claim is not None:
        lines.append(words.label("board.take_ends"))
    return "\n".join(lines)


def _pile(pile: Pile, words: Words) -> str:
    if not pile.height:
        return words.label("board.pile.none")
    top = words.label("board.pile.down") if pile.top is None else words.label("board.pile.top", card=pile.top.name)
    points = "" if pile.points is None else f"  {words.label('board.points', count=pile.points)}"
    return f"{words.label('board.pile.count', count=pile.height)}  {top}{points}"


def _card(card: Card, words: Words) -> str:
    """By name, and as it is typed."""
    return f"{words.fill(f'card.{card.name}', {})} ({card.name})"


def _cards(cards: tuple[Card, ...], words: Words) -> str:
    return ", ".join(_card(card, words) for card in cards)


def example(view: AngesView) -> str:
    """What could be typed now."""
    kinds = {ask.kind for ask in view.asks}
    if "announce" in kinds:
        return "973"
    if "decide" in kinds:
        return "v, f" if view.board.forced else "p, v, f"
    if "share" in kinds:
        first, second, third = (card.name for card in view.board.shown)
        return f"{first} {second}- >{third}"
    cards = [] if view.hand is None else [card.name for card in view.hand.cards]
    return " ".join(cards[:2] if len(view.board.piles) > 2 else cards[:3])


def parse(text: str, view: AngesView) -> AngesAction | None:
    """`973` announces; `p` takes, `v` says true, `f` false; `d9 a5` discards d9 and lays a5, `a5-` face down (of two
    players `d9 d8 a5`, the second card face up); `a5 a3- >d9` shares in this order, `>` to the other, `-` face down."""
    kinds = {ask.kind for ask in view.asks}
    typed = text.strip().casefold().replace("’", "'")
    if "announce" in kinds:
        return _announce(typed)
    if "decide" in kinds:
        if typed in _TAKES:
            return Take()
        return Challenge(typed in _TRUES) if typed in _TRUES | _FALSES else None
    laid = [found for word in typed.split() if (found := _laid(word)) is not None]
    if len(laid) != len(typed.split()):
        return None
    return _keep(laid, len(view.board.piles) == 2) if "keep" in kinds else _share(laid) if "share" in kinds else None


def _announce(typed: str) -> Announce | None:
    digits = [int(digit) for digit in re.sub(r"[\s,;-]", "", typed) if digit in "0123456789"]
    if len(digits) != 3 or re.search(r"[^\d\s,;-]", typed):
        return None
    return Announce(sorted_claim(digits))


def _laid(word: str) -> tuple[CardName, Place] | None:
    found = _CARD.fullmatch(word)
    if found is None:
        return None
    name = next((name for name in FACE_OF if name == found[2]), None)
    is_up = not found[3]
    place: Place = ("other_up" if is_up else "other_down") if found[1] else ("mine_up" if is_up else "mine_down")
    return None if name is None else (name, place)


def _keep(laid: list[tuple[CardName, Place]], two: bool) -> Keep | None:
    if len(laid) != 2 + two:
        return None
    return Keep(laid[0][0], laid[-1][0], laid[-1][1] == "mine_up", laid[1][0] if two else None)


def _share(laid: list[tuple[CardName, Place]]) -> Share | None:
    if len(laid) != 3:
        return None
    (first, one), (second, two), (third, three) = laid
    return Share((first, second, third), (one, two, three))
