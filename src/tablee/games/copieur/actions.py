"""What a player of Copieur ! can do. Places are seats, or places of the centre numbered from 1."""

from dataclasses import dataclass
from typing import Annotated, Final

from tablee.games.copieur.operations import GREATEST, SLATES
from tablee.kernel import Action, ASeat, Between


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """I know the slates by heart (R-1)."""


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the die."""


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """I am the Teacher (R-10)."""


@dataclass(frozen=True, slots=True)
class Point(Action):
    """Eye somebody's slate; it binds to nothing (R-2)."""

    to: ASeat


@dataclass(frozen=True, slots=True)
class PointCentre(Action):
    """Eye a slate of the centre."""

    centre: Annotated[int, Between(1, 3)]


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Exchange one's slate with somebody's (P-5)."""

    to: ASeat


@dataclass(frozen=True, slots=True)
class ExchangeCentre(Action):
    """Exchange one's slate with one of the centre (R-3)."""

    centre: Annotated[int, Between(1, 3)]


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """“I have the 4!”, true or not (P-6)."""

    number: Annotated[int, Between(1, SLATES)]


@dataclass(frozen=True, slots=True)
class Deny(Action):
    """“It is not me!”: I have not what the die shows, true or not."""


@dataclass(frozen=True, slots=True)
class Hint(Action):
    """“It is that one who has it!”, true or not."""

    to: ASeat


@dataclass(frozen=True, slots=True)
class HintCentre(Action):
    """“It lies there in the centre!”, true or not."""

    centre: Annotated[int, Between(1, 3)]


@dataclass(frozen=True, slots=True)
class TellMine(Action):
    """“Copieur !”, and show one's own slate: the right one (P-8)."""


@dataclass(frozen=True, slots=True)
class TellCentre(Action):
    """“Copieur !”, and turn up a slate of the centre (P-10)."""

    centre: Annotated[int, Between(1, 3)]


@dataclass(frozen=True, slots=True)
class Slap(Action):
    """Slap the tile and say the result, in one gesture (R-7)."""

    answer: Annotated[int, Between(0, GREATEST)]


Towards = Point | PointCentre | Exchange | ExchangeCentre | Hint | HintCentre
"""What is done towards a place."""
Saying = Claim | Deny | Hint | HintCentre
TO_SEATS: Final = (Point, Exchange, Hint)
POINTING: Final = (Point, PointCentre)
EXCHANGING: Final = (Exchange, ExchangeCentre)
SAYING: Final = (Claim, Deny, Hint, HintCentre)
"""Tuples for `isinstance`: a union written there would be built anew each time."""
CopieurAction = Ready | Roll | Declare | Towards | Saying | TellMine | TellCentre | Slap
