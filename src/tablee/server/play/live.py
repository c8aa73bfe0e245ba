"""A game that runs at a table: the kernel's table with its clock, its stage, its bots and what was played by which
command."""

from __future__ import annotations

from typing import Final

import msgspec

from tablee.kernel.game import Ms, Seat, is_told
from tablee.kernel.pace import Clock, Pace, Speed
from tablee.server.bots.cast import Cast, PlayFor
from tablee.server.bots.workers import Thinker
from tablee.server.lobby import Lobby
from tablee.server.outside import Chance, Wall
from tablee.server.past.record import luck_after
from tablee.server.play.races import Waiting
from tablee.server.play.referee import Referee, cut_races
from tablee.server.show.tools import AnyStep, AnyTable, GameTools
from tablee.server.show.views import Views
from tablee.server.store.interface import Append

_encode: Final = msgspec.json.Encoder().encode


class _Speeds(dict[Speed, bytes]):
    """How the time ends, by how fast it runs."""

    def __missing__(self, speed: Speed) -> bytes:
        text = self[speed] = b',"speed":%d' % speed
        return text


_SPEEDS: Final = _Speeds()
LEAST_LEFT: Final[Ms] = 5_000
"""After a restart, for everybody who is asked: coming back takes a moment."""


def _begin_at(table: AnyTable, shown: Ms) -> Ms:
    """A game goes on where people saw its clocks last (`shown`), before the house was stopped."""
    for ask in table.asks:
        if ask.until is not None:
            shown = min(shown, ask.until - (LEAST_LEFT if ask.seats else 0))
    return max(table.now, shown)


class LiveGame:
    __slots__ = (
        *("_chance", "_has_begun", "_thinker", "_wall", "aliases", "cast", "clock", "log", "missed", "ordinal"),
        *("played", "referee", "seed", "table", "tools", "views"),
    )

    def __init__(
        self,
        tools: GameTools,
        ordinal: int,
        seed: bytes,
        table: AnyTable,
        lobby: Lobby,
        wall: Wall,
        thinker: Thinker,
        chance: Chance,
        shown: Ms = 0,
    ) -> None:
        self.tools = tools
        self.ordinal = ordinal
        """It is the first game of its table, the second, …"""
        self.seed = seed
        self.played: dict[tuple[Seat, str], None] = {}
        """Which seat played which command: none is played twice."""
        self.log: list[Append] = []
        """The entries as the store has them."""
        self.missed: dict[Seat, int] = {}
        """How many asks in a row ran out on somebody who is away."""
        self.aliases: dict[str, str] = {}
        """Races that a crash has cut go out under another id."""
        self.referee: Referee[Waiting] | None = None
        """Where the game has races."""
        if tools.races:
            self.referee = Referee(lambda ask: tools.game.precedence(self.table.state, ask))
        self._has_begun = False
        self._wall = wall
        self._thinker = thinker
        self._chance = chance
        self.clock = Clock(wall.now(), _begin_at(table, shown))
        self._set_table(table, lobby)

    def _set_table(self, table: AnyTable, lobby: Lobby) -> None:
        self.table = table
        self.views = Views(self.tools, table, lobby.places, self.aliases, self._prefix)
        self.cast: Cast | None = None

    def now(self, wall: Ms) -> Ms:
        """Table time for an input that arrived at this moment."""
        now = self.clock.now(wall)
        return now if now > self.table.now else self.table.now

    @property
    def commitment(self) -> str:
        return self.table.record.header.commitment

    @property
    def speed(self) -> Speed:
        return self.clock.speed

    @property
    def is_racing(self) -> bool:
        """Do answers wait at the referee, and clocks?"""
        return self.referee is not None and self.referee.is_open

    def follow_races(self) -> None:
        """The table has other asks now, or its time stands still, which no race outlasts."""
        if self.referee is not None:
            open_now = () if self.table.suspended else self.table.asks
            self.referee.follow([ask for ask in open_now if ask.kind in self.tools.races], self._wall.now())

    def reopen_races(self) -> None:
        """After a restart: what was seen of a race that nobody has durably answered is worth nothing any more."""
        for ask in cut_races(self.table.asks, self.tools.game.meta.kinds, self.table.record.entries):
            self.aliases[ask.id] = f"{ask.id}~{self._chance.name()}"

    @property
    def _prefix(self) -> str:
        """From the second game of a table on: what was sent for the one before fits no ask of this one."""
        return f"{self.ordinal}:" if self.ordinal > 1 else ""

    def shown_id(self, ask: str) -> str:
        """What the ask of this id is called on the wire."""
        return self._prefix + self.aliases.get(ask, ask)

    def real_id(self, shown: str) -> str:
        """The id of the ask that goes by this one on the wire."""
        if self.ordinal > 1:
            if not shown.startswith(self._prefix):
                return ""
            shown = shown[len(self._prefix) :]
        if not self.aliases:
            return shown
        if shown in self.aliases:
            return ""  # as it was called before the restart
        return next((ask for ask, alias in self.aliases.items() if alias == shown), shown)

    def is_asked(self, seat: Seat, ask_id: str) -> bool:
        """Is there such an ask, as far as this seat can know?"""
        return any(ask.id == ask_id and is_told(ask.to, seat) for ask in self.table.asks)

    def arrange(self, lobby: Lobby, here: frozenset[Seat], is_watched: bool, play: PlayFor) -> None:
        """People came or went, or want another pace: time runs accordingly, bots sit where they are wanted. Where
        nobody is connected at all, not even a screen, time stands still until somebody is."""
        absent = frozenset(
            seat
            for seat, place in enumerate(lobby.places)
            if place.kind == "person" and place.stand_in is None and seat not in here
        )
        percents = tuple(100 if place.kind == "bot" else place.percent for place in lobby.places)
        self.table.pace = Pace(lobby.pace, percents, absent) if absent else Pace(lobby.pace, percents)
        # A race is never paused: time stands still when it is over.
        self.table.suspended = self.is_to_rest(lobby, is_watched) and (self.table.suspended or not self.is_racing)
        self.tick(self._wall.now())
        self.follow_races()
        levels = {
            seat: level
            for seat, place in enumerate(lobby.places)
            if (level := place.level if place.kind == "bot" else place.stand_in) is not None
        }
        if levels and self.cast is None and self.table.asks:
            self.cast = Cast(
                self.tools, self.table, self._wall, self._thinker, self._chance, play, is_late=self._has_begun
            )
            self.cast.run()
        if self.cast is not None:
            self.cast.seat(levels if self.table.asks else {})
        self._has_begun = True

    @staticmethod
    def is_to_rest(lobby: Lobby, is_watched: bool) -> bool:
        return lobby.paused or not is_watched

    def tick(self, wall: Ms) -> None:
        """The table took an input or changed its speed: so does its clock."""
        self.clock.run(wall, self.table.speed)
        if self.cast is not None:
            self.cast.run()

    def expires_at(self) -> Ms | None:
        """When on the wall the next clock will have run out."""
        deadline = self.table.deadline
        return None if deadline is None or self.table.suspended else self.clock.wall_at(deadline)

    @property
    def next_at(self) -> Ms | None:
        """When on the wall there is something to do: a clock runs out, or the referee hands something over."""
        expires_at = self.expires_at()
        if self.referee is None:
            return expires_at
        if expires_at is not None and (due := self.table.next_due) and self.referee.holds_time_of(due.id):
            expires_at = None  # it waits at the referee
        moments = [at for at in (self.referee.next_at, expires_at) if at is not None]
        return min(moments, default=None)

    def first_entry(self) -> Append:
        """The setup, as the store keeps it."""
        text = self.tools.write_entry(self.table.record.entries[0])
        written = Append(self.ordinal, 0, text, None)
        self.log.append(written)
        return written

    def entry_of(self, step: AnyStep, command: str | None) -> Append:
        """The entry of this step, as the store keeps it."""
        return Append(self.ordinal, len(self.table.record.entries), self.tools.write_entry(step.entry), command)

    def adopt(self, step: AnyStep, written: Append, wall: Ms) -> None:
        """This step is durable: it has happened. `wall`: the time by now."""
        self.table.adopt(step)
        self.log.append(written)
        self.tick(wall)

    def all_entries(self, *further: Append) -> str:
        """Every entry with its command, once the game is over."""
        return _encode([(one.entry, one.command) for one in (*self.log, *further)]).decode()

    def time(self, wall: Ms | None = None) -> bytes:
        """The fields of a frame that tell the time, now or at this moment on the wall."""
        return self.time_at(self.now(self._wall.now() if wall is None else wall))

    def time_at(self, now: Ms) -> bytes:
        """The same for this moment of table time."""
        return b'"now":' + _encode(now) + _SPEEDS[self.clock.speed]

    def drop(self, step: AnyStep) -> None:
        """This step could not be kept: nothing has happened, and what it drew has to be drawn again."""
        if step.entry.draws:
            self.table.draw_from(luck_after(self.tools, self.table.record, self.seed))
        self.close()

    def close(self) -> None:
        if self.cast is not None:
            self.cast.close()
            self.cast = None
