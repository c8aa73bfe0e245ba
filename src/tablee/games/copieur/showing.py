"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Final, cast

from tablee.games.copieur.awards import awards
from tablee.games.copieur.operations import SLATES
from tablee.games.copieur.state import CLAIMS_A_TURN, CopieurState, Place
from tablee.games.copieur.view import TALK, CopieurBoard, CopieurHand, Shown, SlapSeen, Slate
from tablee.kernel import Board, Seat


def board_of(state: CopieurState) -> CopieurBoard:
    return _board(state, state.shown)


def open_board_of(state: CopieurState) -> CopieurBoard:
    """All slates face up, for who replays a finished game."""
    return _board(state, range(SLATES))


def hand_of(state: CopieurState, seat: Seat, held: bool) -> CopieurHand:
    if not held:
        return _lying(seat)
    answer = None
    for slap in state.slaps:
        if slap.seat == seat:
            answer = slap.answer
    number = state.slates[seat]
    return _held(seat, number, state.operations[number - 1], answer)


# Hands are values, and seldom change: whoever asks again is given the same one.


@lru_cache(maxsize=16)
def _lying(seat: Seat) -> CopieurHand:
    return CopieurHand(seat, None, None, talk=TALK)


@lru_cache(maxsize=2048)
def _held(seat: Seat, number: int, operation: str, answer: int | None) -> CopieurHand:
    return CopieurHand(seat, Slate(number, operation), answer, talk=TALK)


@lru_cache(maxsize=1024)
def _claims_left(claims: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(CLAIMS_A_TURN - made for made in claims)


def _board(state: CopieurState, shown: Sequence[Place]) -> CopieurBoard:
    phase, points, die, slaps = state.phase, tuple(state.points), state.die, state.slaps
    is_question = phase == "question"
    may_slap = is_question or (phase == "play" and state.role is None and state.tile == "questioning")
    return _draw(
        state.options,
        state.supply,
        points,
        state.tile,
        state.first,
        state.active,
        state.turn,
        state.options.limit * len(points),
        die,
        state.role,
        state.pointed,
        tuple([SlapSeen(slap.seat, slap.is_early) for slap in slaps]) if slaps else (),
        _claims_left(tuple(state.claims)),
        state.operation(die) if is_question and die else None,
        state.pad() if may_slap else (),
        tuple([_face_up(state, place) for place in shown]) if shown else (),
        state.ranking,
        awards(state) if phase == "over" else (),
    )


def _face_up(state: CopieurState, place: Place) -> Shown:
    number = state.slates[place]
    return Shown(place, number, state.operation(number))


class _Draft(Board):
    """A board while it is filled in. It has the same slots and may be written to; once all is there it becomes what it
    is drawn for. Setting the fields of a frozen board one by one takes six times as long."""

    __slots__ = tuple(field.name for field in fields(CopieurBoard))
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    def __init__(
        self,
        options: object,
        supply: object,
        points: object,
        tile: object,
        first: object,
        active: object,
        turn: object,
        turns: object,
        die: object,
        role: object,
        pointed: object,
        slapped: object,
        claims_left: object,
        question: object,
        pad: object,
        shown: object,
        ranking: object,
        awards: object,
    ) -> None:
        self.options = options
        self.supply = supply
        self.points = points
        self.tile = tile
        self.first = first
        self.active = active
        self.turn = turn
        self.turns = turns
        self.die = die
        self.role = role
        self.pointed = pointed
        self.slapped = slapped
        self.claims_left = claims_left
        self.question = question
        self.pad = pad
        self.shown = shown
        self.ranking = ranking
        self.awards = awards
        drawn: object = self
        drawn.__class__ = CopieurBoard


_draw: Final = cast("type[CopieurBoard]", _Draft)
"""Takes what a board takes, and makes the same."""
