"""What a hostile client may send: raw bytes, spoiled JSON, deep nesting, huge numbers, commands at the wrong time."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args

from tests.server.hall import WIDE_OPEN, Hall, Visitor, play_on, start_people
from tests.server.venue import Refused

from tablee.games import Found
from tablee.kernel.codec import Json
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kit.fuzz import action_types, some_action, some_json, spoil
from tablee.server.show.tools import tools_of
from tablee.server.wire import commands as m

# The vandal has the host's key: one word, and there would be no table left to storm.
COMMANDS: Final = (
    *(str(command.__struct_config__.tag) for command in get_args(m.AnyCommand) if command is not m.Close),
    "nonsense",
)
FIELDS: Final = (
    *("table", "keys", "screen", "language", "game", "name", "emblem", "place", "level", "from", "to", "options"),
    *("preset", "pace", "percent", "ready", "seat", "ask", "action", "held", "channel", "text", "emote", "sent"),
    *("lobby", "id", "do", "type", "reaction", "number", "yes"),
)
VALUES: Final[Sequence[Any]] = (
    *(None, True, False, -1, 0, 1, 2, 7, 1.5, -0.0, 1e308, 10**30, -(2**63), 2**63, 2**64),
    *("", " ", "x" * 300, "é" * 20, "\u202e\x00", "\ud7ff", "🙂" * 10, "table", "random", "easy", "fr", "normal"),
    *([], {}, [[[]]], {"type": "Mark"}, {"type": "Mark", "cell": 4}, [None] * 50, {"": {}}, "null", "NaN"),
)
ODD: Final = '{}[]",:\\/\u00e90123456789-+.eEtrufalsn \t\n\x00'


class Vandal:
    """Makes frames. It knows a table and perhaps keys to it, so that what it sends gets as far as possible."""

    def __init__(self, seed: object, found: Found, code: str, keys: Sequence[str], seats: int = 2) -> None:
        self._luck = random.Random(str(seed))
        self._kernel_luck = SeededLuck(seed_from("vandal", str(seed)))
        self._kit = tools_of(found)
        self._actions = action_types(found.game)
        self._code = code
        self._keys = list(keys)
        self._seats = seats
        self.asks: Sequence[str] = ("0.mark", "nothing", "")
        """Which asks it has heard of."""
        self._ids: list[str] = ["first-id"]

    def frames(self, number: int) -> Iterator[str | bytes]:
        ways = (
            *(self._raw, self._nested, self._huge, self._mutated, self._mutated),
            *(self._mixed, self._mixed, self._out_of_turn, self._out_of_turn, self._repeated),
        )
        for _ in range(number):
            yield self._luck.choice(ways)()

    def _id(self) -> str:
        number = f"v{self._luck.randrange(10**12)}"
        if self._luck.random() < 0.1:
            self._ids[:] = [*self._ids[-20:], number]
        return number

    def _raw(self) -> bytes:
        return self._luck.randbytes(self._luck.randrange(200))

    def _nested(self) -> str:
        depth, kind = self._luck.randrange(5000), self._luck.randrange(4)
        start = f'{{"id":"{self._id()}","do":"play","seat":0,"ask":"x","action":'
        return (
            "[" * depth,
            '{"a":' * depth,
            start + '{"type":' + "[" * (depth // 2) + "]" * (depth // 2) + "}}",
            start + '{"a":' * (depth // 4) + "1" + "}" * (depth // 4) + "}",
        )[kind]

    def _huge(self) -> str:
        digits = "9" * self._luck.randrange(20, 4500)
        field = self._luck.choice(("seat", "place", "from", "to", "percent", "sent", "cell"))
        if field == "cell":
            start = f'{{"id":"{self._id()}","do":"play","seat":0,"ask":"0.mark",'
            return f'{start}"action":{{"type":"Mark","cell":{digits}}}}}'
        command = self._luck.choice(COMMANDS)
        sign, exponent = self._luck.choice(("", "-")), self._luck.choice(("", ".5", "e999", "e-999"))
        return f'{{"id":"{self._id()}","do":"{command}","{field}":{sign}{digits[:400]}{exponent}}}'

    def _mutated(self) -> str:
        """A good command with one to three characters wrong."""
        text = list(json.dumps(self._good(), ensure_ascii=self._luck.random() < 0.5))
        for _ in range(self._luck.randrange(1, 4)):
            spot, way = self._luck.randrange(len(text)), self._luck.randrange(3)
            if way == 0:
                text[spot] = self._luck.choice(ODD)
            elif way == 1:
                text.insert(spot, self._luck.choice(ODD))
            elif len(text) > 1:
                del text[spot]
        return "".join(text)

    def _mixed(self) -> str:
        """Any fields with any values."""
        fields = {name: self._value() for name in self._luck.sample(FIELDS, self._luck.randrange(9))}
        command = self._luck.choice(COMMANDS)
        if command == "hello":
            # It mostly stays at its table, or all that follows would be refused at the door.
            fields |= {"table": self._code, "keys": self._keys}
        return json.dumps({"id": self._id(), "do": command, **fields})

    def _out_of_turn(self) -> str:
        return json.dumps(self._good())

    def _repeated(self) -> str:
        """An id that was used before, with something else."""
        return json.dumps({**self._good(), "id": self._luck.choice(self._ids)})

    def _value(self) -> Any:
        if self._luck.random() < 0.8:
            return self._luck.choice(VALUES)
        return some_json(self._kernel_luck)

    def _good(self) -> dict[str, Any]:
        """A command as it should be, whether or not it is the moment for it."""
        luck = self._luck
        command = "play" if luck.random() < 0.3 else luck.choice(COMMANDS)
        if command == "open" and luck.random() < 0.9:
            command = "hello"
        place, other = luck.randrange(-1, self._seats + 1), luck.randrange(self._seats)
        fields: dict[str, dict[str, Any]] = {
            "hello": {"table": self._code, "keys": self._keys, "screen": luck.random() < 0.5, "language": "en"},
            "open": {"game": self._kit.game.meta.id, "name": "Vandal", "emblem": None},
            "sit": {"place": place, "name": f"V{luck.randrange(100)}"},
            "rename": {"place": place, "name": luck.choice(("V", "", "\u202e", "x" * 21)), "emblem": "e"},
            "bot": {"place": place, "level": luck.choice(("random", "easy", "hard", "x"))},
            "move": {"from": place, "to": other},
            "options": {"options": some_json(self._kernel_luck)},
            "pace": {"pace": luck.choice(("relaxed", "normal", "fast", "none"))},
            "mute": {"place": place, "muted": luck.random() < 0.5},
            "words": {"open": luck.random() < 0.8},
            "comfort": {"place": place, "percent": luck.choice((99, 100, 300, 301))},
            "ready": {"place": place, "ready": luck.random() < 0.5},
            "hand_over": {"place": place, "level": None},
            "again": {"lobby": luck.random() < 0.5},
            "play": {"seat": place, "ask": luck.choice(self.asks), "action": self._action()},
            "hold": {"seat": place, "held": luck.random() < 0.5},
            "say": {"seat": place, "channel": luck.choice(("table", "team")), "text": "<script>" * luck.randrange(40)},
            "reclaim": {"place": place},
            "admit": {"place": place, "number": luck.randrange(100), "yes": luck.random() < 0.5},
            "ping": {"sent": luck.choice((0, 1.5, -1))},
        }
        return {"id": self._id(), "do": command, **fields.get(command, {"place": place})}

    def _action(self) -> Json:
        luck = self._kernel_luck
        try:
            value = self._kit.wire.action.to_json(some_action(luck.pick(self._actions), luck))
        except Exception:  # what cannot be written is written otherwise
            return {"type": "Mark", "cell": 1}
        return spoil(value, luck) if luck.chance(1, 3) else value


def _is_pong(frame: str | bytes) -> bool:
    """The one message that is an answer itself."""
    try:
        return isinstance(m.read(frame), m.Pong)
    except m.BadMessage:
        return False


@dataclass(slots=True)
class Storm:
    frames: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    """How frames were answered."""
    honest: int = 0
    """Moves played meanwhile at a table nobody may disturb."""
    wrong: list[str] = field(default_factory=list)


def weather(found: Found, frames: int, seed: str, on_progress: Callable[[int], object] = lambda _: None) -> Storm:
    """So many frames against a house without sockets: a third from somebody seated, from a spectator, from a stranger.
    A new house every few thousand."""
    storm = Storm()
    while storm.frames < frames:
        before = storm.frames
        _Hour(found, f"{seed}.{storm.frames}", storm).rage(min(HOUR, frames - storm.frames))
        on_progress(storm.frames - before)
    return storm


HOUR: Final = 3000
TABLES: Final = 50


class _Hour:
    def __init__(self, found: Found, seed: str, storm: Storm) -> None:
        self._found, self._seed, self._storm = found, seed, storm
        self._hall = Hall([found], limits=replace(WIDE_OPEN, tables=TABLES))
        meta = found.game.meta
        least = meta.seats(meta.options())[0]
        self._honest, self._people = start_people(self._hall, meta.id, least)
        self._own, self._vandals = start_people(self._hall, meta.id, least)
        self._luck = SeededLuck(seed_from("honest", seed))

    def rage(self, frames: int) -> None:
        hall = self._hall
        sides = (
            (self._vandals[0], self._own),
            (hall.visit(self._honest), self._honest),
            (hall.knock(), self._own),
        )
        for number, (visitor, code) in enumerate(sides):
            self._send(visitor, code, frames // 3 if number else frames - 2 * (frames // 3), number)
        self._storm.wrong += hall.defects
        if len(hall.house.tables) > TABLES or any(len(doc) > 20_000 for doc in hall.store.docs.values()):
            self._storm.wrong.append("the house has grown")
        if any(person.bye is not None for person in self._people):
            self._storm.wrong.append("an honest player was sent away")

    def _send(self, visitor: Visitor, code: str, frames: int, number: int) -> None:
        keys = list(visitor.keys)
        vandal = Vandal(f"{self._seed}.{number}", self._found, code, keys)
        for count, frame in enumerate(vandal.frames(frames)):
            if visitor.bye is not None:
                visitor = self._hall.visit(code, *keys)
            visitor.send(frame)
            told = visitor.read()
            if not told:  # in a race answers wait a moment
                self._hall.wall.advance(300)
                told = visitor.read()
            self._storm.frames += 1
            if not told and not _is_pong(frame):
                self._storm.wrong.append(f"{frame!r} is not answered")
            for message in told:
                if message["tell"] == "answer":
                    self._storm.codes["ok" if message["ok"] else message["refusal"]["code"]] += 1
            vandal.asks = [ask["id"] for shown in visitor.frames.values() for ask in shown["asks"]] or ["nothing"]
            if count % 25 == 0:
                self._play_on()
            self._hall.wall.advance(10)

    def _play_on(self) -> None:
        """An honest move, which must be accepted; or another game."""
        try:
            if not play_on(self._hall, self._honest, self._people, self._luck):
                self._people[0].do("again")
        except (AssertionError, Refused) as error:
            self._storm.wrong.append(f"an honest move was not played: {error}")
        self._storm.honest += 1
