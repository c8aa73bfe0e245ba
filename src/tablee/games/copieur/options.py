"""What the host of Copieur ! may set."""

from dataclasses import dataclass
from typing import Annotated, Literal

from tablee.games.copieur.operations import Level
from tablee.kernel import ASeat, Between, Options


@dataclass(frozen=True, slots=True)
class CopieurOptions(Options):
    tokens: Literal["12", "18", "24"] = "12"
    """P-3: the supply of bad points."""
    level: Level = "ce"
    """R-1: how hard the operations are."""
    learning: Literal["ready"] | Annotated[int, Between(5, 60)] = 10
    """R-1: seconds to learn the slates by heart, or until everybody is ready."""
    telling: Annotated[int, Between(5, 20)] = 8
    """R-4: seconds of the telling window."""
    pad: Literal["results", "numbers"] = "results"
    """R-7: the six results to choose from, or a plain number pad."""
    limit: Annotated[int, Between(20, 120)] = 60
    """R-13: so many turns for each seat at most."""
    first: Literal["random"] | ASeat = "random"
