"""Cutting connections at random frames, and comparing what the clients then know with twins that were never cut.

The same game is played in two houses with the same seeds and the same inputs. In one of them devices lose their
connection at any moment: before a command leaves, before its answer comes, in the middle of what they are told; or the
house itself is killed. They come back as the page does: hello, then every unanswered command again under its id. In the
other house nothing of the kind happens. After every input all that a device shows must be the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

from tests.server.hall import Hall, Visitor
from tests.server.venue import EXAMPLES, Message, Refused

from tablee.games import Found, find, known_games
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.pace import Clock
from tablee.kit.loose import AnyTable
from tablee.kit.play import Answer, Opening, RandomPeople, openings

_ids = count(1)
KINDS = ("none", "before it is sent", "before the answer", "in the middle", "another device", "the house")


class Different(Exception):
    """A device that was cut shows something else than its twin. The message says what."""


@cache
def _openings(found: Found) -> list[Opening]:
    return openings(found.game.meta)


def games() -> Iterator[Found]:
    for name in (*known_games(), str(EXAMPLES / "morpion.py"), str(EXAMPLES / "buzzer.py"), "tests.kit.vigil"):
        yield find(name)


@dataclass(slots=True)
class Tally:
    cuts: int = 0
    inputs: int = 0
    games: int = 0
    compared: int = 0
    repeated: int = 0
    """Commands sent again after a cut."""


class Device:
    """What the page keeps of a table, and how it comes back."""

    def __init__(self, hall: Hall, code: str, keys: list[str]) -> None:
        self._hall = hall
        self._code = code
        self._keys = keys
        self._visitor: Visitor | None = None
        self._greeting = ""
        self.waiting: dict[str, Message] = {}
        """Commands that have not been answered."""
        self.refusals: list[str] = []
        self.table: Message = {}
        self.you: Message = {}
        self.frames: dict[int | None, Message] = {}
        self.clock: tuple[int, int] = (0, 0)

    @property
    def is_cut(self) -> bool:
        return self._visitor is None

    def connect(self) -> int:
        """Come back; how many commands had to be sent again."""
        if self._visitor is not None:
            return 0
        self._visitor = self._hall.knock()
        self._greeting = f"hello-{next(_ids)}"
        hello = {"table": self._code, "keys": self._keys, "screen": True, "language": "en"}
        self._visitor.send({"id": self._greeting, "do": "hello", **hello})
        for command in self.waiting.values():
            self._visitor.send(command)
        again = len(self.waiting)
        self.hear()
        return again

    def command(self, command: Message) -> None:
        self.waiting[command["id"]] = command
        if self._visitor is not None:
            self._visitor.send(command)

    def hear(self, most: int | None = None) -> None:
        """What was told; only the first of it, if the rest is cut off."""
        if self._visitor is not None:
            for text in self._visitor.take()[:most]:
                self._note(json.loads(text))

    def cut(self) -> None:
        if self._visitor is not None:
            self._visitor.leave()
            self._visitor = None

    def _note(self, message: Message) -> None:
        match message["tell"]:
            case "lobby":
                self.table, self.you = message["table"], message["you"]
            case "frame":
                self.frames[message["seat"]] = message
                self.clock = (message["now"], message["speed"])
            case "clock":
                self.clock = (message["now"], message["speed"])
            case "answer" if message["id"] != self._greeting:
                self.waiting.pop(message["id"], None)
                if not message["ok"]:
                    self.refusals.append(message["refusal"]["code"])
            case "bye":
                raise Different(f"a device is sent away: {message['code']}")

    def shown(self) -> Message:
        """All that is on the screen, but what tells two houses apart."""
        table = {key: value for key, value in self.table.items() if key not in ("code", "record")}
        parts = ("board", "hand", "asks", "moves", "outcome", "speed")
        frames = {str(seat): {part: frame[part] for part in parts} for seat, frame in self.frames.items()}
        return {"table": table, "you": self.you, "frames": frames, "speed": self.clock[1]}


@dataclass(slots=True)
class Evening:
    """One game in two houses."""

    found: Found
    luck: Luck
    tally: Tally
    seed: str
    shaky: Hall = field(init=False)
    steady: Hall = field(init=False)
    codes: tuple[str, str] = field(init=False)
    devices: list[list[Device]] = field(init=False)

    def __post_init__(self) -> None:
        self.shaky, self.steady = (Hall([self.found], seed=self.seed) for _ in range(2))
        opening = self.luck.pick(_openings(self.found))
        options = self.shaky.house.all_tools[self.found.game.meta.id].wire.options.to_json(opening.options)
        seated = [self._seat(hall, opening.seats, options) for hall in (self.shaky, self.steady)]
        self.codes = seated[0][0], seated[1][0]
        self.devices = [
            [Device(hall, code, keys) for keys in (*keyrings, [])]
            for hall, (code, keyrings) in zip((self.shaky, self.steady), seated, strict=True)
        ]
        for device in (*self.devices[0], *self.devices[1]):
            device.connect()
        self._everybody_hears()

    def _seat(self, hall: Hall, seats: int, options: Any) -> tuple[str, list[list[str]]]:
        """A game that has begun, and the keys to its seats. The last device is a screen without any."""
        host = hall.visit()
        code = host.do("open", game=self.found.game.meta.id, name="Ana", emblem=None)["table"]
        host.do("options", options=options)
        guests = [hall.visit(code) for _ in range(1, seats)]
        for place, guest in enumerate(guests, 1):
            guest.do("sit", place=place, name=f"Guest {place}", emblem=None)
            guest.do("ready", place=place, ready=True)
        host.do("start")
        for visitor in (host, *guests):
            visitor.leave()
        return code, [visitor.keys for visitor in (host, *guests)]

    @property
    def table(self) -> AnyTable:
        return self.shaky.running(self.codes[0]).table

    def play(self) -> bool:
        """The next input, with a cut or without. False: the game is over."""
        if not self.table.asks:
            return False
        people = RandomPeople(self.table, self.luck, silence=10)
        answer = people.next_input()
        if answer is None:
            return False
        self.tally.inputs += 1
        before = len(self.table.record.entries)
        kind = self.luck.pick(KINDS)
        if answer.seat is None:
            while len(self.table.record.entries) == before:
                self._step()
            if kind == "another device":
                self._cut(self.luck.pick(self.devices[0]))
        else:
            self._answer(answer, kind)
        # A race that a crash cuts begins anew, which is not invisible and not meant to be.
        if kind == "the house" and not self.shaky.running(self.codes[0]).is_racing:
            self._kill()
        self._come_back()
        self._compare(f"{answer.action or 'an expiry'} in {answer.ask.id}, cut: {kind}, entry {before}")
        return True

    def _answer(self, answer: Answer, kind: str) -> None:
        assert answer.seat is not None
        action = self.shaky.house.all_tools[self.found.game.meta.id].wire.action.to_json(answer.action)  # type: ignore[arg-type]
        command = {"id": f"cut-{next(_ids)}", "do": "play", "seat": answer.seat, "ask": answer.ask.id, "action": action}
        self._pass_time(answer)
        shaky, steady = (devices[answer.seat] for devices in self.devices)
        steady.command(command)
        if kind == "before it is sent":
            self._cut(shaky)
        shaky.command(command)
        if kind == "before the answer":
            self._cut(shaky)
        elif kind == "in the middle":
            shaky.hear(self.luck.below(4))
            self._cut(shaky)
        elif kind == "another device":
            other = self.luck.pick(self.devices[0])
            other.hear(self.luck.below(3))
            self._cut(other)

    def _pass_time(self, answer: Answer) -> None:
        running = self.shaky.running(self.codes[0])
        when = running.clock.wall_at(answer.now - 1)
        if when is not None:
            wait = max(0, when - self.shaky.wall.now())
            for hall in (self.shaky, self.steady):
                hall.wall.advance(wait)

    def _cut(self, device: Device) -> None:
        device.cut()
        self.tally.cuts += 1

    def _kill(self) -> None:
        """Nobody hears the end of it."""
        for device in self.devices[0]:
            device.hear(self.luck.below(3))
            self._cut(device)
        self.shaky.reopen()
        # Table time goes on from the last durable entry, at most moments before the kill: so it does for the twin.
        running = self.steady.running(self.codes[1])
        running.clock = Clock(self.steady.wall.now(), running.table.now)
        self.steady.actor(self.codes[1]).rearrange()

    def _come_back(self) -> None:
        for device in self.devices[0]:
            self.tally.repeated += device.connect()
        self._everybody_hears()

    def _everybody_hears(self) -> None:
        """And where the referee of a race takes its time, time passes until all is answered."""
        while True:
            for device in (*self.devices[0], *self.devices[1]):
                device.hear()
            if not any(device.waiting for devices in self.devices for device in devices):
                return
            self._step()

    def _step(self) -> None:
        """In both houses time passes until the next thing happens in one."""
        halls = (self.shaky, self.steady)
        moments = [moment for hall in halls if (moment := hall.wall.next_at()) is not None]
        if not moments:
            raise Different("a command is never answered, or a clock never runs out")
        for hall in halls:
            hall.wall.advance(max(0, min(moments) - hall.wall.now()))

    def _compare(self, when: str) -> None:
        for number, (shaky, steady) in enumerate(zip(*self.devices, strict=True)):
            self.tally.compared += 1
            here, there = shaky.shown(), steady.shown()
            if here != there or shaky.refusals != steady.refusals:
                raise Different(f"{self.found.name}, device {number}, after {when}: {here}\nits twin: {there}")
        for hall in (self.shaky, self.steady):
            if hall.defects:
                raise Different(f"a defect: {hall.defects[0]}")


def cut_again_and_again(found: Found, cuts: int, seed: str) -> Tally:
    """Different is raised as soon as a device shows something else than its twin."""
    tally = Tally()
    for number in count():
        luck = SeededLuck(seed_from("cuts", found.game.meta.id, seed, number))
        try:
            evening = Evening(found, luck, tally, f"{seed}.{number}")
        except Refused:  # the lobby does not begin like this
            continue
        while evening.play():
            if tally.cuts >= cuts:
                return tally
        tally.games += 1
    return tally
