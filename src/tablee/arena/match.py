"""One table with bots, in table time: nobody sleeps, and one seed gives one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from time import thread_time_ns
from types import MappingProxyType
from typing import Final, Generic, NamedTuple

from tablee.bots.bot import Bot
from tablee.kernel.frames import Frame, Watcher
from tablee.kernel.game import (
    A,
    Ask,
    B,
    Game,
    H,
    Ms,
    O,
    Refusal,
    S,
    Seat,
    View,
    Viewer,
)
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.record import Ending, Record
from tablee.kernel.replay import watch_trail
from tablee.kernel.table import Table, open_table

MOST_INPUTS: Final = 100_000


class MatchError(Exception):
    """A bot did what it may not, or a game does not go on: a defect of one of them. The message is a sentence."""


class CannotOpen(Exception):
    """The rules do not open a table with these options and seats."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class Appointment(NamedTuple):
    """When a bot will answer an ask."""

    at: Ms
    number: int
    seat: Seat
    ask: str


class Match(Generic[O, S, A, B, H]):
    """A table and the bots at it. People may sit there too: they are shown their frames and answer by `answer`."""

    def __init__(
        self,
        table: Table[O, S, A, B, H],
        bots: Mapping[Seat, Bot[A, B, H]],
        seed: object,
        people: Mapping[Seat, Callable[[Frame[B, H]], None]] = MappingProxyType({}),
    ) -> None:
        self.table = table
        self.cpu: dict[Seat, list[int]] = {seat: [] for seat in bots}
        """For each bot, the nanoseconds of each decision: all it did since the one before."""
        self._spent = dict.fromkeys(bots, 0)
        self._bots = bots
        self._people = people
        self._lucks: dict[Seat, Luck] = {seat: SeededLuck(seed_from(seed, "bot", seat)) for seat in bots}
        self._watchers = {seat: Watcher(table, Viewer(seat, held=True)) for seat in sorted({*bots, *people})}
        self._appointments: list[Appointment] = []
        self._planned: set[tuple[Seat, str]] = set()
        self._numbers = 0
        self._tell()

    def run(self) -> None:
        """Until the game is over."""
        while self.table.asks:
            self.happen()

    def next_at(self) -> Ms | None:
        """When something will happen by itself."""
        appointment, deadline = self._first_appointment(), self.table.deadline
        if appointment is None or deadline is None:
            return deadline if appointment is None else appointment.at
        return min(appointment.at, deadline)

    def happen(self) -> None:
        """The next thing that happens by itself: a bot's answer, or a clock that runs out."""
        table = self.table
        if len(table.record.entries) > MOST_INPUTS:
            raise MatchError(f"The game has not ended after {MOST_INPUTS} inputs.")
        appointment, due = self._first_appointment(), table.next_due
        # An answer at the deadline is in time.
        if due is not None and (appointment is None or due is table.due(appointment.at)):
            table.expire(due)
            self._tell()
        elif appointment is not None:
            self._keep(self._photo_finish(appointment))
        else:
            raise MatchError(f"Nobody answers and no clock runs: the game stands still with {_names(table.asks)} open.")

    def answer(self, seat: Seat, ask: str, action: A, now: Ms) -> Refusal | None:
        """A person's answer. What happens by itself before `now` must have happened."""
        refusal = self.table.play(seat, ask, action, now)
        if refusal is None:
            self._tell()
        return refusal

    def _tell(self) -> None:
        """Show everybody what is new for them; bots make up their minds when they will answer."""
        for seat, watcher in self._watchers.items():
            frame = watcher.frame()
            if frame is None:
                continue
            if seat in self._people:
                self._people[seat](frame)
            else:
                self._show(seat, frame)

    def _show(self, seat: Seat, frame: Frame[B, H]) -> None:
        bot, luck = self._bots[seat], self._lucks[seat]
        began = thread_time_ns()
        bot.see(frame)
        for ask in frame.view.asks:
            if seat in ask.seats and (seat, ask.id) not in self._planned:
                self._planned.add((seat, ask.id))
                self._numbers += 1
                at = self.table.now + max(0, bot.think(frame.view, ask, luck))
                heappush(self._appointments, Appointment(at, self._numbers, seat, ask.id))
        self._spent[seat] += thread_time_ns() - began

    def _first_appointment(self) -> Appointment | None:
        """The first that still has its ask."""
        while self._appointments:
            first = self._appointments[0]
            if any(ask.id == first.ask and first.seat in ask.seats for ask in self.table.asks):
                return first
            self._forget(heappop(self._appointments))
        return None

    def _photo_finish(self, first: Appointment) -> Appointment:
        """Who comes first of those who answer one race at the same moment: the game's own rule."""
        ask = next(ask for ask in self.table.asks if ask.id == first.ask)
        if not self.table.game.meta.kinds[ask.kind].race:
            return first
        tied = {other.seat: other for other in self._appointments if other.at == first.at and other.ask == first.ask}
        order = self.table.game.precedence(self.table.state, ask)
        return next((tied[seat] for seat in order if seat in tied), first)

    def _keep(self, appointment: Appointment) -> None:
        seat, luck = appointment.seat, self._lucks[appointment.seat]
        self._appointments.remove(appointment)
        self._appointments.sort()
        self._forget(appointment)
        view = self.table.view(Viewer(seat, held=True))
        ask = _seen(view, appointment.ask)
        began = thread_time_ns()
        action = self._bots[seat].act(view, ask, luck)
        self.cpu[seat].append(self._spent[seat] + thread_time_ns() - began)
        self._spent[seat] = 0
        if action is None:
            return
        refusal = self.table.play(seat, ask.id, action, max(appointment.at, self.table.now))
        if refusal is not None:
            raise MatchError(
                f"{type(self._bots[seat]).__name__} at seat {seat} answered {ask.id} with {action}, "
                f"which the rules refuse ({refusal.code})."
            )
        self._tell()

    def _forget(self, appointment: Appointment) -> None:
        self._planned.discard((appointment.seat, appointment.ask))


def play_match(
    game: Game[O, S, A, B, H],
    options: O,
    teams: tuple[str | None, ...],
    bots: Sequence[Bot[A, B, H]],
    seed: object,
    *,
    sealed: bool = False,
) -> Table[O, S, A, B, H]:
    """A whole game between bots, one for each seat; the table at its end. `sealed`: with the ending of its record."""
    match = open_match(game, options, teams, bots, seed)
    match.run()
    if sealed:
        seal(match.table, table_seed(seed))
    return match.table


def open_match(
    game: Game[O, S, A, B, H],
    options: O,
    teams: tuple[str | None, ...],
    bots: Sequence[Bot[A, B, H]],
    seed: object,
) -> Match[O, S, A, B, H]:
    table = open_table(game, options, teams, table_seed(seed))
    if isinstance(table, Refusal):
        raise CannotOpen(table)
    return Match(table, dict(enumerate(bots)), seed)


def table_seed(seed: object) -> bytes:
    """The seed of the table's luck in the match of this seed."""
    return seed_from(seed, "table")


def seal(table: Table[O, S, A, B, H], seed: bytes, write: Callable[[Frame[B, H]], bytes] | None = None) -> Record[O, A]:
    """Give the record of a finished table its ending: the seed, the outcome, the trail of all that was shown (`write`:
    as in `watch_trail`)."""
    outcome = table.outcome
    if outcome is None:
        raise MatchError("A game that is not over cannot be sealed.")
    _, trail = watch_trail(table.game, table.record, write)
    table.record.ending = Ending(seed.hex(), outcome, trail)
    return table.record


def _seen(view: View[B, H], ask_id: str) -> Ask:
    return next(ask for ask in view.asks if ask.id == ask_id)


def _names(asks: tuple[Ask, ...]) -> str:
    return ", ".join(ask.id for ask in asks)
