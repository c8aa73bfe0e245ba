"""What the host of Pierres may set."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from tablee.kernel import ASeat, Between, Options, Refusal

KEPT_AT_MOST: Final = 3
"""P-12: at most three stones a turn when digits are announced."""


@dataclass(frozen=True, slots=True)
class PierresOptions(Options):
    opening: Literal["by-hand", "quick"] = "by-hand"
    """R-2: the players remove the first nine stones, or they are removed at random."""
    grid: Literal["random"] | Annotated[int, Between(1, 40)] = "random"
    """R-3: any grid there is, or one of forty, so that two tables can play the same one."""
    first: Literal["random"] | ASeat = "random"
    meme_chiffre: bool = False
    """P-11: after a match one goes on looking for the same digit."""
    annonce: bool = False
    """P-12: no bag; one announces the digit."""
    tournoi: bool = False
    """P-13: a time allowance for each player."""
    minutes: Annotated[int, Between(1, 60)] = 5
    """R-9: the allowance, where there is one."""

    def refusal(self) -> Refusal | None:
        # one goes on without drawing in the one, never draws in the other.
        return Refusal("one_variant") if self.meme_chiffre and self.annonce else None
