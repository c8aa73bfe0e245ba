"""The Teacher: correction for everybody, or a question for everybody else."""

from __future__ import annotations

from typing import Final

from tablee.games.copieur.clocks import ANSWERING
from tablee.games.copieur.operations import result_of
from tablee.games.copieur.state import CopieurState, Ranked, Slapped, counted
from tablee.games.copieur.turn import next_turn, show
from tablee.kernel import Ms, Seat

TWO_GIVE: Final = 5
"""P-13: from so many players on the second gives too."""


def declare(state: CopieurState, now: Ms) -> None:
    """R-10: it is public now that the active seat is the Teacher."""
    state.role = "teacher"
    if state.tile == "correction":
        # P-12: the slate is shown, then all are passed on.
        state.tell("correction", seat=state.active, number=state.die)
        show(state, state.active, now)
        return
    # P-13: the operation is read; who slapped early has answered already.
    state.tell("question", seat=state.active, operation=state.operation(state.die or 0))
    state.phase = "question"
    state.until = now + ANSWERING
    _rank_if_all_have_slapped(state, now)


def slap(state: CopieurState, seat: Seat, answer: int, now: Ms) -> None:
    """R-7: one gesture slaps and answers. That somebody slapped is public, the answer is not yet."""
    is_early = state.phase == "play"
    state.slaps.append(Slapped(seat, answer, is_early))
    if is_early:
        state.tell("slapped_early", seat=seat)
    else:
        state.tell("slapped", seat=seat)
        _rank_if_all_have_slapped(state, now)


def rank(state: CopieurState, now: Ms) -> None:
    """P-13, R-8: right answers by time, then wrong ones by time, then those who never slapped."""
    operation = state.operation(state.die or 0)
    result = result_of(operation)
    slapped = [Ranked(seat, answer, answer == result, is_early) for seat, answer, is_early in state.slaps]
    silent = [Ranked(seat, None, False, False) for seat in state.others() if not state.has_slapped(seat)]
    ranking = [
        *(one for one in slapped if one.is_right),
        *(one for one in slapped if not one.is_right),
        *silent,
    ]
    state.tell("answer", operation=operation, answer=result)
    if ranking[0].is_right:
        deeds, quickest = state.deeds, ranking[0].seat
        state.deeds = deeds._replace(slaps=counted(deeds.slaps, quickest, deeds.slaps[quickest] + 1))
    for giver in range(2 if state.seats >= TWO_GIVE else 1):
        _give(state, ranking[giver], ranking[-1 - giver])
    state.slaps = []
    show(state, state.active, now)
    state.ranking = tuple(ranking)


def finish_showing(state: CopieurState, now: Ms) -> None:
    """P-11: what was shown is turned down again, and the next seat plays."""
    if state.role == "teacher":
        if state.tile == "correction":
            _pass_left(state)
            state.tile = "questioning"
            state.tell("tile_questioning")
        else:
            state.tile = "correction"
            state.tell("tile_correction")
    next_turn(state, now)


def _rank_if_all_have_slapped(state: CopieurState, now: Ms) -> None:
    if len(state.slaps) == state.seats - 1:
        rank(state, now)


def _give(state: CopieurState, giver: Ranked, taker: Ranked) -> None:
    """R-8: only a right answer gives. P-13: nothing to give, nothing happens."""
    if not giver.is_right:
        state.tell("no_gift", seat=giver.seat)
    elif not state.points[giver.seat]:
        state.tell("nothing_to_give", seat=giver.seat)
    else:
        state.points = counted(state.points, giver.seat, state.points[giver.seat] - 1)
        state.points = counted(state.points, taker.seat, state.points[taker.seat] + 1)
        state.tell("gave", seat=giver.seat, to=taker.seat)


def _pass_left(state: CopieurState) -> None:
    """P-12: everybody passes to the left neighbour at once; the centre does not move."""
    slates, seats = state.slates, state.seats
    slates[:seats] = [slates[seats - 1], *slates[: seats - 1]]
    state.tell("passed")
