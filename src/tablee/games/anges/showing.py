"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from typing import Final

from tablee.games.anges.awards import awards
from tablee.games.anges.cards import CARDS, readings, shown
from tablee.games.anges.legality import is_forced
from tablee.games.anges.state import HAND, AngesState, score
from tablee.games.anges.view import AngesBoard, AngesHand, Ending, Phrase, Pile, Placed, Told
from tablee.kernel import Seat

ANNOUNCER_SAYS: Final[tuple[Phrase, ...]] = ("sworn", "pure", "trust", "hmm")
LISTENER_SAYS: Final[tuple[Phrase, ...]] = ("liar", "hmm", "smells", "mine")
OTHERS_SAY: Final[tuple[Phrase, ...]] = ("hmm", "smells", "bravo", "ouch")
AFTERWARDS: Final[tuple[Phrase, ...]] = ("ouch", "bravo", "phew", "hmm")


def board_of(state: AngesState) -> AngesBoard:
    claim, winner = state.claim, state.winner
    is_open = state.options.scores or state.phase == "over"
    is_shared = state.phase == "share"
    undecided = state.phase in ("announce", "decide")
    two = state.seats == 2
    return AngesBoard(
        state.options,
        state.turn,
        state.first,
        state.announcer,
        state.listener,
        claim,
        "triple" if is_forced(claim) else None,
        state.answer,
        None if winner is None else (winner == state.listener) == (state.answer == "true"),
        winner,
        None if winner is None else state.listener if winner == state.announcer else state.announcer,
        shown(state.hand) if is_shared else (),
        tuple(
            Pile(len(pile), CARDS[pile[-1].face] if pile and pile[-1].up else None, score(pile) if is_open else None)
            for pile in state.piles
        ),
        len(state.draw),
        state.draws,
        len(state.discard),
        len(state.open_discard) if two else None,
        CARDS[state.open_discard[-1]] if two else None,
        undecided and not is_forced(claim) and len(state.draw) < state.draws,
        undecided and len(state.draw) < HAND,
        _ending(state),
    )


def hand_of(state: AngesState, seat: Seat, held: bool) -> AngesHand:
    is_holder = state.holder() == seat
    is_announcer = is_holder and state.phase != "keep"
    return AngesHand(
        seat,
        shown(state.hand) if is_holder else (),
        state.drawn if is_holder else 0,
        readings(state.hand) if is_announcer else (),
        _phrases(state, seat),
    )


def _phrases(state: AngesState, seat: Seat) -> tuple[Phrase, ...]:
    """Who may say what follows from what everybody sees."""
    if state.phase not in ("announce", "decide"):
        return AFTERWARDS
    if seat == state.announcer:
        return ANNOUNCER_SAYS
    return LISTENER_SAYS if seat == state.listener else OTHERS_SAY


def _ending(state: AngesState) -> Ending | None:
    if state.reason is None:
        return None
    return Ending(
        state.reason,
        tuple(tuple(Placed(CARDS[laid.face], laid.up, laid.points) for laid in pile) for pile in state.piles),
        tuple(
            Told(
                one.announcer, one.listener, one.claim, shown(one.cards), one.is_true, one.answer, one.winner, one.gains
            )
            for one in state.story
        ),
        awards(state),
        shown(state.discard),
        shown(state.open_discard),
        shown(state.draw),
    )
