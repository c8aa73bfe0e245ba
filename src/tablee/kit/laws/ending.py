"""Law 5: a table without asks has an outcome and the other way round; and every table ends, even if nobody answers."""

from __future__ import annotations

from tablee.kit.laws.law import STANDSTILL, Broken, Endless, Law, Run
from tablee.kit.loose import AnyTable
from tablee.kit.play import SideTable

_SILENCE_RARITY = 60


class Ending(Law):
    number = 5
    title = "every table ends, and only then has an outcome"

    def begin(self, run: Run) -> None:
        self._left = 1

    def rest(self, run: Run) -> None:
        self._compare(run.table)
        silent = self.luck.chance(1, 3) if run.step == 0 else self._left and self.luck.chance(1, _SILENCE_RARITY)
        if silent:
            self._left -= 1
            self._fall_silent(run)

    def end(self, run: Run) -> None:
        self._compare(run.table)
        outcome = run.table.outcome
        if outcome is not None:
            seats = run.table.seats
            if len(outcome.ranks) != seats or len(outcome.scores) != seats:
                raise Broken(
                    f"the outcome has {len(outcome.ranks)} ranks and {len(outcome.scores)} scores, not {seats}"
                )
            if 1 not in outcome.ranks and outcome.won is None:
                raise Broken("nobody has rank 1")

    def _compare(self, table: AnyTable) -> None:
        self.cases += 1
        has_outcome = table.outcome is not None
        if table.asks and has_outcome:
            raise Broken(f"there is an outcome, and {table.asks[0].id} is still asked")
        if not table.asks and not has_outcome:
            raise Broken("nothing is asked any more, and there is no outcome")

    def _fall_silent(self, run: Run) -> None:
        """From here on nobody answers."""
        table = SideTable(run.table, run.state, self.luck)
        standing = 0
        for count in range(self.subject.longest):
            self.cases += 1
            if not table.asks:
                self._compare(table)
                return
            since, due = table.now, table.next_due
            if due is None:
                raise Broken(f"nobody answers, and after {count} expiries no clock runs any more")
            table.expire(due)
            if due in table.asks:
                raise Broken(f"{due.id} has run out and is still open")
            standing = standing + 1 if table.now == since else 0
            if standing == STANDSTILL:
                raise Broken(f"a clock hangs: {standing} expiries at {table.now} ms, the last of {due.id}")
        raise Endless(f"nobody answers, and after {self.subject.longest:,} expiries the table is not over")
