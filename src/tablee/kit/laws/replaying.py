"""Law 3: a record, written and read again, replays to the same states with exactly the same draws."""

from __future__ import annotations

from tablee.kernel.replay import Unplayable, replay
from tablee.kernel.wire import BadRecord
from tablee.kit.laws.law import Broken, Law, Run
from tablee.kit.snapshot import first_difference, snapshot

_RARITY = 2


class Replaying(Law):
    number = 3
    title = "a record replays to the same states"

    def end(self, run: Run) -> None:
        if self.luck.chance(1, _RARITY) or run.number == 0:
            self._replay(run)

    def _replay(self, run: Run) -> None:
        record, wire = run.table.record, self.subject.wire
        try:
            if wire is not None:
                record = wire.read_record(wire.write_record(record))
            step = 0
            for step, table in enumerate(replay(self.game, record)):
                self.cases += 1
                if step < len(run.shots) and snapshot(table.state) != run.shots[step]:
                    field = first_difference(table.state, run.shots[step])
                    raise Broken(f"replayed, step {step} leads to another state: {field} differs")
        except (Unplayable, BadRecord) as error:
            raise Broken(f"the record does not replay: {error}") from error
        if step != run.step:
            raise Broken(f"the record has {run.step + 1} entries, {step + 1} of them replay")
        for viewer in run.viewers:
            if table.view(viewer) != run.table.view(viewer):
                raise Broken(f"replayed, the last view of {viewer} is another")
