"""A time allowance for each seat that runs only during its own turns, as at a chess tournament."""

from __future__ import annotations

from tablee.kernel.game import Ms, Seat


class Allowance:
    """What is left for each seat, and whose time is running since when. Belongs in a State: copy it with the state."""

    __slots__ = ("left", "running", "since")

    def __init__(self, seats: int, each: Ms) -> None:
        self.left = [each] * seats
        self.running: Seat | None = None
        self.since: Ms = 0

    def copy(self) -> Allowance:
        new = Allowance.__new__(Allowance)
        new.left = self.left.copy()
        new.running = self.running
        new.since = self.since
        return new

    def start(self, seat: Seat, now: Ms) -> None:
        """From now on it is this seat's time that runs."""
        self.stop(now)
        self.running = seat
        self.since = now

    def stop(self, now: Ms) -> None:
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - (now - self.since))
        self.running = None
        self.since = now

    @property
    def until(self) -> Ms | None:
        """When the running seat's time is used up."""
        return None if self.running is None else self.since + self.left[self.running]
