"""All of one house: the door at which devices knock, and the tables they open and find by their code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from tablee.games import Found
from tablee.kernel.game import Ms, Refusal
from tablee.server.bots.workers import Thinker
from tablee.server.house.connection import Connection
from tablee.server.house.guesses import Guesses, is_own
from tablee.server.house.register import Register, Told
from tablee.server.house.relay import Dial, Relay, encode
from tablee.server.keys import clean_code, hashed, hashed_id
from tablee.server.limits import LIMITS, Buckets, Limits
from tablee.server.lobby import Change, Lobby, Who, with_host, with_key
from tablee.server.outside import Chance, Log, Wall
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.show.voice import language_of
from tablee.server.store.interface import (
    Elsewhere,
    HasTable,
    InDoubt,
    LobbyOf,
    NewTable,
    OpenedBy,
    Store,
    StoreError,
    Taken,
)
from tablee.server.table import places, presence
from tablee.server.table.actor import Actor, Services
from tablee.server.table.decision import Decision, Enter
from tablee.server.table.saved import game_of_lobby, read_lobby
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t


def _promised(lobby: Lobby, key: str) -> t.Promised:
    return {"table": lobby.code, "key": key}


def _let_move(actor: Actor) -> bool:
    """Nobody is at this table, no game has begun, and its people come by way of another house: it goes there, so that
    what they say need not be passed on all evening. (A balancer may have sent whoever opened it anywhere.) Does it?"""
    if actor.lobby.phase == "lobby":
        actor.fall_asleep()
    return actor.gone == "asleep"


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
        dial: Dial | None = None,
    ) -> None:
        self.all_tools: dict[str, GameTools] = {found.game.meta.id: tools_of(found) for found in games}
        self.connections: set[Connection] = set()
        self.byes: Counter[t.ByeCode] = Counter()
        """How many who have left had been told good-bye, and why."""
        self.limits = limits
        self.log = log or Log()
        self.store = store
        self._wall = wall
        self._thinker = thinker
        self._chance = chance or Chance()
        self._services = Services(store, wall, thinker, limits, self.log, self._chance, self._let_go, self._not_opened)
        self._register = Register(self.all_tools, self._services)
        self._relay = Relay(dial, wall)
        self.tables = self._register.awake
        store.when_lost(self._register.lose_all)
        self._per_address: dict[str, int] = {}
        self._openings = Buckets(limits.opens_at_once, limits.opens)
        self._guesses = Guesses(limits, wall)
        self.has_waited = self._guesses.has_waited
        self._messages = Buckets(limits.all_at_once, limits.all_rate)
        self._long = Buckets(limits.long_at_once, limits.long_rate)
        self._at_door: dict[type[m.Command], Callable[..., None]] = {
            m.Ping: self._ping,
            m.Pong: self._pong,
            m.Hello: self._hello,
            m.Open: self._open,
        }

    # Connections.

    def connect(self, address: str, wake: Callable[[], None]) -> Connection:
        """Somebody knocks. Where there is no room they are told so and sent away."""
        shared = None if is_own(address) else self._messages.of(address, self._wall.now())
        connection = Connection(address, self.limits, wake, self._wall, shared)
        held = self._per_address.get(address, 0)
        if len(self.connections) >= self.limits.connections or held >= self.limits.per_address:
            connection.bye("too_many")
            return connection
        self.connections.add(connection)
        self._per_address[address] = held + 1
        return connection

    def connect_inside(self, address: str, wake: Callable[[], None], strays: Callable[[], None]) -> Connection:
        """Somebody comes by way of another house, which has counted him. `strays`: see Connection."""
        connection = Connection(address, self.limits, wake, self._wall)
        connection.strays = strays
        if len(self.connections) >= self.limits.connections:
            connection.bye("too_many")
        else:
            self.connections.add(connection)
        return connection

    def now(self) -> Ms:
        return self._wall.now()

    @property
    def number_of_tables(self) -> int:
        """Awake or asleep."""
        return self._register.number

    def disconnect(self, connection: Connection) -> None:
        if connection.parting is not None:
            self.byes[connection.parting] += 1
            connection.parting = None
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        if connection.strays is None:
            held = self._per_address.pop(connection.address) - 1
            if held:
                self._per_address[connection.address] = held
        connection.leave()

    def receive(self, connection: Connection, text: bytes | str) -> None:
        """A message, as it came from the socket."""
        if connection.is_closing:
            return
        size, limits = len(text), self.limits
        if size > limits.message:
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
        if size > limits.long_message and not self._may_send_long(connection, now):
            connection.refuse(command.id, Refusal("too_fast"))
            return
        kind, visit = type(command), connection.visit
        if kind is m.Play and visit is not None:  # as most are
            visit.actor.handle(visit, command, now)  # type: ignore[arg-type]
        elif kind in self._at_door:
            self._at_door[kind](connection, command, now)
        elif connection.line is not None:
            connection.line.say(text if isinstance(text, bytes) else text.encode())
        elif visit is None:
            connection.refuse(command.id, Refusal("no_table"))
        elif kind not in _FOR_ONESELF and not self._may_tell_all(connection, visit, now):
            connection.bye("too_fast")
        else:
            visit.actor.handle(visit, command, now)  # type: ignore[arg-type]

    def _may_send_long(self, connection: Connection, now: Ms) -> bool:
        return is_own(connection.address) or self._long.take(connection.address, now)

    def _may_tell_all(self, connection: Connection, visit: Visit, now: Ms) -> bool:
        """What everybody at a table is told is the dearer the more there are."""
        crowd = len(visit.actor.visits) // self.limits.crowd
        return not crowd or connection.may_ask(now, crowd)

    def _ping(self, connection: Connection, command: m.Ping, now: Ms) -> None:
        if connection.line is not None:
            connection.line.say(encode(command))
            return
        running = None if connection.visit is None else connection.visit.actor.running
        time = None if running is None else running.now(now)
        connection.tell(t.encode({"tell": "pong", "sent": command.sent, "now": time}))

    def _pong(self, connection: Connection, command: m.Pong, now: Ms) -> None:
        if connection.line is not None:
            connection.line.say(encode(command))
        elif connection.visit is not None and connection.visit.link is not None:
            connection.visit.link.pong(command.number, now)

    def _hello(self, connection: Connection, command: m.Hello, now: Ms) -> None:
        if not connection.may_ask(now, self.limits.hello - 1):
            connection.bye("too_fast")
            return
        line = connection.line
        if line is not None and command.table is not None and clean_code(command.table) == line.code:
            connection.language = language_of(command.language)
            connection.errand = connection.brought_by  # wherever else it was about to go, it stays
            line.say(encode(command))
            return
        errand = connection.set_out()
        code, is_shared = clean_code(command.table or ""), self.store.neighbours is not None
        if is_shared and command.keys and code not in self.tables and self._guesses.are_slowed(connection.address):
            self.store.read(LobbyOf(code), partial(self._knock, connection, command, errand))
        else:
            self._knock(connection, command, errand, None)

    def _knock(self, connection: Connection, command: m.Hello, errand: int, doc: str | StoreError | None) -> None:
        """`doc`: how that table stands in the store. It may be awake in another house, and who holds a key of it waits
        for nothing there either. Who comes by way of another house has waited in that one."""
        waits: Ms | None = 0
        if command.table is not None and connection.strays is None and not self._opens(command.keys, doc):
            waits = self.wait_for(connection.address, command.table, command.keys)
        if waits is None:
            connection.refuse(command.id, Refusal("too_many_guesses"))
        elif waits:

            def go_on() -> None:
                self.has_waited(connection.address)
                self._look_for(connection, command, errand)

            self._wall.at(self._wall.now() + waits, go_on)
        else:
            self._look_for(connection, command, errand)

    def _opens(self, keys: Sequence[str], doc: str | StoreError | None) -> bool:
        """Does one of these open anything at the table that stands so?"""
        if not isinstance(doc, str):
            return False
        try:
            tools = self.all_tools.get(game_of_lobby(doc))
            shown = frozenset(map(hashed, keys[: m.MOST_KEYS]))
            return tools is not None and read_lobby(tools, doc)[0].knows(shown)
        except Exception as error:
            self.log.defect("", error)
            return False

    def wait_for(self, address: str, code: str, keys: Sequence[str] = ()) -> Ms | None:
        """How long whoever comes from there waits for this table, because somebody there guesses codes; None: too many
        wait already. Who holds a key of a table that is awake waits for nothing; nobody else learns anything sooner by
        being right. Who has to wait says when it has (`has_waited`)."""
        actor = self.tables.get(clean_code(code))
        if actor is not None and actor.knows(frozenset(map(hashed, keys[: m.MOST_KEYS]))):
            return 0
        return self._guesses.wait(address)

    def find(self, address: str, code: str, then: Told) -> None:
        """The table of this code, woken if need be. Codes of no table are counted: there are not many to guess."""

        def count(found: Actor | Elsewhere | Refusal) -> None:
            if isinstance(found, Refusal) and found.code == "no_such_table":
                self._guesses.count(address)
            then(found)

        self._register.wake(code, count)

    def wake(self, code: str, then: Told) -> None:
        """The same for whoever knows the code."""
        self._register.wake(code, then)

    def _look_for(self, connection: Connection, command: m.Hello, errand: int) -> None:
        if not self._is_still_there(connection, command, errand):
            return
        connection.language = language_of(command.language)
        if len(command.keys) > m.MOST_KEYS:
            connection.refuse(command.id, Refusal("bad_message", {"what": "keys"}))
        elif command.table is None:
            connection.visits(None)
            connection.answer(command.id, {})
        else:
            self.find(connection.address, command.table, partial(self._let_in, connection, command, errand))

    def _let_in(
        self, connection: Connection, command: m.Hello, errand: int, found: Actor | Elsewhere | Refusal
    ) -> None:
        if isinstance(found, Refusal):
            connection.refuse(command.id, found)
        elif not self._is_still_there(connection, command, errand):
            return
        elif isinstance(found, Elsewhere):
            again = partial(self._look_for, connection, command, errand)
            self._relay.bring(connection, command, clean_code(command.table or ""), found, again)
        elif connection.strays is not None and _let_move(found):
            connection.strays()
        else:
            visit = connection.visits(found)
            if visit is not None:
                found.welcome(visit, command)

    # Tables.

    def _open(self, connection: Connection, command: m.Open, now: Ms) -> None:
        errand, made_by = connection.set_out(), hashed_id(command.id)
        if made_by and made_by not in self._register.opened:
            self.store.read(OpenedBy(made_by), partial(self._open_or_again, connection, command, errand))
        else:
            self._open_or_again(connection, command, errand, self._register.opened.get(made_by))

    def _open_or_again(
        self, connection: Connection, command: m.Open, errand: int, code: str | StoreError | None
    ) -> None:
        """`code`: the table that this command has opened already."""
        code = self._register.opened.get(hashed_id(command.id), code)
        if isinstance(code, StoreError):
            connection.refuse(command.id, Refusal("not_read"))
        elif code is not None:
            self.wake(code, partial(self._open_again, connection, command, errand, code))
        elif self._is_still_there(connection, command, errand):
            self._open_new(connection, command, errand)

    @staticmethod
    def _is_still_there(connection: Connection, command: m.Hello | m.Open, errand: int) -> bool:
        """Who hung up, or went elsewhere while it waited, is told so and brought nowhere."""
        if connection.errand != errand:
            connection.refuse(command.id, Refusal("no_table"))
        return connection.errand == errand and not connection.is_gone

    def _open_new(self, connection: Connection, command: m.Open, errand: int) -> None:
        now, tools = self._wall.now(), self.all_tools.get(command.game)
        if tools is None:
            connection.refuse(command.id, Refusal("no_such_game", {"game": command.game[:20]}))
            return
        if not is_own(connection.address) and not self._openings.take(connection.address, now):
            connection.refuse(command.id, Refusal("too_many_tables"))
            return
        self._register.tidy(now)
        if self._register.number >= self.limits.tables or not self._register.has_room():
            connection.refuse(command.id, Refusal("house_full"))
            return
        self._draw(connection, command, tools, errand)

    def _draw(self, connection: Connection, command: m.Open, tools: GameTools, errand: int) -> None:
        """A code that no other table has, asleep or awake."""
        code = self._chance.code(self.tables)

        def go_on(is_taken: bool | StoreError) -> None:
            if isinstance(is_taken, StoreError):
                connection.refuse(command.id, Refusal("not_read"))
            elif self._is_still_there(connection, command, errand):
                if is_taken or code in self.tables:
                    self._draw(connection, command, tools, errand)
                else:
                    self._make(connection, command, tools, code)

        self.store.read(HasTable(code), go_on)

    def _make(self, connection: Connection, command: m.Open, tools: GameTools, code: str) -> None:
        """Whoever opened the table sits at it, or watches it."""
        key, made_by = self._chance.key(), hashed_id(command.id)
        shown = hashed(key)  # one text, wherever it is kept
        lobby: Change = places.new_lobby(tools.found, code, shown, made_by, is_club=command.club)
        if command.name is not None and isinstance(lobby, Lobby):
            nobody = Who(frozenset(), True, False)
            lobby = places.seat(lobby, command, command.name, shown, made_by, nobody, tools.found)
        if isinstance(lobby, Refusal):
            connection.refuse(command.id, lobby)
            return
        actor = Actor(tools, lobby, self._services)
        visit = connection.visits(actor, frozenset({shown}))
        if visit is not None:
            self._register.add(actor)
            write, effect = NewTable(actor.saved(lobby).doc, made_by), Enter(visit, is_new=True)
            actor.settle(Decision([write], lobby, None, _promised(lobby, key), effect), visit, command)

    def _not_opened(self, actor: Actor, visit: Visit, command: m.Command, error: StoreError) -> None:
        """The new table is in no store. Where its code was taken after all, another one is drawn; whoever came to it
        meanwhile meant the other table."""
        connection, is_there = visit.connection, not visit.is_over
        is_taken = isinstance(error, Taken)
        is_elsewhere = is_taken or isinstance(error, InDoubt)
        actor.leave_memory("asleep" if is_elsewhere else "cleared", "closing" if is_elsewhere else "cleared")
        self._register.number -= is_elsewhere
        visit.end()
        if isinstance(error, InDoubt):
            connection.bye("closing")
        elif is_taken and is_there and isinstance(connection, Connection) and isinstance(command, m.Open):
            self._open(connection, command, self._wall.now())
        else:
            connection.refuse(command.id, Refusal("not_kept"))

    def _open_again(
        self, connection: Connection, command: m.Open, errand: int, code: str, found: Actor | Elsewhere | Refusal
    ) -> None:
        """The command came before, but its answer may not have arrived: another key to the same table."""
        if isinstance(found, Refusal):
            connection.refuse(command.id, found)
            return
        if not self._is_still_there(connection, command, errand):
            return
        if isinstance(found, Elsewhere):
            again = partial(self._open_or_again, connection, command, errand, code)
            self._relay.bring(connection, command, code, found, again)
            return
        actor, key = found, self._chance.key()
        visit = connection.visits(actor, frozenset({hashed(key)}))
        if visit is None:
            return

        def give() -> None:
            if actor.gone is not None:
                presence.turn_away(actor, visit, command)
                return
            lobby = actor.lobby
            places = tuple(
                with_key(place, hashed(key)) if place.made_by == lobby.made_by else place for place in lobby.places
            )
            lobby = with_host(lobby, hashed(key), places)
            actor.settle(
                Decision([actor.saved(lobby)], lobby, None, _promised(lobby, key), Enter(visit)), visit, command
            )

        actor.post(give)

    def _let_go(self, actor: Actor) -> None:
        self._register.let_go(actor)

    # Beginning and end.

    def note_clocks(self) -> None:
        """So that after a crash they go on where people saw them. To be called each second."""
        houses = len(self.store.neighbours or ()) or 1
        self._guesses.share(houses)
        self._openings.share(houses)
        self.store.note_clocks(self._register.clocks())

    def close(self) -> None:
        """Say good-bye to everybody. What was told is durable already."""
        self.note_clocks()
        for connection in list(self.connections):
            connection.bye("closing")
        for actor in self.tables.values():
            actor.close()
        self._thinker.close()
