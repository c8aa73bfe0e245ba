"""The grid on which every card is rated: what a card is about, from 0 (not at all) to 3 (through and through).

Bots compare cards by it, and everybody gives reasons in its words."""

from typing import Final

DIMENSIONS: Final = (
    "danger",
    "night",
    "outdoors",
    "crowd",
    "money",
    "death",
    "care",
    "speech",
    "authority",
    "hands",
    "animals",
    "food",
    "water",
    "machines",
    "travel",
    "art",
    "body",
    "past",
    "love",
    "mischief",
)
MOST: Final = 3

FEINT: Final = len(DIMENSIONS)
"""P-16: the reason of a paw that was laid to get rid of a false lead."""
REASONS: Final = (*DIMENSIONS, "feint")
