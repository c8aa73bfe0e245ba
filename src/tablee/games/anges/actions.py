"""What a player of Anges & Démons can do. Cards are named by their face: equal cards are the same card."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from tablee.games.anges.cards import CardName
from tablee.kernel import Action, Between

Value: TypeAlias = Annotated[int, Between(0, 9)]
Place: TypeAlias = Literal["mine_up", "mine_down", "other_up", "other_down"]

PLACES: Final[tuple[Place, ...]] = ("mine_up", "mine_down", "other_up", "other_down")


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Pass the three cards face down and say these values, true or not."""

    values: tuple[Value, Value, Value]
    """Highest first."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the three cards without a word."""


@dataclass(frozen=True, slots=True)
class Challenge(Action):
    """Say whether the announcement is true."""

    truth: bool


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """After taking: discard one card, lay another on one's own pile, keep three."""

    discard: CardName
    lay: CardName
    up: bool
    """Is the card laid face up?"""
    open_discard: CardName | None
    """P-18: with two players, a second card is discarded face up. None with three and more."""


@dataclass(frozen=True, slots=True)
class Share(Action):
    """The winner lays the three cards shown on the two piles, in this order."""

    cards: tuple[CardName, CardName, CardName]
    places: tuple[Place, Place, Place]
    """Where each of `cards` goes."""


AngesAction = Announce | Take | Challenge | Keep | Share
