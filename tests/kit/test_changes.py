"""What changed, in words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tablee.kernel import Ask, Board, Hand, View
from tablee.kit.changes import changes, show, show_ask, view_changes


@dataclass(frozen=True, slots=True)
class Cells(Board):
    digits: tuple[int, ...]
    name: str = "a"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (True, "yes"),
        (5, "5"),
        ("word", "word"),
        ("two words", "'two words'"),
        ((1, 2), "(1, 2)"),
        ((0,) * 81, "(81×0)"),
        ((0, 0, 0, 5, 0, 0, 0, 0, 0), "(3×0, 5, 5×0)"),
        (Cells((1,)), "Cells(digits=(1), name=a)"),
        ({"b": 1, "a": None}, "(a=–, b=1)"),
        (object(), "<object>"),
    ],
)
def test_values_are_shown_compactly(value: object, text: str) -> None:
    assert show(value) == text


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (Cells((0,) * 9), Cells((0,) * 9), []),
        (Cells((0,) * 9), Cells((0, 0, 5) + (0,) * 6), ["board.digits[2]: 0 → 5"]),
        (Cells((1, 2, 3)), Cells((1, 3)), ["board.digits: − 2"]),
        (Cells((1, 3)), Cells((1, 2, 3)), ["board.digits: + 2"]),
        (Cells((1, 2, 3)), Cells((9,)), ["board.digits: (1, 2, 3) → (9)"]),
        (Cells((1, 2, 3)), Cells((3, 1, 2)), ["board.digits: (1, 2, 3) → (3, 1, 2)"]),
        (Cells((1, 1)), Cells((1,)), ["board.digits: (1, 1) → (1)"]),
        (Cells(()), Cells((), "b"), ["board.name: a → b"]),
        (None, Cells(()), ["board: – → Cells(digits=(), name=a)"]),
    ],
)
def test_changes_are_told_field_by_field(old: object, new: object, lines: list[str]) -> None:
    assert list(changes("board", old, new)) == lines


def test_asks_open_change_and_close() -> None:
    first = Ask("1.play", "play", (0, 1), (0,), 1500)
    board, hand = Cells(()), Hand(0)
    opened = view_changes(View(board, hand, ()), View(board, hand, (first,)))
    assert list(opened) == ["asked 1.play (play) of 0+1, awaits 0, until 1.500 s"]
    later = first._replace(until=2000, awaited=())
    changed = view_changes(View(board, hand, (first,)), View(board, hand, (later,)))
    assert list(changed) == ["changed 1.play: awaits 0 → nobody, until 1.500 s → 2.000 s"]
    assert list(view_changes(View(board, hand, (first,)), View(board, hand, ()))) == ["closed 1.play"]
    assert show_ask(Ask("x", "wait", (), (), None)) == "x (wait) a moment, no clock"
