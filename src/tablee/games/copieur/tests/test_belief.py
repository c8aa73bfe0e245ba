"""Belief moves with the slates, learns from evidence, blurs with time, and never breaks down."""

from __future__ import annotations

import pytest

from tablee.games.copieur.belief import ARRANGEMENTS, Belief


def knowing(*numbers: int) -> Belief:
    belief = Belief()
    for place, number in enumerate(numbers):
        belief.see(place, number)
    return belief


def certain(belief: Belief) -> list[int]:
    """What is believed to lie at each place, where it is certain; 0 elsewhere."""
    return [next((number for number in range(1, 7) if belief.chance(place, number) > 0.999), 0) for place in range(6)]


def test_at_first_everything_is_possible() -> None:
    assert len(ARRANGEMENTS) == 720
    assert Belief().places(4) == pytest.approx([1 / 6] * 6)


def test_five_slates_seen_give_the_sixth() -> None:
    assert certain(knowing(3, 1, 2, 6, 5)) == [3, 1, 2, 6, 5, 4]


def test_slates_are_followed_wherever_they_go() -> None:
    belief = knowing(1, 2, 3, 4, 5, 6)
    belief.exchange(0, 4)
    assert certain(belief) == [5, 2, 3, 4, 1, 6]
    belief.pass_left(4)
    assert certain(belief) == [4, 5, 2, 3, 1, 6]
    belief.pass_left(3)
    assert certain(belief) == [2, 4, 5, 3, 1, 6]


def test_who_confuses_two_places_knows_all_the_others() -> None:
    belief = knowing(1, 2, 3, 4, 5, 6)
    belief.confuse(2, 5)
    assert certain(belief) == [1, 2, 0, 4, 5, 0]
    assert belief.chance(2, 3) == belief.chance(2, 6) == pytest.approx(0.5)
    belief.see(5, 3)
    assert certain(belief) == [1, 2, 6, 4, 5, 3]


def test_an_exchange_with_nobody_knows_whom() -> None:
    belief = knowing(1, 2, 3, 4, 5, 6)
    belief.exchange_with_some(0)
    assert belief.chance(0, 1) == 0
    assert belief.places(1)[1:] == pytest.approx([0.2] * 5)
    assert belief.chance(3, 4) == pytest.approx(0.8)


def test_evidence_changes_the_odds() -> None:
    belief = Belief()
    belief.weigh(2, 4, 3)
    assert belief.places(4) == pytest.approx([1 / 8, 1 / 8, 3 / 8, 1 / 8, 1 / 8, 1 / 8])
    belief.weigh(2, 4, 0)
    assert belief.places(4) == pytest.approx([0.2, 0.2, 0, 0.2, 0.2, 0.2])


def test_where_memory_has_failed_the_eyes_are_right() -> None:
    belief = knowing(1, 2, 3, 4, 5, 6)
    belief.see(0, 2)
    assert belief.chance(0, 2) == pytest.approx(1)
    belief = knowing(1, 2, 3, 4, 5, 6)
    belief.weigh(0, 1, 0)
    assert belief.chance(0, 1) == 0
    assert sum(belief.places(1)) == pytest.approx(1)
