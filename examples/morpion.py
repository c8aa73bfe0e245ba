"""Morpion (tic-tac-toe): the smallest whole game. docs/write-a-game.md walks through it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from tablee.kernel import Action, Ask, Board, Game, Hand, Kind, Luck, Meta, Options, Outcome, Refusal, State, View
from tablee.kernel.options import Between
from tablee.kernel.parts.scores import most_wins
from tablee.kit import NOTHING_HIDDEN

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
WON = frozenset(marks for marks in range(512) if any(marks & line == line for line in LINES))
THINKING = 30_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Mark(Action):
    cell: Annotated[int, Between(0, 8)]


@dataclass(frozen=True, slots=True)
class Cells(Board):
    marks: tuple[int, int]  # for each seat, a bit for each cell it has marked


class Marks(State):
    __slots__ = ("is_over", "marks", "turn", "until")

    def __init__(self, rules: int, marks: tuple[int, int], until: int) -> None:
        self.rules, self.captions, self.marks, self.until = rules, [], marks, until
        self.turn = sum(marks).bit_count()
        self.is_over = self.turn == 9 or marks[0] in WON or marks[1] in WON


FREE = tuple([Mark(cell) for cell in range(9) if not taken >> cell & 1] for taken in range(512))
SEATS, HANDS = ((0,), (1,)), (Hand(0), Hand(1))


class Morpion(Game[Options, Marks, Mark, Cells, Hand]):
    meta = Meta("morpion", version=1, minutes=1, age=5, options=Options, presets={"classic": Options()},
                kinds={"mark": Kind((Mark,))}, board=Cells, hand=Hand, seats=lambda _: range(2, 3))  # fmt: skip

    def setup(self, options: Options, teams: tuple[str | None, ...], now: int, luck: Luck, rules: int) -> Marks:
        return Marks(rules, (0, 0), now + THINKING)

    def asks(self, state: Marks) -> tuple[Ask, ...]:
        seats = SEATS[state.turn % 2]
        return () if state.is_over else (Ask(f"{state.turn}.mark", "mark", seats, seats, state.until),)

    def check(self, state: Marks, seat: int, action: Mark) -> Refusal | None:
        return Refusal("taken", {"cell": action.cell}) if sum(state.marks) >> action.cell & 1 else None

    def step(self, state: Marks, seat: int, action: Mark, now: int, luck: Luck) -> Marks:
        first, second = state.marks
        marks = (first, second | 1 << action.cell) if seat else (first | 1 << action.cell, second)
        return Marks(state.rules, marks, now + THINKING)

    def expire(self, state: Marks, ask: Ask, luck: Luck) -> Marks:
        return self.step(state, ask.seats[0], luck.pick(FREE[sum(state.marks)]), state.until, luck)

    def outcome(self, state: Marks) -> Outcome | None:
        return most_wins([int(marks in WON) for marks in state.marks]) if state.is_over else None

    def board(self, state: Marks) -> Cells:
        return Cells(state.marks)

    def hand(self, state: Marks, seat: int, held: bool) -> Hand:
        return HANDS[seat]

    def moves(self, view: View[Cells, Hand], luck: Luck) -> Sequence[Mark]:
        hand, (first, second) = view.hand, view.board.marks
        return FREE[first + second] if hand and view.asks and hand.seat in view.asks[0].seats else ()

    def imagine(self, view: View[Cells, Hand], luck: Luck) -> Marks:
        return Marks(1, view.board.marks, (view.asks[0].until if view.asks else None) or 0)


GAME, WITNESS = Morpion(), NOTHING_HIDDEN
