"""What is told again and again in a game of Pierres, made once: a caption is a value that tables share."""

from __future__ import annotations

from typing import Final

from tablee.games.pierres.state import MOST_SEATS
from tablee.kernel import ALL, Caption

_SEATS: Final = range(MOST_SEATS)

TURN: Final = tuple(Caption("turn", {"seat": seat}, ALL) for seat in _SEATS)
"""By seat."""
ZERO: Final = tuple(Caption("zero", {"seat": seat}, ALL) for seat in _SEATS)
"""By seat."""
DRAWN: Final = tuple(
    tuple(Caption("drawn", {"seat": seat, "digit": digit}, ALL) for digit in range(10)) for seat in _SEATS
)
"""By seat and number."""
ANNOUNCED: Final = tuple(
    tuple(Caption("announced", {"seat": seat, "digit": digit}, ALL) for digit in range(10)) for seat in _SEATS
)
"""By seat and digit."""
