"""Law 12: every card, stone and token is somewhere exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from tablee.kernel.game import Ask, State
from tablee.kit.laws.law import Broken, Law, Run, Subject
from tablee.kit.loose import AnyEntry
from tablee.kit.witness import NO_PIECES

_RARITY = 3


class Conserving(Law):
    number = 12
    title = "no piece is lost, none appears"

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._tables = 0

    def begin(self, run: Run) -> None:
        self._tables += 1
        self._pieces = self._count(run.state)

    def moved(self, run: Run, entry: AnyEntry, ask: Ask, before: State) -> None:
        if self.luck.chance(1, _RARITY):
            self._compare(run)

    def end(self, run: Run) -> None:
        self._compare(run)

    def _compare(self, run: Run) -> None:
        if self._count(run.state) == self._pieces:
            return
        # What is lost stays lost, so not every state is counted; look back for the first that is wrong.
        step, pieces = next(
            (step, counted)
            for step, state in enumerate((*run.states, run.state))
            if (counted := self._count(state)) != self._pieces
        )
        lost, found = self._pieces - pieces, pieces - self._pieces
        what = "; ".join(filter(None, (_say(lost, "lost"), _say(found, "from nowhere"))))
        raise Broken(f"since step {step} {what}")

    def close(self) -> Iterable[str]:
        if self.subject.witness.pieces is None:
            yield "no pieces supplied: say in the Witness where every piece is, or pieces=NO_PIECES"
        elif self.subject.witness.pieces is not NO_PIECES and self._tables and not self.cases:
            yield "pieces named no piece at any table: say pieces=NO_PIECES if the game has none"

    def _count(self, state: State) -> Counter[Hashable]:
        named = self.subject.witness.pieces
        if named is None or named is NO_PIECES:
            return Counter()
        pieces = Counter(named(state))
        self.cases += len(pieces) > 0
        return pieces


def _say(pieces: Counter[Hashable], what: str) -> str:
    return f"{what}: {', '.join(map(str, list(pieces.elements())[:5]))}" if pieces else ""
