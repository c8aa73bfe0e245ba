"""Law 4: every move a seat is offered is legal, and nothing legal is kept from it."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.kernel.game import SCREEN, Action, Ask, Seat, Viewer, is_told
from tablee.kit.fuzz import some_action
from tablee.kit.laws.law import Broken, Law, Run

_WHOLE_RARITY = 12
_SAMPLE = 6
_GUESS_RARITY = 4
_MOST_MOVES = 512
"""`moves` lists all of them when there are no more than this."""


class Moving(Law):
    number = 4
    title = "moves are legal, and all are offered"

    def rest(self, run: Run) -> None:
        whole = self.luck.chance(1, _WHOLE_RARITY)
        asked = {seat for ask in run.table.asks for seat in ask.seats}
        for seat in range(run.table.seats):
            if seat in asked or whole:
                self._seat(run, seat, whole)
        if whole and self.game.moves(run.table.view(SCREEN), self.luck):
            raise Broken("the shared screen is offered moves")

    def end(self, run: Run) -> None:
        for seat in range(run.table.seats):
            self._seat(run, seat, True)

    def _seat(self, run: Run, seat: Seat, whole: bool) -> None:
        moves = self.game.moves(run.table.view(Viewer(seat, held=True)), self.luck)
        kinds = self.game.meta.kinds
        open_to = {action: ask for ask in run.table.asks if seat in ask.seats for action in kinds[ask.kind].actions}
        offered = {type(move) for move in moves}
        for move in moves if whole or len(moves) <= _SAMPLE else self._sample(moves):
            self.cases += 1
            ask = open_to.get(type(move))
            if ask is None:
                raise Broken(f"seat {seat} is offered {move}, which answers no ask open to it")
            refusal = run.table.refusal(seat, ask.id, move)
            if refusal is not None:
                raise Broken(f"seat {seat} is offered {move}, which is refused ({refusal.code})")
        for ask in run.table.asks:
            kind = kinds[ask.kind]
            is_awaited = seat in ask.awaited and seat in ask.seats and is_told(ask.to, seat)
            if is_awaited and kind.enumerable and offered.isdisjoint(kind.actions):
                raise Broken(f"seat {seat} is awaited in {ask.id} and has no move")

        if self.luck.chance(1, _GUESS_RARITY):
            self._guess(run, seat, moves)

    def _guess(self, run: Run, seat: Seat, moves: Sequence[Action]) -> None:
        """Something a seat comes up with by itself: if it is legal and `moves` lists all, it is among them."""
        asks = [ask for ask in run.table.asks if seat in ask.seats and self.game.meta.kinds[ask.kind].enumerable]
        if len(moves) >= _MOST_MOVES or not asks:
            return
        ask: Ask = self.luck.pick(asks)
        for cls in self.game.meta.kinds[ask.kind].actions:
            self.cases += 1
            guess = some_action(cls, self.luck)
            if guess not in moves and self._is_legal(run, seat, ask, guess):
                raise Broken(f"{guess} is legal for seat {seat}, and `moves` does not offer it")

    def _is_legal(self, run: Run, seat: Seat, ask: Ask, guess: Action) -> bool:
        try:
            return run.table.refusal(seat, ask.id, guess) is None
        except Exception:
            return False  # Law 6 has something to say about this.

    def _sample(self, moves: Sequence[Action]) -> list[Action]:
        return [self.luck.pick(moves) for _ in range(_SAMPLE)]
