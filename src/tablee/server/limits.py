"""How much anybody may ask of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    message: int = 16_384
    """Bytes of one message; a frame of more than four times this closes the socket at once."""
    rate: int = 30
    """Messages a second, in the long run."""
    burst: int = 90
    """Messages at once."""
    waiting: int = 200
    """Undelivered messages and captions of one connection."""
    connections: int = 6_000
    per_address: int = 600
    per_seat: int = 4
    """Connections of one seat: more push out the oldest."""
    spectators: int = 200
    """Connections of one table that hold no seat."""
    tables: int = 5_000
    host_away: int = 20_000
    """Milliseconds after which whoever sits there leads for a host who is not: a line that was lost is back by then."""
    host_lost: int = 180_000
    """Milliseconds after which they may also stop the game, and give the host's own chair to somebody."""


LIMITS: Final = Limits()
