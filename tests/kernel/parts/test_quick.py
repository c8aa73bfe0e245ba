"""What is made quickly is the same as what is made."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from tablee.kernel import Board, Channel, Hand
from tablee.kernel.parts.quick import quick


@dataclass(frozen=True, slots=True)
class Sky(Board):
    stars: tuple[int, ...]
    moon: str | None = None


@dataclass(frozen=True, slots=True)
class Paw(Hand):
    claws: int


quick_sky = quick(Sky)
quick_paw = quick(Paw)


def test_it_is_the_same_value_of_the_same_class() -> None:
    made, usual = quick_sky((1, 2), "full"), Sky((1, 2), "full")
    assert type(made) is Sky
    assert made == usual
    assert hash(made) == hash(usual)
    assert repr(made) == repr(usual)


def test_defaults_and_names_are_those_of_the_class() -> None:
    assert quick_sky(()) == Sky(())
    assert quick_sky(moon="new", stars=()) == Sky((), "new")
    talk = (Channel("table", True, "none"),)
    assert quick_paw(2, 5) == Paw(2, 5)
    assert quick_paw(2, 5, talk=talk) == Paw(2, 5, talk=talk)


def test_it_is_frozen() -> None:
    made = quick_sky(())
    with pytest.raises(FrozenInstanceError):
        made.moon = "half"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.moon
    assert not hasattr(made, "__dict__")


def test_a_field_that_is_missing_is_an_error_as_ever() -> None:
    with pytest.raises(TypeError, match="claws"):
        quick_paw(2)  # type: ignore[call-arg]


def test_only_dataclasses_can_be_made_so() -> None:
    with pytest.raises(TypeError, match="no dataclass"):
        quick(int)
    with pytest.raises(TypeError, match="no dataclass"):
        quick(lambda: Sky(()))
