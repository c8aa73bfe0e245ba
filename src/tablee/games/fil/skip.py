"""Équipes, the end of a round: where the Mystery card was, and a last chance to find it in the skip."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tablee.games.fil.actions import Choose, Expose, FilAction, Seal
from tablee.games.fil.clocks import EXPOSING, POINTING
from tablee.games.fil.families import (
    BOTH,
    cast,
    check_decision,
    decision_asks,
    decision_moves,
    start_duel,
    tied_choices,
)
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Moment
from tablee.games.fil.state import TEAM_NAMES, FilState
from tablee.games.fil.teams import clear_spaces
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat

FOUND: Final = 8  # P-32
FOUND_IN_SKIP: Final = 4  # P-33


class Verdict(Rulebook):
    """P-32, R-15: cards without a totem go to the skip, the sixth too."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        spaces = tuple(state.spaces)
        skipped = clear_spaces(state)
        _remember(state, spaces, skipped)
        if state.mystery in state.out:
            state.tell("in_the_skip")
            return "expose"
        award(state, FOUND)
        return "recap"


def _remember(state: FilState, spaces: tuple[int | None, ...], out: tuple[int, ...]) -> None:
    totems = tuple(family.totem for family in state.families)
    state.story.append(Moment(len(state.paws), spaces, (), totems, None, out))


def award(state: FilState, points: int) -> None:
    """Points for each family whose totem stands on the Mystery card."""
    for team in BOTH:
        totem = state.families[team].totem
        if totem is not None and state.spaces[totem] == state.mystery:
            state.scores[team] += points
            state.tell("team_found", team=TEAM_NAMES[team], points=points)


class Exposing(Rulebook):
    """P-33, R-16: Braincat shows three cards of the skip, the Mystery card among them."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + EXPOSING
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        seats = (state.cat,)
        return (Ask(f"{state.round}.expose", "expose", seats, seats, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        assert isinstance(action, Expose)
        pair = (action.first, action.second)
        if max(pair) >= len(state.out) or pair[0] == pair[1]:
            return Refusal("two_cards")
        is_mystery = any(state.out[place] == state.mystery for place in pair)
        return Refusal("not_the_mystery") if is_mystery else None

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        assert isinstance(action, Expose)
        return _expose(state, [state.out[action.first], state.out[action.second]], luck)

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        state.tell("clock", seat=state.cat)
        others = [card for card in state.out if card != state.mystery]
        luck.shuffle(others)
        return _expose(state, others[:2], luck)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        places = [place for place, card in enumerate(hand.skip) if card != hand.mystery]
        return [Expose(*pair) for one, other in combinations(places, 2) for pair in ((one, other), (other, one))]


def _expose(state: FilState, others: list[int], luck: Luck) -> Then:
    assert state.mystery is not None
    # The cards under the totems are false leads: they leave, and the totems are free to point.
    state.out += [card for card in state.spaces if card is not None]
    three = [state.mystery, *others]
    state.out = [card for card in state.out if card not in three]
    luck.shuffle(three)
    state.spaces = list(three)
    for family in state.families:
        family.open()
        family.totem = None
    state.tell("three_shown")
    # P-33: the leading family first; of two that are level, the one that is not Braincat's.
    red, blue = state.scores
    state.pointing = 1 - state.team_of(state.cat) if red == blue else BOTH[blue > red]
    return "point"


class Pointing(Rulebook):
    """P-33: one family points, then the other. R-20: sixty seconds each."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        assert state.pointing is not None
        state.families[state.pointing].open()
        state.pauses = 0
        state.until = now + POINTING
        state.tell("to_point", team=TEAM_NAMES[state.pointing])
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        return decision_asks(state, "point", state.until)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        return check_decision(state, seat, action)

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        if isinstance(action, Seal):
            return _point(state, state.team_of(seat), now)
        assert isinstance(action, Choose)
        cast(state, seat, action.space, now)
        return None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        assert state.pointing is not None
        if ask.kind != "hurry":
            state.tell("time_up")
        return _point(state, state.pointing, now)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        return decision_moves(board, hand, can_stay=False)


def _point(state: FilState, team: int, now: Ms) -> Then:
    sides = tied_choices(state, team)
    if len(sides) > 1:
        return start_duel(state, team, sides, now)
    return point_totem(state, team, sides[0][1] if sides else None)


def point_totem(state: FilState, team: int, choice: int | None) -> Then:
    family = state.families[team]
    family.done = True
    family.hurry = None
    family.totem = choice
    if choice is None:
        state.tell("points_nowhere", team=TEAM_NAMES[team])
    else:
        card = state.spaces[choice]
        assert card is not None
        # No points for stepping on here.
        state.tell("points_at", team=TEAM_NAMES[team], card=state.pack().cards[card].quoted)
    if not state.families[1 - team].done:
        state.pointing = 1 - team
        return "point"
    _remember(state, tuple(state.spaces), ())
    award(state, FOUND_IN_SKIP)
    return "recap"
