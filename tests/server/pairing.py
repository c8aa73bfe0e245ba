"""Two houses side by side in which tables differ only in what one observer may not know.

The real table is played at random through the real house. Now and then a twin of it is set up in the other house, with
a state that the game's own witness has scrambled for one observer. Both houses then get the same: what the players
send, what the observer tries, the same time. Every byte the observer is sent must be the same, and so must the log of
the house, until the rules reveal something in which the twin differs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any, Final, NamedTuple

from tests.kit import vigil_witness
from tests.server.address import Address, Device
from tests.server.hall import Hall
from tests.server.twin import TwinTable, can_have_a_twin, run_out, stand_as
from tests.server.venue import EXAMPLES, Refused

from tablee.cli.check import find_witness
from tablee.games import Found, find, known_games
from tablee.kernel.codec import Json
from tablee.kernel.game import Action, Ask, Options, State, Viewer, is_told
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.options import option_fields
from tablee.kernel.record import Entry
from tablee.kit import Witness
from tablee.kit.fuzz import action_types, some_action, some_json
from tablee.kit.loose import AnyTable
from tablee.kit.play import Answer as Input
from tablee.kit.play import Opening, RandomPeople, SideTable, openings
from tablee.kit.snapshot import facts_of
from tablee.kit.witness import no_secrets
from tablee.words import LANGUAGES

MOST_INPUTS = 12
"""For so long a pair is followed."""
PER_EVENING = 6
"""So many pairs at most in one game: all modes are to have their turn."""
LONGEST_PRELUDE = 25
"""So many inputs at most before the first pair: late moments are to have theirs too."""
_ids = count(1)

Plant = Callable[[Hall, str], None]
"""Makes the house betray something of the table of this code."""


class Told(Exception):
    """The observer can tell the two tables apart. The message says by what."""


class Revealed(Exception):
    """By the rules the observer may tell from now on."""


class Subject(NamedTuple):
    found: Found
    witness: Witness[Any]

    @property
    def id(self) -> str:
        return self.found.game.meta.id


def subjects() -> Iterator[Subject]:
    """Every game that has something to hide: those of the house, and two made to be difficult."""
    for name in (*known_games(), str(EXAMPLES / "buzzer.py")):
        found = find(name)
        witness = find_witness(found)
        assert witness is not None, f"{name} has no witness"
        if witness.scramble is not no_secrets:
            yield Subject(found, witness)
    yield Subject(find("tests.kit.vigil"), vigil_witness.WITNESS)


@dataclass(slots=True)
class Tally:
    pairs: int = 0
    inputs: int = 0
    tries: int = 0
    messages: int = 0
    bytes: int = 0
    revealed: int = 0
    """Pairs that ended because the rules revealed the difference."""
    modes: Counter[str] = field(default_factory=Counter)
    """How many pairs were watched with which named options."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How many pairs began while what was asked."""


class Played(NamedTuple):
    """What the real table just got: its entries, and when what happened on the wall."""

    answer: Input
    entries: Sequence[Entry[Any]]
    command: str
    sent: int
    done: int


class Evening:
    """One game from its beginning to its end, with a twin house for whoever observes."""

    def __init__(self, subject: Subject, seed: str, tally: Tally, plant: Plant | None = None, number: int = 0) -> None:
        """By its number: with one of the presets, or with any options at all."""
        self.subject = subject
        self.luck: Luck = SeededLuck(seed_from("evening", subject.id, seed))
        self.tally = tally
        self.plant = plant
        self.here = Address(subject.found, seed)
        self.mode = ""
        self.code, self.people = self._open(number)
        self.there = Address(subject.found, seed, deepcopy(self.here.store))
        self.others = [self.there.visit(self.code, *person.keys) for person in self.people]
        self.table: AnyTable = self.here.running(self.code).table
        self.crowd = RandomPeople(self.table, self.luck, self.luck.pick((5, 10, 20, 50)))

    @property
    def is_over(self) -> bool:
        return not self.table.asks

    def viewers(self) -> list[Viewer]:
        return [Viewer(None), *(Viewer(seat, held) for seat in range(self.table.seats) for held in (False, True))]

    def _open(self, number: int) -> tuple[str, list[Device]]:
        """Any way in which the lobby lets a game begin."""
        meta = self.subject.found.game.meta
        presets = _preset_openings(self.subject)
        ways = _all_openings(self.subject) if number % 2 else presets[number // 2 % len(presets)]
        for _ in range(1000):
            opening = self.luck.pick(ways)
            options: Json = self.here.house.all_tools[meta.id].wire.options.to_json(opening.options)
            try:
                code, people = _sit_down(self.here, meta.id, opening.seats, options)
                people[0].do("pace", pace=self.luck.pick(("normal", "relaxed", "fast")))
                people[0].do("words", open=True)
                people[0].do("start")
            except Refused:
                continue
            for person in people:
                person.read()
            self.mode = mode_of(opening.options)
            return code, people
        raise AssertionError(f"{self.subject.id}: the lobby never lets this begin")

    def go_on(self) -> Played | None:
        """The next input at the real table; None if there is none."""
        answer = self.crowd.next_input()
        if answer is None:
            return None
        hall, entries = self.here, self.table.record.entries
        before, command = len(entries), f"pair-{next(_ids)}"
        if answer.seat is None:
            sent = hall.wall.now()
            while len(entries) == before:
                hall.tick()
        else:
            person, when = self.people[answer.seat], hall.running(self.code).clock.wall_at(answer.now - 1)
            hall.pass_time(max(hall.wall.now(), when or 0))
            sent = hall.wall.now()
            self._send(person, answer, answer.action, command)
            while not person.is_answered(command):
                hall.tick()
        for person in self.people:
            person.sent()
        self.tally.inputs += 1
        return Played(answer, entries[before:], command, sent, hall.wall.now())

    def _send(self, person: Device, answer: Input, action: Action | None, command: str) -> None:
        kit = person.hall.house.all_tools[self.subject.id]
        assert action is not None
        shown = kit.wire.action.to_json(action)
        person.send({"id": command, "do": "play", "seat": answer.seat, "ask": answer.ask.id, "action": shown})


class Pair:
    """The two houses seen by one observer."""

    def __init__(self, evening: Evening, viewer: Viewer, twin: State) -> None:
        self.evening = evening
        self.viewer = viewer
        self._luck = evening.luck
        self._tally = evening.tally
        self._twin = self._set_up(twin)
        self._actions = action_types(evening.subject.found.game)
        evening.tally.pairs += 1
        evening.tally.modes[evening.mode] += 1
        evening.tally.kinds.update({ask.kind for ask in evening.table.asks})

    def _set_up(self, state: State) -> TwinTable:
        """The other house stands as this one does, but for the state."""
        evening, code = self.evening, self.evening.code
        twin = TwinTable(evening.table, state, self._luck)
        stand_as(evening.here, evening.there, code, evening.others, twin)
        if evening.plant is not None:
            for hall in self._halls:
                evening.plant(hall, code)
        return twin

    @property
    def _halls(self) -> tuple[Address, Address]:
        return self.evening.here, self.evening.there

    def watch(self) -> None:
        """From here on until the rules reveal something, the game is over, or it has been long enough."""
        seat = self.viewer.seat
        keys = [] if seat is None else self.evening.people[seat].keys
        language = self._luck.pick(LANGUAGES)
        self._eyes = self.evening.here.knock(), self.evening.there.knock()
        try:
            self._both({"do": "hello", "table": self.evening.code, "keys": keys, "language": language})
            if self.viewer.held:
                self._both({"do": "hold", "seat": seat, "held": True})
            self._try_things()
            for _ in range(1 + self._luck.below(MOST_INPUTS)):
                if not self._follow() or self.evening.is_over:
                    break
                self._try_things()
        except Revealed:
            self._tally.revealed += 1
        finally:
            for hall, eyes in zip(self._halls, self._eyes, strict=True):
                hall.see_off(eyes)

    def _follow(self) -> bool:
        """One input at both tables. False: there is none any more."""
        played = self.evening.go_on()
        if played is None:
            return False
        self._learn(played.entries)
        there, before = self.evening.there, len(self._twin.record.entries)
        if played.answer.seat is None:
            there.pass_time(played.done, lambda: self._has_happened(played.answer.ask, before))
        else:
            there.pass_time(played.sent)
            self._answer(played)
            other = self.evening.others[played.answer.seat]
            there.pass_time(played.done, lambda: other.is_answered(played.command))
        for other in self.evening.others:
            other.sent()
        self._compare(f"{played.answer.action or 'an expiry'} in {played.answer.ask.id}")
        return True

    def _learn(self, entries: Sequence[Entry[Any]]) -> None:
        """This has just happened at the real table: the twin will draw the same, if it is to be compared at all."""
        reveals, real = self.evening.subject.witness.reveals, self.evening.table
        if entries and reveals(real.state, self._twin.state, self.viewer):
            raise Revealed
        for ask in run_out(self.evening.here.running(self.evening.code)):
            # A clock of others has run out, and only the referee still waits, 250 ms at most, for who was in time. All
            # that is played meanwhile is played at that deadline, and so may tell it: a moment before the rules do.
            if not is_told(ask.to, self.viewer.seat):
                after = SideTable(real, real.state, SeededLuck(seed_from("after"))).consider_expiry(ask).state
                if reveals(after, self._twin.state, self.viewer):
                    raise Revealed
        self._twin.echo = {(entry.ask, entry.seat): entry.draws for entry in entries}

    def _has_happened(self, ask: Ask, since: int) -> bool:
        return any(entry.ask == ask.id for entry in self._twin.record.entries[since:])

    def _answer(self, played: Played) -> None:
        answer, action = played.answer, played.answer.action
        assert answer.seat is not None
        assert action is not None
        if answer.seat != self.viewer.seat:
            disguise, state = self.evening.subject.witness.disguise, self._twin.state
            hidden = disguise(state, self.viewer, answer.seat, answer.ask, action, self._luck)
            if hidden is None:
                return
            action = hidden
        self.evening._send(self.evening.others[answer.seat], answer, action, played.command)

    # What the observer tries.

    def _try_things(self) -> None:
        luck = self._luck
        if luck.chance(1, 2):
            self._try_answers()
        for _ in range(luck.below(3)):
            self._both(self._some_command())
        if luck.chance(1, 6):
            self._knock()

    def _try_answers(self) -> None:
        """Answers that are refused here must be refused there, in the same words."""
        seat = self.viewer.seat if self.viewer.seat is not None else 0
        asks = [ask.id for ask in self.evening.table.view(self.viewer).asks]
        action = some_action(self._luck.pick(self._actions), self._luck)
        ask = self._luck.pick([*asks, *asks, "nothing"])
        owned = self.viewer.seat is not None
        if owned and self.evening.table.refusal(seat, ask, action) is None:
            return
        try:
            shown = self.evening.here.house.all_tools[self.evening.subject.id].wire.action.to_json(action)
        except Exception:  # what cannot be written cannot be sent
            return
        self._both({"do": "play", "seat": seat, "ask": ask, "action": shown})

    def _some_command(self) -> dict[str, Any]:
        luck, seat = self._luck, self.viewer.seat
        own = 0 if seat is None else seat
        commands: list[dict[str, Any]] = [
            {"do": "ping", "sent": luck.below(100)},
            {"do": "say", "seat": own, "channel": luck.pick(("table", "team", "x")), "text": "hello"},
            {"do": "hold", "seat": own, "held": self.viewer.held},
            {"do": "play", "seat": own, "ask": "x", "action": {"type": "Nothing"}},
            {"do": "sit", "name": "Eve"},
            {"do": "stand", "place": own},
            {"do": luck.pick(("start", "again", "resume"))},
            {"do": "options", "options": some_json(luck)},
        ]
        return luck.pick(commands)

    def _both(self, command: dict[str, Any]) -> None:
        """The observer sends this in both houses. In a race something that waited may happen before it."""
        self._tally.tries += 1
        command = {"id": f"pair-{next(_ids)}", **command}
        entries = self.evening.table.record.entries
        before, (eyes, other_eyes) = len(entries), self._eyes
        eyes.send(command)
        self._learn(entries[before:])
        other_eyes.send(command)
        self._compare(json.dumps(command))

    def _knock(self) -> None:
        """What anybody may ask over HTTP."""
        record = self.evening.here.actor(self.evening.code).lobby.record
        paths = (f"/api/tables/{self.evening.code}", f"/api/records/{record}", f"/api/records/{record}/file")
        path = self._luck.pick((*paths, f"/qr/{self.evening.code}.svg", "/api/tables/NOPE", "/api/records/none"))
        self._tally.tries += 1
        real, twin = (hall.get(path) for hall in self._halls)
        if real != twin:
            raise Told(f"GET {path}: {real} here, {twin} there")

    def _compare(self, when: str) -> None:
        here, there = [eyes.sent() for eyes in self._eyes]
        self._tally.messages += len(here)
        self._tally.bytes += sum(len(text) for _, text in here)
        logs = [hall.logged() for hall in self._halls]
        for what, unlike in (("", first_difference(here, there)), ("the log: ", first_difference(*logs))):
            if unlike is not None:
                who = f"{self.evening.subject.id}, {self.viewer}"
                raise Told(f"{who}: after {when}: {what}{unlike[0]!r} here, {unlike[1]!r} there")


def first_difference(here: Sequence[object], there: Sequence[object]) -> tuple[object, object] | None:
    """What is not the same, or how many there are."""
    if here == there:
        return None
    pairs = zip(here, there, strict=False)
    return next((pair for pair in pairs if pair[0] != pair[1]), (len(here), len(there)))


OBSERVERS: Final[Mapping[str, Callable[[Viewer], bool]]] = {
    "the screen": lambda viewer: viewer.seat is None,
    "a seat": lambda viewer: viewer.seat is not None and not viewer.held,
    "a seat that holds its hand": lambda viewer: viewer.held,
}


def watch_pairs(
    subject: Subject, pairs: int, seed: str, *, observer: str | None = None, plant: Plant | None = None
) -> Tally:
    """So many pairs, each for somebody (or somebody of this kind). Told is raised when they can tell."""
    tally = Tally()
    scramble = subject.witness.scramble
    assert scramble is not None
    for number in count():
        evening = Evening(subject, f"{seed}.{number}", tally, plant, number)
        prelude, last = evening.luck.below(LONGEST_PRELUDE + 1), tally.pairs + PER_EVENING
        while not evening.is_over and tally.pairs < last:
            if tally.pairs >= pairs:
                return tally
            prelude -= 1
            viewers = [v for v in evening.viewers() if observer is None or OBSERVERS[observer](v)]
            viewer = evening.luck.pick(viewers)
            state: State = evening.table.state
            if prelude < 0 and evening.luck.chance(2, 3) and can_have_a_twin(evening.here.running(evening.code)):
                twin = scramble(state, viewer, evening.luck)
                if facts_of(twin) != facts_of(state):
                    Pair(evening, viewer, twin).watch()
                    continue
            if evening.go_on() is None:
                break
    return tally


def _sit_down(hall: Address, game: str, seats: int, options: Json) -> tuple[str, list[Device]]:
    host = hall.visit()
    code = host.do("open", game=game, name="Ana", emblem=None)["table"]
    host.do("options", options=options)
    people = [host]
    for place in range(1, seats):
        guest = hall.visit(code)
        guest.do("sit", place=place, name=f"Guest {place}", emblem=None)
        guest.do("ready", place=place, ready=True)
        people.append(guest)
    return code, people


@cache
def _openings_of(found: Found) -> list[Opening]:
    return openings(found.game.meta)


def _all_openings(subject: Subject) -> list[Opening]:
    return _openings_of(subject.found)


def _preset_openings(subject: Subject) -> list[list[Opening]]:
    """For each preset, with as many people as it is for."""
    meta = subject.found.game.meta
    return [[Opening(options, seats) for seats in meta.seats(options)] for options in meta.presets.values()]


def mode_of(options: Options) -> str:
    """What a host chooses by name; numbers and seats aside."""
    named = {one.name: getattr(options, one.name) for one in option_fields(type(options)) if one.words}
    return " ".join(f"{name}={value}" for name, value in named.items() if not is_number(value) and name != "first")


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
