"""The story of a finished game of Pierres, found in its captions: the finest turn, the longest thirst, the gifts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tablee.kernel import Caption, Seat
from tablee.kernel.story import StoryLine

MOST_LINES: Final = 4
FINE_TURN, LONG_THIRST, MANY_GIFTS, MANY_ZEROS = 2, 3, 3, 2
"""From these numbers on it is worth a line."""


class Best(NamedTuple):
    """The most so far, whose it is and when it was reached. Who was first keeps it."""

    times: int = 0
    seat: Seat = 0
    at: int = 0


class Count:
    """Something counted for each seat."""

    def __init__(self) -> None:
        self._counts: dict[Seat, int] = {}
        self.best = Best()

    def add(self, seat: Seat, at: int) -> None:
        self._counts[seat] = self._counts.get(seat, 0) + 1
        if self._counts[seat] > self.best.times:
            self.best = Best(self._counts[seat], seat, at)

    def reset(self, seat: Seat) -> None:
        self._counts[seat] = 0

    def line(self, code: str, least: int) -> list[StoryLine]:
        count, seat, at = self.best
        return [StoryLine(code, {"seat": seat, "count": count}, at)] if count >= least else []


def tell(inputs: Sequence[Sequence[Caption]]) -> tuple[StoryLine, ...]:
    """`inputs`: the captions of each input, the set-up first."""
    turn, thirst, gifts, zeros = Count(), Count(), Count(), Count()
    first_gone: list[StoryLine] = []
    last: list[StoryLine] = []
    for at, captions in enumerate(inputs):
        for code, facts, _ in captions:
            seat, digit = facts.get("seat"), facts.get("digit")
            if code == "complete" and not first_gone:
                first_gone = [StoryLine("first_gone", {"seat": _who(captions), "digit": digit}, at)]
            if not isinstance(seat, int):
                continue
            if code == "turn":
                turn.reset(seat)
            elif code == "kept":
                turn.add(seat, at)
                thirst.reset(seat)
            elif code == "given":
                thirst.add(seat, at)
                to = facts["to"]
                assert isinstance(to, int)
                gifts.add(to, at)
            elif code == "zero":
                zeros.add(seat, at)
            if code in ("kept", "given"):
                last = [StoryLine("last_stone", {"seat": seat}, at)]
    lines = [
        *turn.line("fine_turn", FINE_TURN),
        *thirst.line("thirst", LONG_THIRST),
        *gifts.line("gifts", MANY_GIFTS),
        *zeros.line("zeros", MANY_ZEROS),
        *first_gone,
        *last,
    ]
    return tuple(lines[:MOST_LINES])


def _who(captions: Sequence[Caption]) -> Seat:
    """Who lifted the stone this input is about."""
    seats = [facts["seat"] for code, facts, _ in captions if code in ("kept", "given", "cleared")]
    assert isinstance(seats[0], int)
    return seats[0]
