"""What a seat may do now, from its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
from tablee.games.copieur.state import Place
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Luck, Seat, View

_ROLL: Final = (Roll(),)
_READY: Final = (Ready(),)
_DECLARE: Final = Declare()
_MINE: Final = TellMine()
_DENY: Final = Deny()
_NUMBERS: Final = tuple(map(Claim, range(1, SLATES + 1)))
_ANY_ANSWER: Final = tuple(map(Slap, range(GREATEST + 1)))


def moves_of(view: View[CopieurBoard, CopieurHand], luck: Luck) -> Sequence[CopieurAction]:
    """All of them. A hand that is not held offers the same, whatever it holds."""
    hand, board = view.hand, view.board
    if hand is None:
        return ()
    found: tuple[CopieurAction, ...] = ()
    seat, seats = hand.seat, len(board.points)
    for ask in view.asks:
        kind = ask.kind
        if seat not in ask.seats:
            continue
        if kind == "claim":
            if board.claims_left[seat]:
                found += _claims(seats, seat)
        elif kind == "play":
            found += _plays(board, hand)
        elif kind == "roll":
            found += _ROLL
        elif kind == "tell":
            found += _shouts(board, hand)
        elif kind in ("early", "question"):
            found += _slaps(board, hand)
        elif kind == "look" and seat in ask.awaited:
            found += _READY
    return found


def _plays(board: CopieurBoard, hand: CopieurHand) -> tuple[CopieurAction, ...]:
    may_be_copier = hand.slate is None or hand.slate.number != board.die
    # Once it is public that the active seat is the Copier, there is nothing left to declare.
    may_be_teacher = board.role is None and (hand.slate is None or hand.slate.number == board.die)
    copying = _copying(len(board.points), hand.seat, board.pointed) if may_be_copier else ()
    return (_DECLARE, *copying) if may_be_teacher else copying


# What can be done at a table of so many seats is made once: actions are values, and everybody is given the same ones.


def _centre(seats: int) -> range:
    return range(1, SLATES - seats + 1)


@lru_cache(maxsize=256)
def _copying(seats: int, copier: Seat, pointed: Place | None) -> tuple[CopieurAction, ...]:
    others = [seat for seat in range(seats) if seat != copier]
    return (
        *map(Exchange, others),
        *map(ExchangeCentre, _centre(seats)),
        *(Point(seat) for seat in others if seat != pointed),
        *(PointCentre(centre) for centre in _centre(seats) if seats + centre - 1 != pointed),
    )


@lru_cache(maxsize=64)
def _claims(seats: int, claimer: Seat) -> tuple[CopieurAction, ...]:
    others = [seat for seat in range(seats) if seat != claimer]
    return (_DENY, *_NUMBERS, *map(Hint, others), *map(HintCentre, _centre(seats)))


def _shouts(board: CopieurBoard, hand: CopieurHand) -> tuple[CopieurAction, ...]:
    centre = _shouts_at(len(board.points))
    if hand.slate is None:
        return (_MINE, *centre)
    return (_MINE,) if hand.slate.number == board.die else centre


@lru_cache(maxsize=16)
def _shouts_at(seats: int) -> tuple[CopieurAction, ...]:
    return tuple(map(TellCentre, _centre(seats)))


def _slaps(board: CopieurBoard, hand: CopieurHand) -> tuple[CopieurAction, ...]:
    for slap in board.slapped:
        if slap.seat == hand.seat:
            return ()
    return _answers(board.pad) if board.pad else _ANY_ANSWER


@lru_cache(maxsize=256)
def _answers(pad: tuple[int, ...]) -> tuple[CopieurAction, ...]:
    return tuple(map(Slap, pad))
