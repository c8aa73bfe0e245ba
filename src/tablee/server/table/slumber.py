"""When a table falls asleep: nobody has been at it for a while."""

from __future__ import annotations

from collections.abc import Callable

from tablee.kernel.game import Ms
from tablee.server.limits import Limits
from tablee.server.outside import Timer, Wall


class Slumber:
    """`sleep` is called when it is time. A table at which somebody is keeps no timer for it."""

    __slots__ = ("_is_empty", "_limits", "_sleep", "_timer", "_wall", "since")

    def __init__(self, wall: Wall, limits: Limits, is_empty: Callable[[], bool], sleep: Callable[[], None]) -> None:
        self._wall = wall
        self._limits = limits
        self._is_empty = is_empty
        self._sleep = sleep
        self._timer: Timer | None = None
        self.since: Ms = wall.now()
        """When the last one left."""
        self._doze()

    def left(self) -> None:
        """The last one has gone."""
        self.since = self._wall.now()
        self._doze()

    def came(self) -> None:
        """Somebody is here."""
        self.close()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _doze(self) -> None:
        if self._timer is None:
            now, longest = self._wall.now(), self._limits.sleeps_after
            at = self.since + longest
            # Where that is over there was something to do.
            self._timer = self._wall.at(at if at > now else now + longest, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._is_empty():
            is_time = self._wall.now() - self.since >= self._limits.sleeps_after
            self._doze()
            if is_time:
                self._sleep()
