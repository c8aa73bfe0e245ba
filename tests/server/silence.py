"""From here on nobody answers: does the table end?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from tablee.games import Found
from tablee.kernel.game import Refusal
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.table import open_table
from tablee.kit.loose import AnyTable
from tablee.kit.play import RandomPeople, SideTable, openings, some_teams

LONGEST = 20_000
"""Expiries after which a table is said to hang."""
STANDSTILL = 200
"""So many at one instant are a clock that hangs."""


class Hangs(Exception):
    """The message says where."""


@dataclass(slots=True)
class Tally:
    states: int = 0
    expiries: int = 0
    longest: int = 0
    """The most expiries from one state to the end."""


def fall_silent(found: Found, states: int, seed: str, on_progress: Any = None) -> Tally:
    """At so many states of random games, reached with all kinds of options and seats. Hangs is raised if one does."""
    tally, ways = Tally(), openings(found.game.meta)
    for number in count():
        luck = SeededLuck(seed_from("silence", found.game.meta.id, seed, number))
        opening = luck.pick(ways)
        teams = some_teams(found.game.meta, opening.options, opening.seats, luck)
        table = open_table(found.game, opening.options, teams, seed_from("silence", seed, number))
        assert not isinstance(table, Refusal)
        people = RandomPeople(table, luck, 10)
        while table.asks:
            if luck.chance(1, 4):
                if tally.states == states:
                    return tally
                _wait(table, luck, tally)
                if on_progress is not None:
                    on_progress(1)
            answer = people.next_input()
            if answer is None:
                raise Hangs(f"{found.name}: nobody can answer, and no clock runs")
            if answer.seat is None or answer.action is None:
                table.expire(answer.ask)
            else:
                table.play(answer.seat, answer.ask.id, answer.action, answer.now)
    return tally


def _wait(real: AnyTable, luck: Luck, tally: Tally) -> None:
    table, standing = SideTable(real, real.state, luck), 0
    tally.states += 1
    for expiries in range(LONGEST):
        due = table.next_due
        if not table.asks:
            if table.outcome is None:
                raise Hangs("nothing is asked any more, and there is no outcome")
            tally.expiries += expiries
            tally.longest = max(tally.longest, expiries)
            return
        if due is None:
            raise Hangs(f"after {expiries} expiries no clock runs any more: {table.asks}")
        before = table.now
        table.expire(due)
        standing = standing + 1 if table.now == before else 0
        if standing == STANDSTILL:
            raise Hangs(f"a clock hangs at {table.now} ms: {due.id}")
    raise Hangs(f"after {LONGEST} expiries the table is not over")
