"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.copieur.awards import awards
from tablee.games.copieur.operations import SLATES
from tablee.games.copieur.state import CLAIMS_A_TURN, CopieurState, Place
from tablee.games.copieur.view import TALK, CopieurBoard, CopieurHand, Shown, SlapSeen, Slate
from tablee.kernel import Seat


def board_of(state: CopieurState) -> CopieurBoard:
    return _board(state, state.shown)


def open_board_of(state: CopieurState) -> CopieurBoard:
    """All slates face up, for who replays a finished game."""
    return _board(state, range(SLATES))


def hand_of(state: CopieurState, seat: Seat, held: bool) -> CopieurHand:
    if not held:
        return CopieurHand(seat, None, None, talk=TALK)
    number = state.slates[seat]
    answer = next((slap.answer for slap in state.slaps if slap.seat == seat), None)
    return CopieurHand(seat, Slate(number, state.operation(number)), answer, talk=TALK)


def _board(state: CopieurState, shown: Sequence[Place]) -> CopieurBoard:
    may_slap = state.phase == "question" or (
        state.phase == "play" and state.role is None and state.tile == "questioning"
    )
    asked = state.operation(state.die) if state.phase == "question" and state.die else None
    return CopieurBoard(
        state.options,
        state.supply,
        tuple(state.points),
        state.tile,
        state.first,
        state.active,
        state.turn,
        state.turns,
        state.die,
        state.role,
        state.pointed,
        tuple(SlapSeen(slap.seat, slap.is_early) for slap in state.slaps),
        tuple(CLAIMS_A_TURN - made for made in state.claims),
        asked,
        state.pad() if may_slap else (),
        tuple(_face_up(state, place) for place in shown),
        state.ranking,
        awards(state) if state.phase == "over" else (),
    )


def _face_up(state: CopieurState, place: Place) -> Shown:
    number = state.slates[place]
    return Shown(place, number, state.operation(number))
