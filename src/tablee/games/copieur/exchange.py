"""The Copier: pointing, exchanging, and what others say meanwhile."""

from __future__ import annotations

from tablee.games.copieur.actions import TO_SEATS, Claim, Deny, Saying, Towards
from tablee.games.copieur.state import CopieurState, Deeds, Place, counted
from tablee.games.copieur.turn import end_game, punish
from tablee.kernel import Luck, Ms, Seat


def place_of(state: CopieurState, action: Towards) -> Place:
    """The place that is meant, once `check` has passed."""
    return action.to if isinstance(action, TO_SEATS) else len(state.points) + action.centre - 1


def be_copier(state: CopieurState) -> bool:
    """R-10: it is public now that the active seat is the Copier. False: the game has ended over it."""
    if state.role is not None:
        return True
    state.role = "copier"
    state.tell("copier", seat=state.active, number=state.die)
    # P-14, R-9: whoever slapped was mistaken, and pays in order of the slap before anything else happens.
    for slap in state.slaps:
        if punish(state, slap.seat):
            state.tell("mistaken", seat=slap.seat)
    state.slaps = []
    if not state.supply:
        state.tell("supply_empty")
        end_game(state)
        return False
    return True


def point(state: CopieurState, place: Place) -> None:
    """R-2: a public gesture that binds to nothing."""
    if not be_copier(state):
        return
    state.pointed = place
    if place < state.seats:
        state.tell("pointed", seat=state.active, to=place)
    else:
        state.tell("pointed_centre", seat=state.active, centre=place - state.seats + 1)


def exchange(state: CopieurState, place: Place, now: Ms) -> None:
    """P-5, R-3: the two slates change places, face down."""
    if not be_copier(state):
        return
    copier, slates = state.active, state.slates
    is_right = slates[place] == state.die
    slates[copier], slates[place] = slates[place], slates[copier]
    if place < state.seats:
        state.tell("exchanged", seat=copier, to=place)
    else:
        state.tell("exchanged_centre", seat=copier, centre=place - state.seats + 1)
    _note(state, is_right)
    # right or wrong, the same window opens.
    state.pointed = None
    state.copied = place
    state.phase = "tell"
    state.until = now + state.options.telling * 1000


def exchange_at_random(state: CopieurState, now: Ms, luck: Luck) -> None:
    """R-14: time is up."""
    state.tell("clock", seat=state.active)
    others = [place for place in range(len(state.slates)) if place != state.active]
    exchange(state, luck.pick(others), now)


def say(state: CopieurState, seat: Seat, action: Saying) -> None:
    """P-6, R-2: whatever is said, true or not, is told once and binds to nothing."""
    state.claims_left = counted(state.claims_left, seat, state.claims_left[seat] - 1)
    if isinstance(action, Claim):
        is_true = state.slates[seat] == action.number
        state.tell("claimed", seat=seat, number=action.number)
    elif isinstance(action, Deny):
        is_true = state.slates[seat] != state.die
        state.tell("denied", seat=seat, number=state.die)
    else:
        place = place_of(state, action)
        is_true = state.slates[place] == state.die
        if place < state.seats:
            state.tell("hinted", seat=seat, to=place, number=state.die)
        else:
            state.tell("hinted_centre", seat=seat, centre=place - state.seats + 1, number=state.die)
    if not is_true and seat != state.active and seat not in state.liars:
        state.liars = (*state.liars, seat)


def _note(state: CopieurState, is_right: bool) -> None:
    """For the awards: who remembers, who leads others astray."""
    deeds, copier = state.deeds, state.active
    run = deeds.runs[copier] + 1 if is_right else 0
    longest, bluffs = deeds.longest, deeds.bluffs
    if run > longest[copier]:
        longest = counted(longest, copier, run)
    if not is_right:
        for liar in state.liars:
            bluffs = counted(bluffs, liar, bluffs[liar] + 1)
    state.deeds = Deeds(counted(deeds.runs, copier, run), longest, deeds.slaps, bluffs)
    state.liars = ()
