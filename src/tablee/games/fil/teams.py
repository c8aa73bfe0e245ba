"""Équipes, a turn of a round: both families choose at once (P-28), the skip (P-30), a new Master card (P-31)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.fil.actions import Choose, FilAction, Seal
from tablee.games.fil.clocks import step_time
from tablee.games.fil.families import (
    BOTH,
    appoint,
    cast,
    check_decision,
    decision_asks,
    decision_moves,
    prefix,
    start_duel,
    tied_choices,
)
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Moment
from tablee.games.fil.state import STAY, TEAM_NAMES, FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.games.fil.visits import visit
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat

TURNS: Final = 4  # P-26
FIRST_SHOWN: Final = 2


class Step(Rulebook):
    """P-28: step 2, simultaneous and at speed."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        if state.turn == 0:
            appoint(state)
            for _ in range(FIRST_SHOWN):
                show_master(state)
        state.turn += 1
        state.pauses = 0
        for family in state.families:
            family.open()
        # P-28, R-14: the family behind may wait; of two that are level, Braincat's.
        red, blue = state.scores
        behind = state.team_of(state.cat) if red == blue else BOTH[red > blue]
        state.leader = 1 - behind
        length = step_time(state)
        state.until = now + length
        state.ahead = now + length * 3 // 4
        state.tell("turn", number=state.turn, team=TEAM_NAMES[state.leader])
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        clocks = [Ask(f"{prefix(state)}.step", "step", (), (), state.until)]
        if state.ahead is not None:
            clocks.insert(0, Ask(f"{prefix(state)}.ahead", "ahead", (), (), state.ahead))
        return (*clocks, *decision_asks(state, "vote", state.until))

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        return check_decision(state, seat, action)

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        if isinstance(action, Seal):
            return decide(state, state.team_of(seat), now)
        cast(state, seat, action.space if isinstance(action, Choose) else STAY, now)
        return None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        if ask.kind == "ahead":
            # the family ahead must have confirmed by now.
            return decide(state, state.leader, now)
        if ask.kind == "hurry":
            return decide(state, TEAM_NAMES.index(ask.id.rpartition(".")[2]), now)
        state.tell("time_up")
        return decide(state, 1 - state.leader if state.families[state.leader].done else state.leader, now)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        return decision_moves(board, hand, can_stay=True)


def decide(state: FilState, team: int, now: Ms) -> Then:
    """R-14: a family's majority counts now; P-29: a tie is played out first."""
    sides = tied_choices(state, team)
    if len(sides) > 1:
        return start_duel(state, team, sides, now)
    # only a family in which nobody voted does not move.
    return move_totem(state, team, sides[0][1] if sides else STAY)


def move_totem(state: FilState, team: int, choice: int) -> Then:
    """R-14: the totem moves at once, and only now does stepping on score."""
    family, other = state.families[team], state.families[1 - team]
    family.done = True
    family.hurry = None
    if team == state.leader:
        state.ahead = None
    if choice == STAY:
        state.tell("totem_stays", team=TEAM_NAMES[team])
    else:
        points = visit(state, choice)
        family.totem = choice
        card = state.spaces[choice]
        assert card is not None
        state.tell("totem_moves", team=TEAM_NAMES[team], card=state.pack().cards[card].quoted)
        if other.totem == choice:
            # P-28: the family that was there scores as many points as paws lie.
            state.scores[1 - team] += points
            state.tell("stepped_on", team=TEAM_NAMES[1 - team], points=points)
    return "turn_end" if other.done else None


def show_master(state: FilState) -> None:
    """P-27, P-31: a Master card on the first free space."""
    space = state.spaces.index(None)
    card = state.hidden.pop()
    state.spaces[space] = card
    state.tell("master_shown", card=state.pack().cards[card].quoted)


class TurnEnd(Rulebook):
    """Steps 3 and 4."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        spaces = tuple(state.spaces)
        skipped = clear_spaces(state)
        totems = tuple(family.totem for family in state.families)
        state.story.append(Moment(len(state.paws), spaces, (), totems, None, skipped))
        if skipped:
            state.tell("skipped", cards=len(skipped))
        show_master(state)
        return "paw" if state.turn < TURNS else "verdict"


def clear_spaces(state: FilState) -> tuple[int, ...]:
    """P-30: Master cards without a totem go to the skip; nothing is said of them."""
    totems = {family.totem for family in state.families}
    skipped = []
    for space, card in enumerate(state.spaces):
        if card is not None and space not in totems:
            skipped.append(card)
            state.spaces[space] = None
    state.out += skipped
    return tuple(skipped)
