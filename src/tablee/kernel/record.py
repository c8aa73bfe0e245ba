"""The record of one table: a header, the entries, and, once it is over, the seed.

An entry holds what went in and the integers drawn, so a replay depends on no generator and on no clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple

from tablee.kernel.game import A, Ms, O, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Header(Generic[O]):
    """What a table was before its first card."""

    game: str
    rules: int
    contents: Mapping[str, str]
    options: O
    teams: tuple[str | None, ...]
    commitment: str

    @property
    def seats(self) -> int:
        return len(self.teams)


class Entry(NamedTuple, Generic[A]):
    """One input. A setup has neither seat nor ask, an expiry has no seat."""

    kind: Literal["setup", "step", "expire"]
    seat: Seat | None
    ask: str
    action: A | None
    now: Ms
    draws: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """What is published when a table is over: the seed that was promised, the outcome, and a fingerprint of all that
    every viewer was shown."""

    seed: str
    outcome: Outcome
    trail: str


@dataclass(slots=True)
class Record(Generic[O, A]):
    header: Header[O]
    entries: list[Entry[A]] = field(default_factory=list)
    ending: Ending | None = None
