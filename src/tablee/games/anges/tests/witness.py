"""What the kit needs to hear from Anges & Démons: what is hidden from whom, what is forgotten, which pieces there are.

Written from the rules page, section Hidden: the hand is its holder's alone; draw pile and discards are nobody's; a pile
shows its height and its top if face up; three cards of a challenge are shown to all until shared; taken cards are never
told true or false; at the end everything is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from tablee.games.anges.actions import AngesAction, Keep
from tablee.games.anges.cards import ANGELS, NAMES, Claim, Face, X
from tablee.games.anges.state import AngesState, Laid
from tablee.kernel import Ask, Luck, Seat, Viewer
from tablee.kit import Witness

Spot = tuple[Callable[[], Face], Callable[[Face], None]]
"""How the card of a place is read, and how another is put there."""


def scramble(state: AngesState, viewer: Viewer, luck: Luck) -> AngesState:
    """The same table with other cards wherever this viewer sees none. Often only two have changed places, so that the
    twin can be followed for a while."""
    twin = _twin(state)
    if state.phase == "over":
        return twin
    hidden = [*_cards(twin.draw), *_cards(twin.discard), *(spot for pile in twin.piles for spot in _face_down(pile))]
    if state.phase != "share" and viewer.seat != _holder(state):
        hidden += _cards(twin.hand)
    _shuffle(hidden if luck.chance(1, 2) else _two_of(hidden, luck), luck)
    _sort_hand(twin)
    twin.story = [
        one._replace(cards=tuple(sorted(luck.pick(twin.draw or [X]) for _ in range(3))))
        if one.answer == "take" and viewer.seat not in (one.announcer, one.listener)
        else one
        for one in twin.story
    ]
    return twin


def fade(state: AngesState, viewer: Viewer, luck: Luck) -> AngesState | None:
    """Whoever saw a card laid or discarded must remember it by themselves: no screen shows it any more."""
    if state.phase == "over":
        return None
    twin = _twin(state)
    below = [*_cards(twin.discard), *_cards(twin.open_discard)[:-1]]
    for pile in twin.piles:
        below += _face_down(pile)
    _shuffle(below, luck)
    # With running scores the points of a pile stay what they are, so face-up cards change places with their like only.
    buried = [spot for pile in twin.piles for spot in _buried(pile)]
    _shuffle([(read, put) for read, put in buried if read() in ANGELS], luck)
    _shuffle([(read, put) for read, put in buried if read() != X and read() not in ANGELS], luck)
    return twin


def reveals(after: AngesState, twin: AngesState, viewer: Viewer) -> bool:
    """A challenge shows the hand to all, taking and drawing show it to its new holder, a card laid or discarded face up
    is seen, what the clock does may tell the truth, and the end tells everything."""
    if after.phase == "over":
        return True
    by_clock = any(caption.code == "clock" for caption in after.captions)
    if twin.phase == "announce":
        return by_clock and _highest_truth(twin.hand) != after.claim
    if twin.phase == "decide":
        if after.phase == "share":
            return sorted(twin.hand) != sorted(after.hand)
        count = len(after.hand) - 3
        return viewer.seat == after.listener and after.hand != twin.hand + sorted(twin.draw[-count:])
    if twin.phase == "share":
        return viewer.seat == after.announcer and after.hand != sorted(twin.draw[-3:])
    return _is_laid_otherwise(after, twin, by_clock)


def disguise(twin: AngesState, viewer: Viewer, seat: Seat, ask: Ask, action: AngesAction, luck: Luck) -> AngesAction:
    """What another seat discards or lays face down is its own business: the twin does it with any of its cards."""
    if not isinstance(action, Keep):
        return action
    left = [NAMES[face] for face in twin.hand]
    if action.up:
        left.remove(action.lay)
    if action.open_discard is not None:
        left.remove(action.open_discard)
    luck.shuffle(left)
    return Keep(left.pop(), action.lay if action.up else left.pop(), action.up, action.open_discard)


def pieces(state: AngesState) -> Iterator[tuple[str, Face]]:
    """Every card, wherever it is."""
    for faces in (state.draw, state.discard, state.open_discard, state.hand):
        yield from (("card", face) for face in faces)
    for pile in state.piles:
        yield from (("card", laid.face) for laid in pile)


def _twin(state: AngesState) -> AngesState:
    twin = state.copy()
    twin.piles = [list(pile) for pile in state.piles]
    twin.captions = list(state.captions)
    return twin


def _holder(state: AngesState) -> Seat:
    """The announcer until the listener has decided, then the taker."""
    return (state.announcer + (state.phase == "keep")) % len(state.piles)


def _is_laid_otherwise(after: AngesState, twin: AngesState, by_clock: bool) -> bool:
    """After a take: did the public see a card that the twin would not have put there?"""
    taker = after.announcer
    laid = after.piles[taker][-1]
    seen = [laid.face] if laid.up else []
    if len(after.open_discard) > len(twin.open_discard):
        seen.append(after.open_discard[-1])
    if not by_clock:
        return bool(Counter(seen) - Counter(twin.hand))
    return (seen, laid.up) != _clock_shows(twin.hand, len(after.piles) == 2)


def _clock_shows(hand: list[Face], two: bool) -> tuple[list[Face], bool]:
    """What everybody sees of the clock's choice: the lowest Angel face up, otherwise a card face down; of two players
    also the second of the discards, which go Demons, X, Angels, lowest first."""
    left = sorted(hand)
    angels = [face for face in left if face in ANGELS]
    demons = [face for face in left if face not in ANGELS and face != X]
    xs = [face for face in left if face == X]
    laid = (angels or xs or demons)[0]
    for pile in (angels, demons, xs):
        if laid in pile:
            pile.remove(laid)
    second = [*demons, *xs, *angels][1]
    return ([laid] if laid in ANGELS else []) + ([second] if two else []), laid in ANGELS


def _highest_truth(hand: list[Face]) -> Claim:
    values = sorted((face if face in ANGELS else face - 4 for face in hand if face != X), reverse=True)
    while len(values) < 3:
        values.append(values[0] if values else 9)
    high, middle, low = sorted(values, reverse=True)
    return high, middle, low


def _sort_hand(state: AngesState) -> None:
    """A hand is sorted; what a taker has just drawn stands last."""
    passed = len(state.hand) - state.drawn
    state.hand = sorted(state.hand[:passed]) + sorted(state.hand[passed:])


def _cards(faces: list[Face]) -> list[Spot]:
    return [_in(faces, place) for place in range(len(faces))]


def _face_down(pile: list[Laid]) -> list[Spot]:
    return [_on(pile, place) for place, laid in enumerate(pile) if not laid.up]


def _buried(pile: list[Laid]) -> list[Spot]:
    return [_on(pile, place) for place, laid in enumerate(pile[:-1]) if laid.up]


def _in(faces: list[Face], place: int) -> Spot:
    def put(face: Face) -> None:
        faces[place] = face

    return lambda: faces[place], put


def _on(pile: list[Laid], place: int) -> Spot:
    def put(face: Face) -> None:
        pile[place] = Laid(face, pile[place].up)

    return lambda: pile[place].face, put


def _two_of(spots: list[Spot], luck: Luck) -> list[Spot]:
    spots = list(spots)
    luck.shuffle(spots)
    return spots[:2]


def _shuffle(spots: list[Spot], luck: Luck) -> None:
    faces = [read() for read, _ in spots]
    luck.shuffle(faces)
    for (_, put), face in zip(spots, faces, strict=True):
        put(face)


WITNESS = Witness(scramble=scramble, reveals=reveals, disguise=disguise, fade=fade, pieces=pieces)
