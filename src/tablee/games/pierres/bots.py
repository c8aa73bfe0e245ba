"""Bots for Pierres. What they know is the board; they differ in what they read from it and in how much they overlook.

Weaker levels err as people do: they overlook a row, a column or a square, or they do not draw conclusions. Greedy play
on the right chances is within a few hundredths of a stone of the best play on the solved 4 × 4 game, so every level
looks for the likeliest stone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tablee.bots.bot import Bot
from tablee.bots.pace import thinking
from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.belief import belief, deduce
from tablee.games.pierres.geometry import COLUMN_OF, ROW_OF, SQUARE_OF, UNITS
from tablee.games.pierres.state import clearable
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Ask, Hand, Luck, Ms, Seat, View

Chances = Sequence[Sequence[float]]
"""For each cell the chance of each digit; of an uncovered cell nothing is asked."""

UNITS_OF: Final = tuple((ROW_OF[cell], 9 + COLUMN_OF[cell], 18 + SQUARE_OF[cell]) for cell in range(81))


@dataclass(frozen=True, slots=True)
class Persona:
    """What a level reads from the board, and how fast."""

    overlooks: int
    """In how many of a hundred looks at a unit the look is forgotten."""
    deduces: bool
    """Draws conclusions from conclusions: naked and hidden singles until nothing new comes."""
    samples: bool
    """Weighs all the grids that fit, instead of counting candidates."""
    ponders: Ms
    """The median time over a stone."""


class PierresBot(Bot[PierresAction, PierresBoard, Hand]):
    def __init__(self, persona: Persona) -> None:
        self._persona = persona
        self._digits: tuple[int, ...] = ()
        self._chances: Chances = ()

    def act(self, view: View[PierresBoard, Hand], ask: Ask, luck: Luck) -> PierresAction | None:
        board = view.board
        if ask.kind == "time":
            return None
        if ask.kind == "draw":
            return Draw()
        if ask.kind == "clear":
            return Remove(luck.pick(clearable(board.digits)))
        chances = self._weigh(board.digits, luck)
        covered = [cell for cell, digit in enumerate(board.digits) if not digit]
        if ask.kind == "announce":
            left = [digit for digit in range(1, 10) if board.digits.count(digit) < 9]
            return Announce(_best(left, [max(chances[cell][digit] for cell in covered) for digit in left], luck))
        number = board.number
        assert number is not None, "whoever is asked for a stone knows what to look for"
        return Remove(_best(covered, [chances[cell][number] for cell in covered], luck))

    def think(self, view: View[PierresBoard, Hand], ask: Ask, luck: Luck) -> Ms:
        if ask.kind == "draw":
            return thinking(luck, 900)
        # A full board is hopeless and an empty one easy: people ponder in between.
        covered = view.board.digits.count(0)
        difficulty = 30 + min(covered, 72 - covered if covered < 72 else 0)
        return thinking(luck, self._persona.ponders * difficulty // 66)

    def _weigh(self, digits: tuple[int, ...], luck: Luck) -> Chances:
        """The chances on this board. Looked at once: who announced a digit knows which stone was meant."""
        if digits != self._digits:
            self._digits = digits
            persona = self._persona
            if persona.samples:
                self._chances = belief(digits, luck).chances
            else:
                masks = deduce(digits) if persona.deduces else _glance(digits, persona.overlooks, luck)
                self._chances = _counted(masks, digits)
        return self._chances


def _glance(digits: tuple[int, ...], overlooks: int, luck: Luck) -> list[int]:
    """For each cell the digits not seen in its row, column and square, as bits, where no look was forgotten."""
    seen = [0] * 27
    for cell, digit in enumerate(digits):
        if digit:
            for unit in UNITS_OF[cell]:
                seen[unit] |= 1 << digit
    masks = []
    for cell, digit in enumerate(digits):
        taken = 0
        if not digit:
            for unit in UNITS_OF[cell]:
                if not luck.chance(overlooks, 100):
                    taken |= seen[unit]
        masks.append(1 << digit if digit else 0x3FE & ~taken)
    return masks


def _counted(masks: Sequence[int], digits: Sequence[int]) -> Chances:
    """Chances by counting: one among the digits left in the cell, or one among the places left for the digit in a row,
    column or square, whichever says more."""
    fewest = [[9] * 10 for _ in UNITS]
    for number, unit in enumerate(UNITS):
        for digit in range(1, 10):
            bit = 1 << digit
            fewest[number][digit] = sum(1 for cell in unit if masks[cell] & bit)
    chances = []
    for cell, mask in enumerate(masks):
        row = [0.0] * 10
        if not digits[cell]:
            in_cell = max(1, mask.bit_count())
            units = UNITS_OF[cell]
            for digit in range(1, 10):
                if mask >> digit & 1:
                    row[digit] = 1 / min(in_cell, *(fewest[unit][digit] for unit in units))
        chances.append(row)
    return chances


def _best(items: Sequence[int], chances: Sequence[float], luck: Luck) -> int:
    """The item with the highest chance, any of them if several have it."""
    highest = max(chances)
    return luck.pick([item for item, chance in zip(items, chances, strict=True) if chance == highest])


PERSONAS: Final[Mapping[str, Persona]] = {
    "easy": Persona(overlooks=13, deduces=False, samples=False, ponders=6_000),
    "medium": Persona(overlooks=4, deduces=False, samples=False, ponders=7_000),
    "hard": Persona(overlooks=0, deduces=True, samples=False, ponders=8_000),
    "expert": Persona(overlooks=0, deduces=True, samples=True, ponders=9_000),
}


def _maker(persona: Persona) -> Callable[[Seat], PierresBot]:
    return lambda _: PierresBot(persona)


BOTS: Final[Mapping[str, Callable[[Seat], PierresBot]]] = {name: _maker(who) for name, who in PERSONAS.items()}
