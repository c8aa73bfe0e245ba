"""The house without sockets: real tables, lobbies and connections over a store in memory, with a clock that tests turn.

Nothing here waits for anything, so thousands of tables and cuts can be tried in seconds."""

from __future__ import annotations

import heapq
import io
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeVar

from tests.server.venue import GAMES, HandTimer, HandWall, LoadedDice, Message, Refused

from tablee.games import Found, find
from tablee.kernel.game import Refusal
from tablee.kernel.luck import Luck
from tablee.kit.play import RandomPeople
from tablee.server.bots.workers import BotAt, Thinker, Thoughts, decide, dismiss
from tablee.server.house.connection import Connection
from tablee.server.house.house import House
from tablee.server.limits import Limits
from tablee.server.outside import Chance, Log
from tablee.server.play.live import LiveGame
from tablee.server.store.interface import Elsewhere, Query, StoreError
from tablee.server.store.memory import MemoryStore
from tablee.server.table.actor import Actor

WIDE_OPEN = Limits(
    **dict.fromkeys(("rate", "burst", "opens_at_once", "guesses_at_once"), 10**6),
    **dict.fromkeys(("per_address", "connections", "tables", "awake_tables", "waiting"), 10**5),
)
T = TypeVar("T")
_ids = count(1)


class Wall(HandWall):
    """Can also go on by just one timer."""

    def next_at(self) -> int | None:
        """When the next thing happens."""
        while self._timers and self._timers[0][2].is_cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def tick(self) -> None:
        """Until the next thing has happened."""
        when = self.next_at()
        if when is not None:
            timer: HandTimer = heapq.heappop(self._timers)[2]
            self._now = max(self._now, when)
            timer.do()

    def clear(self) -> None:
        """Nothing is to happen any more."""
        self._timers.clear()

    def set(self, now: int) -> None:
        """It is that late now, and nothing happened on the way."""
        self._now = now


class PromptThinker:
    """Bots think here and now, and what they were shown is kept."""

    def __init__(self) -> None:
        self.shown: dict[BotAt, list[str]] = {}

    def warm_up(self) -> None:
        return

    def think(self, bot: BotAt, frames: Sequence[str], asks: Sequence[str], done: Thoughts) -> None:
        self.shown.setdefault(bot, []).extend(frames)
        done(decide(bot, frames, asks))

    def forget(self, bot: BotAt) -> None:
        dismiss(bot.id)

    def close(self) -> None:
        return


class Hall:
    """`reopen` is a crash and a restart: what is in the store is all that is left."""

    def __init__(
        self,
        games: Sequence[Found] | None = None,
        *,
        limits: Limits = WIDE_OPEN,
        seed: str = "hall",
        store: MemoryStore | None = None,
        wall: Wall | None = None,
    ) -> None:
        self.games = [find(name) for name in GAMES] if games is None else games
        self.limits = limits
        self.wall = wall or Wall()
        self.store = store or MemoryStore(lambda: self.wall.now() / 1000)
        self.takes_at_once = False
        """Whoever comes takes what is told when nothing waits, as sockets do."""
        self.log = io.StringIO()
        self.thinker = PromptThinker()
        self._chance: Chance = LoadedDice(seed)
        self.open()

    def deal(self, chance: Chance) -> None:
        """Open again, with keys and codes from here too."""
        self._chance = chance
        self.open()

    def open(self) -> None:
        thinker: Thinker = self.thinker
        self.house = House(
            self.games,
            self.store,
            self.wall,
            thinker,
            limits=self.limits,
            log=Log(self.log),
            chance=self._chance,
        )

    def reopen(self) -> None:
        for actor in list(self.house.tables.values()):
            actor.visits.clear()
            actor.close()
        self.open()

    def knock(self, *keys: str, address: str = "127.0.0.1") -> Visitor:
        """A connection that has not said hello."""
        return Visitor(self, keys, address)

    def visit(self, table: str | None = None, *keys: str, **hello: Any) -> Visitor:
        visitor = self.knock(*keys)
        visitor.do("hello", table=table, keys=list(keys), **{"language": "en", **hello})
        return visitor

    def actor(self, code: str) -> Actor:
        """Woken, if it sleeps."""
        found: list[Actor | Elsewhere | Refusal] = []
        self.house.wake(code, found.append)
        (actor,) = found
        assert isinstance(actor, Actor), actor
        return actor

    def ask(self, query: Query[T]) -> T:
        """What the store has."""
        found: list[T | StoreError] = []
        self.store.read(query, found.append)
        (answer,) = found
        assert not isinstance(answer, StoreError)
        return answer

    def running(self, code: str) -> LiveGame:
        running = self.actor(code).running
        assert running is not None
        return running

    @property
    def defects(self) -> list[str]:
        """What the log says that must never be in it."""
        return [line for line in self.log.getvalue().splitlines() if '"event": "defect"' in line]


class Visitor:
    """One connection, and what it was told."""

    def __init__(self, hall: Hall, keys: Sequence[str], address: str = "127.0.0.1") -> None:
        self.hall = hall
        self.keys = list(keys)
        self.bytes: list[bytes] = []
        self.heard: list[Message] = []
        self.answers: dict[str, Message] = {}
        self.frames: dict[int | None, Message] = {}
        self.lobby: Message = {}
        self.you: Message = {}
        self.clock: Message = {}
        self.packs: Message = {}
        """Those it was told last."""
        self.bye: Message | None = None
        self.connection: Connection = hall.house.connect(address, lambda: None)
        self._taken: list[bytes] = []
        if hall.takes_at_once:
            self.connection.send = self._taken.extend

    def send(self, message: Message | str | bytes) -> None:
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        self.hall.house.receive(self.connection, text)

    def take(self) -> list[bytes]:
        """The bytes that went out since the last time."""
        taken = [*self._taken, *self.connection.take()]
        self._taken.clear()
        return taken

    def read(self) -> list[Message]:
        """What those bytes say."""
        return [self.hear(text) for text in self.take()]

    def hear(self, text: bytes) -> Message:
        self.bytes.append(text)
        message: Message = json.loads(text)
        self.heard.append(message)
        match message["tell"]:
            case "lobby":
                self.packs = self.packs if message["packs"] is None else message["packs"]
                table = message["table"]
                self.lobby, self.you = {**table, "options": {**table["options"], **self.packs}}, message["you"]
            case "frame":
                self.frames[message["seat"]] = message
                self.clock = {"now": message["now"], "speed": message["speed"]}
            case "clock":
                self.clock = {"now": message["now"], "speed": message["speed"]}
            case "bye":
                self.bye = message
            case "answer":
                self.answers[message["id"]] = message
                if "key" in message:
                    self.keys.append(message["key"])
        return message

    def do(self, do: str, **fields: Any) -> Message:
        """Send a command and read its answer; Refused if it was. In a race time passes until there is one."""
        command = fields.pop("id", None) or f"command-number-{next(_ids)}"
        self.send({"id": command, "do": do, **fields})
        self.read()
        while command not in self.answers and self.hall.wall.next_at() is not None:
            self.hall.wall.tick()
            self.read()
        answer = self.answers.pop(command)
        if not answer["ok"]:
            raise Refused(answer["refusal"])
        return answer

    def play(self, seat: int, move: int = 0, **fields: Any) -> Message:
        """Answer the first open ask with one of the moves offered."""
        frame = self.frames[seat]
        ask = next(ask["id"] for ask in frame["asks"] if seat in ask["seats"])
        return self.do("play", seat=seat, ask=ask, action=frame["moves"][move], **fields)

    def leave(self) -> None:
        """Without a word."""
        self.hall.house.disconnect(self.connection)


def seat_people(hall: Hall, game: str, people: int, **options: Any) -> tuple[str, list[Visitor]]:
    """A table with so many people, each on a device of their own, all ready."""
    host = hall.visit()
    code = host.do("open", game=game, name="Ana", emblem=None)["table"]
    if options:
        host.do("options", **options)
    visitors = [host]
    for place in range(1, people):
        guest = hall.visit(code)
        guest.do("sit", place=place, name=f"Guest {place}", emblem=None)
        guest.do("ready", place=place, ready=True)
        visitors.append(guest)
    return code, visitors


def start_people(hall: Hall, game: str, people: int, **options: Any) -> tuple[str, list[Visitor]]:
    code, visitors = seat_people(hall, game, people, **options)
    visitors[0].do("start")
    for visitor in visitors:
        visitor.read()
    return code, visitors


def some_table() -> Actor:
    """A real one, at which nothing happens."""
    hall = Hall()
    return hall.actor(hall.visit().do("open", game="morpion", name=None, emblem=None)["table"])


def everybody_reads(visitors: Sequence[Visitor]) -> None:
    for visitor in visitors:
        visitor.read()


def play_on(hall: Hall, code: str, people: Sequence[Visitor], luck: Luck, silence: int = 10) -> bool:
    """What random people do next; in so many of a hundred cases a clock runs out. False: the game is over."""
    running = hall.running(code)
    table = running.table
    if not table.asks:
        return False
    answer = RandomPeople(table, luck, silence).next_input()
    assert answer is not None, "nobody can answer, and no clock runs"
    if answer.seat is None or answer.action is None:
        before = len(table.record.entries)
        until(hall, lambda: len(table.record.entries) > before)
    else:
        when = running.clock.wall_at(answer.now - 1)
        hall.wall.advance(0 if when is None else max(0, when - hall.wall.now()))
        action = running.tools.wire.action.to_json(answer.action)
        shown = running.shown_id(answer.ask.id)
        is_racing = running.is_racing
        try:
            people[answer.seat].do("play", seat=answer.seat, ask=shown, action=action)
        except Refused:
            assert is_racing, "only in a race may somebody be too soon or too late"
    everybody_reads(people)
    return True


def until(hall: Hall, is_so: Callable[[], object], most: int = 100_000) -> None:
    """Time passes until something is so. Where many tables are at work a minute is many moments."""
    for _ in range(most):
        if is_so():
            return
        hall.wall.tick()
    raise AssertionError("this never happens")


__all__ = [
    "WIDE_OPEN",
    "Hall",
    "MemoryStore",
    "PromptThinker",
    "Visitor",
    "Wall",
    "everybody_reads",
    "play_on",
    "seat_people",
    "some_table",
    "start_people",
    "until",
]
