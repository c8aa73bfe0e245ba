"""What a seat may do now, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from tablee.games.copieur.operations import GREATEST, SLATES
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Luck, View

_ROLL: Final = Roll()
_READY: Final = Ready()
_DECLARE: Final = Declare()
_MINE: Final = TellMine()


def moves_of(view: View[CopieurBoard, CopieurHand], luck: Luck) -> Sequence[CopieurAction]:
    """All of them. A hand that is not held offers the same, whatever it holds."""
    hand, board = view.hand, view.board
    if hand is None:
        return []
    found: list[CopieurAction] = []
    for ask in view.asks:
        if hand.seat not in ask.seats:
            continue
        if ask.kind == "look":
            found += [_READY] if hand.seat in ask.awaited else []
        elif ask.kind == "roll":
            found.append(_ROLL)
        elif ask.kind == "play":
            found += _plays(board, hand)
        elif ask.kind == "claim":
            found += _claims(board, hand)
        elif ask.kind == "tell":
            found += _shouts(board, hand)
        elif ask.kind in ("early", "question"):
            found += _slaps(board, hand)
    return found


def _centre(board: CopieurBoard) -> range:
    return range(1, SLATES - len(board.points) + 1)


def _plays(board: CopieurBoard, hand: CopieurHand) -> Iterator[CopieurAction]:
    seats = len(board.points)
    may_be_copier = hand.slate is None or hand.slate.number != board.die
    # Once it is public that the active seat is the Copier, there is nothing left to declare.
    may_be_teacher = board.role is None and (hand.slate is None or hand.slate.number == board.die)
    if may_be_teacher:
        yield _DECLARE
    if not may_be_copier:
        return
    others = [seat for seat in range(seats) if seat != hand.seat]
    yield from (Exchange(seat) for seat in others)
    yield from (ExchangeCentre(centre) for centre in _centre(board))
    yield from (Point(seat) for seat in others if seat != board.pointed)
    yield from (PointCentre(centre) for centre in _centre(board) if seats + centre - 1 != board.pointed)


def _claims(board: CopieurBoard, hand: CopieurHand) -> Iterator[CopieurAction]:
    if not board.claims_left[hand.seat]:
        return
    yield Deny()
    yield from (Claim(number) for number in range(1, SLATES + 1))
    yield from (Hint(seat) for seat in range(len(board.points)) if seat != hand.seat)
    yield from (HintCentre(centre) for centre in _centre(board))


def _shouts(board: CopieurBoard, hand: CopieurHand) -> Iterator[CopieurAction]:
    if hand.slate is None or hand.slate.number == board.die:
        yield _MINE
    if hand.slate is None or hand.slate.number != board.die:
        yield from (TellCentre(centre) for centre in _centre(board))


def _slaps(board: CopieurBoard, hand: CopieurHand) -> Iterator[CopieurAction]:
    if all(slap.seat != hand.seat for slap in board.slapped):
        yield from (Slap(answer) for answer in board.pad or range(GREATEST + 1))
