"""What lies and happens at a table of De Fil en Aiguille. All but a family are values."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tablee.games.fil.actions import Colour, Gesture
from tablee.games.fil.moods import Mood
from tablee.kernel import Ms, Seat


class Paw(NamedTuple):
    at: int
    """The clue its claws point at."""
    other: int
    """The clue on its other side."""
    took: Ms
    """How long Braincat thought: information in itself."""
    by_clock: bool


class Toss(NamedTuple):
    """P-15: both totems thrown."""

    nearer: Literal["blue", "red"]
    blue_edge: bool
    red_edge: bool
    result: Colour


class Moment(NamedTuple):
    """One decision of a round, for its story."""

    paws: int
    spaces: tuple[int | None, ...]
    votes: tuple[Colour | None, ...]
    """Co-operative: what each seat voted."""
    marks: tuple[int | None, ...]
    """Where the two totems or everybody's tokens stood after it."""
    result: Colour | None
    out: tuple[int, ...]
    """The Master cards that left the board."""


class Reason(NamedTuple):
    """What somebody says a paw meant."""

    seat: Seat
    paw: int
    because: tuple[int, ...]


class Result(NamedTuple):
    """A round that is over."""

    braincat: Seat
    theme: int
    clue_theme: int
    mood: Mood | None
    mystery: int
    found: bool
    points: tuple[int, ...]
    """What it brought each of `scores`."""


class Duel(NamedTuple):
    """P-29: the first two of `sides` play; whoever loses leaves."""

    team: int
    sides: tuple[tuple[Seat, int], ...]
    """For each tied choice, in order of first vote: who stands for it, and the choice."""
    wins: tuple[int, int]
    thrown: tuple[Gesture | None, Gesture | None]
    last: tuple[Gesture, Gesture] | None
    number: int
    """Throws so far, in this step."""
    back: Literal["step", "point"]
    left: Ms
    """R-12: what is left of the clock that waits."""
    ahead_left: Ms | None
    hurry_left: tuple[Ms | None, Ms | None]


class Family:
    """What one of two families is about to do with its totem. Copied with the state."""

    __slots__ = ("done", "hurries", "hurry", "totem", "votes")

    def __init__(self) -> None:
        self.totem: int | None = None
        self.votes: list[tuple[Seat, int]] = []
        """In the order in which they were cast; a changed vote goes to the end."""
        self.done = False
        self.hurry: Ms | None = None
        """R-20: when the majority counts without the Ambassador."""
        self.hurries = 0

    def copy(self) -> Family:
        new = Family.__new__(Family)
        new.totem = self.totem
        new.votes = self.votes.copy()
        new.done = self.done
        new.hurry = self.hurry
        new.hurries = self.hurries
        return new

    def open(self) -> None:
        """A new decision."""
        self.votes.clear()
        self.done = False
        self.hurry = None
        self.hurries = 0
