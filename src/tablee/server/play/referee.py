"""The race referee: who came first is decided by the finger, not by the line.

While a race is open every input of the table waits here, expiry included, until nobody can still come before it. Pure
logic: wall time in milliseconds is an argument, the actor of the table sends and stores.

All inputs are put on one axis, the moment at which the finger moved if every screen had shown the stimulus at once:
opening + reaction / comfort for an answer to a race, arrival - round trip for any other input, its own time for an
expiry. How much of a device's reported reaction is believed is the link's matter (`Link.credit`).

**Photo finish.** Two answers are too close to tell when they lie within the larger of their errors. A number that fits
our own measurement is good to the device's clock, about 1 ms; where we had to measure ourselves, to the line's jitter.
The band of three jitters, 15 to 100 ms, is how far we *believe*, not how far we doubt: were all answers within 15 ms a
photo finish, one race in six would go to the wrong finger (`bench/fairness.py` prints it).

**Too soon.** An answer to a race within 100 ms is refused, and after such a false start this seat's answers count only
from 400 ms: whoever hammers the pad must not win at 100.

**How long an input waits.** Until every seat that has not answered could have been heard, had it moved before: at most
250 ms, and for a seat with declared comfort what that needs on top, at most 750 ms more. How long does not depend on
what others send beside the race, a vote for example: that may be a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Final, Generic, NamedTuple, TypeVar

from tablee.kernel.game import Action, Ask, Kind, Ms, Refusal, Seat
from tablee.kernel.record import Entry
from tablee.server.limits import LIMITS
from tablee.server.play.link import DEVICE_ERROR, Credit, Link
from tablee.server.wire.tells import Reason

LONGEST_WAIT: Final = 250
LONGEST_COMFORT_WAIT: Final = 750
FALSE_START: Final = 400
RECEIPTS_KEPT: Final = LIMITS.receipts

T = TypeVar("T")
V = TypeVar("V")
A = TypeVar("A", bound=Action)


class Input(NamedTuple, Generic[T]):
    """Something that wants to happen at the table: an answer, or an expiry (no seat; it `arrived_at` its deadline)."""

    seat: Seat | None
    ask: str
    what: T
    """The action, or whatever else the actor wants back."""
    reported: float | None
    """Milliseconds from showing the stimulus to the finger, by the device's own clock."""
    arrived_at: Ms


class Batch(NamedTuple, Generic[T]):
    """What to play now, in this order, all of it at the wall time `now`."""

    inputs: tuple[Input[T], ...]
    now: Ms


class ReceiptLine(NamedTuple):
    """One answer in a receipt: what the device said, what was believed and why."""

    seat: Seat
    reported: float | None
    credited: float
    percent: int
    margin: float
    """By how much the reaction compared may be wrong."""
    reason: Reason
    rank: int | None = None
    """None: it came when the race was over."""
    photo: bool = False
    """Was it too close to tell from the one before or after it, so that the game's precedence decided?"""

    @property
    def counted(self) -> float:
        """The reaction that was compared: the one credited, by the seat's comfort."""
        return self.credited * 100 / self.percent


@dataclass(slots=True)
class Receipt:
    """Why somebody was first and somebody second."""

    ask: str
    lines: list[ReceiptLine] = field(default_factory=list)


class _Racer(NamedTuple):
    link: Link | None
    percent: int


@dataclass(slots=True)
class _Race:
    ask: Ask
    at: Ms
    sent: dict[Seat, Ms] = field(default_factory=dict)
    answered: dict[Seat, object] = field(default_factory=dict)
    """By whom, with the input that counts."""
    false_starts: set[Seat] = field(default_factory=set)


class _Waiting(NamedTuple, Generic[T]):
    input: Input[T]
    race: _Race | None
    """The race it answers, if it does."""
    line: ReceiptLine | None
    """What the receipt will say of it."""
    moment: float
    order: int

    @property
    def margin(self) -> float:
        return 0.0 if self.line is None else self.line.margin

    @property
    def is_decisive(self) -> bool:
        """An answer to a race, or time that is up: everybody will hear of it. Anything else may be a secret."""
        return self.race is not None or self.input.seat is None

    @property
    def place(self) -> tuple[float, bool, int]:
        """An answer at the deadline is in time, so an expiry comes after its equals."""
        return self.moment, self.input.seat is None, self.order


class Referee(Generic[T]):
    """One table's referee. `precedence` is the game's, at the table's present state."""

    def __init__(self, precedence: Callable[[Ask], Sequence[Seat]]) -> None:
        self._precedence = precedence
        self._racers: dict[Seat, _Racer] = {}
        self._races: dict[str, _Race] = {}
        self._waiting: list[_Waiting[T]] = []
        self._receipts: dict[str, Receipt] = {}
        self._closed: dict[str, _Race] = {}
        self._heard = 0
        self._now: Ms = 0

    # Who sits there, and what is open.

    def attach(self, seat: Seat, link: Link | None, percent: int = 100) -> None:
        """Somebody sits there now: a person behind a line (of several devices the quickest), or a bot (None)."""
        self._racers[seat] = _Racer(link, percent)

    def detach(self, seat: Seat) -> None:
        """Nobody is there: not waited for."""
        self._racers.pop(seat, None)

    def follow(self, races: Iterable[Ask], at: Ms) -> None:
        """These races are open now, after an input at this time. Known ones go on, others are over."""
        before, self._races = self._races, {}
        for ask in races:
            race = before.pop(ask.id, None)
            if race is None:
                race = _Race(ask, at)
            race.ask = ask
            self._races[ask.id] = race
        self._closed.update(before)
        _forget(self._closed)

    def sent(self, seat: Seat, at: Ms) -> None:
        """A frame with the open races went out to this seat. The first time counts: who loads the page again does
        not see the stimulus anew."""
        for race in self._races.values():
            race.sent.setdefault(seat, at)

    @property
    def is_open(self) -> bool:
        """Is there a race, or an input that waits? Then everything goes through `arrive`, and a pause has to wait."""
        return bool(self._races or self._waiting)

    def holds_time_of(self, ask: str) -> bool:
        """Does the expiry of this ask wait here?"""
        return any(one.input.seat is None and one.input.ask == ask for one in self._waiting)

    # What comes in.

    def arrive(self, new: Input[T]) -> Refusal | None:
        """Take this input in; it comes back in a batch. Or refuse it at once: it was too soon to be a reaction."""
        race = self._races.get(new.ask)
        if race is not None and new.seat not in race.ask.seats:
            race = None
        line: ReceiptLine | None = None
        moment = new.arrived_at - self._round_trip(new.seat)
        if race is not None and new.seat is not None:
            credit, percent = self._credit(race, new.seat, new), self._percent(new.seat)
            is_guess = not credit.is_human or (new.seat in race.false_starts and credit.reaction < FALSE_START)
            if is_guess and credit.reason != "house":
                race.false_starts.add(new.seat)
                return Refusal("too_soon")
            line = _line(new.seat, new.reported, credit, percent)
            moment = race.at + line.counted
        if new.seat is not None:  # one seat's inputs stay in the order in which they came
            moment = max([moment, *(one.moment for one in self._waiting if one.input.seat == new.seat)])
        self._heard += 1
        self._waiting.append(_Waiting(new, race, line, moment, self._heard))
        return None

    def late(self, new: Input[T]) -> None:
        """This answer came when its race was over: the table refuses it, the receipt can say how late it was."""
        race, receipt = self._closed.get(new.ask), self._receipts.get(new.ask)
        if race is None or receipt is None or new.seat is None or any(line.seat == new.seat for line in receipt.lines):
            return
        credit = self._credit(race, new.seat, new)
        receipt.lines.append(_line(new.seat, new.reported, credit, self._percent(new.seat)))

    def refused(self, new: Input[T]) -> None:
        """The table did not take this one, handed over before: as if it had not been."""
        race, receipt = self._races.get(new.ask) or self._closed.get(new.ask), self._receipts.get(new.ask)
        if race is None or receipt is None or new.seat is None or race.answered.get(new.seat) != new:
            return
        del race.answered[new.seat]
        ranked = [line for line in receipt.lines if line.seat != new.seat and line.rank is not None]
        late = [line for line in receipt.lines if line.rank is None]
        receipt.lines = [line._replace(rank=rank) for rank, line in enumerate(ranked, 1)] + late

    # What goes out.

    @property
    def next_at(self) -> Ms | None:
        """When to ask for the next batch, as far as is known now."""
        return min(self._free_at().values(), default=None)

    def due(self, now: Ms) -> Batch[T] | None:
        """What nobody can come before any more, in corrected order."""
        free = {order for order, at in self._free_at().items() if at <= now}
        if not free:
            return None
        ranked = self._ranked()
        # What decides takes along all that came before it. What does not goes alone: whoever it took along would be
        # answered sooner, and know by it that somebody else has moved.
        count = max(
            (place for place, (one, _) in enumerate(ranked, 1) if one.order in free and one.is_decisive), default=0
        )
        ready = [pair for place, pair in enumerate(ranked, 1) if place <= count or pair[0].order in free]
        # An answer before an expiry was in time, however late it came: it is played at the deadline, not after.
        deadlines = [one.input.arrived_at for one in self._waiting if one.input.seat is None]
        self._now = max(self._now, min([now, *deadlines]))
        for one, photo in ready:
            self._note(one, photo)
        gone = {one.order for one, _ in ready}
        self._waiting = [one for one, _ in ranked if one.order not in gone]
        return Batch(tuple(one.input for one, _ in ready), self._now)

    def closed(self, ask: str) -> Ask | None:
        """This race, if it is over."""
        race = self._closed.get(ask)
        return None if race is None else race.ask

    def receipt(self, ask: str) -> Receipt | None:
        """How this race was decided, as far as it is; of the last races only."""
        return self._receipts.get(ask)

    # How it is decided.

    def _percent(self, seat: Seat) -> int:
        racer = self._racers.get(seat)
        return 100 if racer is None else racer.percent

    def _round_trip(self, seat: Seat | None) -> float:
        racer = None if seat is None else self._racers.get(seat)
        return 0.0 if racer is None or racer.link is None else racer.link.trips.typical

    def _credit(self, race: _Race, seat: Seat, new: Input[T]) -> Credit:
        elapsed = float(new.arrived_at - race.sent.get(seat, race.at))
        racer = self._racers.get(seat)
        if racer is None or racer.link is None:
            return Credit(elapsed, DEVICE_ERROR, "house", elapsed)
        return racer.link.credit(elapsed, new.reported)

    def _free_at(self) -> dict[int, Ms]:
        """For each that waits: when nobody can come before it any more."""
        missing = list(self._missing())
        free_at: dict[int, Ms] = {}
        for one in self._waiting:
            arrived = one.input.arrived_at
            free = float(arrived)
            for race, seat, racer, line in missing:
                # Who moved no later than this one, or as little later as is too close to tell.
                reaction = max(0.0, one.moment + max(one.margin, DEVICE_ERROR) - race.at)
                comfort = min(LONGEST_COMFORT_WAIT, reaction * (racer.percent - 100) / 100)
                heard = race.sent.get(seat, race.at) + reaction + line
                free = max(free, min(heard, arrived + LONGEST_WAIT) + comfort)
            free_at[one.order] = ceil(free)
        # What does not decide lets what does go first, and what its own seat sent before.
        decided: Ms = 0
        own: dict[Seat | None, Ms] = {}
        for one in sorted(self._waiting, key=lambda one: one.place):
            sender, at = one.input.seat, free_at[one.order]
            if one.is_decisive:
                decided = max(decided, at)
            else:
                at = free_at[one.order] = max(at, decided, own.get(sender, 0))
            own[sender] = max(at, own.get(sender, 0))
        return free_at

    def _missing(self) -> Iterator[tuple[_Race, Seat, _Racer, float]]:
        """Who may still answer which race, and how long its line takes at most."""
        for race in self._races.values():
            heard = {*race.answered, *(one.input.seat for one in self._waiting if one.race is race)}
            for seat in race.ask.seats:
                racer = self._racers.get(seat)
                if racer is not None and seat not in heard:
                    yield race, seat, racer, 0.0 if racer.link is None else racer.link.trips.slowest

    def _ranked(self) -> list[tuple[_Waiting[T], bool]]:
        """All that waits, in the order of the finger. Of those too close to the earliest the game's precedence
        chooses one, then the same among the rest. With each: was it a photo finish?"""
        rest = sorted(self._waiting, key=lambda one: one.place)
        ranked: list[tuple[_Waiting[T], bool]] = []
        close: set[int] = set()
        while rest:
            first = rest[0]
            # Whoever moved after the time was up does not come before it by a photo.
            up = next((one.moment for one in rest if one.input.seat is None), inf)
            photo = [one for one in rest if one.moment <= up and _is_too_close(first, one)]
            if len(photo) > 1 and first.race is not None:
                close.update(one.order for one in photo)
                order = list(self._precedence(first.race.ask))
                first = min(
                    photo, key=lambda one: order.index(one.input.seat) if one.input.seat in order else len(order)
                )
            rest.remove(first)
            ranked.append((first, first.order in close))
        return ranked

    def _note(self, one: _Waiting[T], photo: bool) -> None:
        if one.race is None or one.line is None or one.line.seat in one.race.answered:
            return
        one.race.answered[one.line.seat] = one.input
        receipt = self._receipts.setdefault(one.race.ask.id, Receipt(one.race.ask.id))
        receipt.lines.append(one.line._replace(rank=1 + len(receipt.lines), photo=photo))
        _forget(self._receipts)


def _line(seat: Seat, reported: float | None, credit: Credit, percent: int) -> ReceiptLine:
    return ReceiptLine(seat, reported, credit.reaction, percent, credit.error * 100 / percent, credit.reason)


def _is_too_close(first: _Waiting[T], other: _Waiting[T]) -> bool:
    """Answers to one race, by different seats, within the larger of their errors."""
    if other is first:
        return True
    if first.race is None or other.race is not first.race or other.input.seat == first.input.seat:
        return False
    return other.moment - first.moment <= max(first.margin, other.margin)


def _forget(kept: dict[str, V]) -> None:
    while len(kept) > RECEIPTS_KEPT:
        del kept[next(iter(kept))]


def cut_races(asks: Iterable[Ask], kinds: Mapping[str, Kind], entries: Iterable[Entry[A]]) -> tuple[Ask, ...]:
    """After a restart: the races that nobody has durably answered. What was seen of them before is worth nothing, so
    they open again under a new id on the wire; the others go on."""
    answered = {entry.ask for entry in entries if entry.kind == "step"}
    return tuple(ask for ask in asks if kinds[ask.kind].race and ask.id not in answered)
