"""Chacun pour soi: everybody places a token, in the open, after each paw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.fil.actions import FilAction, Place, Stay
from tablee.games.fil.clocks import step_time
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Moment
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.games.fil.visits import visit
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat

MOST_PAWS: Final = 4
FOUND: Final = 6  # P-39
EACH_MORE: Final = 2


class Choosing(Rulebook):
    """P-37: place or move one's token once, whenever one likes."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.moved = [False] * len(state.teams)
        state.until = now + step_time(state)
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        family = state.family()
        awaited = tuple(seat for seat in family if not state.moved[seat])
        return (Ask(f"{state.round}.{len(state.paws)}.choose", "choose", family, awaited, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        if state.moved[seat]:
            return Refusal("moved_already")
        if isinstance(action, Stay):
            # the first choice is compulsory.
            return Refusal("place_first") if state.tokens[seat] is None else None
        assert isinstance(action, Place)
        if not 0 <= action.space < len(state.spaces):
            return Refusal("no_card_there")
        return Refusal("already_there") if state.tokens[seat] == action.space else None

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        state.moved[seat] = True
        if isinstance(action, Place):
            _place(state, seat, action.space)
        else:
            state.tell("stays", seat=seat)
        return _end(state) if all(state.moved[other] for other in state.family()) else None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        state.tell("time_up")
        # who has no token yet gets a random one of the least occupied cards; later silence means stay.
        for seat in state.family():
            if state.tokens[seat] is None:
                counts = [state.tokens.count(space) for space in range(len(state.spaces))]
                fewest = [space for space, count in enumerate(counts) if count == min(counts)]
                state.tell("clock", seat=seat)
                _place(state, seat, luck.pick(fewest))
        return _end(state)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        seat = hand.seat
        if seat == board.braincat or board.moved[seat]:
            return ()
        own = board.tokens[seat]
        made: list[FilAction] = [Place(space) for space in range(len(board.spaces)) if space != own]
        return made if own is None else [*made, Stay()]


def _place(state: FilState, seat: Seat, space: int) -> None:
    """P-37: stepping onto an occupied card gives each occupant as many points as paws lie."""
    points = visit(state, space)
    card = state.spaces[space]
    assert card is not None
    occupants = tuple(other for other in state.seats if state.tokens[other] == space)
    state.tokens[seat] = space
    state.tell("placed", seat=seat, card=state.pack().cards[card].quoted)
    for other in occupants:
        state.scores[other] += points
    if occupants:
        state.tell("joined", seats=occupants, points=points)


def _end(state: FilState) -> Then:
    state.story.append(Moment(len(state.paws), tuple(state.spaces), (), tuple(state.tokens), None, ()))
    if len(state.paws) < MOST_PAWS:
        return "paw"  # P-38
    assert state.mystery is not None
    space = state.spaces.index(state.mystery)
    finders = tuple(seat for seat in state.seats if state.tokens[seat] == space)
    for seat in finders:
        state.scores[seat] += FOUND
    state.tell("revealed", card=state.pack().cards[state.mystery].quoted)
    if finders:
        # P-39: Braincat has 6 for the first and 2 for each more. R-18: none found, nothing.
        points = FOUND + EACH_MORE * (len(finders) - 1)
        state.scores[state.cat] += points
        state.tell("found_by", seats=finders, points=FOUND)
        state.tell("cat_scores", seat=state.cat, points=points)
    else:
        state.tell("found_by_nobody")
    return "recap"
