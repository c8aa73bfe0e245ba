"""The data base of the simulator: rows, transactions and locks of rows, as PostgreSQL has them at its default level.

What a transaction has written nobody else sees before it is committed; who wants to write the same row waits, and then
looks at the row as it is by then. A statement is a generator: it yields while it waits for a lock, so what it has read
before that is as old as it would be there; one that never waits gives its result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, cast

import asyncpg
from tests.simulation.world import World

Row: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[str, Any]
"""A table of the data base, and what is unique in it."""
Change: TypeAlias = tuple[str, Any, Row | None, Row | None]
"""Table, key, what was there, what is there now."""
LONGEST_IDLE: Final = 1.0
"""Seconds that a transaction of somebody who says nothing holds its locks (see `SETTINGS`)."""
TABLES: Final = ("lives", "tables", "games", "log", "clocks")


class Result(NamedTuple):
    number: int
    rows: list[Row] = []  # noqa: RUF012


Statement: TypeAlias = Generator[None, None, Result]
Ask: TypeAlias = "Callable[[Session], Statement | Result]"
Answer: TypeAlias = Callable[[Result | Exception], None]


class Database:
    def __init__(self, world: World) -> None:
        self.world = world
        self.rows: dict[str, dict[Any, Row]] = {name: {} for name in TABLES}
        self.strange: list[str] = []
        """Statements that it does not know: tests/simulation/statements.py has to be told."""
        self.is_away = False
        self.sessions: dict[Session, None] = {}
        self.watch: Callable[[Session, list[Change]], None] = lambda _session, _changes: None
        """Is told what every transaction changed, once it is committed."""
        self._locks: dict[Key, Session] = {}
        self._waiting: dict[Key, list[Session]] = {}

    def go_away(self) -> None:
        """As after `kill -9`: what was committed stays."""
        self.is_away = True
        for session in list(self.sessions):
            session.end()

    def come_back(self) -> None:
        self.is_away = False

    def holder(self, key: Key) -> Session | None:
        return self._locks.get(key)

    def lock(self, key: Key, session: Session) -> None:
        self._locks[key] = session

    def wait(self, key: Key, session: Session) -> None:
        self._waiting.setdefault(key, []).append(session)

    def unlock(self, keys: Iterator[Key], session: Session) -> None:
        for key in keys:
            if self._locks.get(key) is session:
                del self._locks[key]
                for waiting in self._waiting.pop(key, ()):
                    waiting.run_soon()


class Session:
    """One connection, as the server has it: statements come one after the other."""

    def __init__(self, database: Database, ended: Callable[[], None]) -> None:
        """`ended`: the server has hung up."""
        self.database = database
        self.is_over = False
        self.waits_for: Session | None = None
        self._ended = ended
        self._asked: list[tuple[Ask, Answer]] = []
        self._running: Statement | None = None
        self._in_transaction = self._has_failed = False
        self._writes: dict[Key, Row | None] = {}
        self._locked: dict[Key, None] = {}
        self._last = 0
        """What came last, counted."""
        database.sessions[self] = None

    # What statements do.

    def get(self, table: str, key: object) -> Row | None:
        own = (table, key)
        return self._writes[own] if own in self._writes else self.database.rows[table].get(key)

    def all(self, table: str) -> dict[Any, Row]:
        found = dict(self.database.rows[table])
        for (name, key), row in self._writes.items():
            if name == table and row is None:
                found.pop(key, None)
            elif name == table and row is not None:
                found[key] = row
        return found

    def lock(self, table: str, key: object) -> Generator[None, None, Row | None]:
        """The row as it is once nobody else is about to change it."""
        own = (table, key)
        while (holder := self.database.holder(own)) not in (None, self):
            self._refuse_circles(holder)
            self.waits_for = holder
            self.database.wait(own, self)
            yield
            self.waits_for = None
        self.database.lock(own, self)
        self._locked[own] = None
        return self.get(table, key)

    def _refuse_circles(self, holder: Session | None) -> None:
        while holder is not None:
            if holder is self:
                raise asyncpg.DeadlockDetectedError("deadlock detected")
            holder = holder.waits_for

    def put(self, table: str, key: object, row: Row | None) -> None:
        """Its lock is held."""
        self._writes[table, key] = row

    # What comes over the line.

    def ask(self, statement: Ask, answer: Answer) -> None:
        if self.is_over:
            return
        self._last += 1
        self._asked.append((statement, answer))
        if self._running is None:
            self._run()

    def begin(self) -> None:
        self._in_transaction = True

    def finish(self, *, is_kept: bool) -> None:
        """COMMIT or ROLLBACK. A transaction in which something has failed is never kept."""
        is_kept = is_kept and not self._has_failed
        writes, locked = self._writes, self._locked
        self._writes, self._locked, self._in_transaction, self._has_failed = {}, {}, False, False
        if is_kept and writes:
            changes: list[Change] = []
            for (table, key), row in writes.items():
                before = self.database.rows[table].get(key)
                if row is None:
                    self.database.rows[table].pop(key, None)
                else:
                    self.database.rows[table][key] = row
                changes.append((table, key, before, row))
            self.database.watch(self, changes)
        self.database.unlock(iter(locked), self)

    def end(self) -> None:
        """The line has gone, or the server hangs up: what was not committed never was."""
        if self.is_over:
            return
        self.is_over = True
        self._asked.clear()
        self.database.sessions.pop(self, None)
        self.finish(is_kept=False)
        self._ended()

    def run_soon(self) -> None:
        self.database.world.after(0, self._run)

    def _run(self) -> None:
        while self._asked and not self.is_over:
            statement, answer = self._asked[0]
            result: Result | Exception | None
            try:
                result = self._carry_on(statement)
                if result is None:
                    return
                if not self._in_transaction:
                    self.finish(is_kept=True)
            except asyncpg.PostgresError as error:
                result = error
                if self._in_transaction:
                    self._has_failed = True
                else:
                    self.finish(is_kept=False)
            self._running = None
            self._asked.pop(0)
            answer(result)
        if self._in_transaction and not self.is_over:
            self._watch_idle()

    def _carry_on(self, statement: Ask) -> Result | None:
        """None: it waits for a lock."""
        if self._running is None:
            if self._has_failed and statement not in (commit, roll_back):
                raise asyncpg.InFailedSQLTransactionError("current transaction is aborted")
            begun = statement(self)
            if isinstance(begun, Result):
                return begun
            self._running = begun
        try:
            next(self._running)
        except StopIteration as stopped:
            return cast(Result, stopped.value)
        return None

    def _watch_idle(self) -> None:
        last = self._last

        def look() -> None:
            if self._in_transaction and self._last == last and not self.is_over:
                self.end()

        self.database.world.after(LONGEST_IDLE, look)


def begin(session: Session) -> Result:
    session.begin()
    return Result(0)


def commit(session: Session) -> Result:
    session.finish(is_kept=True)
    return Result(0)


def roll_back(session: Session) -> Result:
    session.finish(is_kept=False)
    return Result(0)


def like(row: Mapping[str, Any], **changes: Any) -> Row:
    return {**row, **changes}
