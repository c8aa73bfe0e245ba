"""A table in another house that stands as the real one does, but for its state."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import replace
from typing import Any

from tests.server.address import Address, Device

from tablee.kernel.game import Ask, Refusal, Seat, State
from tablee.kernel.luck import Luck
from tablee.kernel.table import Step
from tablee.kit.loose import AnyTable
from tablee.kit.pairs import FirstScript
from tablee.kit.play import SideTable
from tablee.server.play.live import LiveGame
from tablee.server.play.races import Waiting
from tablee.server.play.referee import Referee
from tablee.server.table.links import Links


class TwinTable(SideTable):
    """Draws what the real table drew for the same ask."""

    def __init__(self, table: AnyTable, state: State, luck: Luck) -> None:
        super().__init__(table, state, luck)
        self.suspended = table.suspended
        self._spare = luck
        self.echo: dict[tuple[str, Seat | None], tuple[int, ...]] = {}

    def consider(self, seat: Seat, ask_id: str, action: Any, now: int) -> Step[State, Any] | Refusal:
        self._draw(ask_id, seat)
        return super().consider(seat, ask_id, action, now)

    def consider_expiry(self, ask: Ask) -> Step[State, Any]:
        self._draw(ask.id, None)
        return super().consider_expiry(ask)

    def _draw(self, ask: str, seat: Seat | None) -> None:
        draws = self.echo.pop((ask, seat), None)
        self.draw_from(self._spare if draws is None else FirstScript(draws, self._spare))


def can_have_a_twin(running: LiveGame) -> bool:
    """What waits at the referee could not be had twice."""
    return running.referee is None or not running.referee._waiting


def run_out(running: LiveGame) -> list[Ask]:
    """The ask that will expire as soon as the referee lets it, if there is one."""
    waiting = [] if running.referee is None else [one.input.what for one in running.referee._waiting]
    due = running.table.next_due
    return [due for what in waiting if isinstance(what, Ask) and due is not None and due.id == what.id]


def stand_as(here: Address, there: Address, code: str, others: Sequence[Device], twin: TwinTable) -> None:
    """From now on the twin is the table over there, and all around it is as it is here."""
    real, actor = here.actor(code), there.actor(code)
    for one in (real, actor):
        one.tell_lobby()  # nothing of what was before is still to be told
    for hall in (here, there):
        hall.logged()
    there.wall.clear()
    there.wall.set(here.wall.now())
    actor.timer = None
    actor.lobby, actor.told_speed = real.lobby, real.told_speed
    if actor.links is not None and real.links is not None:
        _measure_as(real.links, actor.links, others)
    played, running = here.running(code), there.running(code)
    running._set_table(twin, real.lobby)
    running.clock = copy(played.clock)
    running.missed, running.played = dict(played.missed), dict(played.played)
    if running.referee is not None and played.referee is not None:
        _judge_as(played.referee, running.referee)
    there.store.logs[code, running.ordinal] = []


def _measure_as(real: Links, lines: Links, others: Sequence[Device]) -> None:
    lines._links = deepcopy(real._links)
    for other in others:
        if (visit := other.connection.visit) is not None:
            visit.link = lines._links.get(min(visit.keys))


def _judge_as(real: Referee[Waiting], referee: Referee[Waiting]) -> None:
    """The same races are open, since the same moment, and the same answers have come. (Who can answer is looked up
    whenever somebody comes.)"""
    assert not real._waiting
    referee._waiting = []
    referee._heard, referee._now = real._heard, real._now
    referee._receipts = {ask: replace(one, lines=list(one.lines)) for ask, one in real._receipts.items()}
    referee._races, referee._closed = (
        {
            ask: replace(race, sent=dict(race.sent), answered=dict(race.answered), false_starts=set(race.false_starts))
            for ask, race in races.items()
        }
        for races in (real._races, real._closed)
    )
