"""Devices of the simulator. They know what they were told, and nothing else.

An honest one waits for answers before it goes on: otherwise hardly a move is played, and nothing is found. A mole asks
for anything at any moment, at any table, several things at once, and hangs up in between."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Protocol

from tests.server.venue import Message

from tablee.games import Found

WORDS: Final = ("bateau", "montagne", "Élan", "été", "xyz", "carnaval", "é" * 30)
MOST_TABLES: Final = 6


class Line(Protocol):
    """One connection of a device, to whichever house."""

    @property
    def is_closing(self) -> bool: ...

    def say(self, text: bytes) -> None: ...

    def take(self) -> list[bytes]: ...

    def hang_up(self) -> None: ...


class Surroundings(Protocol):
    """What there is around a device."""

    games: Sequence[Found]
    homes: dict[int, str | None]
    """Where each pair plays."""
    digest: Any
    """Of every byte that was sent to anybody."""

    @property
    def codes(self) -> Sequence[str]:
        """Of all tables."""

    @property
    def now(self) -> float:
        """Seconds."""

    def connect(self, dice: Random) -> Line | None: ...

    def report(self, kind: str, what: str) -> None: ...

    def next_number(self) -> int: ...

    def game_of(self, pair: int) -> str: ...

    def presets_of(self, pair: int) -> list[str]: ...

    def levels_of(self, pair: int) -> list[str]: ...

    def table_of(self, key: str) -> str | None: ...

    def heard_answer(self, device: Device, asked: Message, message: Message) -> None: ...

    def heard_lobby(self, device: Device, message: Message) -> None: ...

    def heard_frame(self, device: Device, message: Message) -> None: ...


class Device:
    def __init__(self, simulation: Surroundings, name: str, dice: Random) -> None:
        self.simulation = simulation
        self.name = name
        self.patience = dice.choice((1.0, 1.0, 0.5, 0.05))
        """How often it reads when it could."""
        self.line: Line | None = None
        self.keys: dict[str, list[str]] = {}
        self.times: Counter[str] = Counter()
        """How often it sent each command, over whatever connection."""
        self._sent: deque[Message] = deque(maxlen=40)
        self._forget()

    def _forget(self) -> None:
        """Another connection: nobody remembers what was asked over the last one."""
        self.at: str | None = None
        """Where the last answer said that it is."""
        self.is_cut = False
        """What it reads is the last that came by this line: answers may be lost."""
        self.frames: dict[int | None, Message] = {}
        self.lobby: Message | None = None
        self.asked: dict[str, Message] = {}
        self.owed: Counter[str] = Counter()
        """How many answers are still to come."""
        self._order: dict[str, deque[int]] = {}
        self.sent_at: dict[str, float] = {}
        self._latest = -1
        self.waits_for: str | None = None

    @property
    def may_have_lost_a_key(self) -> bool:
        """It sat down, and the line broke between what all were told of it and the answer."""
        return self.is_cut and any(
            self.owed[command] > 0 and asked["do"] == "sit" for command, asked in self.asked.items()
        )

    def longest_unanswered(self) -> str | None:
        """Of all that it asked where it is now, and waits for, what it asked first."""
        owed = [command for command, times in self.owed.items() if times > 0 and self._order[command][0] > self._latest]
        return min(owed, key=lambda command: self.sent_at[command], default=None)

    def waits_longer_than(self, seconds: float, now: float) -> bool:
        """For any answer."""
        command = self.longest_unanswered()
        return command is not None and now > self.sent_at[command] + seconds

    def connect(self, dice: Random) -> None:
        self._forget()
        self.line = self.simulation.connect(dice)

    def hang_up(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.hang_up()

    def send(self, do: str, **fields: Any) -> None:
        self._send({"id": f"command-of-{self.name}-{self.simulation.next_number():06d}", "do": do, **fields})

    def repeat(self, dice: Random) -> None:
        if self._sent:
            self._send(dice.choice(self._sent))

    def _send(self, message: Message) -> None:
        if self.line is None or self.line.is_closing:
            return
        command = message["id"]
        self._sent.append(message)
        self.asked[command] = message
        self._order.setdefault(command, deque()).append(self.simulation.next_number())
        self.owed[command] += 1
        self.waits_for = command
        self.times[command] += 1
        self.sent_at[command] = self.simulation.now
        self.line.say(json.dumps(message).encode())

    def read(self) -> None:
        if self.line is None:
            return
        texts = self.line.take()
        messages: list[Message] = []
        for text in texts:
            self.simulation.digest.update(text)
            messages.append(json.loads(text))
        self.is_cut = any(message["tell"] == "bye" for message in messages)
        # A newer lobby may go out in the place of an older one, before an answer: first all that answers say.
        for message in messages:
            if message["tell"] == "answer":
                self._hear_answer(message)
        for message in messages:
            self._hear(message)

    def _hear_answer(self, message: Message) -> None:
        command = message["id"]
        self.owed[command] -= 1
        if self.owed[command] < 0:
            self.simulation.report(
                "answer", f"{self.asked.get(command, command)} was answered more often than it was sent"
            )
        if command == self.waits_for:
            self.waits_for = None
        asked = self.asked.get(command, {})
        if message["ok"] and "key" in message:
            code = message.get("table") or self.simulation.table_of(message["key"])
            if code is not None:
                self.keys.setdefault(code, []).append(message["key"])
        self.simulation.heard_answer(self, asked, message)

    def _hear(self, message: Message) -> None:
        match message["tell"]:
            case "answer":
                asked, order = self.asked.get(message["id"], {}), self._order[message["id"]].popleft()
                # Of two the one that was sent later counts, whichever was answered first.
                if message["ok"] and asked.get("do") in ("hello", "open") and order > self._latest:
                    self.at, self.frames, self.lobby, self._latest = message.get("table"), {}, None, order
            case "lobby":
                self.simulation.heard_lobby(self, message)
                self.lobby = message
            case "frame":
                self.simulation.heard_frame(self, message)
                self.frames[message["seat"]] = message
            case "ping":
                if self.line is not None:
                    pong = b'{"id":"pong","do":"pong","number":%d}' % message["number"]
                    self.line.say(pong)
            case "bye":
                self.hang_up()

    # What it does.

    def act(self, dice: Random) -> None:
        raise NotImplementedError

    def play(self, dice: Random) -> None:
        """Answer something that one is asked, or that one believes to be asked."""
        asks = [
            (seat, frame, ask)
            for seat, frame in self.frames.items()
            if seat is not None
            for ask in frame["asks"]
            if seat in ask["seats"]
        ]
        if not asks:
            return
        seat, frame, ask = dice.choice(asks)
        typed = {"type": "Explain", "paw": 0, "because": [1]} if ask["kind"] == "explain" else self._word(dice)
        action = dice.choice(frame["moves"] or [typed])
        self.send("play", seat=seat, ask=ask["id"], action=action, reaction=dice.choice((None, 150, 300, 900)))

    def _word(self, dice: Random) -> Message:
        return {"type": "Say", "word": dice.choice(WORDS)}


class Honest(Device):
    """Two of them play together at one table; when a line was lost they come back to it."""

    def __init__(self, simulation: Surroundings, name: str, dice: Random, pair: int, *, opens: bool) -> None:
        super().__init__(simulation, name, dice)
        self.pair = pair
        self.opens = opens
        self.unsure: Message | None = None
        """What it played last, as long as it has not heard what became of it."""

    def act(self, dice: Random) -> None:
        self.read()
        if self.line is None or (self.waits_for is not None and dice.random() < 0.8):
            return
        home = self._home()
        if home is None:
            if self.opens:
                self.send("open", game=self.simulation.game_of(self.pair), name=f"N{self.name}", emblem=None)
        elif self.at != home or self.lobby is None:
            self.send("hello", table=home, keys=self.keys.get(home, [])[-6:], screen=dice.random() < 0.1)
        elif not self.lobby["you"]["places"]:
            self._sit(dice, self.lobby["table"])
        else:
            self._go_on(dice, self.lobby["table"], self.lobby["you"])

    def _home(self) -> str | None:
        homes, tables = self.simulation.homes, self.simulation.codes
        if homes.get(self.pair) not in tables:
            is_here = self.opens and self.at in tables and self.keys.get(self.at or "")
            homes[self.pair] = self.at if is_here else None
        return homes[self.pair]

    def _sit(self, dice: Random, table: Message) -> None:
        if table["phase"] == "lobby":
            self.send("sit", name=f"N{self.name} {dice.randint(0, 999)}", place=None, emblem=None)
        elif dice.random() < 0.1:
            # They play without us: then we open another table.
            self.simulation.homes[self.pair] = None

    def _go_on(self, dice: Random, table: Message, you: Message) -> None:
        if table["phase"] == "lobby":
            if you["host"]:
                self._prepare(dice, table["places"])
            else:
                self.send("ready", place=you["places"][0], ready=True)
        elif table["phase"] == "over":
            self.send("again", lobby=dice.random() < 0.2)
        elif table["paused"]:
            self.send("resume")
        elif table["places"][you["places"][0]]["stand_in"] is not None:
            self.send("take_back", place=you["places"][0])
        else:
            self._play_or_not(dice, you)

    def _prepare(self, dice: Random, places: list[Message]) -> None:
        strangers = [
            number
            for number, place in enumerate(places)
            if place["kind"] == "person" and not place["ready"] and not place["name"].startswith(f"N{self.pair}")
        ]
        has_room = any(place["kind"] == "free" for place in places)
        if strangers and dice.random() < 0.5:
            self.send("remove", place=dice.choice(strangers))
        elif dice.random() < 0.05:
            self.send("options", preset=dice.choice(self.simulation.presets_of(self.pair)))
        elif has_room and dice.random() < 0.2:
            self.send("bot", level=dice.choice(self.simulation.levels_of(self.pair)))
        else:
            self.send("start")

    def _send(self, message: Message) -> None:
        super()._send(message)
        if message["do"] == "play":
            self.unsure = message

    def _hear_answer(self, message: Message) -> None:
        super()._hear_answer(message)
        if self.unsure is not None and message["id"] == self.unsure["id"]:
            self.unsure = None

    def _play_or_not(self, dice: Random, you: Message) -> None:
        place = you["places"][0]
        if self.unsure is not None and self.owed[self.unsure["id"]] == 0 and dice.random() < 0.8:
            self._send(self.unsure)
            return
        match dice.choices(("play", "hold", "say", "pause", "hand", "pace", "receipt"), (80, 3, 3, 1, 2, 1, 2))[0]:
            case "play":
                self.play(dice)
            case "hold":
                self.send("hold", seat=place, held=dice.random() < 0.5)
            case "say":
                self.send("say", seat=place, channel="table", emote="bravo")
            case "pause":
                self.send("pause")
            case "hand":
                self.send("hand_over", place=place)
            case "pace":
                self.send("pace", pace=dice.choice(("normal", "fast", "relaxed")))
            case "receipt":
                self.send("receipt", seat=place, ask="r1")


class Mole(Device):
    """It wants to be where it does not belong."""

    def act(self, dice: Random) -> None:
        codes = list(self.simulation.codes)
        wishes = {
            "hello": 25.0,
            "open": 3.0 if len(codes) < MOST_TABLES else 0.1,
            "sit": 20.0,
            "play": 15.0,
            "repeat": 8.0,
            "ready": 5.0,
            "start": 5.0,
            "other": 12.0,
        }
        match dice.choices(list(wishes), list(wishes.values()))[0]:
            case "hello":
                table = dice.choice([*codes, None, "ZZZZ"])
                keys = self.keys.get(table or "", [])[-6:]
                self.send("hello", table=table, keys=keys, screen=dice.random() < 0.2)
            case "open":
                game = dice.choice(self.simulation.games).game.meta.id
                self.send("open", game=game, name=dice.choice((None, f"N {self.name}")), emblem=None)
            case "sit":
                self.send("sit", name=f"N {self.name} {dice.randint(0, 3)}", place=self._place(dice, None), emblem=None)
            case "play":
                self.play(dice)
            case "repeat":
                self.repeat(dice)
            case "ready":
                self.send("ready", place=self._place(dice), ready=True)
            case "start":
                self.send(dice.choice(("start", "again")))
            case "other":
                self._do_anything(dice)

    def _place(self, dice: Random, *more: None) -> int | None:
        return dice.choice((0, 1, 2, 3, *more))

    def _do_anything(self, dice: Random) -> None:
        place = self._place(dice)
        match dice.randint(0, 13):
            case 0:
                self.send(dice.choice(("pause", "resume", "resume")))
            case 1:
                self.send("stand", place=place)
            case 2:
                self.send("reclaim", place=place)
            case 3:
                self.send("admit", place=place, number=self._claim(place), yes=dice.random() < 0.8)
            case 4:
                self.send("remove", place=place)
            case 5:
                self.send("hold", seat=place, held=True)
            case 6:
                self.send("comfort", place=place, percent=120)
            case 7:
                self.send("move", **{"from": place, "to": self._place(dice)})
            case 8:
                self.send("desk", place=place)
            case 9:
                self.send("bot", level="easy", place=place)
            case 10:
                self.send("say", seat=place, channel="table", text="ha")
            case 11:
                self.send("rename", place=place, name=f"M {dice.randint(0, 99)}")
            case 12:
                self.send("options", preset="classique")
            case 13:
                self.send("end" if dice.random() < 0.7 else "close")

    def _claim(self, place: int | None) -> int:
        """The number that the table shows beside this place."""
        places = [] if self.lobby is None else self.lobby["table"]["places"]
        shown = places[place]["claim"] if place is not None and place < len(places) else None
        return 10 if shown is None else int(shown)
