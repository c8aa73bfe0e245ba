"""Everything that is true at a table of Copieur !.

A *place* is where a slate lies: 0 to seats − 1 before a seat, then the centre's, so that there are always six."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from tablee.games.copieur.operations import SLATES, results_of
from tablee.games.copieur.options import CopieurOptions
from tablee.kernel import ALL, Caption, Ms, Seat, State
from tablee.kernel.game import Fact

Place: TypeAlias = int
Phase: TypeAlias = Literal["look", "roll", "play", "tell", "question", "shown", "over"]
Role: TypeAlias = Literal["copier", "teacher"]
Tile: TypeAlias = Literal["correction", "questioning"]

CLAIMS_A_TURN: Final = 2
"""R-2: how often a seat may say something that bots understand."""


class Slapped(NamedTuple):
    seat: Seat
    answer: int
    is_early: bool


class Ranked(NamedTuple):
    """R-8: one place of the ranking. No answer: never slapped."""

    seat: Seat
    answer: int | None
    is_right: bool
    is_early: bool


class Deeds(NamedTuple):
    """What each seat has done so far, for the awards at the end. Until then it is a secret: it tells who was right."""

    runs: tuple[int, ...]
    """Right exchanges since the last wrong one."""
    longest: tuple[int, ...]
    slaps: tuple[int, ...]
    """Questions answered rightly before everybody else."""
    bluffs: tuple[int, ...]
    """Turns in which the Copier went wrong after a lie of theirs."""


def counted(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    """These counts with another one for this seat."""
    return (*counts[:seat], count, *counts[seat + 1 :])


@lru_cache(maxsize=64)
def others_of(active: Seat, seats: int) -> tuple[Seat, ...]:
    """Every seat but this one, in order after it."""
    return tuple((active + step) % seats for step in range(1, seats))


class CopieurState(State):
    __slots__ = (
        "active",
        "claims_left",
        "copied",
        "deeds",
        "die",
        "first",
        "is_ready",
        "liars",
        "operations",
        "options",
        "phase",
        "pointed",
        "points",
        "ranking",
        "role",
        "shown",
        "slaps",
        "slates",
        "supply",
        "suspense",
        "tile",
        "turn",
        "until",
    )

    options: CopieurOptions
    operations: tuple[str, ...]
    """That of slate 1 comes first."""
    slates: list[int]
    """The number of the slate at each of the six places. The secret."""
    points: tuple[int, ...]
    supply: int
    tile: Tile
    first: Seat
    active: Seat
    turn: int
    die: int | None
    role: Role | None
    """That of the active seat, once it is public (R-10)."""
    pointed: Place | None
    copied: Place | None
    """With which place the Copier has just exchanged, until the telling is over."""
    slaps: list[Slapped]
    """Of this turn, in order."""
    claims_left: tuple[int, ...]
    """How many more claims each seat may make this turn."""
    liars: tuple[Seat, ...]
    """Who has made a false one."""
    shown: tuple[Place, ...]
    """Whose slates lie face up now."""
    ranking: tuple[Ranked, ...]
    is_ready: tuple[bool, ...]
    deeds: Deeds
    phase: Phase
    until: Ms
    suspense: Ms
    """When the 3 s of R-10 are over."""

    def __init__(
        self, rules: int, options: CopieurOptions, seats: int, operations: tuple[str, ...], first: Seat
    ) -> None:
        super().__init__(rules)
        self.options = options
        self.operations = operations
        self.slates = list(range(1, SLATES + 1))
        self.points = (0,) * seats
        self.supply = int(options.tokens)
        self.tile = "correction"
        self.first = first
        self.active = first
        self.turn = 0
        self.die = None
        self.role = None
        self.pointed = None
        self.copied = None
        self.slaps = []
        self.claims_left = (CLAIMS_A_TURN,) * seats
        self.liars = ()
        self.shown = ()
        self.ranking = ()
        self.is_ready = (False,) * seats
        self.deeds = Deeds(self.points, self.points, self.points, self.points)
        self.phase = "look"
        self.until = 0
        self.suspense = 0

    def copy(self) -> CopieurState:
        """The same, free to be changed, with nothing told yet."""
        new = CopieurState.__new__(CopieurState)
        new.rules = self.rules
        new.captions = []
        new.options = self.options
        new.operations = self.operations
        new.slates = self.slates.copy()
        new.points = self.points
        new.supply = self.supply
        new.tile = self.tile
        new.first = self.first
        new.active = self.active
        new.turn = self.turn
        new.die = self.die
        new.role = self.role
        new.pointed = self.pointed
        new.copied = self.copied
        new.slaps = self.slaps.copy()
        new.claims_left = self.claims_left
        new.liars = self.liars
        new.shown = self.shown
        new.ranking = self.ranking
        new.is_ready = self.is_ready
        new.deeds = self.deeds
        new.phase = self.phase
        new.until = self.until
        new.suspense = self.suspense
        return new

    @property
    def seats(self) -> int:
        return len(self.points)

    @property
    def turns(self) -> int:
        """R-13: how many there are at most."""
        return self.options.limit * self.seats

    def others(self) -> tuple[Seat, ...]:
        """Every seat but the active one, in order after it."""
        return others_of(self.active, len(self.points))

    def operation(self, number: int) -> str:
        return self.operations[number - 1]

    def pad(self) -> tuple[int, ...]:
        """R-7: the six results in ascending order; nothing where the pad is one of plain numbers."""
        if self.options.pad == "numbers":
            return ()
        return results_of(self.operations)

    def has_slapped(self, seat: Seat) -> bool:
        return bool(self.slaps) and any(slap.seat == seat for slap in self.slaps)

    def is_teacher(self) -> bool:
        """Does the active seat hold what the die shows? Nobody else may know before the role is public."""
        return self.slates[self.active] == self.die

    def holder(self) -> Seat | None:
        """The seat with the slate the die asks for, if it is neither the Copier nor the centre."""
        place = self.slates.index(self.die or 0)
        return place if place < self.seats and place != self.active else None

    def tell(self, code: str, **facts: Fact) -> None:
        """A caption for everybody. Nothing here is told to some only: what a seat alone may know, it peeks at."""
        self.captions.append(Caption(code, facts, ALL))
