"""Whole small games on a house: morpion after morpion, seven moves each, as in bench/server.py, so that beginnings and
ends count too."""

from __future__ import annotations

import asyncio
from typing import Final

from bench.crowd import Load, Table, set_off
from bench.endless import AT_ONCE, WARM, near
from bench.houses import House
from bench.processes import Broken

PATIENCE: Final = 20
"""Seconds for moves that are on their way."""


class SmallGames:
    """All tables of one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._load = Load()
        self._crowd: list[Table] = []

    async def open(self, tables: int) -> None:
        self._crowd = [Table(self._load) for _ in range(tables)]
        for first in range(0, tables, AT_ONCE):
            some = list(enumerate(self._crowd[first : first + AT_ONCE], first))
            await asyncio.gather(*(table.connect(self._house.address, near(number)) for number, table in some))
            await asyncio.gather(*(table.open() for _, table in some))
            # Nobody is hurried, for the other house has its turns too.
            await asyncio.gather(*(table.phones[0].ask(do="pace", pace="none") for _, table in some))
            await asyncio.gather(*(table.start() for _, table in some))
        await asyncio.sleep(WARM)  # until all have seen the beginning

    async def play(self, seconds: float) -> float:
        """Microseconds of the house's CPU for one move."""
        load = self._load
        set_off(self._crowd, load, asyncio.get_running_loop().call_later)
        await asyncio.sleep(WARM)
        made, used = load.moves, self._house.cpu()
        await asyncio.sleep(seconds)
        made, used = load.moves - made, self._house.cpu() - used
        load.is_on = False
        async with asyncio.timeout(PATIENCE):
            while any(table.is_waiting for table in self._crowd):
                await asyncio.sleep(0.05)
        load.waits.clear()
        if not made:
            raise Broken(f"Nobody moved at the house {self._house.version.name}.")
        return used / made * 1e6

    def close(self) -> None:
        for table in self._crowd:
            table.leave()
