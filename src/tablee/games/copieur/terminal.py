"""Copieur ! in a plain terminal: who has how many bad points, what lies where, and what a player types.

Places are letters: A is the first seat, the last ones are the centre's."""

from __future__ import annotations

import re
from typing import Final

from tablee.games.copieur.actions import (
    Claim,
    CopieurAction,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Hint,
    HintCentre,
    Point,
    PointCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.operations import SLATES
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import View
from tablee.words import Words

LETTERS: Final = "ABCDEF"

_PLACE: Final = re.compile(r"([?=!]?)\s*([a-f])")
_CLAIM: Final = re.compile(r"=\s*([1-6])")
_DENIALS: Final = frozenset({"non", "no", "=0"})
_TEACHER: Final = frozenset({"m", "maitresse", "maîtresse", "t", "teacher"})


def draw(view: View[CopieurBoard, CopieurHand], words: Words) -> str:
    """A line for each place, the tile and the die, and one's own slate."""
    board, hand = view.board, view.hand
    seats = len(board.points)
    up = {
        shown.place: words.label("board.slate.up", number=shown.number, operation=shown.operation)
        for shown in board.shown
    }
    lines = [""]
    for place in range(SLATES):
        if place < seats:
            who, what = words.name(place), words.label("board.points.count", count=board.points[place])
        else:
            who, what = words.label("board.centre.place", centre=place - seats + 1), words.label("board.centre")
        mark = ">" if place == board.active and board.turn else "?" if place == board.pointed else " "
        lines.append(f" {mark} {LETTERS[place]}  {who:<16}  {what:<18}  {up.get(place, '')}".rstrip())
    die = words.label("board.die.none") if board.die is None else words.label("board.die", number=board.die)
    is_correction = board.tile == "correction"
    tile = words.label("board.tile.correction") if is_correction else words.label("board.tile.questioning")
    lines += ["", " | ".join([tile, words.label("board.supply.left", count=board.supply), die])]
    for number, one in enumerate(board.ranking, 1):
        lines.append(f"   {number}. {words.name(one.seat)} {'–' if one.answer is None else one.answer}")
    if hand is not None and hand.slate is not None:
        number, operation = hand.slate
        lines.append(
            f"{words.label('board.slate.mine')} > {words.label('board.slate.up', number=number, operation=operation)}"
        )
    if board.pad:
        lines.append(f"{words.label('board.pad')}  {' '.join(map(str, board.pad))}")
    return "\n".join(lines)


def example(view: View[CopieurBoard, CopieurHand]) -> str:
    """What could be typed now."""
    kinds = _kinds(view)
    if "question" in kinds:
        return str(view.board.pad[0] if view.board.pad else 12)
    if "play" in kinds:
        return "B, ?B, m, =4, non"
    if "tell" in kinds:
        return "!, !F"
    if "early" in kinds:
        return "12, =4, non"
    return "=4, =B, non" if "claim" in kinds else "↵"


def parse(text: str, view: View[CopieurBoard, CopieurHand]) -> CopieurAction | None:
    """`B` exchanges with place B, `?B` points at it, `m` declares; `!` shows one's own slate, `!E` turns up one of the
    centre; `=4` claims to have the 4, `=B` says that B has it, `non` that one has it not; a number slaps; an empty line
    rolls. None: it means nothing."""
    kinds, typed = _kinds(view), text.strip().casefold()
    if typed in _DENIALS:
        return Deny()
    claim = _CLAIM.fullmatch(typed)
    if claim is not None:
        return Claim(int(claim[1]))
    place = _PLACE.fullmatch(typed)
    if place is not None:
        return _towards(place[1] or ("!" if "tell" in kinds else ""), LETTERS.index(place[2].upper()), view)
    if typed.isascii() and typed.isdecimal() and len(typed) <= 2:
        return Slap(int(typed))
    if "tell" in kinds and typed in ("!", "copieur", "copieur!", "copieur !"):
        return TellMine()
    if typed in _TEACHER:
        return Declare()
    return None if typed else Ready() if "look" in kinds else Roll() if "roll" in kinds else None


def _kinds(view: View[CopieurBoard, CopieurHand]) -> set[str]:
    """What this seat is asked."""
    seat = None if view.hand is None else view.hand.seat
    return {ask.kind for ask in view.asks if seat in ask.seats}


def _towards(sign: str, place: int, view: View[CopieurBoard, CopieurHand]) -> CopieurAction | None:
    seats = len(view.board.points)
    centre = place - seats + 1
    if sign == "!":
        return TellCentre(centre) if centre > 0 else None
    if sign == "?":
        return Point(place) if place < seats else PointCentre(centre)
    if sign == "=":
        return Hint(place) if place < seats else HintCentre(centre)
    return Exchange(place) if place < seats else ExchangeCentre(centre)
