"""« Copieur ! »: the window after every exchange."""

from __future__ import annotations

from tablee.games.copieur.state import CopieurState, Place
from tablee.games.copieur.turn import next_turn, punish, show
from tablee.kernel import Ms, Seat


def tell_mine(state: CopieurState, seat: Seat, now: Ms) -> None:
    """P-8: the holder of the right slate shows it."""
    state.tell("told", seat=seat, number=state.die)
    _punish_both(state)
    show(state, seat, now)


def tell_centre(state: CopieurState, seat: Seat, centre: int, now: Ms) -> None:
    """P-10: somebody turns up a slate of the centre. R-4: right or wrong, that was the one shout."""
    place = state.seats + centre - 1
    number = state.slates[place]
    if number == state.die:
        state.tell("told_centre", seat=seat, centre=centre, number=number)
        _punish_both(state)
    else:
        state.tell("told_wrongly", seat=seat, centre=centre, number=number, wanted=state.die)
        if punish(state, seat):
            state.tell("punished", seat=seat)
    show(state, place, now)


def close_window(state: CopieurState, now: Ms) -> None:
    """Nobody has shouted. R-5: what a player must tell is told for them; R-6: otherwise nobody is told anything."""
    holder = state.holder()
    if holder is None:
        # P-7: the same words whether the Copier was right or got away with it.
        state.tell("nobody_told")
        next_turn(state, now)
    else:
        state.tell("told_for", seat=holder, number=state.die)
        _punish_both(state)
        show(state, holder, now)


def _punish_both(state: CopieurState) -> None:
    """P-8: the Copier, who also takes the last token there is, and the Copied. P-9: the centre takes none."""
    guilty: list[Place | None] = [state.active, state.copied]
    for place in guilty:
        if place is not None and place < state.seats and punish(state, place):
            state.tell("punished", seat=place)
