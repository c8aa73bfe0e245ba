"""Codes of no table: there are not many codes, so whoever guesses them is slowed down, and never locked out."""

from __future__ import annotations

from tablee.kernel.game import Ms
from tablee.server.limits import Buckets, Limits
from tablee.server.outside import Wall


def is_own(address: str) -> bool:
    """This very machine's, or that of a proxy on it that does not say for whom it speaks: nobody in particular."""
    return address in ("127.0.0.1", "::1")


class Guesses:
    """By the addresses they come from."""

    def __init__(self, limits: Limits, wall: Wall) -> None:
        self._limits = limits
        self._wall = wall
        self._made = Buckets(limits.guesses_at_once, limits.guesses)
        self._waiting: dict[str, int] = {}
        """How many guesses of an address wait for their answers."""

    def share(self, houses: int) -> None:
        """So many houses are one: each gives its part."""
        self._made.share(houses)

    def count(self, address: str) -> None:
        """One more was wrong."""
        if not is_own(address):
            self._made.take(address, self._wall.now())

    def are_slowed(self, address: str) -> bool:
        return not is_own(address) and self._made.is_dry(address, self._wall.now())

    def wait(self, address: str) -> Ms | None:
        """For how long the next one; None: too many wait already. Who has to wait says when it has (`has_waited`)."""
        if not self.are_slowed(address):
            return 0
        waiting = self._waiting.get(address, 0)
        if waiting >= self._limits.guesses_waiting:
            return None
        self._waiting[address] = waiting + 1
        return self._limits.guess_waits

    def has_waited(self, address: str) -> None:
        waiting = self._waiting.pop(address, 0) - 1
        if waiting > 0:
            self._waiting[address] = waiting
