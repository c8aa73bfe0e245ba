"""A ballot: one choice for each voter, None until cast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def leaders(ballot: Sequence[int | None]) -> tuple[int, ...]:
    """The choices with the most votes, in ascending order. Abstentions count for nothing."""
    counts = Counter(choice for choice in ballot if choice is not None)
    most = max(counts.values(), default=0)
    return tuple(sorted(choice for choice, votes in counts.items() if votes == most))
