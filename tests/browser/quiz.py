"""Quiz: a race with three answers, and the first to pick any of them wins. For screens that have to draw one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from tablee.kernel import Action, Ask, Board, Game, Hand, Kind, Luck, Meta, Options, Outcome, Refusal, State, View
from tablee.kernel.options import Between
from tablee.kernel.parts.scores import most_wins

LONG = 600_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Pick(Action):
    answer: Annotated[int, Between(0, 2)]


@dataclass(frozen=True, slots=True)
class Question(Board):
    winner: int | None


class Round(State):
    __slots__ = ("seats", "winner")

    def __init__(self, rules: int, seats: int, winner: int | None) -> None:
        super().__init__(rules)
        self.seats, self.winner = seats, winner


class Quiz(Game[Options, Round, Pick, Question, Hand]):
    meta = Meta("quiz", version=1, minutes=1, age=5, options=Options, presets={"classic": Options()},
                kinds={"pick": Kind((Pick,), race=True)}, board=Question, hand=Hand,
                seats=lambda _: range(2, 5))  # fmt: skip

    def setup(self, options: Options, teams: tuple[str | None, ...], now: int, luck: Luck, rules: int) -> Round:
        return Round(rules, len(teams), None)

    def asks(self, state: Round) -> tuple[Ask, ...]:
        everybody = tuple(range(state.seats))
        return (Ask("pick", "pick", everybody, everybody, LONG),) if state.winner is None else ()

    def check(self, state: Round, seat: int, action: Pick) -> Refusal | None:
        return None

    def step(self, state: Round, seat: int, action: Pick, now: int, luck: Luck) -> Round:
        return Round(state.rules, state.seats, seat)

    def expire(self, state: Round, ask: Ask, luck: Luck) -> Round:
        return Round(state.rules, state.seats, 0)

    def outcome(self, state: Round) -> Outcome | None:
        won = [int(seat == state.winner) for seat in range(state.seats)]
        return None if state.winner is None else most_wins(won)

    def board(self, state: Round) -> Question:
        return Question(state.winner)

    def hand(self, state: Round, seat: int, held: bool) -> Hand:
        return Hand(seat)

    def moves(self, view: View[Question, Hand], luck: Luck) -> Sequence[Pick]:
        return [Pick(answer) for answer in range(3)] if view.hand and view.asks else ()

    def imagine(self, view: View[Question, Hand], luck: Luck) -> Round:
        return Round(1, 2, view.board.winner)


GAME = Quiz()
