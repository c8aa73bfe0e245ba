"""One table's actor: messages of people, bots and clocks are handled one at a time, and nobody is told anything before
it is durable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Refusal, Seat
from tablee.server import desk, races, turns
from tablee.server import messages as m
from tablee.server import tells as t
from tablee.server.answers import Answers
from tablee.server.archive import Kit, played_before, set_up_again, write_lobby
from tablee.server.connection import Connection
from tablee.server.keys import hashed
from tablee.server.limits import Limits
from tablee.server.lines import Lines
from tablee.server.lobby import back_to_lobby
from tablee.server.notice import lobby_text, table_text
from tablee.server.outside import Chance, Log, Timer, Wall
from tablee.server.people import Lobby, Who, welcome_back
from tablee.server.running import Running
from tablee.server.store import SaveTable, Store, StoredGame, StoreError, Write
from tablee.server.thinker import Thinker
from tablee.server.voice import names_of, words_of
from tablee.words import Words

Task: TypeAlias = Callable[[], None]
_HOUSE: Final = Who(frozenset(), True, False)
"""What the house does by itself."""


class Services(NamedTuple):
    """What every table shares."""

    store: Store
    wall: Wall
    thinker: Thinker
    limits: Limits
    log: Log
    next_game: Callable[[], int]
    chance: Chance
    let_go: Callable[[str], None]
    """The table of this code is no more."""


class Actor:
    def __init__(self, kit: Kit, lobby: Lobby, services: Services, kept: dict[str, Json] | None = None) -> None:
        self.kit = kit
        self.lobby = lobby
        self.services = services
        self.running: Running | None = None
        self.connections: dict[Connection, None] = {}
        self.answers = Answers(kept)
        self.lines = Lines(services.wall) if kit.races else None
        self.timer: Timer | None = None
        self.rings_at: Ms = 0
        self.told_speed: int | None = None
        self.is_cleared = False
        """The table is no more: what still comes for it finds nobody."""
        self._mailbox: list[Task] = []  # short, and far smaller than a deque
        self._is_busy = False
        self._is_pumping = False

    # The mailbox.

    def post(self, task: Task) -> None:
        """Handle this after all that came before."""
        self._mailbox.append(task)
        self._pump()

    def post_first(self, task: Task) -> None:
        """Handle this next."""
        self._mailbox.insert(0, task)

    def commit(self, writes: Sequence[Write], then: Task, undo: Callable[[StoreError], None]) -> None:
        """Make this durable, and only then go on. To be the last thing a task does."""
        self._is_busy = True

        def done(error: StoreError | None) -> None:
            if error is not None:
                self.services.log("not_kept", table=self.lobby.code, why=str(error))
            try:
                then() if error is None else undo(error)
            except Exception as defect:
                self.services.log.defect(self.lobby.code, defect)
            self._is_busy = False
            self._pump()

        self.services.store.write(writes, done)

    def _pump(self) -> None:
        """One task at a time, also when a task posts another."""
        if self._is_pumping:
            return
        self._is_pumping = True
        while self._mailbox and not self._is_busy:
            try:
                self._mailbox.pop(0)()
            except Exception as error:  # a defect in one message must not end the table
                self.services.log.defect(self.lobby.code, error)
        self._is_pumping = False

    # Messages.

    def handle(self, connection: Connection, command: m.TableCommand, arrived: Ms) -> None:
        self.post(lambda: self._handle(connection, command, arrived))

    def _handle(self, connection: Connection, command: m.TableCommand, arrived: Ms) -> None:
        if connection.actor is not self:  # it has left since it asked
            connection.refuse(command.id, Refusal("no_table"))
            return
        askers = self.askers(connection, command)
        answer = self.answers.find(askers, command.id)
        if answer is not None:
            connection.tell(answer)
            return
        try:
            if isinstance(command, m.Play):
                turns.play(self, connection, command, arrived)
            elif isinstance(command, m.Hold):
                turns.hold(self, connection, command)
            elif isinstance(command, m.Say):
                turns.say(self, connection, command)
            elif isinstance(command, m.AskReceipt):
                races.receipt(self, connection, command)
            else:
                desk.serve(self, connection, command)
        except Exception as error:
            self.services.log.defect(self.lobby.code, error)
            connection.refuse(command.id, Refusal("defect"))

    def askers(self, connection: Connection, command: m.TableCommand) -> tuple[object, ...]:
        """Under which names this command's answer is remembered."""
        if isinstance(command, m.Play) and self.owns(connection, command.seat):
            return (("seat", command.seat, self.lobby.record),)
        return tuple(sorted(connection.keys)) or (connection.number,)

    def answer(self, connection: Connection, command: m.TableCommand, body: t.Promised) -> None:
        text = t.encode({"tell": "answer", "id": command.id, "ok": True, **body})
        self.answers.remember(self.askers(connection, command), command.id, text)
        connection.tell(text)

    def refuse(self, connection: Connection, command: m.TableCommand, refusal: Refusal) -> None:
        text = connection.refuse(command.id, refusal, self.words(connection))
        self.answers.remember(self.askers(connection, command), command.id, text)

    def words(self, connection: Connection) -> Words:
        return self.kit_words(connection.language)

    def kit_words(self, language: str) -> Words:
        if self.running is not None:
            return self.running.stage.words(language)
        return words_of(self.kit.found, language, names_of(self.kit.found, self.lobby.places, language))

    # Who is there.

    def owns(self, connection: Connection, seat: Seat) -> bool:
        places = self.lobby.places
        return 0 <= seat < len(places) and not connection.keys.isdisjoint(places[seat].keys)

    def who(self, connection: Connection) -> Who:
        hosts = self.lobby.hosts
        is_host = not connection.keys.isdisjoint(hosts)
        if is_host or any(not other.keys.isdisjoint(hosts) for other in self.connections):
            return Who(connection.keys, is_host, False)
        return Who(connection.keys, False, bool(self.lobby.places_of(connection.keys)))

    def here(self) -> frozenset[Seat]:
        """The places of which somebody is connected."""
        return frozenset(seat for connection in self.connections for seat in connection.watches if seat is not None)

    def attach(self, connection: Connection, command: m.Hello) -> None:
        self.post(lambda: self._attach(connection, command))

    def _attach(self, connection: Connection, command: m.Hello) -> None:
        """Attach it, once it is sure that its seats are played by nobody else."""
        if connection.actor is not self:
            return
        if self.is_cleared:
            connection.actor = None
            connection.refuse(command.id, Refusal("no_such_table", {"code": self.lobby.code}))
            return
        known = {key for place in self.lobby.places for key in place.keys}.union(self.lobby.hosts)
        connection.keys = frozenset(hashed(key) for key in command.keys).intersection(known)
        seats = self.lobby.places_of(connection.keys)
        watching = sum(1 for other in self.connections if not self.lobby.places_of(other.keys))
        if not connection.keys and watching >= self.services.limits.spectators:
            connection.actor = None
            connection.refuse(command.id, Refusal("too_many_spectators"))
            return
        back = welcome_back(self.lobby, seats)
        if back == self.lobby:
            self._welcome(connection, command)
        else:
            self.commit(
                [self.saved(back)],
                lambda: self._welcome(connection, command, back),
                self.not_kept(connection, command.id),
            )

    def _welcome(self, connection: Connection, command: m.Hello, lobby: Lobby | None = None) -> None:
        self.lobby = lobby or self.lobby
        seats = self.lobby.places_of(connection.keys)
        self.connections[connection] = None
        connection.wants_screen = command.screen
        connection.is_spectator = not connection.keys and not command.screen
        connection.watches = {}
        connection.watch(seats)
        for seat in seats:
            self._make_room(seat)
            if self.running is not None:
                self.running.missed.pop(seat, None)
        connection.answer(command.id, {"table": self.lobby.code})
        self._wake_up()
        self.rearrange(but=connection)
        self.tell_lobby()
        self.show_snapshots(connection)

    def _make_room(self, seat: Seat) -> None:
        """A seat may be open on a few screens at once, not on any number."""
        holders = [other for other in self.connections if seat in other.watches]
        for oldest in holders[: -self.services.limits.per_seat]:
            oldest.bye("moved")
            self.forget(oldest)

    def _wake_up(self) -> None:
        """A game that was over before a restart is shown again to those who come back to it."""
        if self.running is None and self.lobby.phase == "over" and self.lobby.record is not None:
            try:
                stored = self.services.store.find_record(self.lobby.record)
            except StoreError as error:
                self.services.log("damaged_record", table=self.lobby.code, why=str(error))
                return
            if stored is not None:
                self.resume(stored)
            elif isinstance(change := back_to_lobby(self.lobby, _HOUSE, self.kit.found), Lobby):
                # Somebody had its record deleted: there is nothing to come back to but the lobby.
                self.lobby = change

    def detach(self, connection: Connection) -> None:
        """It has gone, or goes to another table: from this very moment it is told nothing more."""
        if connection in self.connections:
            del self.connections[connection]
            self.post(self._close_ranks)

    def _close_ranks(self) -> None:
        self.rearrange()
        self.tell_lobby()

    def forget(self, connection: Connection) -> None:
        self.connections.pop(connection, None)
        connection.actor = None

    # Running and telling.

    def resume(self, stored: StoredGame) -> None:
        """The game as its last durable entry left it, with all that was played by which command."""
        services, table = self.services, set_up_again(self.kit, stored)
        seed = bytes.fromhex(stored.seed)
        running = Running(
            self.kit, stored.game, seed, table, self.lobby, services.wall, services.thinker, services.chance
        )
        running.log = list(zip(stored.entries, stored.commands, strict=True))
        steps = zip(table.record.entries, stored.commands, strict=True)
        running.played = played_before(services.store, self.lobby.code)
        running.played |= {
            (entry.seat, command): None for entry, command in steps if command is not None and entry.seat is not None
        }
        running.reopen_races()
        self.running = running

    def rearrange(self, but: Connection | None = None) -> None:
        """People, pace or pause have changed: time and bots follow, and everybody is told."""
        self.arrange()
        self.tell_speed(but)

    def arrange(self) -> None:
        self._measure_lines()
        if self.running is None:
            return
        self.running.stage.call_by(self.lobby.places)
        self._seat_racers(self.running)
        self.running.arrange(self.lobby, self.here(), bool(self.connections), partial(turns.bot_plays, self))
        turns.arm(self)

    def _measure_lines(self) -> None:
        """Where there are races: the lines of those who sit here, until the game is over."""
        if self.lines is None:
            return
        seated = [other for other in self.connections if self.lobby.places_of(other.keys)]
        for connection in seated:
            connection.shown = self._shown
        self.lines.measure(seated if self.lobby.phase != "over" else ())

    def _seat_racers(self, running: Running) -> None:
        """Who can answer a race, and behind which line: of several devices the quickest."""
        if running.referee is None:
            return
        for seat, place in enumerate(self.lobby.places):
            links = [other.link for other in self.connections if seat in other.watches and other.link is not None]
            if place.kind == "bot" or place.stand_in is not None:
                running.referee.attach(seat, None)
            elif links:
                running.referee.attach(seat, min(links, key=lambda link: link.trips.typical), place.percent)
            else:
                running.referee.detach(seat)

    def _shown(self, seat: Seat) -> None:
        """A frame of this seat has left the house."""
        if self.running is not None and self.running.referee is not None:
            self.running.referee.sent(seat, self.services.wall.now())

    @property
    def is_resting(self) -> bool:
        """Is the pause in force? One that is asked for during a race waits for its end."""
        return self.lobby.paused and (self.running is None or self.running.table.suspended)

    @property
    def is_rest_due(self) -> bool:
        """Was there a race that a pause had to wait for?"""
        running = self.running
        if running is None or running.table.suspended or running.is_racing:
            return False
        return running.is_to_rest(self.lobby, bool(self.connections))

    def tell_speed(self, but: Connection | None = None, informed: Sequence[Connection] = ()) -> None:
        """Where time changed its speed, those who got no frame are told."""
        running = self.running
        if running is None or running.speed == self.told_speed:
            return
        self.told_speed = running.speed
        text = b'{"tell":"clock",%b}' % running.time()
        for connection in self.connections:
            if connection is not but and connection not in informed:
                connection.tell_clock(text)

    def tell_lobby(self) -> None:
        here, shown = self.here(), replace(self.lobby, paused=self.is_resting)
        spectators = sum(1 for other in self.connections if other.is_spectator)
        seeds = ("", None) if self.running is None else (self.running.commitment, self.running.seed.hex())
        tables: dict[str, bytes] = {}
        for connection in self.connections:
            language = connection.language
            if language not in tables:
                tables[language] = table_text(self.kit, shown, language, here, spectators, seeds)
            connection.tell_lobby(lobby_text(tables[language], self.lobby, self.who(connection)))

    def show_snapshots(self, connection: Connection, seats: Sequence[Seat | None] | None = None) -> None:
        """One frame with the whole view for each viewer on this connection."""
        if self.running is None:
            return
        for seat in connection.watches if seats is None else seats:
            view = self.running.stage.view(connection.watches[seat].viewer)
            connection.show(seat, view, (), self.running.time(), True)

    def saved(self, lobby: Lobby, kept: dict[str, Json] | None = None) -> SaveTable:
        return SaveTable(lobby.code, write_lobby(self.kit, lobby, self.answers.kept if kept is None else kept))

    def not_kept(self, connection: Connection, command: str) -> Callable[[StoreError], None]:
        def undo(_: StoreError) -> None:
            connection.refuse(command, Refusal("not_kept"))

        return undo

    def close(self) -> None:
        """The house closes."""
        for connection in list(self.connections):
            connection.bye("closing")
        if self.timer is not None:
            self.timer.cancel()
        if self.lines is not None:
            self.lines.measure(())
        if self.running is not None:
            self.running.close()
