"""What a seat may do, judging by its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.state import clearable
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, Luck, View

REMOVES: Final = tuple(Remove(cell) for cell in range(81))
ANNOUNCES: Final = tuple(Announce(digit) for digit in range(10))
DRAW: Final = (Draw(),)


def moves_of(view: View[PierresBoard, Hand], luck: Luck) -> Sequence[PierresAction]:
    hand, board = view.hand, view.board
    if hand is None:
        return ()
    for ask in view.asks:
        if hand.seat in ask.awaited:
            if ask.kind == "draw":
                return DRAW
            if ask.kind == "remove":
                return [REMOVES[cell] for cell, digit in enumerate(board.digits) if not digit]
            if ask.kind == "clear":
                return [REMOVES[cell] for cell in clearable(board.digits)]
            return [ANNOUNCES[digit] for digit in range(1, 10) if board.digits.count(digit) < 9]
    return ()
