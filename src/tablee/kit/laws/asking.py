"""Law 7: asks are well formed, and the clock never stops."""

from __future__ import annotations

from tablee.kernel.game import ALL, Ask, Seat
from tablee.kit.laws.law import Broken, Law, Run


class Asking(Law):
    number = 7
    title = "asks are well formed and some clock runs"

    def begin(self, run: Run) -> None:
        self._open: dict[str, Ask] = {}
        self._closed: set[str] = set()

    def rest(self, run: Run) -> None:
        table = run.table
        for ask in table.asks:
            self.cases += 1
            self._one(ask, table.now, table.seats)
        if table.asks and table.deadline is None:
            raise Broken("no open ask has a deadline")
        self._disjoint(table.asks)
        self._ids(table.asks)

    def end(self, run: Run) -> None:
        self.cases += 1
        if run.table.outcome is not None and run.table.asks:
            raise Broken(f"the table is over, and {run.table.asks[0].id} is still asked")

    def _one(self, ask: Ask, now: int, seats: int) -> None:
        if ask.kind not in self.game.meta.kinds:
            raise Broken(f"{ask.id} is of the kind {ask.kind}, which meta.kinds does not know")
        if ask.until is not None and ask.until < now:
            raise Broken(f"{ask.id} should have run out at {ask.until}, and it is {now} already")
        if len(set(ask.seats)) != len(ask.seats) or any(not 0 <= seat < seats for seat in ask.seats):
            raise Broken(f"{ask.id} asks the seats {ask.seats} of a table of {seats}")
        if not set(ask.awaited) <= set(ask.seats):
            raise Broken(f"{ask.id} awaits {ask.awaited}, and asks only {ask.seats}")
        if ask.to != ALL and not set(ask.seats) <= set(ask.to):
            raise Broken(f"{ask.id} asks {ask.seats}, and only {ask.to} can see it")

    def _disjoint(self, asks: tuple[Ask, ...]) -> None:
        open_to: dict[tuple[Seat, type], str] = {}
        for ask in asks:
            for action in self.game.meta.kinds[ask.kind].actions:
                for seat in ask.seats:
                    other = open_to.setdefault((seat, action), ask.id)
                    if other != ask.id:
                        raise Broken(f"seat {seat} may answer both {other} and {ask.id} with {action.__name__}")

    def _ids(self, asks: tuple[Ask, ...]) -> None:
        now_open = {ask.id: ask for ask in asks}
        if len(now_open) != len(asks):
            raise Broken(f"two open asks have the same id: {', '.join(ask.id for ask in asks)}")
        for name, ask in now_open.items():
            if name in self._closed:
                raise Broken(f"{name} was closed and is open again under the same id")
            if name in self._open:
                _stays_itself(self._open[name], ask)
        self._closed.update(name for name in self._open if name not in now_open)
        self._open = now_open


def _stays_itself(before: Ask, after: Ask) -> None:
    """As long as an ask is open, people may only leave it. What asks others, or for longer, is another ask."""
    if after.kind != before.kind:
        raise Broken(f"{after.id} was of the kind {before.kind} and is now of the kind {after.kind}")
    if not set(after.seats) <= set(before.seats):
        raise Broken(f"{after.id} asked the seats {before.seats} and now asks {after.seats} under the same id")
    if after.until != before.until:
        raise Broken(f"{after.id} ran until {before.until} and now runs until {after.until} under the same id")
