"""One table's actor: messages of people, bots and clocks are handled one at a time, and nobody is told anything before
it is durable."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Refusal, Seat
from tablee.server.bots.workers import Thinker
from tablee.server.keys import hashed
from tablee.server.limits import Limits
from tablee.server.lobby import Lobby, Who, welcome_back
from tablee.server.outside import Chance, Log, Timer, Wall
from tablee.server.past.record import set_up_again
from tablee.server.play.live import LiveGame
from tablee.server.show.tools import GameTools
from tablee.server.show.voice import names_of, words_of
from tablee.server.store.interface import Batch, ClearTable, Lost, Owner, SaveTable, Store, StoredGame, StoreError
from tablee.server.table import talk, telling, turns
from tablee.server.table.answers import Answers
from tablee.server.table.decision import (
    Begin,
    Decision,
    Enter,
    Give,
    Held,
    Message,
    Said,
    Stepped,
    Stop,
    Uncover,
    Vanish,
    Verdict,
)
from tablee.server.table.handlers import HANDLERS
from tablee.server.table.hosts import Hosts
from tablee.server.table.links import Lines
from tablee.server.table.rights import Right, refuse
from tablee.server.table.saved import write_lobby
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t
from tablee.words import Words

Task: TypeAlias = Callable[[], None]


class Services(NamedTuple):
    """What every table shares."""

    store: Store
    wall: Wall
    thinker: Thinker
    limits: Limits
    log: Log
    chance: Chance
    let_go: Callable[[Actor], None]
    """This table leaves memory."""
    not_opened: Callable[[Actor, Visit, m.Command, StoreError], None]
    """This table, which somebody wanted to open, could not be kept."""


class Actor:
    def __init__(self, kit: GameTools, lobby: Lobby, services: Services, kept: dict[str, Json] | None = None) -> None:
        self.kit = kit
        self.lobby = lobby
        self.services = services
        self.running: LiveGame | None = None
        self.visits: dict[Visit, None] = {}
        self.answers = Answers(kept)
        self.lines = Lines(services.wall) if kit.races else None
        self.timer: Timer | None = None
        self.rings_at: Ms = 0
        self.told_speed: int | None = None
        self.hosts = Hosts(services.wall, services.limits, lambda: self.post(self._close_ranks))
        self.news: Timer | None = None
        """When everybody will be told how the table stands."""
        self._empty_since: Ms = services.wall.now()
        """When the last one left."""
        self.gone: Literal["cleared", "asleep"] | None = None
        """It is no more, or sleeps: what still comes for it finds nobody here."""
        self._owner = Owner(lobby.code)
        self._to_bed: Timer | None = None
        """When it falls asleep, if nobody comes."""
        self._mailbox: list[Task] = []  # short, and far smaller than a deque
        self._is_busy = False
        self._is_pumping = False
        self._doze()

    # The mailbox.

    def post(self, task: Task) -> None:
        """Handle this after all that came before."""
        self._mailbox.append(task)
        self._pump()

    def post_first(self, task: Task) -> None:
        """Handle this next."""
        self._mailbox.insert(0, task)

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

    # Messages: each gives a verdict, and that is carried out once it is durable.

    def handle(self, visit: Visit, command: m.TableCommand, arrived: Ms) -> None:
        if self._is_busy or self._is_pumping or self._mailbox:
            self.post(partial(self._handle, visit, command, arrived))
            return
        self._is_pumping = True  # nothing is before it: the common case
        try:
            self._handle(visit, command, arrived)
        except Exception as error:  # a defect in one message must not end the table
            self.services.log.defect(self.lobby.code, error)
        self._is_pumping = False
        if self._mailbox:
            self._pump()

    def _handle(self, visit: Visit, command: m.TableCommand, arrived: Ms) -> None:
        if visit.is_over:  # it has left since it asked
            visit.refuse(command.id, Refusal("no_table"))
            return
        if command.id in self.answers:
            answer = self.answers.find(self.askers(visit, command), command.id)
            if answer is not None:
                visit.answer(answer)
                return
        handle, right = HANDLERS[type(command)]
        try:
            # Whoever leads is looked for only where it matters: most messages are moves.
            who = Who(visit.keys, False, False) if right is Right.OWNER else self.who(visit)
            verdict: Verdict = refuse(right, self.lobby, command, who)
            if verdict is None:
                verdict = handle(self, Message(visit, command, arrived))
        except Exception as error:
            self.services.log.defect(self.lobby.code, error)
            visit.refuse(command.id, Refusal("defect"))
            return
        if verdict is not None:
            self.settle(verdict, visit, command)

    def settle(self, verdict: Decision | Refusal, visit: Visit | None = None, command: m.Command | None = None) -> None:
        """Make it durable, then carry it out. To be the last thing a task does."""
        if isinstance(verdict, Refusal):
            assert visit is not None
            assert command is not None
            self.refuse(visit, command, verdict)
        elif verdict.writes:
            self._is_busy = True
            batch = Batch(self._owner, verdict.writes)
            self.services.store.write(batch, partial(self._settled, verdict, visit, command))
        else:
            self._carry_out(verdict, visit, command)

    def _settled(
        self, decision: Decision, visit: Visit | None, command: m.Command | None, error: StoreError | None
    ) -> None:
        try:
            if error is None:
                self._carry_out(decision, visit, command)
            else:
                self.services.log("not_kept", table=self.lobby.code, why=str(error))
                self._not_kept(decision, visit, command, error)
        except Exception as defect:
            self.services.log.defect(self.lobby.code, defect)
        self._is_busy = False
        self._pump()

    def _not_kept(self, decision: Decision, visit: Visit | None, command: m.Command | None, error: StoreError) -> None:
        """Nothing was assigned, so there is nothing to undo but luck that was drawn."""
        effect = decision.effect
        if isinstance(effect, Stepped):
            turns.not_kept(self, effect)
        if isinstance(effect, Enter) and effect.is_new:
            assert command is not None
            self.services.not_opened(self, effect.visit, command, error)
            return
        if isinstance(effect, Enter):
            effect.visit.end()
        if visit is not None and command is not None:
            visit.refuse(command.id, Refusal("not_kept"))
        if isinstance(error, Lost):
            self._leave_memory("asleep", "closing")

    def _carry_out(self, decision: Decision, visit: Visit | None, command: m.Command | None) -> None:
        """Assign, answer, see off, tell. Only what is so now counts: who is here, and what they hold."""
        before, effect = self.lobby, decision.effect
        if decision.lobby is not None:
            self.lobby = decision.lobby
        if type(effect) is Stepped:
            turns.stepped(self, effect, decision.writes, is_changed=self.lobby is not before)
            return
        if decision.kept is not None:
            self.answers.kept = decision.kept
        match effect:
            case Enter():
                if not effect.visit.is_over:
                    self._let_in(effect)
            case Give():
                effect.visit.hold_key(effect.key)
            case Begin():
                if self.running is not None:
                    self.running.close()
                self.running = effect.running
            case Stop() if self.running is not None and self.lobby.phase == "lobby":
                self.running.close()
                self.running = None
        if decision.answer is not None:
            assert visit is not None
            assert command is not None
            self.answer(visit, command, decision.answer, is_secret=isinstance(effect, Enter))
        if isinstance(effect, Vanish):
            self.vanish()
        elif isinstance(effect, Held):
            telling.hold(self, effect)
        elif isinstance(effect, Said):
            talk.tell(self, effect.command)
        elif decision.lobby is not None or isinstance(effect, Enter):
            if isinstance(effect, Stop) and effect.is_removal:
                self._see_off(before)
            self._tell_change(effect)

    def _tell_change(self, effect: object) -> None:
        match effect:
            case Begin():
                for visit in self.visits:
                    for watch in visit.watches(self.lobby.places).values():
                        watch.begin()
                self.arrange()
                self.told_speed = effect.running.speed
                self.tell_lobby()
                telling.beginning(self, effect.running)
            case Enter():
                if effect.visit.is_over:
                    self.rearrange()
                    self.tell_lobby()
                    return
                self.rearrange(but=effect.visit)
                if self._only_watches(effect.visit):
                    self.tell_lobby([effect.visit])
                    telling.lobby_soon(self)
                else:
                    self.tell_lobby()
                self.show_snapshots(effect.visit)
            case _:
                self.rearrange()
                self.tell_lobby()
                if isinstance(effect, Uncover):
                    telling.uncover(self, effect.seat)

    def _see_off(self, before: Lobby) -> None:
        """Who was removed from the only place they had goes."""
        for visit in list(self.visits):
            had, has = before.places_of(visit.keys), self.lobby.places_of(visit.keys)
            if had and not has and visit.keys.isdisjoint(self.lobby.hosts):
                self.dismiss(visit, "removed")

    def vanish(self) -> None:
        """The table is no more."""
        self._leave_memory("cleared", "cleared")

    def _leave_memory(self, how: Literal["cleared", "asleep"], bye: t.ByeCode) -> None:
        self.gone = how
        self.services.let_go(self)
        for visit in list(self.visits):
            self.dismiss(visit, bye)
        self.close()
        self.running = None  # a clock may have rung meanwhile, somebody may have knocked

    def _doze(self) -> None:
        """Nobody is here: it sleeps soon, unless somebody comes."""
        if self._to_bed is None and self.gone is None:
            now, longest = self.services.wall.now(), self.services.limits.asleep
            at = self._empty_since + longest
            # Where that is over it had something to do.
            self._to_bed = self.services.wall.at(at if at > now else now + longest, self._look_round)

    def _look_round(self) -> None:
        self._to_bed = None
        if self.services.wall.now() - self._empty_since >= self.services.limits.asleep:
            self.fall_asleep()
        if not self.visits:
            self._doze()

    def fall_asleep(self) -> None:
        """Where nobody is here or on the way, time stands still: what is in the store is all there is to know."""
        if not (self.visits or self._is_busy or self._is_pumping or self._mailbox or self.gone):
            self._leave_memory("asleep", "closing")

    def clear_if_deserted(self, since: Ms | None = None) -> None:
        """Nobody ever played here. If nobody has been here since then either, it is cleared away."""
        if self.visits or self._is_busy or self._is_pumping or self._mailbox or self.lobby.phase != "lobby":
            return
        if since is None or self._empty_since <= since:
            self.settle(Decision([ClearTable()], effect=Vanish()))

    def askers(self, visit: Visit, command: m.Command) -> tuple[object, ...]:
        """Under which names this command's answer is remembered."""
        if isinstance(command, m.Play) and self.owns(visit, command.seat):
            return (("seat", command.seat, self.lobby.record),)
        return tuple(sorted(visit.keys)) or (visit.connection.number,)

    def answer(self, visit: Visit, command: m.Command, body: t.Promised, *, is_secret: bool = False) -> None:
        text = t.encode({"tell": "answer", "id": command.id, "ok": True, **body})
        if not is_secret:
            self.answers.remember(self.askers(visit, command), command.id, text)
        visit.answer(text)

    def refuse(self, visit: Visit, command: m.Command, refusal: Refusal) -> None:
        text = visit.refuse(command.id, refusal, self.words(visit))
        self.answers.remember(self.askers(visit, command), command.id, text)

    def words(self, visit: Visit) -> Words:
        return self.kit_words(visit.language)

    def kit_words(self, language: str) -> Words:
        if self.running is not None:
            return self.running.stage.words(language)
        return words_of(self.kit.found, language, names_of(self.kit.found, self.lobby.places, language))

    # Who is there.

    def owns(self, visit: Visit, seat: Seat) -> bool:
        places = self.lobby.places
        return 0 <= seat < len(places) and not visit.keys.isdisjoint(places[seat].keys)

    def who(self, visit: Visit) -> Who:
        keys = visit.keys
        if not keys.isdisjoint(self.lobby.hosts):
            return Who(keys, True, False)
        if not self.lobby.places_of(keys):
            return Who(keys, False, False)
        return Who(keys, False, self.hosts.are_away, self.hosts.are_lost)

    def knows(self, keys: frozenset[str]) -> bool:
        """Does one of these open anything here?"""
        lobby = self.lobby
        return not keys.isdisjoint(lobby.hosts) or any(not keys.isdisjoint(place.keys) for place in lobby.places)

    def here(self) -> frozenset[Seat]:
        """The places of which somebody is connected."""
        places = self.lobby.places
        return frozenset(seat for visit in self.visits for seat in visit.watches(places) if seat is not None)

    def welcome(self, visit: Visit, command: m.Hello) -> None:
        self.post(partial(self._welcome, visit, command))

    def _welcome(self, visit: Visit, command: m.Hello) -> None:
        """Let it in, once it is sure that its seats are played by nobody else."""
        if visit.is_over:  # it went elsewhere before it was let in
            visit.refuse(command.id, Refusal("no_table"))
            return
        if self.gone == "asleep":
            visit.bye("closing")  # it comes back, and finds the table where it is now
            return
        if self.gone == "cleared":
            visit.refuse(command.id, Refusal("no_such_table", {"code": self.lobby.code}))
            visit.end()
            return
        known = {key for place in self.lobby.places for key in place.keys}.union(self.lobby.hosts)
        visit.keys = frozenset(hashed(key) for key in command.keys).intersection(known)
        watching = sum(1 for other in self.visits if not self.lobby.places_of(other.keys))
        if not visit.keys and watching >= self.services.limits.spectators:
            visit.refuse(command.id, Refusal("too_many_spectators"))
            visit.end()
            return
        back = welcome_back(self.lobby, self.lobby.places_of(visit.keys))
        is_same = back == self.lobby
        writes = () if is_same else (self.saved(back),)
        answer: t.Promised = {"table": self.lobby.code}
        self.settle(
            Decision(writes, None if is_same else back, None, answer, Enter(visit, command.screen)), visit, command
        )

    def _let_in(self, entry: Enter) -> None:
        visit = entry.visit
        visit.wants_screen = entry.is_screen
        self.visits[visit] = None
        for seat in visit.watches(self.lobby.places):
            if seat is not None:
                self._make_room(seat)
                if self.running is not None:
                    self.running.missed.pop(seat, None)

    def _make_room(self, seat: Seat) -> None:
        """A seat may be open on a few screens at once, not on any number."""
        holders = [other for other in self.visits if seat in other.watches(self.lobby.places)]
        for oldest in holders[: -self.services.limits.per_seat]:
            self.dismiss(oldest, "moved")

    def part(self, visit: Visit) -> None:
        """This visit is over."""
        if visit in self.visits:
            del self.visits[visit]
            self._empty_since = self.services.wall.now()
            if not self.visits:
                self._doze()
            self.post(partial(self._close_ranks, is_quiet=self._only_watches(visit)))

    def _close_ranks(self, *, is_quiet: bool = False) -> None:
        self.rearrange()
        if is_quiet:
            telling.lobby_soon(self)
        else:
            self.tell_lobby()

    def _only_watches(self, visit: Visit) -> bool:
        return not self.knows(visit.keys)

    def dismiss(self, visit: Visit, code: t.ByeCode) -> None:
        """In the midst of telling everybody something anyway."""
        self.visits.pop(visit, None)
        visit.bye(code)

    # LiveGame and telling.

    def resume(self, stored: StoredGame, shown: Ms = 0) -> None:
        """The game as its last durable entry left it, with all that was played by which command. `shown`: how late it
        was there for everybody who looked."""
        services, table = self.services, set_up_again(self.kit, stored)
        seed = bytes.fromhex(stored.seed)
        running = LiveGame(
            self.kit, stored.ordinal, seed, table, self.lobby, services.wall, services.thinker, services.chance, shown
        )
        running.log = list(zip(stored.entries, stored.commands, strict=True))
        steps = zip(table.record.entries, stored.commands, strict=True)
        running.played = {
            (entry.seat, command): None for entry, command in steps if command is not None and entry.seat is not None
        }
        running.reopen_races()
        self.running = running
        # An earlier version did not count them.
        self.lobby = replace(self.lobby, games=max(self.lobby.games, stored.ordinal))

    def rearrange(self, but: Visit | None = None) -> None:
        """People, pace or pause have changed: time and bots follow, and everybody is told."""
        self.arrange()
        telling.speed(self, but)

    def arrange(self) -> None:
        is_host_here = any(not visit.keys.isdisjoint(self.lobby.hosts) for visit in self.visits)
        self.hosts.look(is_host_here, is_watched=bool(self.visits))
        self._measure_lines()
        if self.running is None:
            return
        self.running.stage.call_by(self.lobby.places)
        self._seat_racers(self.running)
        self.running.arrange(self.lobby, self.here(), bool(self.visits), partial(turns.bot_plays, self))
        turns.arm(self)

    def _measure_lines(self) -> None:
        """Where there are races: the lines of those who sit here, until the game is over."""
        if self.lines is None:
            return
        seated = [other for other in self.visits if self.lobby.places_of(other.keys)]
        self.lines.measure(seated if self.lobby.phase != "over" else ())

    def _seat_racers(self, running: LiveGame) -> None:
        """Who can answer a race, and behind which line: of several devices the quickest."""
        if running.referee is None:
            return
        for seat, place in enumerate(self.lobby.places):
            watching = [other for other in self.visits if seat in other.watches(self.lobby.places)]
            links = [other.link for other in watching if other.link is not None]
            if place.kind == "bot" or place.stand_in is not None:
                running.referee.attach(seat, None)
            elif links:
                running.referee.attach(seat, min(links, key=lambda link: link.trips.typical), place.percent)
            else:
                running.referee.detach(seat)

    def shown(self, seat: Seat, now: Ms) -> None:
        """A frame of this seat has left the house."""
        if self.running is not None and self.running.referee is not None:
            self.running.referee.sent(seat, now)

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
        return running.is_to_rest(self.lobby, bool(self.visits))

    def tell_lobby(self, visits: Collection[Visit] | None = None) -> None:
        telling.lobby(self, visits)

    def show_snapshots(self, visit: Visit) -> None:
        telling.snapshots(self, visit)

    def saved(self, lobby: Lobby, kept: dict[str, Json] | None = None) -> SaveTable:
        return SaveTable(write_lobby(self.kit, lobby, self.answers.kept if kept is None else kept))

    def close(self) -> None:
        """The house closes."""
        for visit in list(self.visits):
            visit.connection.bye("closing")
        self.hosts.close()
        for timer in (self.timer, self.news, self._to_bed):
            if timer is not None:
                timer.cancel()
        if self.lines is not None:
            self.lines.measure(())
        if self.running is not None:
            self.running.close()
