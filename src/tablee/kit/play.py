"""Random play: what one table's people and clocks do next."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.kernel.game import Action, Ask, Meta, Ms, Options, Seat, State, Viewer
from tablee.kernel.luck import Luck
from tablee.kernel.options import combinations, refuse_table
from tablee.kernel.table import Table
from tablee.kit.loose import AnyTable, AnyView

_MOMENT: Ms = 10_000
"""How long an answer to an ask without a deadline may take."""
_MANY_SEATS = 64


class Answer(NamedTuple):
    """The next input. Without a seat and an action: the ask runs out."""

    ask: Ask
    seat: Seat | None
    action: Action | None
    now: Ms


class SideTable(Table[Any, Any, Any, Any, Any]):
    """A table that goes on from a state of another one, with a luck of its own. What happens at it happens nowhere
    else."""

    def __init__(self, table: AnyTable, state: State, luck: Luck) -> None:
        super().__init__(table.game, table.record.header, luck, table.now, state)
        self.pace = table.pace

    def catch_up(self, table: AnyTable) -> None:
        """Arrive where the other table is by now."""
        self._arrive(table.state, table.now)


class RandomPeople:
    """Answers at random, sometimes at once, sometimes at the last moment, and now and then lets a clock run out."""

    def __init__(self, table: AnyTable, luck: Luck, silence: int) -> None:
        self._table = table
        self._luck = luck
        self._silence = silence
        """In how many of a hundred cases nobody answers."""

    def next_input(self) -> Answer | None:
        """What happens next; None when nobody can answer and no clock runs."""
        table, luck = self._table, self._luck
        due = table.next_due
        if due is not None and due.until is not None:
            # Who waits until the last moment mostly misses it; otherwise a vote could change its mind for ever.
            silence = max(self._silence, 50) if due.until <= table.now else self._silence
            if due.until < table.now or luck.below(100) < silence:
                return Answer(due, None, None, due.until)
        answer = self._some_answer()
        if answer is None and due is not None and due.until is not None:
            return Answer(due, None, None, due.until)
        return answer

    def _some_answer(self) -> Answer | None:
        luck = self._luck
        asked = [(ask, seat) for ask in self._table.asks for seat in ask.seats]
        luck.shuffle(asked)
        if luck.chance(3, 4):
            asked.sort(key=lambda pair: pair[1] not in pair[0].awaited)
        for ask, seat in asked:
            moves = self.moves(ask, self._table.view(Viewer(seat, held=True)))
            if moves:
                return Answer(ask, seat, luck.pick(moves), self._some_time())
        return None

    def moves(self, ask: Ask, view: AnyView) -> list[Action]:
        game = self._table.game
        actions = game.meta.kinds[ask.kind].actions
        return [move for move in game.moves(view, self._luck) if type(move) in actions]

    def _some_time(self) -> Ms:
        now, deadline, luck = self._table.now, self._table.deadline, self._luck
        longest = _MOMENT if deadline is None else deadline - now
        manner = luck.below(8)
        if manner < 2:
            return now
        if manner == 2 and deadline is not None:
            return deadline
        return now + luck.below(min(longest, _MOMENT) + 1 if manner < 7 else longest + 1)


class Opening(NamedTuple):
    """A way to open a table."""

    options: Options
    seats: int


def openings(meta: Meta[Any, Any, Any]) -> list[Opening]:
    """Every combination of options with every number of seats it allows."""
    most = max((meta.seats(options)[-1] for options in combinations(meta.options, 2)), default=0)
    return [
        Opening(options, seats)
        for seats in range(1, min(most, _MANY_SEATS) + 1)
        for options in combinations(meta.options, seats)
        if seats in meta.seats(options) and _has_room(meta, options, seats)
    ]


def _has_room(meta: Meta[Any, Any, Any], options: Options, seats: int) -> bool:
    wanted = meta.teams(options)
    return wanted is None or seats >= wanted.least * len(wanted.names)


def some_teams(meta: Meta[Any, Any, Any], options: Options, seats: int, luck: Luck) -> tuple[str | None, ...]:
    """Teams that fit these options, None for each seat where there are none."""
    wanted = meta.teams(options)
    if wanted is None:
        return (None,) * seats
    teams = list(wanted.names) * wanted.least
    teams += [luck.pick(wanted.names) for _ in range(seats - len(teams))]
    luck.shuffle(teams)
    refusal = refuse_table(meta, options, tuple(teams))
    if refusal is not None:
        raise ValueError(f"{options} with teams {teams} is refused: {refusal.code}")
    return tuple(teams)
