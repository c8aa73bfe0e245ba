"""The highest score has rank 1, ties share a rank, and the next rank is skipped."""

from __future__ import annotations

import pytest

from tablee.kernel import Outcome
from tablee.kernel.parts.scores import most_wins, ranking


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ((3, 1, 2), (1, 3, 2)),
        ((2, 2, 1), (1, 1, 3)),
        ((0, 5, 5, -3), (3, 1, 1, 4)),
        ((0, 0), (1, 1)),
        ((7,), (1,)),
        ((), ()),
    ],
)
def test_ranking(scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert ranking(scores) == ranks


def test_an_outcome_keeps_the_scores() -> None:
    assert most_wins([1, 4]) == Outcome(ranks=(2, 1), scores=(1, 4))
