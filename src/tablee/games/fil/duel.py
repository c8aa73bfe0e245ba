"""P-29: rock, paper, scissors, first to win two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.fil.actions import FilAction, Gesture, Throw
from tablee.games.fil.clocks import DUEL
from tablee.games.fil.families import end_duel
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Duel
from tablee.games.fil.skip import point_totem
from tablee.games.fil.state import FilState
from tablee.games.fil.teams import move_totem
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat

GESTURES: Final[tuple[Gesture, ...]] = ("rock", "paper", "scissors")
BEATS: Final = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
ENOUGH: Final = 2


class Duelling(Rulebook):
    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + DUEL
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        duel = _duel(state)
        seats = _players(duel)
        awaited = tuple(seat for seat, thrown in zip(seats, duel.thrown, strict=True) if thrown is None)
        stage = state.turn if state.pointing is None else f"point{state.pointing}"
        name = f"{state.round}.{stage}.{state.pauses}.{duel.number}.duel"
        return (Ask(name, "duel", seats, awaited, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        duel = _duel(state)
        return None if duel.thrown[_players(duel).index(seat)] is None else Refusal("thrown")

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        assert isinstance(action, Throw)
        duel = _duel(state)
        first, second = duel.thrown
        is_first = _players(duel)[0] == seat
        thrown = (action.gesture, second) if is_first else (first, action.gesture)
        state.duel = duel._replace(thrown=thrown)
        return _judge(state, now) if None not in thrown else None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        # ten seconds a throw, then random.
        duel = _duel(state)
        first, second = duel.thrown
        thrown = (luck.pick(GESTURES) if first is None else first, luck.pick(GESTURES) if second is None else second)
        state.duel = duel._replace(thrown=thrown)
        return _judge(state, now)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        duel = board.duel
        if duel is None or hand.seat not in duel.seats or hand.gesture is not None:
            return ()
        return [Throw(gesture) for gesture in GESTURES]


def _duel(state: FilState) -> Duel:
    assert state.duel is not None
    return state.duel


def _players(duel: Duel) -> tuple[Seat, Seat]:
    return duel.sides[0][0], duel.sides[1][0]


def _judge(state: FilState, now: Ms) -> Then:
    """Both have thrown."""
    duel = _duel(state)
    first, second = duel.thrown
    assert first is not None
    assert second is not None
    seats = _players(duel)
    state.tell("thrown", seat=seats[0], first=first, by=seats[1], second=second)
    wins = (duel.wins[0] + (BEATS[first] == second), duel.wins[1] + (BEATS[second] == first))
    state.duel = duel._replace(wins=wins, thrown=(None, None), last=(first, second), number=duel.number + 1)
    state.until = now + DUEL
    if max(wins) < ENOUGH:
        return None
    winner, loser = (0, 1) if wins[0] == ENOUGH else (1, 0)
    state.tell("duel_won", seat=seats[winner], by=seats[loser])
    left = (duel.sides[winner], *duel.sides[2:])
    if len(left) > 1:
        # the winner meets the next side.
        state.duel = state.duel._replace(sides=left, wins=(0, 0), last=None)
        return None
    end_duel(state, now)
    choice = left[0][1]
    return move_totem(state, duel.team, choice) if duel.back == "step" else point_totem(state, duel.team, choice)
