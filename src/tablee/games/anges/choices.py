"""Moves that are many, of which often a single one is looked at: that one alone is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar, overload

from tablee.games.anges.actions import AngesAction

F = TypeVar("F")
G = TypeVar("G")


class Choices(Sequence[AngesAction], Generic[F, G]):
    """What `make` makes of each of these with each of those. Once somebody has gone through all of them, they are kept
    for the next who does."""

    __slots__ = ("_make", "_these", "_those")

    def __init__(self, make: Callable[[F, G], AngesAction], these: Sequence[F], those: Sequence[G]) -> None:
        self._make = make
        self._these = these
        self._those = those

    def __len__(self) -> int:
        return len(self._these) * len(self._those)

    @overload
    def __getitem__(self, index: int) -> AngesAction: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[AngesAction, ...]: ...

    def __getitem__(self, index: int | slice) -> AngesAction | tuple[AngesAction, ...]:
        if isinstance(index, slice):
            return _all_of(self)[index]
        these, those = divmod(index, len(self._those))
        return self._make(self._these[these], self._those[those])

    def __iter__(self) -> Iterator[AngesAction]:
        return iter(_all_of(self))

    def make_all(self) -> tuple[AngesAction, ...]:
        make, those = self._make, self._those
        return tuple([make(this, that) for this in self._these for that in those])


@lru_cache(maxsize=256)
def _all_of(choices: Choices[F, G]) -> tuple[AngesAction, ...]:
    return choices.make_all()
