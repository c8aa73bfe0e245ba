"""A game that runs at a table: the kernel's table with its clock, its stage, its bots and what was played by which
command."""

from __future__ import annotations

import json

from tablee.kernel.game import Ms, Seat
from tablee.kernel.pace import Clock, Pace, Speed
from tablee.kernel.record import Record
from tablee.server.archive import AnyTable, Kit, table_after
from tablee.server.cast import Cast, PlayFor
from tablee.server.people import Lobby
from tablee.server.stage import Stage
from tablee.server.store import Append
from tablee.server.thinker import Thinker
from tablee.server.wall import Wall


class Running:
    def __init__(
        self, kit: Kit, number: int, seed: bytes, table: AnyTable, lobby: Lobby, wall: Wall, thinker: Thinker
    ) -> None:
        self.kit = kit
        self.number = number
        self.seed = seed
        self.played: set[tuple[Seat, str]] = set()
        """Which seat played which command: none is played twice."""
        self.log: list[tuple[str, str | None]] = []
        """The entries as the store has them."""
        self.missed: dict[Seat, int] = {}
        """How many asks in a row ran out on somebody who is away."""
        self._wall = wall
        self._thinker = thinker
        self.clock = Clock(wall.now(), table.now)
        self._set_table(table, lobby)

    def _set_table(self, table: AnyTable, lobby: Lobby) -> None:
        self.table = table
        self.stage = Stage(self.kit, table, lobby.places)
        self.cast: Cast | None = None

    def now(self, wall: Ms) -> Ms:
        """Table time for an input that arrived at this moment."""
        return max(self.table.now, self.clock.now(wall))

    @property
    def commitment(self) -> str:
        return self.table.record.header.commitment

    @property
    def speed(self) -> Speed:
        return self.table.speed

    @property
    def has_race(self) -> bool:
        kinds = self.kit.game.meta.kinds
        return any(kinds[ask.kind].race for ask in self.table.asks)

    def arrange(self, lobby: Lobby, here: frozenset[Seat], is_watched: bool, play: PlayFor) -> None:
        """People came or went, or want another pace: time runs accordingly, bots sit where they are wanted. Where
        nobody is connected at all, not even a screen, time stands still until somebody is."""
        absent = frozenset(
            seat
            for seat, place in enumerate(lobby.places)
            if place.kind == "person" and place.stand_in is None and seat not in here
        )
        percents = tuple(100 if place.kind == "bot" else place.percent for place in lobby.places)
        self.table.pace = Pace(lobby.pace, percents, absent)
        self.table.suspended = lobby.paused or not is_watched
        self.tick()
        levels = {
            seat: level
            for seat, place in enumerate(lobby.places)
            if (level := place.level if place.kind == "bot" else place.stand_in) is not None
        }
        if levels and self.cast is None and self.table.asks:
            self.cast = Cast(self.kit, self.table, self._wall, self._thinker, play)
            self.cast.run()
        if self.cast is not None:
            self.cast.seat(levels if self.table.asks else {})

    def tick(self) -> None:
        """The table took an input or changed its speed: so does its clock."""
        self.clock.run(self._wall.now(), self.table.speed)
        if self.cast is not None:
            self.cast.run()

    def expires_at(self) -> Ms | None:
        """When on the wall the next clock will have run out."""
        deadline = self.table.deadline
        return None if deadline is None or self.table.suspended else self.clock.wall_at(deadline)

    def last_entry(self, command: str | None) -> Append:
        """The entry of the last input, as the store keeps it."""
        entries = self.table.record.entries
        value = self.kit.entry.to_json(entries[-1])
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        del self.log[len(entries) - 1 :]
        self.log.append((text, command))
        return Append(self.number, len(entries) - 1, text, command)

    def all_entries(self) -> str:
        """Every entry with its command, once the game is over."""
        return json.dumps(self.log, ensure_ascii=False, separators=(",", ":"))

    def time(self) -> bytes:
        """The fields of a frame that tell the time."""
        return b'"now":%d,"speed":%d' % (self.now(self._wall.now()), self.table.speed)

    def take_back(self, lobby: Lobby) -> None:
        """The last input could not be kept: it never happened."""
        entries = self.table.record.entries[:-1]
        table = table_after(self.kit, Record(self.table.record.header, entries), self.seed)
        self.close()
        self._set_table(table, lobby)

    def close(self) -> None:
        if self.cast is not None:
            self.cast.close()
            self.cast = None
