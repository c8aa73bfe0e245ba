"""The lines to one table's devices: each is measured now and then, so that a race knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablee.kernel.game import Ms
from tablee.server.lobby import Place
from tablee.server.outside import Timer, Wall
from tablee.server.play.link import Link
from tablee.server.play.races import Waiting
from tablee.server.play.referee import Referee
from tablee.server.table.visit import Visit

_SHORTEST_PAUSE: Final[Ms] = 50


class Links:
    """A link belongs to a key and outlives its sockets: who comes back is not measured from nothing."""

    def __init__(self, wall: Wall) -> None:
        self._wall = wall
        self._links: dict[str, Link] = {}
        self._visits: tuple[Visit, ...] = ()
        self._timer: Timer | None = None

    def measure(self, visits: Iterable[Visit]) -> None:
        """From now on measure these, each of which holds a key, and no others."""
        self._visits = tuple(visits)
        for visit in self._visits:
            if visit.link is None:
                visit.link = self._links.setdefault(min(visit.keys), Link())
        self._ping()

    def _ping(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, wanted = self._wall.now(), []
        for visit in self._visits:
            if visit.link is not None and not (visit.is_over or visit.connection.is_closing):
                if visit.link.next_ping_at <= now:
                    visit.ping()
                wanted.append(visit.link.next_ping_at)
        if wanted:
            self._timer = self._wall.at(max(min(wanted), now + _SHORTEST_PAUSE), self._ping)


def attach(referee: Referee[Waiting], visits: Iterable[Visit], places: tuple[Place, ...]) -> None:
    """Who can answer a race, and behind which line: of several devices the quickest."""
    for seat, place in enumerate(places):
        links = [visit.link for visit in visits if visit.link is not None and seat in visit.watches(places)]
        if place.kind == "bot" or place.stand_in is not None:
            referee.attach(seat, None)
        elif links:
            referee.attach(seat, min(links, key=lambda link: link.trips.typical), place.percent)
        else:
            referee.detach(seat)
