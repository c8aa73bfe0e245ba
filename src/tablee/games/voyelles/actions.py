"""What a player of Voyelles can do."""

from dataclasses import dataclass
from typing import Annotated

from tablee.kernel import Action, Between


@dataclass(frozen=True, slots=True)
class TurnCard(Action):
    """Turn the top card of this pile: 0 is the left one."""

    pile: Annotated[int, Between(0, 2)]


@dataclass(frozen=True, slots=True)
class Grab(Action):
    """Take the microphone."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Look for no word any more in this round."""


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Say this word, with or without its accents."""

    word: str


@dataclass(frozen=True, slots=True)
class Dispute(Action):
    """Doubt the word: it goes to the vote, and this seat has voted against it."""


@dataclass(frozen=True, slots=True)
class Agree(Action):
    """Let the word stand, as far as this seat is concerned."""


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """The vote on a word."""

    accepts: bool


VoyellesAction = TurnCard | Grab | Pass | Say | Dispute | Agree | Vote
