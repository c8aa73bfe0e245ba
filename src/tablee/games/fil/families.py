"""Équipes: how a family makes up its mind. Votes are its own business; what its totem does is everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.fil.actions import Choose, FilAction, Nominate, Seal, Stay
from tablee.games.fil.clocks import HURRY
from tablee.games.fil.phase import Then
from tablee.games.fil.pieces import Duel
from tablee.games.fil.state import STAY, TEAM_NAMES, FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Ms, Refusal, Seat
from tablee.kernel.parts.ballot import leaders

BOTH: Final = (0, 1)

# --- Ambassadors -----------------------------------------------------------------------------------------------------


def first_ambassadors(state: FilState) -> None:
    """R-17: the Ambassador is a family's first seat that is not Braincat, unless it votes otherwise."""
    state.ambassadors = [state.members(team)[0] for team in BOTH]


def nomination_asks(state: FilState) -> tuple[Ask, ...]:
    """While Braincat chooses and looks, each family may vote for another Ambassador."""
    if state.options.mode != "equipes":
        return ()
    return tuple(
        Ask(f"{state.round}.ambassador.{TEAM_NAMES[team]}", "ambassador", state.members(team), (), None)
        for team in BOTH
    )


def refuse_nomination(state: FilState, seat: Seat, action: Nominate) -> Refusal | None:
    if action.seat not in state.members(state.team_of(seat)):
        return Refusal("not_family")
    return Refusal("same_vote") if state.nominations[seat] == action.seat else None


def nominate(state: FilState, seat: Seat, action: Nominate) -> Then:
    state.nominations[seat] = action.seat
    return None


def appoint(state: FilState) -> None:
    """A seat that alone has most of its family's nominations is its Ambassador."""
    for team in BOTH:
        members = state.members(team)
        wanted = leaders([state.nominations[seat] for seat in members])
        if len(wanted) == 1:
            state.ambassadors[team] = wanted[0]
        seat = state.ambassadors[team]
        state.tell("ambassador", seat=seat, team=TEAM_NAMES[team])


def nomination_moves(board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
    if board.options.mode != "equipes" or hand.seat == board.braincat:
        return ()
    own = next((nominee for voter, nominee in hand.nominations if voter == hand.seat), None)
    team = board.teams[hand.seat]
    family = [seat for seat, name in enumerate(board.teams) if name == team and seat != board.braincat]
    return [Nominate(seat) for seat in family if seat != own]


# --- Votes -----------------------------------------------------------------------------------------------------------


def prefix(state: FilState) -> str:
    """What asks of this decision are called. R-12: after a duel they come back under new names."""
    stage = state.turn if state.pointing is None else f"point{state.pointing}"
    return f"{state.round}.{stage}.{state.pauses}"


def decision_asks(state: FilState, kind: str, until: Ms) -> tuple[Ask, ...]:
    """The vote of each family that has not decided, its Ambassador's confirmation, and its last clock."""
    deciding = [team for team in order(state) if not state.families[team].done]
    made: list[Ask] = []
    stage = prefix(state)
    for team in deciding:
        family, members = state.families[team], state.members(team)
        if family.hurry is not None:
            # its existence tells that all have voted, so it is the family's secret.
            name = f"{stage}.{family.hurries}.hurry.{TEAM_NAMES[team]}"
            made.append(Ask(name, "hurry", (), (), family.hurry, to=members))
        voted = [seat for seat, _ in family.votes]
        awaited = tuple([seat for seat in members if seat not in voted])
        # that a family votes is public, who of it has is not.
        name = f"{stage}.{kind}.{TEAM_NAMES[team]}"
        made.append(Ask(name, kind, members, awaited, until, awaited_to=members))
    seats = tuple(seat for team in deciding if (seat := state.ambassadors[team]) is not None)
    made.append(Ask(f"{stage}.seal", "seal", seats, (), until))
    return tuple(made)


def order(state: FilState) -> tuple[int, ...]:
    """Who decides, the family that may not wait first. P-33: in pointing one after the other."""
    return (state.leader, 1 - state.leader) if state.pointing is None else (state.pointing,)


def check_decision(state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
    team = state.team_of(seat)
    family = state.families[team]
    if isinstance(action, Seal):
        return None if family.votes else Refusal("nobody_voted")
    choice = STAY if isinstance(action, Stay) else action.space if isinstance(action, Choose) else None
    assert choice is not None
    if choice != STAY and (choice >= len(state.spaces) or state.spaces[choice] is None):
        return Refusal("no_card_there")
    if choice != STAY and choice == family.totem:
        return Refusal("already_there")
    return Refusal("same_vote") if (seat, choice) in family.votes else None


def cast(state: FilState, seat: Seat, choice: int, now: Ms) -> None:
    """A vote, told to nobody: the family sees it in its hands."""
    team = state.team_of(seat)
    family = state.families[team]
    family.votes = [(voter, old) for voter, old in family.votes if voter != seat]
    family.votes.append((seat, choice))
    # when all have voted the Ambassador has twenty seconds; a changed vote restarts them.
    if len(family.votes) == len(state.members(team)):
        family.hurry = now + HURRY
        family.hurries += 1


def tied_choices(state: FilState, team: int) -> tuple[tuple[Seat, int], ...]:
    """P-29, R-12: the choices with most votes in order of first vote, each with the first who voted so."""
    votes = state.families[team].votes
    most = leaders([choice for _, choice in votes])
    firsts: dict[int, Seat] = {}
    for seat, choice in votes:
        if choice in most:
            firsts.setdefault(choice, seat)
    return tuple((seat, choice) for choice, seat in firsts.items())


def start_duel(state: FilState, team: int, sides: tuple[tuple[Seat, int], ...], now: Ms) -> Then:
    """R-12: meanwhile the step's clock waits."""
    ahead_left = None if state.ahead is None else max(0, state.ahead - now)
    hurry_left = tuple(None if family.hurry is None else max(0, family.hurry - now) for family in state.families)
    state.duel = Duel(
        team=team,
        sides=sides,
        wins=(0, 0),
        thrown=(None, None),
        last=None,
        number=0,
        back="step" if state.pointing is None else "point",
        left=max(0, state.until - now),
        ahead_left=ahead_left,
        hurry_left=(hurry_left[0], hurry_left[1]),
    )
    state.tell("duel", team=TEAM_NAMES[team], seat=sides[0][0], by=sides[1][0])
    return "duel"


def end_duel(state: FilState, now: Ms) -> None:
    """R-12: the clocks that waited run on."""
    duel = state.duel
    assert duel is not None
    state.phase = duel.back
    state.duel = None
    state.pauses += 1
    state.until = now + duel.left
    state.ahead = None if duel.ahead_left is None else now + duel.ahead_left
    for family, left in zip(state.families, duel.hurry_left, strict=True):
        if family.hurry is not None and left is not None:
            family.hurry = now + left


def decision_moves(board: FilBoard, hand: FilHand, *, can_stay: bool) -> Sequence[FilAction]:
    team_name = board.teams[hand.seat]
    if hand.seat == board.braincat or team_name is None:
        return ()
    team = TEAM_NAMES.index(team_name)
    if board.done[team] or board.pointing not in (None, team):
        return ()
    own = next((choice for seat, choice in hand.votes if seat == hand.seat), None)
    made: list[FilAction] = [
        Choose(space)
        for space, card in enumerate(board.spaces)
        if card is not None and space not in (own, board.totems[team])
    ]
    if can_stay and own != STAY:
        made.append(Stay())
    if board.ambassadors[team] == hand.seat and hand.votes:
        made.append(Seal())
    return made
