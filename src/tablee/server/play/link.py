"""What the server has measured of one line, and how much of a device's own number it therefore believes.

An answer arrives `elapsed` after its stimulus was sent: one way there, the reaction, one way back. So
`elapsed = reaction + round trip`; only round trips are needed, and asymmetry, which nobody can measure from one end,
drops out. The device reports its reaction; `elapsed - reported` is the round trip it claims to have had, and that must
be one that this line has.

What a forger can do: claim a long round trip every time. One such claim cannot be told from a late packet, many can:
their mean lies above the mean of the pings. Who claims more than chance allows is not believed any longer and measured
by us alone, until the claims of late are sound again. So lies gain a few milliseconds on average, in whatever portions.
What nobody can see: a device that answers *every* ping late is a slow line to us. Hence a link belongs to a seat's key
and outlives its sockets: coming back wipes nothing out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, median
from typing import Final, NamedTuple

from tablee.kernel.game import Ms
from tablee.server.outside import Wall
from tablee.server.wire.tells import Reason

LEAST_BAND: Final = 15.0
MOST_BAND: Final = 100.0
HUMAN: Final = 100.0
"""Nobody reacts faster: who is faster has guessed (athletics has the same limit)."""
DEVICE_ERROR: Final = 1.0
"""A page knows to about this when it drew and when it was touched."""

_JITTERS_IN_BAND: Final = 3
_LONGEST_TRIP: Final = 400.0
_TRIPS_KEPT: Final = 48
_TRIPS_NEEDED: Final = 4
_CLAIMS_KEPT: Final = 24
_STANDARD_ERRORS: Final = 2.2  # about one honest mean in seventy is doubted
_SLACK: Final = 2.5  # drawing takes a moment longer than answering a ping
_EAGER_PINGS: Final = 8
_EAGER_PAUSE: Final[Ms] = 150
_CALM_PAUSE: Final[Ms] = 2_000
_MOST_UNANSWERED: Final = 8


class Credit(NamedTuple):
    """The reaction believed, how far off it may be, and why it is this one."""

    reaction: float
    error: float
    reason: Reason
    longest: float
    """No reaction was longer: it is what the fastest round trip leaves."""

    @property
    def is_human(self) -> bool:
        """A number that was made larger does not help."""
        return min(self.reaction, self.longest) >= HUMAN


class Trips(NamedTuple):
    """The round trips of late, summed up."""

    fastest: float = 0.0
    typical: float = 50.0
    longest: float = 0.0
    jitter: float = inf
    """How far they lie from the typical one, on average. Infinite while there are too few to tell."""
    lean: float = 0.0
    """How far their mean lies above the typical one: late packets are later than early ones are early."""
    deviation: float = 0.0

    @property
    def band(self) -> float:
        """How much longer than typical a round trip commonly is: about three times the jitter."""
        return min(MOST_BAND, max(LEAST_BAND, _JITTERS_IN_BAND * self.jitter))

    @property
    def slowest(self) -> float:
        """The longest round trip that the line is believed to have: inside the band, or one it had of late."""
        late = min(self.longest, self.typical + MOST_BAND)
        return min(_LONGEST_TRIP, max(late, self.typical + self.band))


class Link:
    """One device's line: its round trips, and those it claimed in races."""

    def __init__(self) -> None:
        self.next_ping_at: Ms = 0
        """When the next ping is wanted: a few at once, so that the first race knows the line, then now and then."""
        self._pings = 0
        self._unanswered: dict[int, Ms] = {}
        self._measured: deque[float] = deque(maxlen=_TRIPS_KEPT)
        self._claims: deque[float] = deque(maxlen=_CLAIMS_KEPT)
        self._trips: Trips | None = None

    def ping(self, at: Ms) -> int:
        """The number to send now. The device sends it back after drawing its next picture, as it would a stimulus."""
        self._pings += 1
        self._unanswered[self._pings] = at
        if len(self._unanswered) > _MOST_UNANSWERED:
            del self._unanswered[next(iter(self._unanswered))]
        self.next_ping_at = at + (_EAGER_PAUSE if self._pings < _EAGER_PINGS else _CALM_PAUSE)
        return self._pings

    def write(self, wall: Wall) -> bytes:
        """A ping, at the moment at which it leaves the house."""
        return b'{"tell":"ping","number":%d}' % self.ping(wall.now())

    def pong(self, number: int, at: Ms) -> None:
        """The device sent this number back. One that was not sent, or not lately, says nothing."""
        sent = self._unanswered.pop(number, None)
        if sent is not None:
            self.measure(at - sent)

    def measure(self, trip: float) -> None:
        """A round trip that the server timed itself."""
        self._measured.append(max(0.0, trip))
        self._trips = None

    @property
    def trips(self) -> Trips:
        if self._trips is None:
            self._trips = _sum_up(self._measured)
        return self._trips

    def credit(self, elapsed: float, reported: float | None) -> Credit:
        """How much of the device's own number to believe, `elapsed` after the stimulus was sent."""
        trips = self.trips
        ours, least, longest = elapsed - trips.typical - trips.lean, elapsed - trips.slowest, elapsed - trips.fastest
        error = max(DEVICE_ERROR, min(MOST_BAND, trips.jitter))
        if reported is None:
            return Credit(ours, error, "estimated", longest)
        # Both clocks show no less than a millisecond. (Nor is it possible when it is no number at all.)
        if not 0 <= reported <= elapsed + 2 * DEVICE_ERROR:
            return Credit(longest, error, "impossible", longest)
        is_believed = self._believe(elapsed - reported)
        if reported < HUMAN <= least:
            return Credit(longest, error, "sub_human", longest)
        if not is_believed and reported < ours:
            return Credit(ours, error, "distrusted", longest)
        if reported < least:
            return Credit(least, error, "limited", longest)
        return Credit(reported, DEVICE_ERROR, "reported", longest)

    def _believe(self, trip: float) -> bool:
        """Note this claimed round trip. Are the claims of late what the pings would lead one to expect?"""
        trips = self.trips
        self._claims.append(_counted(trip - trips.typical, trips.band))
        if trips.jitter == inf:
            return True
        chance = _STANDARD_ERRORS * trips.deviation / sqrt(len(self._claims))
        return fmean(self._claims) - trips.lean <= _SLACK + chance


def _sum_up(measured: Sequence[float]) -> Trips:
    if not measured:
        return Trips()
    trips = Trips(min(measured), median(measured), max(measured))
    if len(measured) < _TRIPS_NEEDED:
        return trips
    typical = trips.typical
    trips = trips._replace(jitter=fmean([abs(trip - typical) for trip in measured]))
    band = trips.band
    beside = [_counted(trip - typical, band) for trip in measured]
    lean = fmean(beside)
    return trips._replace(lean=lean, deviation=sqrt(fmean([(trip - lean) ** 2 for trip in beside])))


def _counted(beside_typical: float, band: float) -> float:
    """As far as it counts in a mean: one packet that got lost must not outweigh all others."""
    return max(-band, min(MOST_BAND, beside_typical))
