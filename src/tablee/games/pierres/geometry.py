"""The shape of a grid: cells, rows, columns and squares."""

from __future__ import annotations

from typing import Final

Grid = tuple[int, ...]
"""Eighty-one digits 1–9, row by row."""

CELLS: Final = 81
ROW_OF: Final = tuple(cell // 9 for cell in range(CELLS))
COLUMN_OF: Final = tuple(cell % 9 for cell in range(CELLS))
SQUARE_OF: Final = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(CELLS))
SQUARES: Final = tuple(tuple(cell for cell in range(CELLS) if SQUARE_OF[cell] == square) for square in range(9))
UNITS: Final = tuple(
    tuple(cell for cell in range(CELLS) if kind[cell] == number)
    for kind in (ROW_OF, COLUMN_OF, SQUARE_OF)
    for number in range(9)
)
