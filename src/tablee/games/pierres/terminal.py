"""Pierres in a plain terminal: the grid drawn in characters, and what a player types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, View
from tablee.words import Words

COLUMNS: Final = "ABCDEFGHI"
STONE: Final = "o"

_CELL: Final = re.compile(r"([a-i])\s*([1-9])|([1-9])\s*([a-i])")
_DRAWS: Final = frozenset({"", "p", "pioche", "piocher", "t", "tire", "tirer", "d", "draw"})


def cell_name(cell: int) -> str:
    """Column and row: C4."""
    return f"{COLUMNS[cell % 9]}{cell // 9 + 1}" if 0 <= cell < 81 else str(cell)


FORMATS: Final[Mapping[str, Callable[[int], str]]] = {"cell": cell_name}


def draw(view: View[PierresBoard, Hand], words: Words) -> str:
    """The grid, an `o` for each stone; who has how many; the number looked for, or the bag."""
    board = view.board
    lines = ["", "      " + "   ".join(" ".join(COLUMNS[start : start + 3]) for start in (0, 3, 6))]
    for row in range(9):
        if row in (3, 6):
            lines.append("      ------+-------+------")
        shown = [str(digit) if digit else STONE for digit in board.digits[9 * row : 9 * row + 9]]
        lines.append(f"   {row + 1}  " + " | ".join(" ".join(shown[start : start + 3]) for start in (0, 3, 6)))
    counts = [words.label("board.stones.count", count=stones) for stones in board.stones]
    lines += ["", " | ".join(f"{words.name(seat)} {count}" for seat, count in enumerate(counts))]
    if board.number is not None:
        lines.append(words.label("board.wanted.by", seat=board.active, wanted=board.number))
    elif board.turn and view.asks and not board.options.annonce:
        lines.append(f"{words.label('board.bag')}  {' '.join(map(str, board.bag))}")
    return "\n".join(lines)


def example(view: View[PierresBoard, Hand]) -> str:
    """What could be typed now."""
    kinds = {ask.kind for ask in view.asks}
    return "p" if "draw" in kinds else "5" if "announce" in kinds else "C4"


def parse(text: str, view: View[PierresBoard, Hand]) -> PierresAction | None:
    """`C4` removes a stone, `5` announces a digit, `p` or an empty line draws. None: it means nothing."""
    kinds = {ask.kind for ask in view.asks}
    typed = text.strip().casefold()
    cell = _CELL.fullmatch(typed)
    if cell is not None:
        column, row = cell[1] or cell[4], cell[2] or cell[3]
        return Remove(9 * (int(row) - 1) + COLUMNS.index(column.upper()))
    if "announce" in kinds and len(typed) == 1 and typed in "0123456789":
        return Announce(int(typed))
    return Draw() if "draw" in kinds and typed in _DRAWS else None
