"""People at tables of a site, how they behave, and what they count together."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.cluster.device import Device
from tests.cluster.machines import Site
from tests.server.ledger import Lost
from tests.server.venue import Message

GOES_ON: Final = 60.0
"""Seconds after which a table at which nothing could be played stands still for ever."""


class Manners(NamedTuple):
    """How people and their devices behave. All in seconds."""

    thinks: tuple[float, float]
    """Before each move."""
    answers: float
    """Who is at a table and gets no answer for so long tries another node."""
    idle: float
    """Who hears nothing for so long looks whether the house is still there."""
    comes_back: tuple[float, float]
    """After the first failure, and at most; in between each time twice as long."""
    asks_again: float
    """For what could not be kept."""


HASTY: Final = Manners((0.02, 0.08), answers=1.5, idle=1.0, comes_back=(0.03, 0.03), asks_again=0.1)
"""So that faults come as often as can be."""
PEOPLE: Final = Manners((0.1, 0.5), answers=3.0, idle=2.0, comes_back=(0.05, 1.0), asks_again=0.5)
PATIENT: Final = Manners((3.0, 15.0), answers=4.0, idle=8.0, comes_back=(0.25, 2.5), asks_again=1.0)
"""As the page and whoever holds it."""


class Setting(NamedTuple):
    """What is played at a table: by how many people and how many bots."""

    game: str
    people: int
    bots: int
    options: Message
    said: Message | None = None
    """What a seat answers where nobody can list what it may."""


SETTINGS: Final = (
    Setting("pierres", 2, 1, {"preset": "rapide"}),
    Setting("anges", 3, 0, {"preset": "classique"}),
    Setting("morpion", 2, 0, {"preset": "classic"}),
    Setting("bell", 2, 0, {"preset": "short"}, {"type": "Say", "text": "hello"}),
    Setting("anges", 2, 1, {"preset": "classique"}),
    Setting("morpion", 1, 1, {"preset": "classic"}),
)


@dataclass(slots=True)
class Tally:
    acknowledged: int = 0
    """Moves."""
    games: int = 0
    """That were begun."""
    visits: int = 0
    repeated: int = 0
    """Commands sent again because no answer came before the line was gone."""
    again: int = 0
    """Sent again for no reason at all."""
    sentences: int = 0
    """Told that something could not be kept or read just now."""
    late: int = 0
    told: int = 0
    """Messages."""
    longest_wait: float = 0.0
    """Seconds of asking nodes that were well until the table was shown, while the data base was up, no line between
    nodes cut, and nothing else went wrong: the table may have lost another owner then."""
    slow: int = 0
    """Such waits of more than 4 s."""
    resumed: list[float] = field(default_factory=list)
    """Seconds from the moment at which the data base was up again until people had moved at every table."""
    aways: list[float] = field(default_factory=list)
    """Seconds from losing the line until the table was shown again, whatever was the reason."""


class Crowd:
    def __init__(self, site: Site, folder: Path, tables: int, seed: int, manners: Manners) -> None:
        luck = random.Random(seed)
        self.site = site
        self.folder = folder
        self.tally = Tally()
        self.manners = manners
        self.is_ending = False
        """Whoever sees their table, and has no question open, may go."""
        self.news = asyncio.Event()
        self.parties = [
            Party(self, number, SETTINGS[number % len(SETTINGS)], luck.random()) for number in range(tables)
        ]
        self.tasks: list[asyncio.Future[None]] = []

    def begin(self) -> None:
        self.tasks = [asyncio.ensure_future(device.live()) for party in self.parties for device in party.devices]

    async def moves(self, number: int) -> None:
        """Until so many more are acknowledged."""
        aim = self.tally.acknowledged + number
        await self._until(lambda: [] if self.tally.acknowledged >= aim else self.parties)

    async def moves_everywhere(self, number: int) -> None:
        """Until so many more are acknowledged at every table."""
        aims = [(party, party.acknowledged + number) for party in self.parties]
        await self._until(lambda: [party for party, aim in aims if party.acknowledged < aim])

    async def _until(self, missing: Callable[[], Sequence[Party]]) -> None:
        """Until none is."""
        last = time.monotonic() + GOES_ON
        while tables := missing():
            if time.monotonic() > last:
                raise Lost(f"nothing can be played any more at {[party.code for party in tables]}")
            self.news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self.unless_broken(self.news.wait())

    async def unless_broken(self, work: Coroutine[Any, Any, object]) -> None:
        """Wait for this; a promise that is broken meanwhile is raised."""
        waiting = asyncio.ensure_future(work)
        ends: list[asyncio.Future[Any]] = [waiting, self.site.broken, *self.tasks]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for one in (self.site.broken, *self.tasks):
                if one.done():
                    one.result()
            await waiting
        finally:
            waiting.cancel()

    async def end(self) -> None:
        """Everybody comes back once more, and sees their table."""
        self.is_ending = True
        everybody = asyncio.gather(*self.tasks)
        ends: list[asyncio.Future[Any]] = [everybody, self.site.broken]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if self.site.broken.done():
            self.site.broken.result()
        await everybody

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for party in self.parties:
            for device in party.devices:
                device.story.close()


class Party:
    """Some people at one table, each with a device, and one more that only looks on."""

    def __init__(self, crowd: Crowd, number: int, setting: Setting, seed: float) -> None:
        self.crowd = crowd
        self.number = number
        self.setting = setting
        self.code: str | None = None
        self.acknowledged = 0
        self.is_open = asyncio.Event()
        """Its options are set: others may come."""
        luck = random.Random(seed)
        self.devices = [Device(self, number, random.Random(luck.random())) for number in range(setting.people + 1)]
