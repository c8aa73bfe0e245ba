"""The cards, and what can truthfully be said of three of them.

Inside the rules a card is its *face*, a number below 15: equal cards are the same number, and none of them can be
followed from hand to hand. Outside it is a `Card`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

Face: TypeAlias = int
"""0–9 the Angels, 10–13 the Demons 6–9, 14 the X."""

Claim: TypeAlias = tuple[int, int, int]
"""Three values, highest first (R-3)."""

CardName: TypeAlias = Literal[
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "d6", "d7", "d8", "d9", "x"
]  # fmt: skip
Suit: TypeAlias = Literal["angel", "demon", "x"]

NAMES: Final[tuple[CardName, ...]] = (
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "d6", "d7", "d8", "d9", "x",
)  # fmt: skip
ANGELS: Final = range(10)
DEMONS: Final = range(10, 14)
X: Final[Face] = 14
FACES: Final = range(15)

BACK: Final = 1
"""P-1: every card is worth +1 face down."""
ANGEL_POINTS: Final = 2
DEMON_POINTS: Final = -2
X_POINTS: Final = 0

# P-1: three of each Angel, six of each Demon, six X.
COPIES: Final = (3,) * 10 + (6,) * 4 + (6,)


class Card(NamedTuple):
    """A card as it is seen. `name` is also that of its label: `card.a5`."""

    name: CardName
    suit: Suit
    value: int | None
    """None: an X has none of its own."""
    up: int
    """Its points face up."""
    down: int
    """Its points face down."""


def suit_of(face: Face) -> Suit:
    return "angel" if face < 10 else "x" if face == X else "demon"


def value_of(face: Face) -> int | None:
    return face if face < 10 else None if face == X else face - 4


def points_of(face: Face, up: bool) -> int:
    """P-16."""
    return _POINTS_UP[face] if up else BACK


_POINTS_UP: Final = (ANGEL_POINTS,) * 10 + (DEMON_POINTS,) * 4 + (X_POINTS,)
CARDS: Final = tuple(Card(NAMES[face], suit_of(face), value_of(face), points_of(face, True), BACK) for face in FACES)
FACE_OF: Final[dict[CardName, Face]] = {name: face for face, name in enumerate(NAMES)}


def shown(faces: Iterable[Face]) -> tuple[Card, ...]:
    return tuple([CARDS[face] for face in faces])


def names(faces: Iterable[Face]) -> tuple[CardName, ...]:
    return tuple([NAMES[face] for face in faces])


def deck(size: Literal["60", "54"]) -> list[Face]:
    """R-1: sixty cards as listed, or the fifty-four without the X."""
    return [face for face in FACES if size == "60" or face != X for _ in range(COPIES[face])]


def sorted_claim(values: Iterable[int]) -> Claim:
    """R-3: highest first."""
    high, middle, low = sorted(values, reverse=True)
    return high, middle, low


CLAIMS: Final[tuple[Claim, ...]] = tuple(
    (high, middle, low) for high in range(9, -1, -1) for middle in range(high, -1, -1) for low in range(middle, -1, -1)
)
"""Everything that can be announced: 220 claims."""


def is_triple(claim: Claim) -> bool:
    """P-5: three equal values."""
    return claim[0] == claim[2]


def readings(hand: Sequence[Face]) -> tuple[Claim, ...]:
    """Everything that can truthfully be said of these three cards, highest first."""
    return _readings(tuple(hand))


@cache
def _readings(hand: tuple[Face, ...]) -> tuple[Claim, ...]:
    # each X takes the value of a numbered card of the hand; P-6: three X are three times any one value.
    values = [value for face in hand if (value := value_of(face)) is not None]
    if not values:
        return tuple((value, value, value) for value in range(9, -1, -1))
    read = [tuple(values)]
    for _ in range(len(hand) - len(values)):
        read = [(*some, value) for some in read for value in values]
    return tuple(sorted({sorted_claim(some) for some in read}, reverse=True))


def is_true(claim: Claim, hand: Sequence[Face]) -> bool:
    return claim in readings(hand)


def distance(claim: Claim, hand: Sequence[Face]) -> int:
    """How far a claim is from the nearest truth: the values added to and taken from the cards."""
    return min(sum(abs(said - true) for said, true in zip(claim, read, strict=True)) for read in readings(hand))
