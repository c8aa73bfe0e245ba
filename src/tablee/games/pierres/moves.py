"""What a seat may do, judging by its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.state import clearable
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, Luck, View

REMOVES: Final = tuple(Remove(cell) for cell in range(81))
ANNOUNCES: Final = tuple(Announce(digit) for digit in range(10))
DRAW: Final = (Draw(),)
_COVERED: Final = bytes([1] + [0] * 255)
"""Translates a digit to whether a stone lies on it."""


def moves_of(view: View[PierresBoard, Hand], luck: Luck) -> Sequence[PierresAction]:
    hand, board = view.hand, view.board
    if hand is None:
        return ()
    for ask in view.asks:
        if hand.seat in ask.awaited:
            if ask.kind == "draw":
                return DRAW
            if ask.kind == "remove":
                return list(compress(REMOVES, bytes(board.digits).translate(_COVERED)))
            if ask.kind == "clear":
                return [REMOVES[cell] for cell in clearable(board.digits)]
            digits = bytes(board.digits)
            return [ANNOUNCES[digit] for digit in range(1, 10) if digits.count(digit) < 9]
    return ()
