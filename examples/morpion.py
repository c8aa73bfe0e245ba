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
MARKS, HANDS, THINKING = "XO", (Hand(0), Hand(1)), 30_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Mark(Action):
    cell: Annotated[int, Between(0, 8)]


@dataclass(frozen=True, slots=True)
class Grid(Board):
    cells: tuple[str, ...]  # row by row: X, O, or nothing


class Known:  # what the marks alone decide
    __slots__ = ("ask", "free", "grid", "seats", "turn", "winner")

    def __init__(self, cells: tuple[str, ...]) -> None:
        self.grid, self.turn = Grid(cells), 9 - cells.count("")
        self.ask, self.seats = f"{self.turn}.mark", (self.turn % 2,)
        self.winner = next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != ""), None)
        self.free = () if self.winner else tuple(Mark(cell) for cell, mark in enumerate(cells) if not mark)


look = cache(Known)  # each of the 5,478 positions once


@cache
def after(known: Known, cell: int) -> Known:
    cells = known.grid.cells
    return look((*cells[:cell], MARKS[known.turn % 2], *cells[cell + 1 :]))


class Position(State):
    __slots__ = ("known", "until")

    def __init__(self, rules: int, known: Known, until: int) -> None:
        self.rules, self.captions, self.known, self.until = rules, [], known, until


class Morpion(Game[Options, Position, Mark, Grid, Hand]):
    meta = Meta("morpion", version=2, minutes=1, age=5, options=Options, presets={"classic": Options()},
                kinds={"mark": Kind((Mark,))}, board=Grid, hand=Hand, seats=lambda _: range(2, 3))  # fmt: skip

    def setup(self, options: Options, teams: tuple[str | None, ...], now: int, luck: Luck, rules: int) -> Position:
        return Position(rules, look(("",) * 9), now + THINKING)

    def asks(self, state: Position) -> tuple[Ask, ...]:
        known = state.known
        return (Ask(known.ask, "mark", known.seats, known.seats, state.until),) if known.free else ()

    def check(self, state: Position, seat: int, action: Mark) -> Refusal | None:
        return Refusal("taken", {"cell": action.cell}) if state.known.grid.cells[action.cell] else None

    def step(self, state: Position, seat: int, action: Mark, now: int, luck: Luck) -> Position:
        return Position(state.rules, after(state.known, action.cell), now + THINKING)

    def expire(self, state: Position, ask: Ask, luck: Luck) -> Position:
        return self.step(state, ask.seats[0], luck.pick(state.known.free), state.until, luck)

    def outcome(self, state: Position) -> Outcome | None:
        return None if state.known.free else most_wins([int(mark == state.known.winner) for mark in MARKS])

    def board(self, state: Position) -> Grid:
        return state.known.grid

    def hand(self, state: Position, seat: int, held: bool) -> Hand:
        return HANDS[seat]

    def moves(self, view: View[Grid, Hand], luck: Luck) -> Sequence[Mark]:
        board, hand, asks = view
        return look(board.cells).free if hand and asks and hand.seat in asks[0].seats else ()

    def imagine(self, view: View[Grid, Hand], luck: Luck) -> Position:
        return Position(self.meta.version, look(view.board.cells), (view.asks[0].until if view.asks else None) or 0)


GAME, WITNESS = Morpion(), NOTHING_HIDDEN
