"""The co-operative modes: the Family debates, votes, and keeps a card or asks for a clue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tablee.games.fil.actions import Colour, Confirm, Cuddle, FilAction, Vote
from tablee.games.fil.clocks import debate_time
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Moment, Toss
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat
from tablee.kernel.parts.ballot import leaders

COLOURS: Final[tuple[Colour, Colour]] = ("blue", "red")
CHOICES: Final[tuple[Colour, ...]] = ("blue", "red", "clue")
EDGE: Final = 20
"""R-4: a totem lands on its edge once in twenty throws."""


class Debate(Rulebook):
    """P-7: an action turn."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        # P-6: only now does the Family lay two Master cards; P-8: later one in the place of each that left.
        for space, colour in enumerate(COLOURS):
            if state.spaces[space] is None:
                card = state.hidden.pop()
                state.spaces[space] = card
                state.tell("shown", card=state.pack().cards[card].quoted, colour=colour)
        seats = len(state.teams)
        state.votes = [None] * seats
        state.confirmed = [False] * seats
        state.debates += 1
        state.until = now + debate_time(state)
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        family = state.family()
        awaited = tuple(seat for seat in family if not state.confirmed[seat])
        return (Ask(f"{state.round}.{state.debates}.debate", "debate", family, awaited, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        if isinstance(action, Vote):
            if action.choice == state.votes[seat]:
                return Refusal("same_vote")
            if action.choice == "clue" and not state.clues_left():
                return Refusal("no_clue_left")
        elif isinstance(action, Confirm):
            if state.votes[seat] is None:
                return Refusal("vote_first")
            if state.confirmed[seat]:
                return Refusal("same_vote")
        elif isinstance(action, Cuddle):
            if not state.terms().cuddle:
                return Refusal("no_cuddle")
            if state.answer is not None or state.cuddles[seat]:
                return Refusal("cuddled")
        return None

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        if isinstance(action, Vote):
            # votes can be changed until the end, and are in the open.
            state.votes[seat] = action.choice
            state.confirmed[seat] = False
            state.tell("voted", seat=seat, choice=action.choice)
        elif isinstance(action, Confirm):
            state.confirmed[seat] = True
            if all(state.confirmed[other] for other in state.family()):
                return _decide(state, luck)
        else:
            _cuddle(state, seat)
        return None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        state.tell("time_up")
        return _decide(state, luck)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        seat = hand.seat
        if seat == board.braincat:
            return ()
        own = board.votes[seat]
        may_confirm = own is not None and not board.confirmed[seat]
        may_cuddle = board.mood == "calin" and board.cuddle_answer is None and not board.cuddles[seat]
        return _offers(own, bool(board.clues_left), may_confirm, may_cuddle)


@lru_cache(maxsize=64)
def _offers(own: Colour | None, may_ask: bool, may_confirm: bool, may_cuddle: bool) -> tuple[FilAction, ...]:
    made: list[FilAction] = [Vote(choice) for choice in CHOICES if choice != own and (choice != "clue" or may_ask)]
    if may_confirm:
        made.append(Confirm())
    if may_cuddle:
        made.append(Cuddle())
    return tuple(made)


def _cuddle(state: FilState, seat: Seat) -> None:
    """M-10: asked once more than half of the Family wants it."""
    state.cuddles[seat] = True
    family = state.family()
    wanting = sum(state.cuddles[other] for other in family)
    state.tell("cuddle", seat=seat)
    if 2 * wanting > len(family):
        state.answer = state.mystery in state.spaces
        state.tell("purr" if state.answer else "no_purr")


def _decide(state: FilState, luck: Luck) -> Then:
    """The vote is over: P-7, a relative majority decides."""
    choice = _choice(state, luck)
    paws, spaces, votes = len(state.paws), tuple(state.spaces), tuple(state.votes)
    if choice == "clue":
        # P-9
        state.asked += 1
        state.story.append(Moment(paws, spaces, votes, (), choice, ()))
        state.tell("clue_asked", left=state.clues_left())
        return "paw"
    kept = COLOURS.index(choice)
    card, other = state.spaces[kept], state.spaces[1 - kept]
    assert card is not None
    assert other is not None
    state.spaces[1 - kept] = None
    state.out.append(other)
    state.story.append(Moment(paws, spaces, votes, (), choice, (other,)))
    cards = state.pack().cards
    state.tell("kept", colour=choice, card=cards[card].quoted)
    # P-8, R-6: Braincat tells what it was, and always the truth.
    if other == state.mystery:
        state.tell("mystery_lost", card=cards[other].quoted)
        return "recap"
    state.tell("false_lead", card=cards[other].quoted)
    # P-12, M-5: won when all false leads have been eliminated.
    return "recap" if len(state.out) == state.terms().masters - 1 else "debate"


def _choice(state: FilState, luck: Luck) -> Colour:
    cast = [vote for vote in state.votes if vote is not None]
    can_ask = state.clues_left() > 0
    if not cast and can_ask:
        # no vote at all.
        state.tell("no_vote")
        return "clue"
    if state.terms().unanimous and can_ask and len(set(cast)) > 1:
        # M-9: without unanimity a clue is asked for, while there is one.
        state.tell("no_unanimity")
        return "clue"
    counted = leaders([None if vote is None else CHOICES.index(vote) for vote in state.votes])
    tied = [CHOICES[place] for place in counted] or list(COLOURS)
    return tied[0] if len(tied) == 1 else toss(state, tied, luck)


def toss(state: FilState, tied: Sequence[Colour], luck: Luck) -> Colour:
    """P-15, R-4: Braincat throws both totems, and the one that lands nearer decides."""
    nearer = COLOURS[luck.below(2)]
    blue_edge, red_edge = luck.chance(1, EDGE), luck.chance(1, EDGE)
    if "clue" in tied and (blue_edge or red_edge):
        result: Colour = "clue"
    elif nearer in tied:
        result = nearer
    else:
        result = next(choice for choice in tied if choice != "clue")
    state.tossed = Toss("blue" if nearer == "blue" else "red", blue_edge, red_edge, result)
    state.tell("tossed", seat=state.cat, nearer=nearer, result=result)
    if blue_edge or red_edge:
        state.tell("on_edge")
    return result
