"""What a player of Pierres can do."""

from dataclasses import dataclass
from typing import Annotated

from tablee.kernel import Action, Between


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """Take the stone off this cell."""

    cell: Annotated[int, Between(0, 80)]


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a number from the bag."""


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Say which digit one is looking for (variant annonce)."""

    digit: Annotated[int, Between(1, 9)]


PierresAction = Remove | Draw | Announce
