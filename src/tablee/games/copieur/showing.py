"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tablee.games.copieur.awards import awards
from tablee.games.copieur.operations import SLATES
from tablee.games.copieur.state import CopieurState, Place
from tablee.games.copieur.view import TALK, CopieurBoard, CopieurHand, Shown, SlapSeen, Slate
from tablee.kernel import Seat
from tablee.kernel.parts.quick import quick

_make_board: Final = quick(CopieurBoard)


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
            break
    number = state.slates[seat]
    return _held(seat, number, state.operations[number - 1], answer)


# Hands are values, and seldom change: whoever asks again is given the same one.


@lru_cache(maxsize=16)
def _lying(seat: Seat) -> CopieurHand:
    return CopieurHand(seat, None, None, talk=TALK)


@lru_cache(maxsize=2048)
def _held(seat: Seat, number: int, operation: str, answer: int | None) -> CopieurHand:
    return CopieurHand(seat, Slate(number, operation), answer, talk=TALK)


def _board(state: CopieurState, shown: Sequence[Place]) -> CopieurBoard:
    phase, points, die, slaps = state.phase, state.points, state.die, state.slaps
    is_question = phase == "question"
    may_slap = is_question or (phase == "play" and state.role is None and state.tile == "questioning")
    return _make_board(
        options=state.options,
        supply=state.supply,
        points=points,
        tile=state.tile,
        first=state.first,
        active=state.active,
        turn=state.turn,
        turns=state.options.limit * len(points),
        die=die,
        role=state.role,
        pointed=state.pointed,
        slapped=tuple([SlapSeen(slap.seat, slap.is_early) for slap in slaps]) if slaps else (),
        claims_left=state.claims_left,
        question=state.operation(die) if is_question and die else None,
        pad=state.pad() if may_slap else (),
        shown=tuple([_face_up(state, place) for place in shown]) if shown else (),
        ranking=state.ranking,
        awards=awards(state) if phase == "over" else (),
    )


def _face_up(state: CopieurState, place: Place) -> Shown:
    number = state.slates[place]
    return Shown(place, number, state.operation(number))
