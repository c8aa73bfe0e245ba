"""Pierres: deduction on a hidden sudoku."""

from tablee.games.pierres.rules import Pierres

GAME = Pierres()
