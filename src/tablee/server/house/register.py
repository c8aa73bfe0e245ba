"""Which tables are awake, and how the others are woken. A table that nobody visits leaves memory; whoever asks for it
finds it as the store has it. Coming back after a restart is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Refusal
from tablee.kernel.replay import Unplayable
from tablee.kernel.wire import BadRecord
from tablee.server.keys import clean_code
from tablee.server.lobby import Lobby
from tablee.server.past.record import set_up_in_turns
from tablee.server.show.tools import AnyTable, GameTools
from tablee.server.store.interface import (
    Away,
    Elsewhere,
    Query,
    RecordOf,
    StoredGame,
    StoredTable,
    StoreError,
    TableCount,
    TableOf,
    Unplayed,
)
from tablee.server.table.actor import Actor, Services
from tablee.server.table.games import back_to_lobby
from tablee.server.table.saved import game_of_lobby, read_lobby

T = TypeVar("T")
Told: TypeAlias = Callable[[Actor | Elsewhere | Refusal], None]
"""Who asked for a table hears of it, or in which other house it stands, or why there is none."""


class Register:
    def __init__(self, all_tools: Mapping[str, GameTools], services: Services) -> None:
        self.awake: dict[str, Actor] = {}
        self.opened: dict[str, str] = {}
        """By the hashed id of the command that opened it: the code of a table that is awake."""
        self.number = 0
        """How many tables there are, awake or not."""
        self._all_tools = all_tools
        self._services = services
        self._waking: dict[str, list[Told]] = {}
        """Who waits for a table that is being read."""
        self._too_late: set[str] = set()
        """Tables that were being read when all of this house were lost."""
        self._last_seen: dict[str, Ms] = {}
        """How late it was at tables that sleep, until the store is told."""
        self._cleared_last = ""
        self._tidied_at: Ms = services.wall.now()
        self._counted_at: Ms = services.wall.now()
        self._looks_again_at: Ms = 0
        services.store.read(TableCount(), self._count)

    def _count(self, number: int | StoreError) -> None:
        if isinstance(number, int):
            self.number += number

    def _recount(self, number: int | StoreError) -> None:
        if isinstance(number, int):
            self.number = number

    def add(self, actor: Actor) -> None:
        """A table that is new."""
        self.number += 1
        self._put(actor)

    def _put(self, actor: Actor) -> None:
        self.awake[actor.lobby.code] = actor
        if actor.lobby.made_by:
            self.opened[actor.lobby.made_by] = actor.lobby.code

    def let_go(self, actor: Actor) -> None:
        """It was cleared away, or it sleeps: what the store has is all there is."""
        services, running, code = self._services, actor.running, actor.lobby.code
        if self.awake.get(code) is actor:
            del self.awake[code]
            self.opened.pop(actor.lobby.made_by, None)
        if actor.gone == "cleared":
            self.number -= 1
            return
        services.store.release(actor.owner)
        if running is not None and running.table.asks:
            self._last_seen[code] = running.now(services.wall.now())

    def lose_all(self) -> None:
        """Others have all tables of this house by now, or will have them."""
        self._too_late.update(self._waking)
        for actor in list(self.awake.values()):
            actor.leave_memory("asleep", "closing")

    def clocks(self) -> dict[str, Ms]:
        """How late it is in every game that runs here, and was in those that fell asleep since somebody asked."""
        now, (asleep, self._last_seen) = self._services.wall.now(), (self._last_seen, {})
        running = ((code, actor.running) for code, actor in self.awake.items())
        return asleep | {code: one.now(now) for code, one in running if one is not None and one.table.asks}

    # Waking.

    def wake(self, code: str, then: Told) -> None:
        """The table of this code, or why there is none: at once where it is awake."""
        code = clean_code(code)
        actor = self.awake.get(code)
        if actor is not None:
            then(actor)
        elif code in self._waking:
            self._waking[code].append(then)
        elif not self.has_room():
            then(Refusal("house_full"))
        else:
            self._waking[code] = [then]
            self._ask(code, TableOf(code), partial(self._read, code))

    def _ask(self, code: str, query: Query[T], then: Callable[[T | StoreError], None]) -> None:
        """Those who wait for this table must not wait for ever, whatever happens on the way."""

        def guarded(found: T | StoreError) -> None:
            try:
                then(found)
            except Exception as error:
                self._services.log.defect(code, error)
                self._tell(code, Refusal("defect"))

        try:
            self._services.store.read(query, guarded)
        except Exception as error:
            guarded(StoreError(str(error)))

    def _read(self, code: str, found: StoredTable | Elsewhere | StoreError | None) -> None:
        if isinstance(found, Elsewhere):
            self._tell(code, found)
            return
        if isinstance(found, StoreError):
            self._not_read(code, found)
            return
        tools = None if found is None else self._all_tools.get(game_of_lobby(found.doc))
        if found is None or tools is None:
            if found is not None:
                self._services.log("unknown_game", table=code)
            self._tell(code, Refusal("no_such_table", {"code": code}))
            return
        lobby, kept = read_lobby(tools, found.doc)
        set_up = partial(self._set_up, tools, lobby, kept, found.epoch, self._last_seen.get(code, found.shown))
        if lobby.phase == "over" and lobby.record is not None:
            self._ask(code, RecordOf(lobby.record), set_up)
        else:
            set_up(found.running)

    def _not_read(self, code: str, error: StoreError) -> None:
        self._services.log("not_read", table=code, why=str(error))
        self._tell(code, Refusal("not_read"))

    def _set_up(
        self,
        tools: GameTools,
        lobby: Lobby,
        kept: dict[str, Json],
        epoch: int,
        shown: Ms,
        stored: StoredGame | StoreError | None,
    ) -> None:
        """The table as it stood, its game at the last durable entry."""
        if isinstance(stored, Away):
            self._not_read(lobby.code, stored)
            return
        seat = partial(self._seat, tools, lobby, kept, epoch, shown, stored)
        if isinstance(stored, StoredGame):
            self._play_again(stored.code, set_up_in_turns(tools, stored, self._services.limits.played_again), seat)
        else:
            seat(None)

    def _play_again(
        self, code: str, tables: Iterator[AnyTable | None], then: Callable[[AnyTable | None], None]
    ) -> None:
        """Some entries of a game, then the others' turn. None: it cannot be played any more."""
        try:
            table = next(tables)
        except (Unplayable, BadRecord) as error:
            self._services.log("cannot_resume", table=code, why=str(error))
            then(None)
            return
        if table is not None:
            then(table)
            return

        def go_on() -> None:
            try:
                self._play_again(code, tables, then)
            except Exception as error:
                self._services.log.defect(code, error)
                self._tell(code, Refusal("defect"))

        self._services.wall.at(self._services.wall.now(), go_on)

    def _seat(
        self,
        tools: GameTools,
        lobby: Lobby,
        kept: dict[str, Json],
        epoch: int,
        shown: Ms,
        stored: StoredGame | StoreError | None,
        table: AnyTable | None,
    ) -> None:
        code = lobby.code
        if code in self.awake:  # somebody was given this very code while it was read
            self._tell(code, self.awake[code])
            return
        if stored is None and lobby.phase == "over":
            # Somebody had its record deleted: there is nothing to come back to but the lobby.
            change = back_to_lobby(lobby, tools.found)
            lobby = change if isinstance(change, Lobby) else lobby
        if code in self._too_late:
            self._tell(code, Refusal("not_read"))
            return
        actor = Actor(tools, lobby, self._services, kept, epoch)
        if isinstance(stored, StoreError):
            self._services.log("damaged_record", table=code, why=str(stored))
        elif stored is not None:
            actor.resume(stored, table, shown)
        self._put(actor)
        actor.rearrange()
        self._tell(code, actor)

    def _tell(self, code: str, found: Actor | Elsewhere | Refusal) -> None:
        self._too_late.discard(code)
        for then in self._waking.pop(code, ()):
            try:
                then(found)
            except Exception as error:  # the others wait too
                self._services.log.defect(code, error)

    # Making room.

    def has_room(self) -> bool:
        """For one more that is awake? Where there is none, those without anybody sleep sooner."""
        limits, now = self._services.limits, self._services.wall.now()
        if len(self.awake) + len(self._waking) >= limits.awake_tables and now >= self._looks_again_at:
            self._looks_again_at = now + limits.tidy_full
            for actor in list(self.awake.values()):
                actor.fall_asleep()
        return len(self.awake) + len(self._waking) < limits.awake_tables

    def tidy(self, now: Ms) -> None:
        """Now and then, tables that nobody ever played at are cleared away; where there are too many, sooner."""
        limits = self._services.limits
        if self._services.store.neighbours is not None and now - self._counted_at >= limits.tidy_full:
            self._counted_at = now  # others open and clear away too
            self._services.store.read(TableCount(), self._recount)
        is_full = self.number >= limits.tables
        if now - self._tidied_at < (limits.tidy_full if is_full else limits.tidy):
            return
        self._tidied_at = now
        longest = limits.spare_lobby if is_full else limits.empty_lobby
        self._services.store.read(Unplayed(longest // 1000), partial(self._clear, now - longest))

    def _clear(self, since: Ms, codes: Sequence[str] | StoreError) -> None:
        """Some of them at a time, in turn: there may be some that cannot be cleared."""
        if isinstance(codes, StoreError):
            return
        empty = sorted(code for code in codes if code not in self.awake or not self.awake[code].visits)
        turn = [code for code in empty if code > self._cleared_last] or empty
        for code in turn[: self._services.limits.cleared_at_once]:
            self._cleared_last = code
            actor = self.awake.get(code)
            if actor is not None:
                actor.clear_if_deserted(since)
            else:
                self.wake(code, _clear_away)


def _clear_away(found: Actor | Elsewhere | Refusal) -> None:
    if isinstance(found, Actor):
        found.clear_if_deserted()
