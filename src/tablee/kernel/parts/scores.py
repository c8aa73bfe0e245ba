"""From scores to an outcome."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.kernel.game import Outcome


def ranking(scores: Sequence[int]) -> tuple[int, ...]:
    """Rank 1 for the highest score; ties share a rank and the next one is skipped."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def most_wins(scores: Sequence[int]) -> Outcome:
    return Outcome(ranking(scores), tuple(scores))
