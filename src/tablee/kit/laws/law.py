"""What a law is to the check: something that watches a random table and speaks up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb
from typing import ClassVar

from tablee.kernel.game import SCREEN, Ask, State, Viewer
from tablee.kernel.luck import Luck, ScriptedLuck
from tablee.kit.loose import AnyEntry, AnyGame, AnyTable, AnyWire
from tablee.kit.snapshot import Snapshot
from tablee.kit.witness import Witness

STANDSTILL = 200
"""So many inputs in a row at the same instant are a clock that hangs."""

REMEMBERED = 2_000
"""How many states of one table are kept for comparison."""


class Broken(Exception):
    """This law is broken here. The message is a sentence."""


class Endless(Broken):
    """This table goes on and on: so will others, and there is no need to try them."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The game before the court, and what is known of it."""

    game: AnyGame
    witness: Witness[State]
    wire: AnyWire | None
    """None when the game's types have no codec: law 8 says why."""
    longest: int
    """More inputs than this at one table mean that it never ends."""
    playthroughs: Path | None


@dataclass(slots=True)
class Run:
    """One random table, so far."""

    number: int
    seed: bytes
    table: AnyTable
    states: list[State] = field(default_factory=list)
    """The states it was in, and a snapshot of each taken on arrival; the first `REMEMBERED` of them."""
    shots: list[Snapshot] = field(default_factory=list)
    viewers: tuple[Viewer, ...] = ()
    standing: int = 0
    """How many inputs in a row came at the same instant."""

    def __post_init__(self) -> None:
        seats = range(self.table.seats)
        self.viewers = (SCREEN, *(Viewer(seat, held) for seat in seats for held in (False, True)))

    @property
    def step(self) -> int:
        return len(self.table.record.entries) - 1

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state


class Law:
    """Hooks that the check calls at every table. A law breaks by raising: Broken with a sentence, or whatever the
    game raised. It is then silent until the next table."""

    number: ClassVar[int]
    title: ClassVar[str]
    luck: Luck
    """Its own for each table, so that one law's choices never change another's."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.game = subject.game
        self.cases = 0
        self.note = ""

    def begin(self, run: Run) -> None:
        """The table has just been set up."""

    def rest(self, run: Run) -> None:
        """The table waits for its next input."""

    def moved(self, run: Run, entry: AnyEntry, ask: Ask, before: State) -> None:
        """The table got this input to this ask in the state `before`."""

    def end(self, run: Run) -> None:
        """The table is over."""

    def close(self) -> Iterable[str]:
        """All tables have been played: what is wrong with the game as a whole?"""
        return ()


def rerun(game: AnyGame, before: State, entry: AnyEntry, ask: Ask) -> State:
    """The same input once more, with the same draws. OutOfLuck if it now draws otherwise."""
    script = ScriptedLuck(entry.draws)
    after: State
    if entry.kind == "expire":
        after = game.expire(before, ask, script)
    else:
        assert entry.seat is not None
        after = game.step(before, entry.seat, entry.action, entry.now, script)
    script.finish()
    return after


def describe(error: Exception) -> str:
    """A crash as a sentence: who raised what where."""
    stack = extract_tb(error.__traceback__)
    spot = stack[-1] if stack else None
    where = f" ({Path(spot.filename).name}:{spot.lineno})" if spot else ""
    return f"{spot.name if spot else 'something'} raised {type(error).__name__}: {str(error)[:300]}{where}"


def who(viewer: Viewer) -> str:
    """This viewer in a sentence."""
    if viewer.seat is None:
        return "the shared screen"
    return f"seat {viewer.seat}" + (" (holding)" if viewer.held else "")
