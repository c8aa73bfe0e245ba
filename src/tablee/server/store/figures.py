"""What became of all that a house asked of the data base it shares with others, counted since it started."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds: a commit takes some milliseconds, and after three seconds its line is given up."""


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        """How many were not above each bound, but above the one before; at the end those above all."""
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Figures:
    def __init__(self) -> None:
        self.commits = Histogram()
        """Those that were kept, how long each took."""
        self.moves = 0
        """Entries of games that were kept: moves, those of bots included, and what the clock decided."""
        self.kept = 0
        """What tables asked to keep, and it was kept."""
        self.refused = 0
        """It could not be kept: the data base was away, or full."""
        self.lost = 0
        """It was refused at the fence: another node had the table, or would have."""
        self.doubts_kept = 0
        """Commits that were on their way when the line broke, and had been kept, as the next line told."""
        self.doubts_lost = 0
        """The same, but they had not."""
        self.lines_lost = 0
        """Lines to the data base that broke or gave no answer."""
        self.lives_lost = 0
        """How often the others took this node for dead."""
        self.woken = 0
        """Tables that slept and were asked for here: they belong to this node since."""
        self.taken = 0
        """The same, but they had belonged to a node that was taken for dead."""
        self.buried = 0
        """Nodes that were silent, and taken for dead here."""
        self.missed_beats = 0
        """Signs of life that should have been, and were not."""
