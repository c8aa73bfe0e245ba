"""The most votes lead; who did not vote counts for nothing."""

from __future__ import annotations

import pytest

from tablee.kernel.parts.ballot import leaders


@pytest.mark.parametrize(
    ("ballot", "leading"),
    [
        ((2, 1, 2), (2,)),
        ((3, 1, 1, 3), (1, 3)),
        ((2, 1, 0), (0, 1, 2)),
        ((None, None, 5), (5,)),
        ((None, 0, None, 0, 1), (0,)),
        ((None, None), ()),
        ((), ()),
    ],
)
def test_leaders(ballot: tuple[int | None, ...], leading: tuple[int, ...]) -> None:
    assert leaders(ballot) == leading
