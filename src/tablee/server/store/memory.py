"""A store in memory: rows as they are, for as long as the process lives. For tests and for the simulator, which decides
itself when something is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar, assert_never, cast

from tablee.kernel.game import Ms
from tablee.server.store.interface import (
    AnyQuery,
    Append,
    Batch,
    ClearTable,
    Codes,
    Done,
    Finish,
    Forget,
    HasTable,
    LobbyOf,
    NewGame,
    NewTable,
    OpenedBy,
    Owner,
    PastGame,
    PastOf,
    Query,
    RecordOf,
    SaveEnding,
    SaveSummary,
    SaveTable,
    StoredGame,
    StoredTable,
    StoreError,
    TableCount,
    TableOf,
    Taken,
    Unplayed,
)

T = TypeVar("T")
Key: TypeAlias = tuple[str, int]
"""A table, and the ordinal of one of its games."""


class MemoryStore:
    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        """`clock`: seconds."""
        self.docs: dict[str, str] = {}
        self.touched: dict[str, float] = {}
        """When each table was saved last."""
        self.opened: dict[str, str] = {}
        """By the command that opened it: the code of a table."""
        self.running: dict[Key, NewGame] = {}
        self.logs: dict[Key, list[Append]] = {}
        """Of games that run."""
        self.past: dict[str, StoredGame] = {}
        self.summaries: dict[str, str] = {}
        self.noted: dict[str, Ms] = {}
        self.error: StoreError | None = None
        """What goes wrong with every write, if anything does."""
        self._clock = clock

    def write(self, batch: Batch, done: Done) -> None:
        done(self.error or self.keep(batch))

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        done(cast(T, self.answer(cast(AnyQuery, query))))

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        self.noted |= clocks

    @property
    def neighbours(self) -> None:
        return None

    def release(self, owner: Owner) -> None:
        return

    def when_lost(self, tell: Callable[[], None]) -> None:
        return

    def keep(self, batch: Batch) -> StoreError | None:
        code, writes = batch.owner.code, batch.writes
        if code in self.docs and any(type(write) is NewTable for write in writes):
            return Taken("There is a table of this code already.")
        for write in writes:
            match write:
                case NewTable() | SaveTable():
                    self.docs[code], self.touched[code] = write.doc, self._clock()
                    if isinstance(write, NewTable):
                        self.opened[write.made_by] = code
                case NewGame():
                    self.running[code, write.ordinal], self.logs[code, write.ordinal] = write, []
                case Append():
                    log = self.logs[code, write.ordinal]
                    assert write.seq == len(log), "no entry is written twice, and none is left out"
                    log.append(write)
                case Finish():
                    game = self._stored(code, self.running.pop((code, write.ordinal)), is_over=True)
                    self.past[game.record] = game
                    del self.logs[code, write.ordinal]
                    self.noted.pop(code, None)
                case ClearTable():
                    self.docs.pop(code, None)
                    self.opened = {made_by: one for made_by, one in self.opened.items() if one != code}
                case SaveSummary():
                    self.summaries[write.record] = write.summary
                case SaveEnding():
                    self.past[write.record] = _with_ending(self.past[write.record], write.ending)
                case Forget():
                    self.past.pop(write.record, None)
                    self.summaries.pop(write.record, None)
        return None

    def answer(self, query: AnyQuery) -> object:
        match query:
            case TableOf(code):
                return self._table(code)
            case LobbyOf(code):
                return self.docs.get(code)
            case Codes():
                return list(self.docs)
            case HasTable(code):
                return code in self.docs
            case OpenedBy(made_by):
                return self.opened.get(made_by)
            case TableCount():
                return len(self.docs)
            case Unplayed(seconds):
                since = self._clock() - seconds
                played = {code for code, _ in self.running} | {game.code for game in self.past.values()}
                return [code for code in self.docs if code not in played and self.touched[code] <= since]
            case RecordOf(record):
                return self.past.get(record)
            case PastOf(records):
                return self._past(records)
        assert_never(query)

    def _table(self, code: str) -> StoredTable | None:
        if code not in self.docs:
            return None
        game = next((game for (at, _), game in self.running.items() if at == code), None)
        running = None if game is None else self._stored(code, game, is_over=False)
        return StoredTable(code, self.docs[code], running, self.noted.get(code, 0))

    def _stored(self, code: str, game: NewGame, *, is_over: bool) -> StoredGame:
        log = self.logs[code, game.ordinal]
        entries, commands = tuple(row.entry for row in log), tuple(row.command for row in log)
        fields = (game.ordinal, game.record, game.header, game.seed, game.people)
        return StoredGame(code, *fields, is_over=is_over, ending=None, entries=entries, commands=commands)

    def _past(self, records: Sequence[str] | None) -> list[PastGame]:
        return [
            PastGame(record, game.code, _name(game), game.people, 1, self.summaries.get(record))
            for record, game in reversed(self.past.items())
            if records is None or record in records
        ]


def _name(game: StoredGame) -> str:
    return str(json.loads(game.header)["header"]["game"])


def _with_ending(game: StoredGame, ending: str) -> StoredGame:
    fields = (game.code, game.ordinal, game.record, game.header, game.seed, game.people)
    return StoredGame(*fields, is_over=True, ending=ending, entries=game.entries, commands=game.commands)
