"""Law 1: what a viewer imagines from a view must look like that view, and be playable."""

from __future__ import annotations

from tablee.kernel.game import State, Viewer
from tablee.kit.changes import view_changes
from tablee.kit.laws.law import Broken, Law, Run, who
from tablee.kit.loose import AnyView
from tablee.kit.play import SideTable

_RARITY = 25
"""One state in so many is imagined: it is the dearest thing that bots do."""
_MOST = 5


class Imagining(Law):
    number = 1
    title = "imagined states show the view they come from"

    def begin(self, run: Run) -> None:
        self._left = _MOST

    def rest(self, run: Run) -> None:
        if run.step == 0 or (self._left and self.luck.chance(1, _RARITY)):
            self._left -= 1
            self._imagine(run, self.luck.pick(run.viewers))
            # Bots always hold, so their views matter most.
            self._imagine(run, Viewer(self.luck.below(run.table.seats), held=True))

    def end(self, run: Run) -> None:
        self._imagine(run, self.luck.pick(run.viewers))

    def _imagine(self, run: Run, viewer: Viewer) -> None:
        self.cases += 1
        view = run.table.view(viewer)
        imagined: State = self.game.imagine(view, self.luck)
        again = self.game.view(imagined, viewer)
        if again != view:
            difference = next(view_changes(view, again), "its type")
            raise Broken(f"{who(viewer)} imagines a state that contradicts what it sees: {difference}")
        self._play_on(run, imagined, viewer, view)

    def _play_on(self, run: Run, imagined: State, viewer: Viewer, view: AnyView) -> None:
        """A search plays moves from there: they must be legal, and step and expire must bear it."""
        table = SideTable(run.table, imagined, self.luck)
        moves = self.game.moves(view, self.luck) if viewer.held else ()
        if viewer.seat is not None and moves:
            move = self.luck.pick(moves)
            kinds = self.game.meta.kinds
            ask = next((ask for ask in view.asks if type(move) in kinds[ask.kind].actions), None)
            if ask is None or run.table.refusal(viewer.seat, ask.id, move) is not None:
                return  # Law 4 has something to say about this.
            refusal = table.play(viewer.seat, ask.id, move, table.now)
            if refusal is not None:
                raise Broken(f"{who(viewer)} imagines a state where its own move {move} is refused ({refusal.code})")
        if table.next_due is not None:
            table.expire(table.next_due)
