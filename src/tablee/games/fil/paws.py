"""Clues and paws: Braincat points, in silence."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil.actions import FilAction, Point
from tablee.games.fil.chain import between, draw_clue
from tablee.games.fil.clocks import PAW
from tablee.games.fil.dealing import shuffle_masters
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Paw
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat


class Paws(Rulebook):
    """P-5, P-9, P-27: a clue, or the first two, and a paw."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        cards = state.clue_pack().cards
        if not state.paws:
            # P-13: the first two are exempt between themselves.
            state.clues += [draw_clue(state, luck, strict=False), draw_clue(state, luck, strict=False)]
            first, second = (cards[clue].quoted for clue in state.clues)
            state.tell("first_clues", first=first, second=second)
        else:
            state.clues.append(draw_clue(state, luck, strict=True))
            state.greens -= 1
            state.tell("clue", card=cards[state.clues[-1]].quoted)
        state.since = now
        state.until = now + PAW
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        seats = (state.cat,)
        return (Ask(f"{state.round}.{len(state.paws)}.paw", "paw", seats, seats, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        assert isinstance(action, Point)
        return None if action.clue in between(state) else Refusal("not_between")

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        assert isinstance(action, Point)
        return _lay(state, action.clue, now, luck, by_clock=False)

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        # laid at random, and said so.
        state.tell("clock_paw", seat=state.cat)
        return _lay(state, luck.pick(between(state)), now, luck, by_clock=True)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        if hand.seat != board.braincat or board.paw_between is None:
            return ()
        return [Point(clue) for clue in board.paw_between]


def _lay(state: FilState, clue: int, now: Ms, luck: Luck, *, by_clock: bool) -> Then:
    pair = between(state)
    other = pair[0] if pair[1] == clue else pair[1]
    state.paws.append(Paw(clue, other, now - state.since, by_clock))
    cards = state.clue_pack().cards
    near, far = cards[state.clues[clue]].quoted, cards[state.clues[other]].quoted
    seconds = (now - state.since) // 1000
    state.tell("paw", seat=state.cat, number=len(state.paws), near=near, far=far, seconds=seconds)
    if state.is_together:
        # M-4: a prodigal cat lays two before the Family has seen a Master card.
        return "paw" if len(state.paws) < state.terms().openers else "debate"
    if state.options.mode == "equipes":
        return "step"
    if len(state.paws) == 1:
        # P-36: shuffled only now, then all four are shown.
        shuffle_masters(state, luck)
        state.spaces = [state.hidden.pop() for _ in range(len(state.hidden))]
        state.tell("four_shown")
    return "choose"
