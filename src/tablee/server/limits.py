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
    opens_at_once: int = 60
    """Tables that one address opens: those of a school in one morning."""
    opens: float = 1 / 60
    """And so many a second after that."""
    empty_lobby: int = 24 * 3_600_000
    """Milliseconds after which a table is cleared away at which nobody ever played and nobody is."""
    spare_lobby: int = 600_000
    """The same, where the house is full."""
    guesses_at_once: int = 20
    """Codes of tables that do not exist, from one address."""
    guesses: float = 0.5
    """And so many a second after that; who guesses more waits for each answer."""
    guess_waits: int = 1_000
    """Milliseconds."""
    hello: int = 6
    """How many messages one hello counts for: everybody at the table is told of it."""
    head: int = 16_384
    """Bytes of a request's address and headers."""
    headers: int = 64
    """How many headers it has."""
    address: int = 2_000
    """Bytes of what stands behind the host."""
    body: int = 524_288
    """Bytes of what is sent along: a device's keys and records, when it looks for past games."""
    request_seconds: int = 10
    """For a request to become whole."""
    requests: int = 50
    """A second, in the long run, from one address: a class of thirty behind one line."""
    requests_at_once: int = 3_000
    """The page and all its parts, for everybody in that class."""
    host_away: int = 20_000
    """Milliseconds after which whoever sits there leads for a host who is not: a line that was lost is back by then."""
    host_lost: int = 180_000
    """Milliseconds after which they may also stop the game, and give the host's own chair to somebody."""


LIMITS: Final = Limits()
