"""Is a host at the table? A line that is lost for a moment gives no table away."""

from __future__ import annotations

from collections.abc import Callable

from tablee.kernel.game import Ms
from tablee.server.limits import Limits
from tablee.server.outside import Timer, Wall


class Hosts:
    """`changed` is called when those who are there may do more than before, because no host has come back."""

    __slots__ = ("_changed", "_limits", "_since", "_timer", "_wall")

    def __init__(self, wall: Wall, limits: Limits, changed: Callable[[], None]) -> None:
        self._wall = wall
        self._limits = limits
        self._changed = changed
        self._since: Ms | None = wall.now()
        """Since when none is here."""
        self._timer: Timer | None = None

    @property
    def are_away(self) -> bool:
        """Others may lead."""
        return self._gone() >= self._limits.host_away

    @property
    def are_lost(self) -> bool:
        """Others may also do what cannot be undone."""
        return self._gone() >= self._limits.host_lost

    def look(self, is_here: bool, *, is_watched: bool) -> None:
        """People came or went."""
        self.close()
        if is_here:
            self._since = None
            return
        now = self._wall.now()
        if self._since is None:
            self._since = now
        moments = (self._since + self._limits.host_away, self._since + self._limits.host_lost)
        coming = next((at for at in moments if at > now), None)
        if coming is not None and is_watched:
            self._timer = self._wall.at(coming, self._changed)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _gone(self) -> Ms:
        return -1 if self._since is None else self._wall.now() - self._since
