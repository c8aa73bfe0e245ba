"""What the host of Anges & Démons may set."""

from dataclasses import dataclass
from typing import Literal

from tablee.kernel import ASeat, Options


@dataclass(frozen=True, slots=True)
class AngesOptions(Options):
    deck: Literal["60", "54"] = "60"
    """R-1: the sixty cards that print lists, or the fifty-four that it shuffles, without the X."""
    scores: bool = False
    """P-12: everybody sees how many points each pile is worth."""
    first: Literal["random"] | ASeat = "random"
