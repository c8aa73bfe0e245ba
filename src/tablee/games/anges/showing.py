"""From the state to what is seen of it: the one door out."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from tablee.games.anges.awards import awards
from tablee.games.anges.cards import CARDS, readings, shown
from tablee.games.anges.legality import is_forced
from tablee.games.anges.state import HAND, AngesState, Reason, Top, draws_of
from tablee.games.anges.view import AngesBoard, AngesHand, Ending, Phrase, Pile, Placed, Told
from tablee.kernel import Seat
from tablee.kernel.parts.quick import quick

ANNOUNCER_SAYS: Final[tuple[Phrase, ...]] = ("sworn", "pure", "trust", "hmm")
LISTENER_SAYS: Final[tuple[Phrase, ...]] = ("liar", "hmm", "smells", "mine")
OTHERS_SAY: Final[tuple[Phrase, ...]] = ("hmm", "smells", "bravo", "ouch")
AFTERWARDS: Final[tuple[Phrase, ...]] = ("ouch", "bravo", "phew", "hmm")

_board: Final = quick(AngesBoard)
_hand: Final = quick(AngesHand)


def board_of(state: AngesState) -> AngesBoard:
    claim, phase, announcer, seats = state.claim, state.phase, state.announcer, len(state.piles)
    winner = state.winner if phase == "share" else None
    listener = (announcer + 1) % seats
    forced, draws, left = is_forced(claim), draws_of(seats), len(state.draw)
    undecided = phase in ("announce", "decide")
    two = seats == 2
    return _board(
        state.options,
        state.turn,
        state.first,
        announcer,
        listener,
        claim,
        "triple" if forced else None,
        state.answer,
        None if winner is None else (winner == listener) == (state.answer == "true"),
        winner,
        None if winner is None else listener if winner == announcer else announcer,
        shown(state.hand) if phase == "share" else (),
        _piles(state.tops, state.options.scores or phase == "over"),
        left,
        draws,
        len(state.discard),
        len(state.open_discard) if two else None,
        CARDS[state.open_discard[-1]] if two else None,
        undecided and not forced and left < draws,
        undecided and left < HAND,
        None if state.reason is None else _ending(state, state.reason),
    )


@lru_cache(maxsize=1024)
def _piles(tops: tuple[Top, ...], is_open: bool) -> tuple[Pile, ...]:
    return tuple(
        Pile(top.height, None if top.face is None else CARDS[top.face], top.points if is_open else None) for top in tops
    )


def hand_of(state: AngesState, seat: Seat, held: bool) -> AngesHand:
    phrases = _phrases(state, seat)
    if state.holder() != seat:
        return _empty_hand(seat, phrases)
    cards = shown(state.hand)
    return _hand(seat, cards, state.drawn, () if state.phase == "keep" else readings(state.hand), phrases)


@cache
def _empty_hand(seat: Seat, phrases: tuple[Phrase, ...]) -> AngesHand:
    return AngesHand(seat, (), 0, (), phrases)


def _phrases(state: AngesState, seat: Seat) -> tuple[Phrase, ...]:
    """Who may say what follows from what everybody sees."""
    if state.phase not in ("announce", "decide"):
        return AFTERWARDS
    if seat == state.announcer:
        return ANNOUNCER_SAYS
    return LISTENER_SAYS if seat == state.listener else OTHERS_SAY


def _ending(state: AngesState, reason: Reason) -> Ending:
    return Ending(
        reason,
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
