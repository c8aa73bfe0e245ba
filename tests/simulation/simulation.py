"""A run of the simulator: so many steps of one seed. Each step has chance of its own, so that a run in which something
broke can be told again without the steps that do not matter."""

from __future__ import annotations

import io
import re
from collections.abc import Container, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple, Protocol

from tests.server.hall import WIDE_OPEN
from tests.server.venue import Message
from tests.simulation.devices import Device, Honest, Mole
from tests.simulation.invariants import Breach, check_answer, check_frame, check_house, check_lobby
from tests.simulation.surroundings import RESTLESS, CountingWall, SlowStore, SlowThinker

from tablee.arena.entrants import find_bots
from tablee.games import Found
from tablee.server.house.connection import Connection
from tablee.server.house.house import House
from tablee.server.keys import hashed
from tablee.server.outside import Chance, Log

PAIRS: Final = 3
MOLES: Final = 3
WEIGHTS: Final = {
    "send": 30.0,
    "burst": 12.0,
    "store": 30.0,
    "thought": 10.0,
    "time": 8.0,
    "read": 25.0,
    "line": 5.0,
    "crash": 0.15,
}
LIMITS: Final = replace(WIDE_OPEN, guesses_at_once=12, sleeps_after=1_500)
"""Where somebody guesses, others wait at the door; and tables sleep soon."""
NOT_KEPT: Final = 0.08
"""How many writes cannot be kept."""
LOST: Final = 0.01
"""How many find that their table has another owner by now."""
DIES: Final = 0.03
"""How many thoughts nobody hears of."""


class Socket:
    """One connection of a device."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._connection: Connection = house.connect("192.0.2.1", lambda: None)

    @property
    def is_closing(self) -> bool:
        return self._connection.is_closing

    def say(self, text: bytes) -> None:
        self._house.receive(self._connection, text)

    def take(self) -> list[bytes]:
        return self._connection.take()

    def hang_up(self) -> None:
        self._house.disconnect(self._connection)


class Simulation:
    def __init__(self, seed: int | str, games: Sequence[Found], *, overlook: Container[str] = ()) -> None:
        """`overlook`: kinds of breaches that are known."""
        self.seed = seed
        dice = Random(f"simulation {seed}")
        self.games = games
        self.store, self.thinker, self.wall, self.log = SlowStore(), SlowThinker(), CountingWall(), io.StringIO()
        self.digest = sha256()
        """Of every byte that was sent to anybody."""
        self.homes: dict[int, str | None] = {}
        self._chance = Chance(Random(f"chance {seed}").randbytes)
        self._number = 0
        self._overlooked = overlook
        self._played = [dice.choice(games) for _ in range(PAIRS)]
        self._open()
        self.devices: list[Device] = [
            Honest(self, f"{pair}{letter}", dice, pair, opens=letter == "a") for pair in range(PAIRS) for letter in "ab"
        ]
        self.devices += [Mole(self, f"m{number}", dice) for number in range(MOLES)]

    def _open(self) -> None:
        self.house = House(
            self.games,
            self.store,
            self.wall,
            self.thinker,
            limits=LIMITS,
            log=Log(self.log),
            chance=self._chance,
        )

    def report(self, kind: str, what: str) -> None:
        """Something is so that must never be."""
        if kind not in self._overlooked:
            raise Breach(kind, what)

    # What devices and invariants ask.

    @property
    def codes(self) -> Sequence[str]:
        return list(self.store.docs)

    @property
    def now(self) -> float:
        return self.wall.now() / 1000

    def connect(self, _: Random) -> Socket:
        return Socket(self.house)

    def heard_answer(self, _: Device, asked: Message, message: Message) -> None:
        if message["ok"]:
            check_answer(self, asked, message)

    def heard_lobby(self, device: Device, message: Message) -> None:
        check_lobby(self, device, message)

    def heard_frame(self, device: Device, message: Message) -> None:
        check_frame(self, device, message)

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def game_of(self, pair: int) -> str:
        return self._played[pair].game.meta.id

    def presets_of(self, pair: int) -> list[str]:
        return list(self._played[pair].game.meta.presets) or ["none"]

    def levels_of(self, pair: int) -> list[str]:
        return list(find_bots(self._played[pair]))

    def table_of(self, key: str) -> str | None:
        """Which table knows this key."""
        told = hashed(key)
        for code, actor in self.house.tables.items():
            claims = {place.claim.key for place in actor.lobby.places if place.claim is not None}
            if told in claims.union(actor.lobby.hosts, *(place.keys for place in actor.lobby.places)):
                return code
        return next((code for code, doc in self.store.docs.items() if told in doc), None)

    def defect(self) -> str | None:
        found = re.search(r'.*"event": "defect".*', self.log.getvalue())
        return None if found is None else found[0][:1500]

    @property
    def moves(self) -> int:
        return self.store.moves

    # What happens.

    def step(self, number: int) -> None:
        dice = Random(f"step {self.seed} {number}")
        kind = dice.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        match kind:
            case "store":
                if self.store.pending:
                    number, chance = dice.randrange(len(self.store.pending)), dice.random()
                    how = "lost" if chance < LOST else "fails" if chance < LOST + NOT_KEPT else "kept"
                    self.store.finish(number, how)
            case "thought":
                if self.thinker.pending:
                    self.thinker.finish(dice.randrange(len(self.thinker.pending)), dice, dies=dice.random() < DIES)
            case "time":
                if dice.random() < 0.6:
                    self.wall.tick()
                else:
                    self.wall.advance(dice.randint(1, 400))
            case "crash":
                self._crash(dice)
            case _:
                self._let_act(dice.choice(self.devices), kind, dice)
        if self.wall.most_at_once >= RESTLESS:
            self.report("restless", "a timer rings for ever at one moment")
        check_house(self)

    def _let_act(self, device: Device, kind: str, dice: Random) -> None:
        if device.line is None:
            device.connect(dice)
        elif kind == "line":
            device.hang_up()
        elif kind == "read":
            if dice.random() < device.patience:
                device.read()
        elif kind == "send":
            device.act(dice)
        else:
            for _ in range(dice.randint(2, 4)):
                device.act(dice)
                # Also between two messages of one segment.
                if dice.random() < 0.08:
                    device.hang_up()
                    return

    def _crash(self, dice: Random) -> None:
        """Of what the house asked for some is durable; nobody was told. Nothing else is left."""
        self.store.crash(dice.randint(0, len(self.store.pending)))
        self.thinker.pending.clear()
        self.wall.clear()
        for device in self.devices:
            device.line = None
        self._open()

    def rest(self) -> None:
        """Everything that is on its way arrives: then no command is without an answer."""
        for _ in range(40):
            while self.store.pending:
                self.store.finish(0)
            self.wall.advance(50)
        while self.store.pending:
            self.store.finish(0)
        for device in self.devices:
            device.read()
            lost = [device.asked[command] for command, owed in device.owed.items() if owed and device.line is not None]
            if lost:
                self.report("answer", f"never answered: {lost[0]}")


class Outcome(NamedTuple):
    steps: int
    moves: int
    digest: bytes
    breach: Breach | None


def run(seed: int | str, steps: Sequence[int], games: Sequence[Found], overlook: Container[str] = ()) -> Outcome:
    simulation, done, breach = Simulation(seed, games, overlook=overlook), 0, None
    try:
        for number in steps:
            done += 1
            simulation.step(number)
        simulation.rest()
    except Breach as found:
        breach = found
    return Outcome(done, simulation.moves, simulation.digest.digest(), breach)


class Run(Protocol):
    def __call__(
        self, seed: int | str, steps: Sequence[int], games: Sequence[Found], overlook: Container[str] = ()
    ) -> Outcome: ...


def shortened(
    seed: int | str,
    steps: Sequence[int],
    games: Sequence[Found],
    kind: str,
    overlook: Container[str] = (),
    run_them: Run = run,
) -> list[int]:
    """Fewer steps after which the same kind of thing is broken."""

    def breaks(numbers: Sequence[int]) -> int | None:
        outcome = run_them(seed, numbers, games, overlook)
        return outcome.steps if outcome.breach is not None and outcome.breach.kind == kind else None

    kept = list(steps)
    piece = len(kept) // 2
    while piece:
        start = 0
        while start < len(kept):
            fewer = kept[:start] + kept[start + piece :]
            until = breaks(fewer)
            if until is None:
                start += piece
            else:
                kept = fewer[:until]
        piece //= 2
    return kept
