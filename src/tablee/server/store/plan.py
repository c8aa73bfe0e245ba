"""What one commit will write: the batches of many tables, sorted into rows of each kind. Nothing is changed here, so a
commit that fails leaves no trace."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Mapping

from tablee.server.store.audit import CLEARED, NO_GAME, LogLine, row_sum
from tablee.server.store.interface import (
    Append,
    Batch,
    ClearTable,
    Finish,
    Forget,
    NewGame,
    NewTable,
    SaveEnding,
    SaveSummary,
    SaveTable,
    Write,
)


class OpenGame:
    """A game that is not over: its number in the file, and which rows of the log are its entries."""

    __slots__ = ("number", "ordinal", "rows")

    def __init__(self, number: int, ordinal: int, rows: Iterable[int] = ()) -> None:
        self.number = number
        self.ordinal = ordinal
        self.rows = array("q", rows)


class Plan:
    def __init__(self, games: Mapping[str, OpenGame], last: int, now: int) -> None:
        """`games`: those that run, by the codes of their tables; `last`: the highest number that a game has; `now`: in
        seconds."""
        self.log: list[LogLine] = []
        self.of: list[OpenGame] = []
        """Whose entry each line of the log is. Lines about tables come after them."""
        self.opened: list[tuple[str, str, int]] = []
        """Codes of new tables, and which command opened them, with its sum."""
        self.docs: dict[str, str] = {}
        """By table. Of several states only the last counts."""
        self.changed: dict[str, OpenGame | None] = {}
        """By table: the game that runs there then."""
        self.games: list[tuple[object, ...]] = []
        self.finished: list[tuple[OpenGame, str]] = []
        self.endings: list[SaveEnding] = []
        self.summaries: list[SaveSummary] = []
        self.forgotten: list[str] = []
        self.cleared: list[str] = []
        self.last = last
        self.now = now
        self._games = games
        self._lengths: dict[int, int] = {}

    def add(self, batch: Batch) -> None:
        code = batch.owner.code
        for write in batch.writes:
            if type(write) is Append:  # as nearly all are
                self._append(self._game(code, write.ordinal), write)
            else:
                self._add_other(code, write)

    @property
    def is_more_than_log(self) -> bool:
        return bool(self.docs or self.changed or self.finished or self.endings or self.summaries or self.is_forgetting)

    @property
    def is_forgetting(self) -> bool:
        return bool(self.forgotten or self.cleared)

    @property
    def tables(self) -> list[tuple[str, str, int, int, int]]:
        """The rows of tables, with their sums: of what changes, and of who opened one of which that is not known."""
        now = self.now
        return [(code, doc, now, row_sum(code, doc, now), row_sum(code, None)) for code, doc in self.docs.items()]

    def lines(self, tables: Iterable[tuple[str, str, int, int, int]]) -> list[LogLine]:
        """What the log says of tables: the sum of each row that is written, and which are no more."""
        written: list[LogLine] = [(NO_GAME, sum_, code, None) for code, _, _, sum_, _ in tables]
        return [*written, *((NO_GAME, 0, code, CLEARED) for code in self.cleared)]

    def _game_at(self, code: str) -> OpenGame | None:
        return self.changed[code] if code in self.changed else self._games.get(code)

    def _game(self, code: str, ordinal: int) -> OpenGame:
        game = self._game_at(code) if self.changed else self._games.get(code)
        if game is None or game.ordinal != ordinal:
            raise sqlite3.IntegrityError(f"game {ordinal} of this table does not run")
        return game

    def _append(self, game: OpenGame, write: Append) -> None:
        number, seq = game.number, write.seq
        if seq != (self._lengths[number] if number in self._lengths else len(game.rows)):
            raise sqlite3.IntegrityError(f"entry {seq} is there already, or the one before is not")
        self._lengths[number] = seq + 1
        self.log.append((number, seq, write.entry, write.command))
        self.of.append(game)

    def _add_other(self, code: str, write: Write) -> None:
        match write:
            case NewTable(doc, made_by):
                self.opened.append((code, made_by, row_sum(code, made_by)))
                self.docs[code] = doc
            case SaveTable(doc):
                self.docs[code] = doc
            case NewGame(ordinal, record, header, seed, people):
                if self._game_at(code) is not None:
                    raise sqlite3.IntegrityError("another game runs at this table")
                self.last += 1
                self.changed[code] = OpenGame(self.last, ordinal)
                fields = (self.last, record, code, header, seed, people, ordinal)
                self.games.append((*fields, row_sum(*fields)))
            case Finish(ordinal, entries):
                self.finished.append((self._game(code, ordinal), entries))
                self.changed[code] = None
            case ClearTable():
                if self._game_at(code) is not None:
                    raise sqlite3.IntegrityError("a game runs at the table that is to be cleared")
                self.cleared.append(code)
            case SaveEnding():
                self.endings.append(write)
            case SaveSummary():
                self.summaries.append(write)
            case Forget(record):
                self.forgotten.append(record)
