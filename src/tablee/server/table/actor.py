"""One table's actor: messages of people, bots and clocks are handled one at a time, and nobody is told anything before
it is durable."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Refusal, Seat
from tablee.server.bots.workers import Thinker
from tablee.server.limits import Limits
from tablee.server.lobby import Lobby, Who
from tablee.server.outside import Chance, Log, Timer, Wall
from tablee.server.play.live import LiveGame
from tablee.server.show.tools import AnyTable, GameTools
from tablee.server.show.voice import names_of, words_of
from tablee.server.store.interface import (
    Append,
    Batch,
    ClearTable,
    Done,
    InDoubt,
    Lost,
    Owner,
    SaveTable,
    Store,
    StoredGame,
    StoreError,
)
from tablee.server.table import presence, straight, talk, telling, turns
from tablee.server.table.answers import Answers
from tablee.server.table.decision import (
    Begin,
    Changed,
    Decision,
    Enter,
    Give,
    Held,
    Message,
    Said,
    Stepped,
    Uncover,
    Vanish,
    Verdict,
)
from tablee.server.table.handlers import HANDLERS
from tablee.server.table.hosts import Hosts
from tablee.server.table.links import Links, attach
from tablee.server.table.mailbox import Mailbox
from tablee.server.table.rights import Right, refuse, refuse_owner
from tablee.server.table.saved import write_lobby
from tablee.server.table.slumber import Slumber
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t
from tablee.words import Words


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


class Actor(Mailbox):
    __slots__ = (
        *("_slumber", "answers", "gone", "hosts", "is_plain", "links", "lobby", "news", "retries_at", "rings_at"),
        *("owner", "running", "services", "stored", "timer", "told_speed", "tools", "visits"),
    )

    def __init__(
        self,
        tools: GameTools,
        lobby: Lobby,
        services: Services,
        kept: dict[str, Json] | None = None,
        epoch: int = 0,
    ) -> None:
        super().__init__()
        self.tools = tools
        self.lobby = lobby
        self.services = services
        self.running: LiveGame | None = None
        self.stored: StoredGame | None = None
        """A game that runs and cannot be set up again by this version of its rules."""
        self.visits: dict[Visit, None] = {}
        self.answers = Answers(kept)
        self.links = Links(services.wall) if tools.races else None
        self.timer: Timer | None = None
        self.rings_at: Ms = 0
        self.retries_at: Ms = 0
        """What could not be kept is not tried again before: a store that refuses at once would be asked for ever."""
        self.told_speed: int | None = None
        self.hosts = Hosts(services.wall, services.limits, self._lead_on)
        self.news: Timer | None = None
        """When everybody will be told how the table stands."""
        self.gone: Literal["cleared", "asleep"] | None = None
        """It is no more, or sleeps: what still comes for it finds nobody here."""
        self.owner = Owner(lobby.code, epoch)
        self.is_plain = False
        """A move may take the straight way."""
        self._slumber = Slumber(services.wall, services.limits, self._is_empty, self.fall_asleep)

    def defect(self, error: Exception) -> None:
        self.services.log.defect(self.lobby.code, error)

    # Messages: each gives a verdict, and that is carried out once it is durable.

    def handle(self, visit: Visit, command: m.TableCommand, arrived: Ms) -> None:
        if self._is_busy or self._is_pumping or self._mailbox:
            self.post(partial(self._handle, visit, command, arrived))
            return
        self._is_pumping = True  # nothing is before it: the common case
        try:
            self._handle(visit, command, arrived)
        except Exception as error:  # a defect in one message must not end the table
            self.defect(error)
        finally:
            self._is_pumping = False
        if self._mailbox:
            self._pump()

    def _handle(self, visit: Visit, command: m.TableCommand, arrived: Ms) -> None:
        if visit.is_over or self.gone is not None:  # it has left since it asked, or the table has
            visit.refuse(command.id, Refusal("no_table"))
            return
        if command.id in self.answers.ids:
            answer = self.answers.find(self.askers(visit, command), command.id)
            if answer is not None:
                visit.answer(answer)
                return
        try:
            if self.is_plain and type(command) is m.Play and straight.play(self, visit, command, arrived):
                return
            handle, right = HANDLERS[type(command)]
            verdict: Verdict
            if right is Right.OWNER:  # most messages are moves: who leads does not matter
                verdict = refuse_owner(self.lobby, command, visit.keys)
            else:
                verdict = refuse(right, self.lobby, command, self.who(visit))
            if verdict is None:
                verdict = handle(self, Message(visit, command, arrived))
        except Exception as error:
            self.defect(error)
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
            self.begin_writing(Batch(self.owner, verdict.writes), partial(self.settled, verdict, visit, command))
        else:
            self._carry_out(verdict, visit, command)

    def begin_writing(self, batch: Batch, done: Done) -> None:
        """Everything else waits until this is durable; who is told of it then says so with `end_writing`."""
        self._is_busy = True
        self.services.store.write(batch, done)

    def end_writing(self) -> None:
        self._is_busy = False
        if self._mailbox:
            self._pump()

    def settled(
        self, decision: Decision, visit: Visit | None, command: m.Command | None, error: StoreError | None
    ) -> None:
        """It is durable, or it could not be kept."""
        try:
            if error is None:
                self._carry_out(decision, visit, command)
            else:
                self.services.log("not_kept", table=self.lobby.code, why=str(error))
                self._not_kept(decision, visit, command, error)
        except Exception as defect:
            self.defect(defect)
        finally:
            self.end_writing()

    def _not_kept(self, decision: Decision, visit: Visit | None, command: m.Command | None, error: StoreError) -> None:
        """Nothing was assigned, so there is nothing to undo but luck that was drawn."""
        effect = decision.effect
        if isinstance(error, InDoubt):
            self._leave_in_doubt(effect, command, error)
            return
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
            self.leave_memory("asleep", "closing")

    def _leave_in_doubt(self, effect: object, command: m.Command | None, error: InDoubt) -> None:
        """Everybody is asked to come back, and nobody is told what became of it."""
        if isinstance(effect, Enter) and effect.is_new:
            assert command is not None
            self.services.not_opened(self, effect.visit, command, error)
            return
        if isinstance(effect, Enter):
            effect.visit.bye("closing")
        self.leave_memory("asleep", "closing")

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
                    presence.let_in(self, effect)
            case Give():
                effect.visit.hold_key(effect.key)
            case Begin():
                if self.running is not None:
                    self.running.close()
                self.running, self.stored = effect.running, None
            case Changed() if self.lobby.phase == "lobby":
                if self.running is not None:
                    self.running.close()
                self.running = self.stored = None
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
            if isinstance(effect, Changed) and effect.is_removal:
                presence.see_off(self, before)
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
                if not self.knows(effect.visit.keys):
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

    def vanish(self) -> None:
        """The table is no more."""
        self.leave_memory("cleared", "cleared")

    def leave_memory(self, how: Literal["cleared", "asleep"], bye: t.ByeCode) -> None:
        self.gone = how
        self.is_plain = False
        self.services.let_go(self)
        for visit in list(self.visits):
            self.dismiss(visit, bye)
        self.close()
        self.running = None  # a clock may have rung meanwhile, somebody may have knocked

    def fall_asleep(self) -> None:
        """Where nobody is here or on the way, time stands still: what is in the store is all there is to know."""
        if self.is_idle and not self.visits and self.gone is None:
            self.leave_memory("asleep", "closing")

    def clear_if_deserted(self, since: Ms | None = None) -> None:
        """Nobody ever played here. If nobody has been here since then either, it is cleared away."""
        if self.visits or not self.is_idle or self.lobby.phase != "lobby":
            return
        if since is None or self._slumber.since <= since:
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
        return self.words_in(visit.language)

    def words_in(self, language: str) -> Words:
        if self.running is not None:
            return self.running.views.words(language)
        return words_of(self.tools.found, language, names_of(self.tools.found, self.lobby.places, language))

    # Who is there.

    def owns(self, visit: Visit, seat: Seat) -> bool:
        return self.lobby.is_opened_by(visit.keys, seat)

    def who(self, visit: Visit) -> Who:
        keys = visit.keys
        if not keys.isdisjoint(self.lobby.hosts):
            return Who(keys, True, False)
        if not self.lobby.places_of(keys):
            return Who(keys, False, False)
        return Who(keys, False, self.hosts.are_away, self.hosts.are_lost)

    def knows(self, keys: frozenset[str]) -> bool:
        """Does one of these open anything here?"""
        return self.lobby.knows(keys)

    def here(self) -> frozenset[Seat]:
        """The places of which somebody is connected."""
        places = self.lobby.places
        return frozenset(seat for visit in self.visits for seat in visit.watches(places) if seat is not None)

    def welcome(self, visit: Visit, command: m.Hello) -> None:
        self.post(partial(self._welcome, visit, command))

    def _welcome(self, visit: Visit, command: m.Hello) -> None:
        try:
            presence.welcome(self, visit, command)
        except Exception as error:
            self.defect(error)
            visit.refuse(command.id, Refusal("defect"))
            visit.end()

    def enter(self, visit: Visit) -> None:
        """This visit has begun."""
        self.visits[visit] = None
        self._slumber.came()

    def part(self, visit: Visit) -> None:
        """This visit is over."""
        if visit in self.visits:
            del self.visits[visit]
            if not self.visits:
                self._slumber.left()
            self.post(partial(self._close_ranks, is_quiet=not self.knows(visit.keys)))

    def _is_empty(self) -> bool:
        return not self.visits

    def _lead_on(self) -> None:
        """The hosts are away: others may do more than before."""
        self.post(self._close_ranks)

    def _close_ranks(self, *, is_quiet: bool = False) -> None:
        self.rearrange()
        if is_quiet:
            telling.lobby_soon(self)
        else:
            self.tell_lobby()

    def dismiss(self, visit: Visit, code: t.ByeCode) -> None:
        """In the midst of telling everybody something anyway."""
        self.visits.pop(visit, None)
        visit.bye(code)
        if not self.visits and self.gone is None:
            self._slumber.left()

    # LiveGame and telling.

    def resume(self, stored: StoredGame, table: AnyTable | None, shown: Ms = 0) -> None:
        """The game as its last durable entry left `table`, with all that was played by which command; None: it cannot
        be played any more. `shown`: how late it was there for everybody who looked."""
        # An earlier version did not count them.
        self.lobby = replace(self.lobby, games=max(self.lobby.games, stored.ordinal))
        self.stored = stored
        if table is None:
            return
        services, seed = self.services, bytes.fromhex(stored.seed)
        running = LiveGame(
            self.tools, stored.ordinal, seed, table, self.lobby, services.wall, services.thinker, services.chance, shown
        )
        kept = zip(stored.entries, stored.commands, strict=True)
        running.log = [Append(stored.ordinal, seq, entry, command) for seq, (entry, command) in enumerate(kept)]
        steps = zip(table.record.entries, stored.commands, strict=True)
        running.played = {
            (entry.seat, command): None for entry, command in steps if command is not None and entry.seat is not None
        }
        running.reopen_races()
        self.running, self.stored = running, None

    def rearrange(self, but: Visit | None = None) -> None:
        """People, pace or pause have changed: time and bots follow, and everybody is told."""
        self.arrange()
        telling.speed(self, but)

    def arrange(self) -> None:
        is_host_here = any(not visit.keys.isdisjoint(self.lobby.hosts) for visit in self.visits)
        self.hosts.look(is_host_here, is_watched=bool(self.visits))
        if self.links is not None:
            self.links.measure(() if self.lobby.phase == "over" else presence.seated(self))
        self.is_plain = False
        if self.running is None:
            return
        self.running.views.call_by(self.lobby.places)
        if self.running.referee is not None:
            attach(self.running.referee, self.visits, self.lobby.places)
        self.running.arrange(self.lobby, self.here(), bool(self.visits), partial(turns.bot_plays, self))
        self.is_plain = straight.is_plain(self)
        turns.arm(self)

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
        if self.visits and not self.lobby.paused:
            return False
        running = self.running
        return running is not None and not running.table.suspended and not running.is_racing

    def tell_lobby(self, visits: Collection[Visit] | None = None) -> None:
        telling.lobby(self, visits)

    def show_snapshots(self, visit: Visit) -> None:
        telling.snapshots(self, visit)

    def saved(self, lobby: Lobby, kept: dict[str, Json] | None = None) -> SaveTable:
        return SaveTable(write_lobby(self.tools, lobby, self.answers.kept if kept is None else kept))

    def close(self) -> None:
        """The house closes."""
        for visit in list(self.visits):
            visit.connection.bye("closing")
        self.hosts.close()
        self._slumber.close()
        for timer in (self.timer, self.news):
            if timer is not None:
                timer.cancel()
        if self.links is not None:
            self.links.measure(())
        if self.running is not None:
            self.running.close()
