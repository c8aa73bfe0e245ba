"""How much anybody may ask of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablee.kernel.game import Ms


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
    news: int = 1_000
    """Milliseconds after which everybody at a table is told how many look on."""
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


class Bucket:
    """So many at once; then they come back one by one."""

    __slots__ = ("_counted", "_tokens")

    def __init__(self, burst: int, now: Ms) -> None:
        self._tokens = float(burst * 1000)
        self._counted = now

    def take(self, now: Ms, burst: int, rate: float, cost: int = 1) -> bool:
        """`rate`: so many a second."""
        self._tokens = min(burst * 1000, self._tokens + (now - self._counted) * rate)
        self._counted = now
        if self._tokens < cost * 1000:
            return False
        self._tokens -= cost * 1000
        return True

    def put_back(self) -> bool:
        self._tokens += 1000
        return True

    def is_full(self, now: Ms, burst: int, rate: float) -> bool:
        return self._tokens + (now - self._counted) * rate >= burst * 1000


class Buckets:
    """One for each address that asks. Those that are full again are forgotten."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._most = 1_000

    def take(self, address: str, now: Ms, cost: int = 1) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self._burst, now)
        return bucket.take(now, self._burst, self._rate, cost)

    def is_dry(self, address: str, now: Ms) -> bool:
        """Would nothing more be given?"""
        bucket = self._buckets.get(address)
        return bucket is not None and not (bucket.take(now, self._burst, self._rate) and bucket.put_back())

    def _forget(self, now: Ms) -> None:
        full = [one for one, bucket in self._buckets.items() if bucket.is_full(now, self._burst, self._rate)]
        for one in full:
            del self._buckets[one]
        self._most = max(1_000, 2 * len(self._buckets))
