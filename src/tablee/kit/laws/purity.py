"""Law 2: rules change nothing they are given, and give the same for the same."""

from __future__ import annotations

from collections.abc import Callable

from tablee.kernel.game import Ask, State, Viewer
from tablee.kernel.luck import ScriptedLuck
from tablee.kit.laws.law import Broken, Law, Run, rerun
from tablee.kit.loose import AnyEntry
from tablee.kit.snapshot import first_difference, snapshot

_PEEK_RARITY = 12
_RERUN_RARITY = 3


class Purity(Law):
    number = 2
    title = "rules leave their input alone and keep nothing"

    def begin(self, run: Run) -> None:
        setup, header = run.table.record.entries[0], run.table.record.header
        script = ScriptedLuck(setup.draws)
        again = self.game.setup(header.options, header.teams, setup.now, script, header.rules)
        script.finish()
        self.cases += 1
        if snapshot(again) != run.shots[0]:
            raise Broken(f"setup made another state of the same luck: {first_difference(again, run.shots[0])} differs")

    def rest(self, run: Run) -> None:
        if self.luck.chance(1, _PEEK_RARITY):
            self._peek(run)

    def moved(self, run: Run, entry: AnyEntry, ask: Ask, before: State) -> None:
        if not self.luck.chance(1, _RERUN_RARITY):
            return
        self.cases += 1
        verb = "expire" if entry.kind == "expire" else "step"
        if run.step > len(run.shots) - 1:
            return
        was = run.shots[run.step - 1]
        if snapshot(before) != was:
            raise Broken(f"{verb} changed the state it was given: {first_difference(before, was)}")
        again = rerun(self.game, before, entry, ask)
        if snapshot(again) != run.shots[run.step]:
            field = first_difference(again, run.shots[run.step])
            raise Broken(f"{verb} made another state of the same input and draws: {field} differs")

    def end(self, run: Run) -> None:
        self.cases += len(run.states)
        for step, (state, shot) in enumerate(zip(run.states, run.shots, strict=True)):
            if snapshot(state) != shot:
                raise Broken(f"the state of step {step} changed later: {first_difference(state, shot)} is shared")

    def _peek(self, run: Run) -> None:
        """Everything that only looks, twice: the same answer, and nothing has moved."""
        table, state = run.table, run.state
        seat = self.luck.below(table.seats)
        view = table.view(Viewer(seat, held=True))
        ask = next((ask for ask in table.asks if seat in ask.seats), None)
        moves = self.game.moves(view, self.luck)
        looks: list[tuple[str, Callable[[], object]]] = [
            ("asks", lambda: self.game.asks(state)),
            ("outcome", lambda: self.game.outcome(state)),
            ("board", lambda: self.game.board(state)),
            ("hand", lambda: self.game.hand(state, seat, True)),
            ("brief", lambda: self.game.brief(state, seat)),
        ]
        if ask is not None:
            looks.append(("precedence", lambda: self.game.precedence(state, ask)))
        if moves and ask is not None:
            move = self.luck.pick(moves)
            looks.append(("check", lambda: self.game.check(state, seat, move)))
        shot = snapshot(state)
        for name, look in looks:
            self.cases += 1
            if look() != look():
                raise Broken(f"{name} gave two answers for the same state")
            if snapshot(state) != shot:
                raise Broken(f"{name} changed the state it was shown: {first_difference(state, shot)}")
