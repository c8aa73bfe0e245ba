"""What a player of De Fil en Aiguille can do."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from tablee.kernel import Action, ASeat, Between

MOST_THEMES: Final = 64
MOST_REASONS: Final = 3

AThemeNumber: TypeAlias = Annotated[int, Between(0, MOST_THEMES - 1)]
"""The place of a theme in `board.themes`."""
ASpace: TypeAlias = Annotated[int, Between(0, 3)]
"""The place of a Master card in `board.spaces`."""
AClue: TypeAlias = Annotated[int, Between(0, 4)]
"""The place of a clue in `board.clues`, in the order in which they were laid."""
Gesture: TypeAlias = Literal["rock", "paper", "scissors"]
Colour: TypeAlias = Literal["blue", "red", "clue"]


@dataclass(frozen=True, slots=True)
class Volunteer(Action):
    """R-7: be Braincat in the round that begins."""


@dataclass(frozen=True, slots=True)
class TakeTheme(Action):
    """Braincat chooses the theme."""

    theme: AThemeNumber


@dataclass(frozen=True, slots=True)
class WishTheme(Action):
    """P-20: a vote of the Family for the theme of the clues."""

    theme: AThemeNumber


@dataclass(frozen=True, slots=True)
class Nominate(Action):
    """R-17: a vote of a family for its Ambassador."""

    seat: ASeat


@dataclass(frozen=True, slots=True)
class Next(Action):
    """Braincat has seen enough of the card that is shown."""


@dataclass(frozen=True, slots=True)
class Point(Action):
    """Lay the paw with its claws towards this clue."""

    clue: AClue


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """P-7: keep the blue card, keep the red one, or ask for a clue."""

    choice: Colour


@dataclass(frozen=True, slots=True)
class Confirm(Action):
    """R-5: this vote stands."""


@dataclass(frozen=True, slots=True)
class Cuddle(Action):
    """M-10: wish to ask whether the Mystery card is on the board."""


@dataclass(frozen=True, slots=True)
class Place(Action):
    """P-37: put one's token on this card."""

    space: ASpace


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """A vote inside a family: our totem onto this card."""

    space: ASpace


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Leave token or totem where it is."""


@dataclass(frozen=True, slots=True)
class Seal(Action):
    """R-14: the Ambassador confirms the family's majority."""


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """P-29: rock, paper, scissors."""

    gesture: Gesture


@dataclass(frozen=True, slots=True)
class Expose(Action):
    """R-16: the two cards of the skip that are shown beside the Mystery card, by their place in `hand.skip`."""

    first: Annotated[int, Between(0, 5)]
    second: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Explain(Action):
    """What a paw meant (Braincat) or was taken to mean (the others): up to three reasons, by their place in REASONS."""

    paw: Annotated[int, Between(0, 3)]
    because: tuple[Annotated[int, Between(0, 20)], ...]


@dataclass(frozen=True, slots=True)
class Slam(Action):
    """R-2: is the third round played, for the Grand Slam?"""

    go: bool


@dataclass(frozen=True, slots=True)
class Continue(Action):
    """Enough of the story of this round."""


FilAction = (
    Volunteer
    | TakeTheme
    | WishTheme
    | Nominate
    | Next
    | Point
    | Vote
    | Confirm
    | Cuddle
    | Place
    | Choose
    | Stay
    | Seal
    | Throw
    | Expose
    | Explain
    | Slam
    | Continue
)
