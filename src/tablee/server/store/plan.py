"""What one commit will write: the batches of many tables, sorted into rows of each kind. Nothing is changed here, so a
commit that fails leaves no trace."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from tablee.server.store.audit import LogLine, row_sum
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

Key: TypeAlias = tuple[str, int]
"""A table, and the ordinal of one of its games."""


class Running:
    """A game that is not over: its number in the file, and which rows of the log are its entries."""

    __slots__ = ("number", "rows")

    def __init__(self, number: int, rows: Iterable[int] = ()) -> None:
        self.number = number
        self.rows = array("q", rows)


class Plan:
    def __init__(self, running: Mapping[Key, Running], last: int, touched: int) -> None:
        """`last`: the highest number that a game has."""
        self.log: list[LogLine] = []
        self.of: list[Key] = []
        """Whose entry each line of the log is."""
        self.opened: list[tuple[str, str, int]] = []
        """Codes of new tables, and which command opened them, with its sum."""
        self.docs: dict[str, str] = {}
        """By table. Of several states only the last counts."""
        self.begun: dict[Key, Running] = {}
        self.games: list[tuple[object, ...]] = []
        self.finished: dict[Key, str] = {}
        self.endings: list[SaveEnding] = []
        self.summaries: list[SaveSummary] = []
        self.forgotten: list[str] = []
        self.cleared: list[tuple[str]] = []
        self.last = last
        self.touched = touched
        self._running = running
        self._lengths: dict[Key, int] = {}

    def add(self, batch: Batch) -> None:
        (code, _), writes = batch
        for write in writes:
            if type(write) is Append:  # as nearly all are
                self._append(code, write)
            else:
                self._add_other(code, write)

    @property
    def is_log_only(self) -> bool:
        return not (self.docs or self.begun or self.finished or self.endings or self.summaries or self.is_forgetting)

    @property
    def is_forgetting(self) -> bool:
        return bool(self.forgotten or self.cleared)

    @property
    def tables(self) -> list[tuple[str, str, int, int, int]]:
        """The rows of tables, with their sums: of what changes, and of who opened one of which that is not known."""
        touched = self.touched
        return [
            (code, doc, touched, row_sum(code, doc, touched), row_sum(code, None)) for code, doc in self.docs.items()
        ]

    def game(self, key: Key) -> Running:
        found = self.begun.get(key) or self._running.get(key)
        if found is None:
            raise sqlite3.IntegrityError(f"game {key[1]} of this table does not run")
        return found

    def _append(self, code: str, write: Append) -> None:
        key = (code, write.ordinal)
        game = self.game(key)
        length = self._lengths.get(key)
        if length is None:
            length = len(game.rows)
        if write.seq != length:
            raise sqlite3.IntegrityError(f"entry {write.seq} is there already, or the one before is not")
        self._lengths[key] = length + 1
        self.log.append(LogLine(game.number, write.seq, write.entry, write.command))
        self.of.append(key)

    def _add_other(self, code: str, write: Write) -> None:
        match write:
            case NewTable(doc, made_by):
                self.opened.append((code, made_by, row_sum(code, made_by)))
                self.docs[code] = doc
            case SaveTable(doc):
                self.docs[code] = doc
            case NewGame(ordinal, record, header, seed, people):
                if (code, ordinal) in self._running or (code, ordinal) in self.begun:
                    raise sqlite3.IntegrityError(f"game {ordinal} of this table runs already")
                self.last += 1
                self.begun[code, ordinal] = Running(self.last)
                fields = (self.last, record, code, header, seed, people, ordinal)
                self.games.append((*fields, row_sum(*fields)))
            case Finish(ordinal, entries):
                self.finished[code, ordinal] = entries
            case ClearTable():
                self.cleared.append((code,))
            case SaveEnding():
                self.endings.append(write)
            case SaveSummary():
                self.summaries.append(write)
            case Forget(record):
                self.forgotten.append(record)
