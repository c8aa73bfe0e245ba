"""A table: its own checks, then the game's, then step or expire, then the record. No I/O and no clock of its own."""

from __future__ import annotations

from copy import copy
from typing import Generic, NamedTuple, Self

from tablee.kernel.game import (
    ALL,
    A,
    Ask,
    B,
    Caption,
    Game,
    H,
    Ms,
    O,
    Outcome,
    Refusal,
    S,
    Seat,
    View,
    Viewer,
    is_told,
    tuple_of,
)
from tablee.kernel.luck import Luck, RecordedLuck, SeededLuck, commitment
from tablee.kernel.options import refuse_table
from tablee.kernel.pace import Pace, Speed, speed
from tablee.kernel.record import Entry, Header, Record


class Step(NamedTuple, Generic[S, A]):
    """One input, considered and not yet adopted."""

    state: S
    entry: Entry[A]
    now: Ms


class Table(Generic[O, S, A, B, H]):
    """One running game. Whoever runs it gives the time with every input, and expires what is `due` before."""

    __slots__ = (
        *("_board", "_kinds", "_luck", "asks", "deadline", "game", "now", "pace"),
        *("record", "state", "suspended"),
    )

    def __init__(
        self, game: Game[O, S, A, B, H], header: Header[O], luck: Luck, now: Ms = 0, state: S | None = None
    ) -> None:
        """A new table, or one that goes on from a state that was imagined or scrambled: its record has no setup."""
        self.game = game
        self.record: Record[O, A] = Record(header)
        self.pace = Pace()
        self.suspended = False
        self._luck = RecordedLuck(luck)
        self._board: B | None = None
        self._kinds = game.meta.kinds
        if state is None:
            state = game.setup(header.options, header.teams, now, self._luck, header.rules)
            self.record.entries.append(Entry("setup", None, "", None, now, self._luck.take_draws()))
        self._arrive(state, now)

    def draw_from(self, luck: Luck) -> None:
        """From now on, this is where integers come from."""
        self._luck = RecordedLuck(luck)

    @property
    def seats(self) -> int:
        return self.record.header.seats

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def captions(self) -> list[Caption]:
        """What the last input had to tell, with its audiences. Deliver each once."""
        return self.state.captions

    def view(self, viewer: Viewer) -> View[B, H]:
        """What this viewer sees now. All viewers share one board object until the next input."""
        board = self._board
        if board is None:
            board = self._board = self.game.board(self.state)
        return self.game.look(self.state, viewer, board, self.asks)

    def refusal(self, seat: Seat, ask_id: str, action: A) -> Refusal | None:
        """Why this answer would be refused, if so: the table's own checks, then the game's."""
        for ask in self.asks:
            if ask.id == ask_id:
                break
        else:
            return Refusal("too_late")
        # An ask that this seat may not see must not be told from one that does not exist.
        if ask.to != ALL and not is_told(ask.to, seat):
            return Refusal("too_late")
        if self.suspended:
            return Refusal("not_now")
        if seat not in ask.seats:
            return Refusal("not_yours")
        if type(action) not in self._kinds[ask.kind].actions:
            return Refusal("malformed")
        return self.game.check(self.state, seat, action)

    def play(self, seat: Seat, ask_id: str, action: A, now: Ms) -> Refusal | None:
        """Play this answer, or say why not and change nothing."""
        refusal = self.refusal(seat, ask_id, action)
        if refusal is not None:
            return refusal
        state, entry = self._stepped(seat, ask_id, action, now)
        self.record.entries.append(entry)
        self._arrive(state, now)
        return None

    def consider(self, seat: Seat, ask_id: str, action: A, now: Ms) -> Step[S, A] | Refusal:
        """What this answer would make of the table, or why it is refused. Nothing has happened but draws."""
        refusal = self.refusal(seat, ask_id, action)
        if refusal is not None:
            return refusal
        state, entry = self._stepped(seat, ask_id, action, now)
        return tuple_of(Step, (state, entry, now))

    def _stepped(self, seat: Seat, ask_id: str, action: A, now: Ms) -> tuple[S, Entry[A]]:
        """What an answer that nothing refuses makes of the state, and its entry."""
        if now < self.now:
            raise ValueError(f"table time does not run backwards: {now} after {self.now}")
        deadline = self.deadline
        if deadline is not None and deadline < now:
            raise ValueError(f"what was due at {deadline} must expire before an answer at {now}")
        state = self.game.step(self.state, seat, action, now, self._luck)
        return state, tuple_of(Entry, ("step", seat, ask_id, action, now, self._luck.take_draws()))

    def adopt(self, step: Step[S, A]) -> None:
        """It has happened."""
        self.record.entries.append(step.entry)
        self._arrive(step.state, step.now)

    def after(self, step: Step[S, A]) -> Self:
        """The table as this step would leave it."""
        other = copy(self)
        other.record = Record(self.record.header, [*self.record.entries])
        other.adopt(step)
        return other

    def due(self, now: Ms) -> Ask | None:
        """The ask that must expire before anything else happens at `now`. An answer at `until` is in time."""
        if self.deadline is None or self.deadline >= now or self.suspended:
            return None
        return self.next_due

    @property
    def next_due(self) -> Ask | None:
        """The ask that expires first if nobody answers; of equal deadlines the first in the game's order."""
        deadline = self.deadline
        return None if deadline is None else next(ask for ask in self.asks if ask.until == deadline)

    def expire(self, ask: Ask) -> None:
        """Time ran out on this ask, which is `next_due`. Then the asks are computed anew."""
        self.adopt(self.consider_expiry(ask))

    def consider_expiry(self, ask: Ask) -> Step[S, A]:
        """What it would make of the table."""
        if ask.until is None or ask != self.next_due:
            raise ValueError(f"ask {ask.id} is not the one to expire next")
        state = self.game.expire(self.state, ask, self._luck)
        entry: Entry[A] = Entry("expire", None, ask.id, None, ask.until, self._luck.take_draws())
        return Step(state, entry, max(ask.until, self.now))

    @property
    def speed(self) -> Speed:
        """How fast table time runs until the next input."""
        return 0 if self.suspended else speed(self.asks, self._kinds, self.pace)

    def _arrive(self, state: S, now: Ms) -> None:
        self.state = state
        self.now = now
        self.asks = asks = self.game.asks(state)
        self._board = None
        deadline: Ms | None = None
        for ask in asks:
            until = ask.until
            if until is not None and (deadline is None or until < deadline):
                deadline = until
        self.deadline = deadline


def open_table(
    game: Game[O, S, A, B, H], options: O, teams: tuple[str | None, ...], seed: bytes, now: Ms = 0
) -> Table[O, S, A, B, H] | Refusal:
    """A new table with luck from this seed, whose commitment stands in the header; or why it cannot be opened."""
    refusal = refuse_table(game.meta, options, teams)
    if refusal is not None:
        return refusal
    meta = game.meta
    header = Header(meta.id, meta.version, meta.contents, options, teams, commitment(seed))
    return Table(game, header, SeededLuck(seed), now)
