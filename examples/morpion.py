"""Morpion (tic-tac-toe): the smallest whole game. docs/write-a-game.md walks through it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from tablee.kernel import Action, Ask, Board, Game, Hand, Kind, Luck, Meta, Options, Outcome, Refusal, State, View
from tablee.kernel.options import Between
from tablee.kernel.parts.scores import most_wins
from tablee.kit import NOTHING_HIDDEN

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS, SEATS, HANDS, THINKING = "XO", ((0,), (1,)), (Hand(0), Hand(1)), 30_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Mark(Action):
    cell: Annotated[int, Between(0, 8)]


@dataclass(frozen=True, slots=True)
class Grid(Board):
    cells: tuple[str, ...]  # row by row: X, O, or nothing


@cache  # who has three in a line, and what is free; there are 5,478 positions
def look(cells: tuple[str, ...]) -> tuple[str | None, tuple[Mark, ...]]:
    winner = next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != ""), None)
    return winner, tuple(Mark(cell) for cell, mark in enumerate(cells) if not mark)


class Position(State):
    __slots__ = ("cells", "free", "is_over", "turn", "until", "winner")

    def __init__(self, rules: int, cells: tuple[str, ...], until: int) -> None:
        self.rules, self.captions, self.cells, self.until = rules, [], cells, until
        self.winner, self.free = look(cells)
        self.turn, self.is_over = 9 - len(self.free), not self.free or self.winner is not None


class Morpion(Game[Options, Position, Mark, Grid, Hand]):
    meta = Meta("morpion", version=2, minutes=1, age=5, options=Options, presets={"classic": Options()},
                kinds={"mark": Kind((Mark,))}, board=Grid, hand=Hand, seats=lambda _: range(2, 3))  # fmt: skip

    def setup(self, options: Options, teams: tuple[str | None, ...], now: int, luck: Luck, rules: int) -> Position:
        return Position(rules, ("",) * 9, now + THINKING)

    def asks(self, state: Position) -> tuple[Ask, ...]:
        seats = SEATS[state.turn % 2]
        return () if state.is_over else (Ask(f"{state.turn}.mark", "mark", seats, seats, state.until),)

    def check(self, state: Position, seat: int, action: Mark) -> Refusal | None:
        return Refusal("taken", {"cell": action.cell}) if state.cells[action.cell] else None

    def step(self, state: Position, seat: int, action: Mark, now: int, luck: Luck) -> Position:
        before, after = state.cells[: action.cell], state.cells[action.cell + 1 :]
        return Position(state.rules, (*before, MARKS[seat], *after), now + THINKING)

    def expire(self, state: Position, ask: Ask, luck: Luck) -> Position:
        return self.step(state, ask.seats[0], luck.pick(state.free), state.until, luck)

    def outcome(self, state: Position) -> Outcome | None:
        return most_wins([int(mark == state.winner) for mark in MARKS]) if state.is_over else None

    def board(self, state: Position) -> Grid:
        return Grid(state.cells)

    def hand(self, state: Position, seat: int, held: bool) -> Hand:
        return HANDS[seat]

    def moves(self, view: View[Grid, Hand], luck: Luck) -> Sequence[Mark]:
        return look(view.board.cells)[1] if view.hand and view.asks and view.hand.seat in view.asks[0].seats else ()

    def imagine(self, view: View[Grid, Hand], luck: Luck) -> Position:
        return Position(self.meta.version, view.board.cells, (view.asks[0].until if view.asks else None) or 0)


GAME, WITNESS = Morpion(), NOTHING_HIDDEN
