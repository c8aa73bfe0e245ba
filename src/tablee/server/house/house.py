"""All tables of one house: opening them, finding them by their code, setting them up again after a restart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

from tablee.games import Found
from tablee.kernel.game import Ms, Refusal
from tablee.kernel.replay import Unplayable
from tablee.kernel.wire import BadRecord
from tablee.server.bots.workers import Thinker
from tablee.server.house.connection import Connection
from tablee.server.keys import clean_code, hashed, hashed_id
from tablee.server.limits import LIMITS, Buckets, Limits
from tablee.server.lobby import Change, Lobby, Who, with_host, with_key
from tablee.server.outside import Chance, Log, Wall
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.show.voice import language_of
from tablee.server.store.interface import ClearTable, Store, StoredGame
from tablee.server.table import places as rules
from tablee.server.table.actor import Actor, Services
from tablee.server.table.decision import Decision, Enter, Vanish
from tablee.server.table.saved import game_of_lobby, read_lobby
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t


def _opened(actor: Actor, visit: Visit, lobby: Lobby, key: str, undo: Callable[[], None]) -> Decision:
    return Decision([actor.saved(lobby)], lobby, None, {"table": lobby.code, "key": key}, Enter(visit), undo)


def _is_own(address: str) -> bool:
    """This very machine's, or that of a proxy on it that does not say for whom it speaks: nobody in particular."""
    return address in ("127.0.0.1", "::1")


_FOR_ONESELF: Final = (m.Play, m.Hold, m.AskReceipt)
"""These cost no more where many look on; and what a move tells everybody is the game's own pace."""


class House:
    def __init__(
        self,
        games: Sequence[Found],
        store: Store,
        wall: Wall,
        thinker: Thinker,
        *,
        limits: Limits = LIMITS,
        log: Log | None = None,
        chance: Chance | None = None,
    ) -> None:
        self.kits: dict[str, GameTools] = {found.game.meta.id: tools_of(found) for found in games}
        self.tables: dict[str, Actor] = {}
        self.connections: set[Connection] = set()
        self.limits = limits
        self.log = log or Log()
        self.store = store
        self._wall = wall
        self._thinker = thinker
        self._chance = chance or Chance()
        numbers = count(store.last_game() + 1)
        self._services = Services(
            store, wall, thinker, limits, self.log, lambda: next(numbers), self._chance, self._let_go
        )
        self._per_address: dict[str, int] = {}
        self._openings = Buckets(limits.opens_at_once, limits.opens)
        self._guesses = Buckets(limits.guesses_at_once, limits.guesses)
        self._messages = Buckets(limits.all_at_once, limits.all_rate)
        self._long = Buckets(limits.long_at_once, limits.long_rate)
        self._tidied_at: Ms = wall.now()
        self._opened: dict[str, str] = {}
        """By the hashed id of the command that opened it: the code of the table."""
        self._at_door: dict[type[m.Command], Callable[..., None]] = {
            m.Ping: self._ping,
            m.Pong: self._pong,
            m.Hello: self._hello,
            m.Open: self._open,
        }
        self._set_up_again()

    # Connections.

    def connect(self, address: str, wake: Callable[[], None]) -> Connection:
        """Somebody knocks. Where there is no room they are told so and sent away."""
        shared = None if _is_own(address) else self._messages.of(address, self._wall.now())
        connection = Connection(address, self.limits, wake, self._wall, shared)
        held = self._per_address.get(address, 0)
        if len(self.connections) >= self.limits.connections or held >= self.limits.per_address:
            connection.bye("too_many")
            return connection
        self.connections.add(connection)
        self._per_address[address] = held + 1
        return connection

    def now(self) -> Ms:
        return self._wall.now()

    def disconnect(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        held = self._per_address.pop(connection.address) - 1
        if held:
            self._per_address[connection.address] = held
        connection.leave()

    def receive(self, connection: Connection, text: bytes | str) -> None:
        """A message, as it came from the socket."""
        if connection.is_closing:
            return
        if len(text) > self.limits.message:
            connection.bye("too_big")
            return
        now = self._wall.now()
        if not connection.may_ask(now):
            connection.bye("too_fast")
            return
        try:
            command = m.read(text)
        except m.BadMessage as error:
            connection.refuse(error.id, Refusal("bad_message", {"what": error.what}))
            return
        if len(text) > self.limits.long_message and not self._may_send_long(connection, now):
            connection.refuse(command.id, Refusal("too_fast"))
            return
        visit = connection.visit
        at_door = self._at_door.get(type(command))
        if at_door is not None:
            at_door(connection, command, now)
        elif visit is None:
            connection.refuse(command.id, Refusal("no_table"))
        elif type(command) not in _FOR_ONESELF and not self._may_tell_all(connection, visit, now):
            connection.bye("too_fast")
        else:
            visit.actor.handle(visit, command, now)  # type: ignore[arg-type]

    def _may_send_long(self, connection: Connection, now: Ms) -> bool:
        return _is_own(connection.address) or self._long.take(connection.address, now)

    def _may_tell_all(self, connection: Connection, visit: Visit, now: Ms) -> bool:
        """What everybody at a table is told is the dearer the more there are."""
        crowd = len(visit.actor.visits) // self.limits.crowd
        return not crowd or connection.may_ask(now, crowd)

    def _ping(self, connection: Connection, command: m.Ping, now: Ms) -> None:
        running = None if connection.visit is None else connection.visit.actor.running
        time = None if running is None else running.now(now)
        connection.tell(t.encode({"tell": "pong", "sent": command.sent, "now": time}))

    def _pong(self, connection: Connection, command: m.Pong, now: Ms) -> None:
        if connection.visit is not None and connection.visit.link is not None:
            connection.visit.link.pong(command.number, now)

    def _hello(self, connection: Connection, command: m.Hello, now: Ms) -> None:
        if not connection.may_ask(now, self.limits.hello - 1):
            connection.bye("too_fast")
            return
        errand = connection.set_out()
        if command.table is not None and self.must_wait(connection.address, command.table, command.keys):
            self._wall.at(now + self.limits.guess_waits, lambda: self._let_in(connection, command, errand))
        else:
            self._let_in(connection, command, errand)

    def must_wait(self, address: str, code: str, keys: Sequence[str] = ()) -> bool:
        """Does somebody there guess codes? Who holds a key of the table does not; all others wait, and learn nothing
        sooner by being right."""
        actor = self.find(code)
        if _is_own(address) or (actor is not None and actor.knows(frozenset(map(hashed, keys[: m.MOST_KEYS])))):
            return False
        now = self._wall.now()
        return self._guesses.is_dry(address, now) if actor is not None else not self._guesses.take(address, now)

    def _let_in(self, connection: Connection, command: m.Hello, errand: int) -> None:
        if connection.is_gone:
            return
        if connection.errand != errand:  # it went elsewhere while it waited
            connection.refuse(command.id, Refusal("no_table"))
            return
        connection.language = language_of(command.language)
        if len(command.keys) > m.MOST_KEYS:
            connection.refuse(command.id, Refusal("bad_message", {"what": "keys"}))
            return
        actor = None if command.table is None else self.find(command.table)
        if command.table is not None and actor is None:
            connection.refuse(command.id, Refusal("no_such_table", {"code": command.table[:8]}))
            return
        visit = connection.visits(actor)
        if visit is None:
            connection.answer(command.id, {})
        else:
            visit.actor.welcome(visit, command)

    # Tables.

    def find(self, code: str) -> Actor | None:
        return self.tables.get(clean_code(code))

    def _open(self, connection: Connection, command: m.Open, now: Ms) -> None:
        connection.set_out()
        asked = hashed_id(command.id)
        known = self.tables.get(self._opened.get(asked, ""))
        if known is not None:
            self._open_again(connection, command, known)
            return
        kit = self.kits.get(command.game)
        if kit is None:
            connection.refuse(command.id, Refusal("no_such_game", {"game": command.game[:20]}))
            return
        if not _is_own(connection.address) and not self._openings.take(connection.address, now):
            connection.refuse(command.id, Refusal("too_many_tables"))
            return
        self._tidy(now)
        if len(self.tables) >= self.limits.tables:
            connection.refuse(command.id, Refusal("house_full"))
            return
        key, code = self._chance.key(), self._chance.code(self.tables)
        lobby: Change = rules.new_lobby(kit.found, code, hashed(key), asked, is_club=command.club)
        if command.name is not None and isinstance(lobby, Lobby):
            nobody = Who(frozenset(), True, False)
            lobby = rules.sit(lobby, command, command.name, hashed(key), asked, nobody, kit.found)
        if isinstance(lobby, Refusal):
            connection.refuse(command.id, lobby)
            return
        self._keep_new(connection, command, kit, lobby, key)

    def _keep_new(self, connection: Connection, command: m.Open, kit: GameTools, lobby: Lobby, key: str) -> None:
        """Whoever opened the table sits at it, or watches it."""
        actor = Actor(kit, lobby, self._services)
        self.tables[lobby.code] = actor
        if lobby.asked:
            self._opened[lobby.asked] = lobby.code
        visit = connection.visits(actor, frozenset({hashed(key)}))
        if visit is None:
            return

        def undo() -> None:
            self._let_go(lobby.code)
            visit.end()

        actor.settle(_opened(actor, visit, lobby, key, undo), visit, command)

    def _open_again(self, connection: Connection, command: m.Open, actor: Actor) -> None:
        """The command came before, but its answer may not have arrived: another key to the same table."""
        key = self._chance.key()
        visit = connection.visits(actor, frozenset({hashed(key)}))
        if visit is None:
            return

        def give() -> None:
            if actor.is_cleared:
                visit.refuse(command.id, Refusal("no_such_table", {"code": actor.lobby.code}))
                visit.end()
                return
            lobby = actor.lobby
            places = tuple(
                with_key(place, hashed(key)) if place.asked == lobby.asked else place for place in lobby.places
            )
            actor.settle(_opened(actor, visit, with_host(lobby, hashed(key), places), key, visit.end), visit, command)

        actor.post(give)

    def _tidy(self, now: Ms) -> None:
        """Now and then, tables that nobody ever played at are cleared away; where the house is full, sooner."""
        is_full = len(self.tables) >= self.limits.tables
        if now - self._tidied_at < (self.limits.tidy_full if is_full else self.limits.tidy):
            return
        self._tidied_at = now
        longest = self.limits.spare_lobby if is_full else self.limits.empty_lobby
        for actor in list(self.tables.values()):
            if actor.is_deserted(now - longest):
                actor.settle(Decision([ClearTable(actor.lobby.code)], effect=Vanish()))

    def _let_go(self, code: str) -> None:
        actor = self.tables.pop(code, None)
        if actor is not None:
            self._opened.pop(actor.lobby.asked, None)

    # Beginning and end.

    def _set_up_again(self) -> None:
        """Every table as it stood, every running game at its last durable entry."""
        running, clocks = {stored.code: stored for stored in self.store.running()}, self.store.clocks()
        for table in self.store.tables():
            kit = self.kits.get(game_of_lobby(table.doc))
            if kit is None:
                self.log("unknown_game", table=table.code)
                continue
            lobby, kept = read_lobby(kit, table.doc)
            actor = self.tables[lobby.code] = Actor(kit, lobby, self._services, kept)
            if lobby.asked:
                self._opened[lobby.asked] = lobby.code
            if lobby.phase == "playing" and table.code in running:
                self._resume(actor, running[table.code], clocks.get(running[table.code].game, 0))

    def _resume(self, actor: Actor, stored: StoredGame, shown: Ms) -> None:
        try:
            actor.resume(stored, shown)
        except (Unplayable, BadRecord) as error:
            self.log("cannot_resume", table=stored.code, why=str(error))
            return
        actor.rearrange()

    def note_clocks(self) -> None:
        """So that after a crash they go on where people saw them. To be called each second."""
        now, running = self._wall.now(), (actor.running for actor in self.tables.values())
        self.store.note_clocks({one.number: one.now(now) for one in running if one is not None and one.table.asks})

    def close(self) -> None:
        """Say good-bye to everybody. What was told is durable already."""
        self.note_clocks()
        for connection in list(self.connections):
            connection.bye("closing")
        for actor in self.tables.values():
            actor.close()
        self._thinker.close()
