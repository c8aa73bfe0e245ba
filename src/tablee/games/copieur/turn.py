"""From one turn to the next: rolling, tokens, slates that lie face up, the end."""

from __future__ import annotations

from typing import Final

from tablee.games.copieur.clocks import PLAYING, ROLLING, SHOWING, SUSPENSE
from tablee.games.copieur.operations import SLATES
from tablee.games.copieur.state import CLAIMS_A_TURN, CopieurState, Place, counted
from tablee.kernel import Luck, Ms, Seat

ANNOUNCED: Final = 10
"""R-13: the end is announced when so many turns are left."""


def begin_turn(state: CopieurState, seat: Seat, now: Ms) -> None:
    state.active = seat
    state.turn += 1
    state.die = None
    state.role = None
    state.pointed = None
    state.copied = None
    state.slaps = []
    state.claims_left = (CLAIMS_A_TURN,) * state.seats
    state.liars = ()
    state.shown = ()
    state.ranking = ()
    state.phase = "roll"
    state.until = now + ROLLING
    # players who never err never empty the supply.
    if state.turns - state.turn + 1 == ANNOUNCED:
        state.tell("last_turns", count=ANNOUNCED)
    state.tell("turn", seat=seat)


def next_turn(state: CopieurState, now: Ms) -> None:
    """The next seat plays, unless that was the last turn (R-13)."""
    if state.turn == state.turns:
        state.tell("turns_over", count=state.turns)
        end_game(state)
    else:
        begin_turn(state, (state.active + 1) % state.seats, now)


def roll(state: CopieurState, now: Ms, luck: Luck) -> None:
    """R-10: whether the die has made a Copier or a Teacher, the table goes on alike."""
    state.die = 1 + luck.below(SLATES)
    state.phase = "play"
    state.until = now + PLAYING
    state.suspense = now + SUSPENSE
    state.tell("rolled", seat=state.active, number=state.die)


def punish(state: CopieurState, seat: Seat) -> bool:
    """One bad point from the supply, as long as there are any (R-12). True: this seat has taken one."""
    if not state.supply:
        return False
    state.supply -= 1
    state.points = counted(state.points, seat, state.points[seat] + 1)
    return True


def show(state: CopieurState, place: Place, now: Ms) -> None:
    """R-6: a slate lies face up for 4 s, unless the game is over (P-15)."""
    if not state.supply:
        state.tell("supply_empty")
        end_game(state)
        return
    state.phase = "shown"
    state.shown = (place,)
    state.until = now + SHOWING


def end_game(state: CopieurState) -> None:
    """All six slates are turned up."""
    state.phase = "over"
    state.shown = tuple(range(SLATES))
    state.tell("over")
