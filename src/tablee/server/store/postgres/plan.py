"""What one commit will write: the batches of many tables, sorted into rows of each kind. Nothing is changed here, so a
commit that fails leaves no trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from tablee.server.store.interface import (
    Append,
    Batch,
    ClearTable,
    Finish,
    Forget,
    Lost,
    NewGame,
    NewTable,
    Owner,
    SaveEnding,
    SaveSummary,
    SaveTable,
    StoreError,
    Taken,
    Write,
)

LOST: Final = "This table belongs to another node by now."
Row: TypeAlias = tuple[Owner, Append]


class OpenGame(NamedTuple):
    """The game that runs at a table, and how many entries it has."""

    ordinal: int
    length: int


class Plan:
    def __init__(self, games: Mapping[str, OpenGame | None]) -> None:
        """`games`: those that run, by the codes of their tables."""
        self.log: list[Row] = []
        self.opened: dict[str, NewTable] = {}
        self.docs: dict[Owner, str] = {}
        """Of several states only the last counts."""
        self.begun: list[tuple[str, NewGame]] = []
        self.finished: list[tuple[str, Finish]] = []
        self.endings: list[SaveEnding] = []
        self.summaries: list[SaveSummary] = []
        self.forgotten: list[str] = []
        self.cleared: dict[Owner, None] = {}
        self.owners: dict[Owner, None] = {}
        """Who writes."""
        self.changed: dict[str, OpenGame | None] = {}
        """By table: the game that runs there then."""
        self._games = games

    def add(self, batch: Batch) -> None:
        """StoreError: such a thing cannot be."""
        owner = batch.owner
        if owner.code:
            self.owners[owner] = None
        for write in batch.writes:
            if type(write) is Append:  # as nearly all are
                self._append(owner, write)
            else:
                self._add_other(owner, write)

    @property
    def is_log_only(self) -> bool:
        return not (self.opened or self.docs or self.begun or self.finished or self.endings or self.summaries) and not (
            self.forgotten or self.cleared
        )

    def rows(self) -> Sequence[Row]:
        """Of the log: a game that is over needs none."""
        over = {(code, finish.ordinal) for code, finish in self.finished}
        return [row for row in self.log if (row[0].code, row[1].ordinal) not in over] if over else self.log

    def _game(self, code: str, ordinal: int) -> OpenGame:
        if code not in self.changed and code not in self._games:
            raise Lost(LOST)
        game = self.changed[code] if code in self.changed else self._games[code]
        if game is None or game.ordinal != ordinal:
            raise StoreError(f"Game {ordinal} of this table does not run.")
        return game

    def _append(self, owner: Owner, write: Append) -> None:
        game = self._game(owner.code, write.ordinal)
        if write.seq != game.length:
            raise StoreError(f"Entry {write.seq} is there already, or the one before is not.")
        self.changed[owner.code] = OpenGame(game.ordinal, game.length + 1)
        self.log.append((owner, write))

    def _add_other(self, owner: Owner, write: Write) -> None:
        code = owner.code
        match write:
            case NewTable(doc):
                if code in self.opened:
                    raise Taken("There is a table of this code already.")
                self.opened[code] = write
                self.docs[owner] = doc
            case SaveTable(doc):
                self.docs[owner] = doc
            case NewGame(ordinal):
                if self.changed.get(code, self._games.get(code)) is not None:
                    raise StoreError("Another game runs at this table.")
                self.changed[code] = OpenGame(ordinal, 0)
                self.begun.append((code, write))
            case Finish(ordinal):
                self._game(code, ordinal)
                self.finished.append((code, write))
                self.changed[code] = None
            case ClearTable():
                if self.changed.get(code, self._games.get(code)) is not None:
                    raise StoreError("A game runs at the table that is to be cleared.")
                self.cleared[owner] = None
            case SaveEnding():
                self.endings.append(write)
            case SaveSummary():
                self.summaries.append(write)
            case Forget(record):
                self.forgotten.append(record)


def planned(games: Mapping[str, OpenGame | None], batches: Iterable[Batch]) -> Plan:
    plan = Plan(games)
    for batch in batches:
        plan.add(batch)
    return plan
