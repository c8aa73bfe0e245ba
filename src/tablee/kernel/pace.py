"""The speed at which table time runs. Rules know normal durations only; comfort is a matter of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from tablee.kernel.game import ALL, Ask, Kind, Ms, Seat

Speed: TypeAlias = int
"""Milliseconds of table time in a second of the clock on the wall: 1000 is normal, 0 stands still."""

NORMAL: Final[Speed] = 1000
_SPEEDS: Final[Mapping[str, Speed]] = {"relaxed": 500, "normal": NORMAL, "fast": 2000, "none": 0}


@dataclass(frozen=True)
class Pace:
    """How a table's people want time to pass."""

    name: Literal["relaxed", "normal", "fast", "none"] = "normal"
    percents: tuple[int, ...] = ()
    """For each seat how much time it gets, 100 being normal, 200 twice as much. Empty: normal for all."""
    absent: frozenset[Seat] = frozenset()
    """Seats whose people are away: without a clock they would freeze the table."""

    @cached_property
    def is_plain(self) -> bool:
        """Does everybody get the time that the rules give?"""
        return self.name == "normal" and all(percent == 100 for percent in self.percents)


def speed(asks: tuple[Ask, ...], kinds: Mapping[str, Kind], pace: Pace) -> Speed:
    """How fast table time runs while these asks are open.

    Only public asks count, or the clock would tell that there are others; optional ones do not. A race, a timed moment
    or a printed limit runs at normal speed whatever else is open. Otherwise the slowest of the `seats` asked, never of
    `awaited`."""
    if pace.is_plain:
        return NORMAL  # whatever is asked, and of whom
    slowest: Speed | None = None
    is_somebody_absent = False
    for ask in asks:
        kind = kinds[ask.kind]
        if ask.to != ALL or kind.optional:
            continue
        if kind.race or kind.firm or not ask.seats:
            return NORMAL
        for seat in ask.seats:
            is_somebody_absent = is_somebody_absent or seat in pace.absent
            wanted = _seat_speed(seat, pace)
            if slowest is None or wanted < slowest:
                slowest = wanted
    if slowest is None:
        return NORMAL
    # "None" stops the clock for people who are there; one absent seat among those asked is enough to start it.
    return NORMAL if slowest == 0 and is_somebody_absent else slowest


def _seat_speed(seat: Seat, pace: Pace) -> Speed:
    percent = pace.percents[seat] if pace.percents else 100
    return _SPEEDS[pace.name] * 100 // percent


class Clock:
    """Turns time on the wall into table time. It reads no clock: the wall's time is an argument."""

    __slots__ = ("_now", "_rest", "_wall", "speed")

    def __init__(self, wall: Ms, now: Ms = 0) -> None:
        self._wall = wall
        self._now = now
        self.speed: Speed = NORMAL
        self._rest = 0

    def now(self, wall: Ms) -> Ms:
        """Table time at this moment on the wall."""
        if self.speed == NORMAL and wall >= self._wall:
            return self._now + wall - self._wall  # the rest never fills a millisecond
        elapsed = (wall - self._wall) * self.speed if wall > self._wall else 0
        return self._now + (elapsed + self._rest) // 1000

    def run(self, wall: Ms, at: Speed) -> None:
        """From this moment on, table time runs at this speed."""
        elapsed = max(0, wall - self._wall) * self.speed + self._rest
        self._now += elapsed // 1000
        self._rest = elapsed % 1000
        self._wall = max(wall, self._wall)
        self.speed = at

    def wall_at(self, until: Ms) -> Ms | None:
        """When on the wall table time will be past `until` (an answer at `until` is still in time). None: never."""
        if self.speed == 0:
            return None
        missing = (until + 1 - self._now) * 1000 - self._rest
        return self._wall + max(0, -(-missing // self.speed))
