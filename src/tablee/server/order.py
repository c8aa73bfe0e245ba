"""The seam of the race referee: while a race is open, every answer passes through a Referee, which hands them over in
the order it finds fair. The real one is in `referee.py` and not connected yet; until then: in order of arrival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tablee.kernel.game import Action, Ms, Seat
from tablee.server.connection import Connection


class Answer(NamedTuple):
    """What a seat answers. `connection` is None for a bot, `command` is the id of the client's making."""

    seat: Seat
    ask: str
    action: Action
    arrived: Ms
    connection: Connection | None
    command: str | None


class Referee(Protocol):
    def offer(self, answer: Answer) -> None:
        """An answer arrived while a race is open."""

    def release(self, wall: Ms) -> Sequence[Answer]:
        """What is to be handed over now, in the fair order; it waits no longer."""

    def next_at(self) -> Ms | None:
        """When on the wall something that waits is to be handed over; None where nothing waits. Until then no clock of
        the table runs out."""


class ArrivalOrder:
    def __init__(self) -> None:
        self._waiting: list[Answer] = []

    def offer(self, answer: Answer) -> None:
        self._waiting.append(answer)

    def release(self, wall: Ms) -> Sequence[Answer]:
        released, self._waiting = self._waiting, []
        return released

    def next_at(self) -> Ms | None:
        return min((answer.arrived for answer in self._waiting), default=None)
