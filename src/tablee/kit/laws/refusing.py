"""Law 6: a wrong seat, a closed ask, a malformed action are refused with a reason, never raised, and change nothing."""

from __future__ import annotations

from typing import Any

from tablee.kernel.codec import Codec, Malformed, codec_for
from tablee.kernel.game import Action, Ask, Refusal, Seat
from tablee.kit.fuzz import Foreign, action_types, some_action, spoil
from tablee.kit.laws.law import Broken, Law, Run, Subject
from tablee.kit.play import SideTable
from tablee.kit.snapshot import snapshot

_RARITY = 6


class Refusing(Law):
    number = 6
    title = "what is wrong is refused, never raised"

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._actions = action_types(subject.game)
        self._refusal: Codec[Refusal] = codec_for(Refusal)

    def begin(self, run: Run) -> None:
        self._closed: list[str] = ["", "no such ask"]

    def rest(self, run: Run) -> None:
        # What is due already refuses every answer: law 7 has something to say about that.
        if self.luck.chance(1, _RARITY) and run.table.due(run.table.now) is None:
            self._abuse(run)

    def moved(self, run: Run, entry: Any, ask: Ask, before: Any) -> None:
        if all(ask.id != still.id for still in run.table.asks):
            self._closed.append(ask.id)

    def end(self, run: Run) -> None:
        seat = self.luck.below(run.table.seats)
        self._refused(run, seat, self._closed[-1], self._some_action(), "an answer after the end")

    def _abuse(self, run: Run) -> None:
        seats, still_open = run.table.seats, {ask.id for ask in run.table.asks}
        closed = self.luck.pick([ask for ask in self._closed if ask not in still_open])
        self._refused(run, self.luck.below(seats), closed, self._some_action(), "a closed ask")
        for ask in run.table.asks:
            strangers = [seat for seat in range(-1, seats + 1) if seat not in ask.seats]
            fitting = self.game.meta.kinds[ask.kind].actions
            if fitting:
                action = some_action(self.luck.pick(fitting), self.luck)
                self._refused(run, self.luck.pick(strangers), ask.id, action, "a seat that is not asked")
            if ask.seats:
                seat = self.luck.pick(ask.seats)
                self._refused(run, seat, ask.id, Foreign(), "an action of another game")
                others = [cls for cls in self._actions if cls not in fitting]
                if others:
                    stray = some_action(self.luck.pick(others), self.luck)
                    self._refused(run, seat, ask.id, stray, "an action of another ask")
                self._strange(run, seat, ask)

    def _some_action(self) -> Action:
        return some_action(self.luck.pick(self._actions), self.luck)

    def _refused(self, run: Run, seat: Seat, ask: str, action: Action, what: str) -> None:
        if self._attempt(run, seat, ask, action) is None:
            raise Broken(f"{what} is accepted: seat {seat} answers {ask} with {action}")

    def _attempt(self, run: Run, seat: Seat, ask: str, action: Action) -> Refusal | None:
        """Try it at a side table. Refused: nothing may have changed there."""
        self.cases += 1
        table = SideTable(run.table, run.state, self.luck)
        shot = snapshot(table.state) if self.luck.chance(1, 4) else None
        refusal = table.play(seat, ask, action, table.now)
        if refusal is None:
            return None
        if type(refusal) is not Refusal:
            raise Broken(f"{action} is answered with {refusal!r}, which is no Refusal")
        self._refusal.to_json(refusal)
        if table.state is not run.state or table.record.entries or (shot and snapshot(table.state) != shot):
            raise Broken(f"{action} is refused ({refusal.code}), and yet something changed")
        return refusal

    def _strange(self, run: Run, seat: Seat, ask: Ask) -> None:
        """The right seat, the right ask, the right kind of action, and anything at all in its fields."""
        wire, kind = self.subject.wire, self.game.meta.kinds[ask.kind]
        for cls in kind.actions:
            action = some_action(cls, self.luck)
            self._attempt(run, seat, ask.id, action)
            if wire is not None:
                self.cases += 1
                try:
                    decoded = wire.action.from_json(spoil(wire.action.to_json(action), self.luck))
                except Malformed:
                    continue
                self._attempt(run, seat, ask.id, decoded)
