"""All tables of one house: opening them, finding them by their code, setting them up again after a restart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from tablee.games import Found
from tablee.kernel.game import Refusal
from tablee.kernel.replay import Unplayable
from tablee.kernel.wire import BadRecord
from tablee.server import lobby as rules
from tablee.server import messages as m
from tablee.server import tells as t
from tablee.server.actor import Actor, Services
from tablee.server.archive import Kit, game_of_lobby, kit_of, read_lobby
from tablee.server.connection import Connection
from tablee.server.keys import clean_code, hashed, hashed_id
from tablee.server.limits import LIMITS, Limits
from tablee.server.outside import Chance, Log, Wall
from tablee.server.people import Change, Lobby, Who, with_host, with_key
from tablee.server.store import Store, StoredGame, StoreError
from tablee.server.thinker import Thinker
from tablee.server.voice import language_of


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
        self.kits: dict[str, Kit] = {found.game.meta.id: kit_of(found) for found in games}
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
        self._opened: dict[str, str] = {}
        """By the hashed id of the command that opened it: the code of the table."""
        self._set_up_again()

    # Connections.

    def connect(self, address: str, wake: Callable[[], None]) -> Connection:
        """Somebody knocks. Where there is no room they are told so and sent away."""
        connection = Connection(address, self.limits, wake, self._wall)
        held = self._per_address.get(address, 0)
        if len(self.connections) >= self.limits.connections or held >= self.limits.per_address:
            connection.bye("too_many")
            return connection
        self.connections.add(connection)
        self._per_address[address] = held + 1
        return connection

    def disconnect(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        held = self._per_address.pop(connection.address) - 1
        if held:
            self._per_address[connection.address] = held
        if connection.actor is not None:
            connection.actor.detach(connection)

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
        if isinstance(command, m.Ping):
            self._pong(connection, command)
        elif isinstance(command, m.Pong):
            if connection.link is not None:
                connection.link.pong(command.number, now)
        elif isinstance(command, m.Hello):
            self._hello(connection, command)
        elif isinstance(command, m.Open):
            self._open(connection, command)
        elif connection.actor is None:
            connection.refuse(command.id, Refusal("no_table"))
        else:
            connection.actor.handle(connection, command, now)

    def _pong(self, connection: Connection, command: m.Ping) -> None:
        running = None if connection.actor is None else connection.actor.running
        now = None if running is None else running.now(self._wall.now())
        connection.tell(t.encode({"tell": "pong", "sent": command.sent, "now": now}))

    def _hello(self, connection: Connection, command: m.Hello) -> None:
        connection.language = language_of(command.language)
        if len(command.keys) > m.MOST_KEYS:
            connection.refuse(command.id, Refusal("bad_message", {"what": "keys"}))
            return
        actor = None if command.table is None else self.find(command.table)
        if command.table is not None and actor is None:
            connection.refuse(command.id, Refusal("no_such_table", {"code": command.table[:8]}))
            return
        if connection.actor is not None:
            connection.actor.detach(connection)
        connection.leave()
        connection.actor = actor
        if actor is None:
            connection.answer(command.id, {})
        else:
            actor.attach(connection, command)

    # Tables.

    def find(self, code: str) -> Actor | None:
        return self.tables.get(clean_code(code))

    def _open(self, connection: Connection, command: m.Open) -> None:
        asked = hashed_id(command.id)
        known = self.tables.get(self._opened.get(asked, ""))
        if known is not None:
            self._open_again(connection, command, known)
            return
        kit = self.kits.get(command.game)
        if kit is None:
            connection.refuse(command.id, Refusal("no_such_game", {"game": command.game[:20]}))
            return
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

    def _keep_new(self, connection: Connection, command: m.Open, kit: Kit, lobby: Lobby, key: str) -> None:
        actor = Actor(kit, lobby, self._services)
        self.tables[lobby.code] = actor
        if lobby.asked:
            self._opened[lobby.asked] = lobby.code

        def undo(_: StoreError) -> None:
            del self.tables[lobby.code]
            self._opened.pop(lobby.asked, None)
            connection.refuse(command.id, Refusal("not_kept"))

        actor.commit([actor.saved(lobby)], lambda: self._let_in(connection, command, actor, key), undo)

    def _open_again(self, connection: Connection, command: m.Open, actor: Actor) -> None:
        """The command came before, but its answer may not have arrived: another key to the same table."""

        def give() -> None:
            if actor.is_cleared:
                connection.refuse(command.id, Refusal("no_such_table", {"code": actor.lobby.code}))
                return
            key, lobby = self._chance.key(), actor.lobby
            places = tuple(
                with_key(place, hashed(key)) if place.asked == lobby.asked else place for place in lobby.places
            )
            new = with_host(lobby, hashed(key), places)

            def then() -> None:
                actor.lobby = new
                self._let_in(connection, command, actor, key)

            actor.commit([actor.saved(new)], then, actor.not_kept(connection, command.id))

        actor.post(give)

    def _let_in(self, connection: Connection, command: m.Open, actor: Actor, key: str) -> None:
        """Whoever opened the table sits at it, or watches it."""
        if connection.actor is not None:
            connection.actor.detach(connection)
        connection.answer(command.id, {"table": actor.lobby.code, "key": key})
        if connection not in self.connections:
            return
        connection.leave()
        connection.actor = actor
        connection.keys = frozenset({hashed(key)})
        connection.wants_screen = connection.is_spectator = False
        connection.watch(actor.lobby.places_of(connection.keys))
        actor.connections[connection] = None
        actor.rearrange()
        actor.tell_lobby()
        actor.show_snapshots(connection)

    def _let_go(self, code: str) -> None:
        actor = self.tables.pop(code, None)
        if actor is not None:
            self._opened.pop(actor.lobby.asked, None)

    # Beginning and end.

    def _set_up_again(self) -> None:
        """Every table as it stood, every running game at its last durable entry."""
        running = {stored.code: stored for stored in self.store.running()}
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
                self._resume(actor, running[table.code])

    def _resume(self, actor: Actor, stored: StoredGame) -> None:
        try:
            actor.resume(stored)
        except (Unplayable, BadRecord) as error:
            self.log("cannot_resume", table=stored.code, why=str(error))
            return
        actor.rearrange()

    def close(self) -> None:
        """Say good-bye to everybody. What was told is durable already."""
        for connection in list(self.connections):
            connection.bye("closing")
        for actor in self.tables.values():
            actor.close()
        self._thinker.close()
