"""Tic-tac-toe without an end, for two: who has three in a line, or a full board, and it is empty again. What peers play
too, so that moves are measured and not beginnings. Otherwise examples/morpion.py, as an author would write it; but one
has ten minutes to think, for tables stand still while other servers have their turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from tablee.kernel import Action, Ask, Board, Game, Hand, Kind, Luck, Meta, Options, Outcome, Refusal, State, View
from tablee.kernel.options import Between
from tablee.kit import NOTHING_HIDDEN

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS, SEATS, HANDS, THINKING = "XO", ((0,), (1,)), (Hand(0), Hand(1)), 600_000  # milliseconds
EMPTY = ("",) * 9


@dataclass(frozen=True, slots=True)
class Mark(Action):
    cell: Annotated[int, Between(0, 8)]


@dataclass(frozen=True, slots=True)
class Grid(Board):
    cells: tuple[str, ...]  # row by row: X, O, or nothing


@cache  # is it over, and what is free
def look(cells: tuple[str, ...]) -> tuple[bool, tuple[Mark, ...]]:
    has_line = any(cells[a] == cells[b] == cells[c] != "" for a, b, c in LINES)
    return has_line or "" not in cells, tuple(Mark(cell) for cell, mark in enumerate(cells) if not mark)


class Position(State):
    __slots__ = ("cells", "count", "free", "until")

    def __init__(self, rules: int, cells: tuple[str, ...], until: int, count: int = 0) -> None:
        self.rules, self.captions, self.cells, self.until, self.count = rules, [], cells, until, count
        self.free = look(cells)[1]


class Endless(Game[Options, Position, Mark, Grid, Hand]):
    meta = Meta("endless", version=2, minutes=1, age=5, options=Options, presets={"classic": Options()},
                kinds={"mark": Kind((Mark,))}, board=Grid, hand=Hand, seats=lambda _: range(2, 3))  # fmt: skip

    def setup(self, options: Options, teams: tuple[str | None, ...], now: int, luck: Luck, rules: int) -> Position:
        return Position(rules, EMPTY, now + THINKING)

    def asks(self, state: Position) -> tuple[Ask, ...]:
        seats = SEATS[state.count % 2]
        return (Ask(f"{state.count}.mark", "mark", seats, seats, state.until),)

    def check(self, state: Position, seat: int, action: Mark) -> Refusal | None:
        return Refusal("taken", {"cell": action.cell}) if state.cells[action.cell] else None

    def step(self, state: Position, seat: int, action: Mark, now: int, luck: Luck) -> Position:
        cells = (*state.cells[: action.cell], MARKS[seat], *state.cells[action.cell + 1 :])
        return Position(state.rules, EMPTY if look(cells)[0] else cells, now + THINKING, state.count + 1)

    def expire(self, state: Position, ask: Ask, luck: Luck) -> Position:
        return self.step(state, ask.seats[0], luck.pick(state.free), state.until, luck)

    def outcome(self, state: Position) -> Outcome | None:
        return None

    def board(self, state: Position) -> Grid:
        return Grid(state.cells)

    def hand(self, state: Position, seat: int, held: bool) -> Hand:
        return HANDS[seat]

    def moves(self, view: View[Grid, Hand], luck: Luck) -> Sequence[Mark]:
        return look(view.board.cells)[1] if view.hand and view.asks and view.hand.seat in view.asks[0].seats else ()

    def imagine(self, view: View[Grid, Hand], luck: Luck) -> Position:
        return Position(self.meta.version, view.board.cells, (view.asks[0].until if view.asks else None) or 0)


GAME, WITNESS = Endless(), NOTHING_HIDDEN
