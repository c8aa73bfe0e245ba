"""Some state in which a viewer would see this very view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablee.games.anges.cards import DEMONS, FACE_OF, Card, Face, X, deck
from tablee.games.anges.state import HAND, AngesState, Exchange, Laid, top_of
from tablee.games.anges.view import AngesBoard, AngesHand, Ending, Pile
from tablee.kernel import Luck, View


def imagined(view: View[AngesBoard, AngesHand], luck: Luck, rules: int) -> AngesState:
    board = view.board
    state = AngesState(rules, board.options, len(board.piles), board.first)
    state.announcer = board.announcer
    state.turn = board.turn
    state.claim = board.claim
    state.answer = board.answer
    if board.ending is not None:
        _recall(state, board.ending)
        return state
    ask = view.asks[0]
    state.phase = ask.kind  # type: ignore[assignment]
    state.until = ask.until or 0
    state.drawn = board.draws if state.phase == "keep" else 0
    _deal(state, board, view.hand, luck)
    return state


def _recall(state: AngesState, ending: Ending) -> None:
    """When all is told there is nothing to imagine."""
    state.phase = "over"
    state.reason = ending.reason
    state.piles = [[Laid(FACE_OF[one.card.name], one.up) for one in pile] for pile in ending.piles]
    state.tops = tuple(map(top_of, state.piles))
    state.discard = _faces(ending.discard)
    state.open_discard = _faces(ending.open_discard)
    state.draw = _faces(ending.left)
    state.story = [
        Exchange(
            told.announcer, told.listener, told.claim, tuple(_faces(told.cards)), told.answer, told.winner, told.gains
        )
        for told in ending.told
    ]


def _faces(cards: Sequence[Card]) -> list[Face]:
    return [FACE_OF[card.name] for card in cards]


def _deal(state: AngesState, board: AngesBoard, hand: AngesHand | None, luck: Luck) -> None:
    """What is seen stays where it is seen; everything else is dealt from what is left of the deck."""
    seen = _faces(board.shown) or ([] if hand is None else _faces(hand.cards))
    tops = [None if pile.top is None else FACE_OF[pile.top.name] for pile in board.piles]
    open_top = None if board.open_top is None else FACE_OF[board.open_top.name]
    unseen = Counter(deck(board.options.deck))
    unseen.subtract([*seen, *(top for top in tops if top is not None), *([] if open_top is None else [open_top])])
    stock = _Stock(list(unseen.elements()), luck)
    # What must lie face up below a top comes first: it needs certain cards.
    for pile, buried in zip(state.piles, _buried(board.piles, unseen, luck), strict=True):
        pile += [Laid(stock.of_suit(suit), True) for suit in buried]
    for pile, top, wanted in zip(state.piles, tops, board.piles, strict=True):
        is_covered = top is not None
        while len(pile) < wanted.height - is_covered:
            pile.append(Laid(stock.any(), False))
        # The last card of an unseen top is face down.
        _mix(pile, luck, all_but_last=wanted.height > 0 and not is_covered)
        if top is not None:
            pile.append(Laid(top, True))
    state.tops = tuple(map(top_of, state.piles))
    state.discard = [stock.any() for _ in range(board.discard)]
    if board.open_discard is not None and open_top is not None:
        state.open_discard = [*(stock.any() for _ in range(board.open_discard - 1)), open_top]
    state.draw = [stock.any() for _ in range(board.draw)]
    if seen:
        state.hand = seen
    else:
        passed = sorted(stock.any() for _ in range(HAND))
        state.hand = passed + sorted(stock.any() for _ in range(state.drawn))


class _Stock:
    """Cards to be dealt, in any order."""

    def __init__(self, faces: list[Face], luck: Luck) -> None:
        luck.shuffle(faces)
        self._faces = faces

    def any(self) -> Face:
        return self._faces.pop()

    def of_suit(self, suit: int) -> Face:
        place = next(place for place, face in enumerate(self._faces) if _suit(face) == suit)
        return self._faces.pop(place)


def _suit(face: Face) -> int:
    """0 Angel, 1 X, 2 Demon."""
    return 1 if face == X else 2 if face in DEMONS else 0


def _mix(pile: list[Laid], luck: Luck, *, all_but_last: bool) -> None:
    """A random order; `all_but_last` keeps a card that is face down on top."""
    if not all_but_last:
        luck.shuffle(pile)
        return
    top = pile.pop()
    luck.shuffle(pile)
    pile.append(top)


class _Ups(NamedTuple):
    """How many cards of a pile lie face up below its top."""

    angels: int
    xs: int
    demons: int


def _buried(piles: Sequence[Pile], unseen: Counter[Face], luck: Luck) -> list[list[int]]:
    """For each pile the suits that lie face up below its top: any that make up its points, where they are shown."""
    left = [0, 0, 0]
    for face, count in unseen.items():
        left[_suit(face)] += count
    wanted = [list(_ways(pile)) for pile in piles]
    for ways in wanted:
        if len(ways) > 1 and luck.chance(1, 2):
            ways[0], ways[1] = ways[1], ways[0]
    found = _choose(wanted, tuple(left))
    if found is None:
        raise ValueError("no cards make up the points of these piles")
    return [[0] * ups.angels + [1] * ups.xs + [2] * ups.demons for ups in found]


def _ways(pile: Pile) -> Iterator[_Ups]:
    """What may lie face up below the top, fewest cards first."""
    covered = pile.height - 1 if pile.top is not None else max(0, pile.height - 1)
    if pile.points is None:
        yield _Ups(0, 0, 0)
        yield from (_Ups(1, 0, 0) for _ in range(covered > 0))
        return
    # The top counts for itself; face down all others would be worth one point each.
    top = pile.top.up if pile.top is not None else min(1, pile.height)
    missing = covered - (pile.points - top)
    ways = [
        _Ups(3 * demons + xs - missing, xs, demons)
        for demons in range(covered + 1)
        for xs in range(min(6, covered - demons) + 1)
        if 0 <= 3 * demons + xs - missing <= covered - demons - xs
    ]
    yield from sorted(ways, key=lambda ups: (ups.xs, sum(ups)))


def _choose(wanted: list[list[_Ups]], left: tuple[int, ...]) -> list[_Ups] | None:
    """One way for each pile, so that no suit runs out."""
    if not wanted:
        return []
    for ups in wanted[0]:
        after = tuple(have - take for have, take in zip(left, ups, strict=True))
        if min(after) >= 0:
            rest = _choose(wanted[1:], after)
            if rest is not None:
                return [ups, *rest]
    return None
