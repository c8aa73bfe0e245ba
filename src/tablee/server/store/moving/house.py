"""What a house consists of, whichever store has it.

In this order: its tables by their codes; its finished games in the order in which they began; the games that run, by
their tables. One row is in memory at a time, the log of a running game with it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from tablee.kernel.game import Ms

LogLine: TypeAlias = tuple[str, str | None]
"""An entry, and the command that made it."""


class TableRow(NamedTuple):
    code: str
    doc: str
    made_by: str | None
    touched: int


class GameRow(NamedTuple):
    record: str
    code: str
    ordinal: int
    header: str
    seed: str
    people: str
    entries: str | None
    """All of a finished game, as one text; None: it runs."""
    ending: str | None
    finished: int | None
    summary: str | None
    log: tuple[LogLine, ...] = ()
    """Of a game that runs."""


HouseRow: TypeAlias = TableRow | GameRow


class Source(Protocol):
    """A store that nobody uses meanwhile."""

    @property
    def name(self) -> str:
        """How people know it; no password is in it."""

    def rows(self) -> AsyncGenerator[HouseRow, None]:
        """StoreError: something is not as it was written, or cannot be read."""

    async def clocks(self) -> Mapping[str, Ms]:
        """How late it was in the games that run, by their tables."""


class Target(Source, Protocol):
    """An empty store. Until `commit` nobody finds anything in it, and whoever is killed before leaves it empty."""

    async def write(self, rows: Sequence[HouseRow]) -> None:
        """As they come, in their order."""

    async def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        """After all rows."""

    async def audit(self) -> None:
        """StoreError: the store's own check finds something."""

    async def commit(self) -> None:
        """From now on the house is here."""
