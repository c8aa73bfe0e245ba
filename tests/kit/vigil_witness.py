"""What Vigil's rules say of its secrets, for the kit."""

from __future__ import annotations

from collections.abc import Iterator

from tests.kit.vigil import VigilAction, VigilState, Vote

from tablee.kernel import Action, Ask, Luck, Seat, Viewer
from tablee.kernel.parts.ballot import leaders
from tablee.kit import Witness


def scramble(state: VigilState, viewer: Viewer, luck: Luck) -> VigilState:
    """Other cards where they lie face down, but for one's own and one just peeked; other votes; another swap."""
    twin = state.copy()
    twin.captions = list(state.captions)
    peeked = state.seen[1:] if state.seen and state.seen[0] == viewer.seat else None
    places = [
        (seat, card)
        for seat, up in enumerate(state.up)
        for card in (0, 1)
        if not up[card] and seat != viewer.seat and (seat, card) != peeked
    ]
    _mix(twin, places, luck)
    if state.phase == "vote":
        for seat in range(len(state.votes)):
            if seat != viewer.seat:
                twin.votes[seat] = _some_vote(len(state.votes), seat, luck)
        if viewer.seat != state.active:
            twin.swapped = luck.chance(1, 2)
    return twin


def _mix(twin: VigilState, places: list[tuple[int, int]], luck: Luck) -> None:
    hidden = [twin.cards[seat][card] for seat, card in places] + twin.deck
    luck.shuffle(hidden)
    for seat, card in places:
        twin.cards[seat][card] = hidden.pop()
    twin.deck = hidden


def _some_vote(seats: int, seat: Seat, luck: Luck) -> Seat | None:
    return luck.pick([None, *(other for other in range(seats) if other != seat)])


def reveals(after: VigilState, twin: VigilState, viewer: Viewer) -> bool:
    """A closed vote tells who had the most; a card turned up tells itself; so do one's own peek and swap."""
    if after.turn != twin.turn and after.ranked != leaders(twin.votes):
        return True
    told = [(seat, card) for seat, up in enumerate(after.up) for card in (0, 1) if up[card]]
    if after.seen and not twin.seen and after.seen[0] == viewer.seat:
        told.append(after.seen[1:])
    if any(after.cards[seat][card] != twin.cards[seat][card] for seat, card in told):
        return True
    seat = viewer.seat
    has_swapped = seat is not None and seat == after.active and after.swapped and not twin.swapped
    return has_swapped and seat is not None and after.cards[seat][0] != twin.deck[-1]


def disguise(state: VigilState, viewer: Viewer, seat: Seat, ask: Ask, action: VigilAction, luck: Luck) -> Action | None:
    """Nobody knows of another's vote, or of a swap."""
    assert seat != viewer.seat
    if ask.kind == "vote":
        vote = _some_vote(len(state.votes), seat, luck)
        return None if vote is None else Vote(vote)
    return None if ask.kind == "swap" else action


def fade(state: VigilState, viewer: Viewer, luck: Luck) -> VigilState | None:
    """The card peeked at in this turn; and, for who does not hold them, one's own two cards."""
    if viewer.seat is None:
        return None
    places = []
    if state.seen and state.seen[0] == viewer.seat:
        places.append(state.seen[1:])
    if not viewer.held:
        places += [(viewer.seat, card) for card in (0, 1) if not state.up[viewer.seat][card]]
    if not places:
        return None
    twin = state.copy()
    _mix(twin, places, luck)
    return twin


def pieces(state: VigilState) -> Iterator[tuple[str, int]]:
    yield from (("card", card) for cards in (*state.cards, state.deck) for card in cards)
    yield from (("token", 0) for _ in range(sum(state.tokens) + state.bank))


WITNESS = Witness(scramble=scramble, reveals=reveals, disguise=disguise, fade=fade, pieces=pieces)
