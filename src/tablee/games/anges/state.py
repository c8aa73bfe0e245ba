"""Everything that is true at a table of Anges & Démons."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from tablee.games.anges.cards import FACES, Claim, Face, is_true, points_of
from tablee.games.anges.options import AngesOptions
from tablee.kernel import Ms, Seat, State

Phase: TypeAlias = Literal["announce", "decide", "keep", "share", "over"]
Answer: TypeAlias = Literal["take", "true", "false"]
Reason: TypeAlias = Literal["take", "challenge"]
"""Why it ended: a taker could not draw (P-13), or a listener could not after a challenge (P-14)."""

HAND: Final = 3


class Laid(NamedTuple):
    """A card on a victory pile."""

    face: Face
    up: bool

    @property
    def points(self) -> int:
        return points_of(self.face, self.up)


LAID_UP: Final = tuple(Laid(face, True) for face in FACES)
LAID_DOWN: Final = tuple(Laid(face, False) for face in FACES)


class Top(NamedTuple):
    """What a victory pile looks like and is worth: kept beside the pile, so that nobody has to count it again."""

    height: int
    face: Face | None
    """Of the card on top, if it lies face up."""
    points: int


BARE: Final = Top(0, None, 0)


class Exchange(NamedTuple):
    """What happened between two players, for the end, when everything is told."""

    announcer: Seat
    listener: Seat
    claim: Claim
    cards: tuple[Face, ...]
    answer: Answer
    winner: Seat | None
    """Who shared the cards; None if they were taken."""
    gains: tuple[int, int]
    """What the sharing was worth to the announcer and to the listener."""

    @property
    def is_true(self) -> bool:
        return is_true(self.claim, self.cards)


class AngesState(State):
    __slots__ = (
        "announcer",
        "answer",
        "claim",
        "discard",
        "draw",
        "drawn",
        "first",
        "hand",
        "open_discard",
        "options",
        "phase",
        "piles",
        "reason",
        "story",
        "tops",
        "turn",
        "until",
    )

    options: AngesOptions
    draw: list[Face]
    """The last is on top."""
    discard: list[Face]
    open_discard: list[Face]
    """P-17: the second discard pile of two players, face up; empty with more."""
    piles: list[list[Laid]]
    """States share a pile until a card is laid on it: put another in its place, never change one."""
    tops: tuple[Top, ...]
    """What `top_of` says of each pile."""
    hand: list[Face]
    """The only hand there is: the announcer's three cards, or all that a taker holds. Sorted, so that nothing tells
    where a card has been; those just drawn by a taker stand last."""
    drawn: int
    """How many of the hand a taker has just drawn."""
    first: Seat
    announcer: Seat
    turn: int
    """Counts the announcements."""
    claim: Claim | None
    answer: Answer | None
    phase: Phase
    until: Ms
    reason: Reason | None
    story: list[Exchange]
    """Nobody sees it before the end."""

    def __init__(self, rules: int, options: AngesOptions, seats: int, first: Seat) -> None:
        super().__init__(rules)
        self.options = options
        self.draw = []
        self.discard = []
        self.open_discard = []
        self.piles = [[] for _ in range(seats)]
        self.tops = (BARE,) * seats
        self.hand = []
        self.drawn = 0
        self.first = first
        self.announcer = first
        self.turn = 0
        self.claim = None
        self.answer = None
        self.phase = "announce"
        self.until = 0
        self.reason = None
        self.story = []

    def copy(self) -> AngesState:
        """The same, free to be changed, with nothing told yet."""
        new = AngesState.__new__(AngesState)
        new.rules = self.rules
        new.captions = []
        new.options = self.options
        new.draw = self.draw.copy()
        new.discard = self.discard.copy()
        new.open_discard = self.open_discard.copy()
        new.piles = self.piles.copy()
        new.tops = self.tops
        new.hand = self.hand.copy()
        new.drawn = self.drawn
        new.first = self.first
        new.announcer = self.announcer
        new.turn = self.turn
        new.claim = self.claim
        new.answer = self.answer
        new.phase = self.phase
        new.until = self.until
        new.reason = self.reason
        new.story = self.story.copy()
        return new

    @property
    def seats(self) -> int:
        return len(self.piles)

    @property
    def listener(self) -> Seat:
        """The left neighbour."""
        return (self.announcer + 1) % len(self.piles)

    @property
    def draws(self) -> int:
        """P-7: a taker draws two; P-18: of two players, three."""
        return draws_of(len(self.piles))

    @property
    def winner(self) -> Seat | None:
        """P-9: whom a challenge gave the cards."""
        if self.phase != "share" or self.claim is None:
            return None
        is_right = is_true(self.claim, self.hand) == (self.answer == "true")
        return self.listener if is_right else self.announcer

    def lay(self, seat: Seat, laid: list[Laid]) -> int:
        """These cards on this seat's pile; what they are worth there."""
        if not laid:
            return 0
        self.piles[seat] = self.piles[seat] + laid
        gain = score(laid)
        tops = list(self.tops)
        height, _, points = tops[seat]
        face, up = laid[-1]
        tops[seat] = Top(height + len(laid), face if up else None, points + gain)
        self.tops = tuple(tops)
        return gain

    def holder(self) -> Seat | None:
        """Who alone sees the hand."""
        if self.phase in ("announce", "decide"):
            return self.announcer
        return self.listener if self.phase == "keep" else None


def draws_of(seats: int) -> int:
    return 3 if seats == 2 else 2


def score(pile: list[Laid]) -> int:
    return sum([points_of(face, up) for face, up in pile])


def top_of(pile: list[Laid]) -> Top:
    return Top(len(pile), pile[-1].face if pile and pile[-1].up else None, score(pile))
