"""Moves that are made when they are looked at are the same as a tuple of them."""

from __future__ import annotations

import pytest

from tablee.games.anges.actions import Announce
from tablee.games.anges.cards import Claim
from tablee.games.anges.choices import Choices

HEADS, TAILS = (9, 7, 5), ((4, 1), (2, 2))
ALL = tuple(Announce((head, *tail)) for head in HEADS for tail in TAILS)


def joined(head: int, tail: tuple[int, int]) -> Announce:
    claim: Claim = (head, *tail)
    return Announce(claim)


CHOICES = Choices(joined, HEADS, TAILS)


def test_they_are_as_many_in_the_same_order() -> None:
    assert len(CHOICES) == 6
    assert tuple(CHOICES) == ALL
    assert [CHOICES[place] for place in range(6)] == list(ALL)
    assert ALL[3] in CHOICES
    assert Announce((0, 0, 0)) not in CHOICES


def test_from_the_end_and_in_part() -> None:
    assert [CHOICES[place] for place in range(-6, 0)] == list(ALL)
    assert CHOICES[1:5:2] == ALL[1:5:2]


@pytest.mark.parametrize("place", [6, -7])
def test_there_is_nothing_beyond_the_ends(place: int) -> None:
    with pytest.raises(IndexError):
        CHOICES[place]


def test_what_is_gone_through_twice_is_made_once() -> None:
    assert all(one is other for one, other in zip(CHOICES, CHOICES, strict=True))
