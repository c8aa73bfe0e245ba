"""Pictures of states."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import pytest

from tablee.kernel import ALL, Caption, State
from tablee.kit.snapshot import facts_of, first_difference, snapshot


class Box:
    __slots__ = ("__secret", "inside")

    def __init__(self, inside: object, secret: object = 0) -> None:
        self.inside = inside
        self.__secret = secret


class Loose:
    def __init__(self) -> None:
        self.things: list[int] = [1]


@dataclass(slots=True)
class Small(State):
    numbers: list[int]

    def __init__(self, *numbers: int) -> None:
        State.__init__(self, 1)
        self.numbers = list(numbers)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [1, 3]),
        ([1], (1,)),
        ([[1], [2]], [[1], [3]]),
        (([1],), ([2],)),
        ({"a": [1]}, {"a": [2]}),
        (MappingProxyType({"a": 1}), MappingProxyType({"a": 2})),
        ({1, 2}, {1, 3}),
        (Box([1]), Box([2])),
        (Box(1, secret=1), Box(1, secret=2)),
        (Box(Box([1])), Box(Box([2]))),
        (Caption("a", {}, ALL), Caption("b", {}, ALL)),
        (bytearray(b"a"), bytearray(b"b")),
    ],
)
def test_different_things_have_different_pictures(one: object, other: object) -> None:
    assert snapshot(one) == snapshot(one)
    assert snapshot(one) != snapshot(other)


def test_a_picture_does_not_change_with_the_state() -> None:
    box, loose = Box([[1], {"a": [2]}]), Loose()
    pictures = snapshot(box), snapshot(loose)
    assert isinstance(box.inside, list)
    box.inside[1]["a"].append(3)
    loose.things.append(2)
    assert snapshot(box) != pictures[0]
    assert snapshot(loose) != pictures[1]


def test_facts_leave_the_captions_out() -> None:
    one, other = Small(1), Small(1)
    other.captions.append(Caption("hello", {}, ALL))
    assert snapshot(one) != snapshot(other)
    assert facts_of(one) == facts_of(other)
    assert facts_of(one) != facts_of(Small(2))


def test_the_field_that_differs_has_a_name() -> None:
    state = Small(1)
    picture = snapshot(state)
    state.numbers.append(2)
    assert first_difference(state, picture) == "numbers"
