"""Answers on their way to the table: straight, or through the referee while a race is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from tablee.kernel.game import Action, Ask, Ms, Refusal, Seat
from tablee.server.play.referee import Input
from tablee.words import Words

if TYPE_CHECKING:
    from tablee.server.play.live import LiveGame


class Asker(Protocol):
    """Who gave it, and hears what became of it."""

    @property
    def language(self) -> str: ...

    def answer(self, text: bytes) -> None: ...

    def refuse(self, command: str | None, refusal: Refusal, words: Words | None = None) -> bytes: ...


class SeatInput(Struct, frozen=True):
    """What a seat answers. `visit` is None for a bot, `command` is the id of the client's making."""

    seat: Seat
    ask: str
    action: Action
    arrived: Ms
    visit: Asker | None
    command: str | None
    reaction: float | None = None
    """What the device says it took, from showing to finger."""


Waiting: TypeAlias = SeatInput | Ask
"""What waits at the referee: answers, and asks whose time ran out."""


def arrive(running: LiveGame, given: SeatInput) -> Refusal | None:
    """Let it wait at the referee."""
    assert running.referee is not None
    return running.referee.arrive(Input(given.seat, given.ask, given, given.reaction, given.arrived))


def time_is_up(running: LiveGame, ask: Ask) -> None:
    """While a race is open this waits too: somebody may have moved in time, behind a long line. Once for each ask."""
    expires_at = running.expires_at()
    if running.referee is None or expires_at is None or running.referee.holds_time_of(ask.id):
        return
    running.referee.arrive(Input(None, ask.id, ask, None, expires_at - 1))


def refused(running: LiveGame, given: SeatInput, refusal: Refusal) -> None:
    """The table did not take it: the receipt says how late it was, or nothing."""
    if running.referee is None:
        return
    weighed = Input[Waiting](given.seat, given.ask, given, given.reaction, given.arrived)
    running.referee.refused(weighed)
    if refusal.code == "too_late":
        running.referee.late(weighed)


def not_kept(running: LiveGame, given: SeatInput) -> None:
    """The table took it, but it never happened."""
    if running.referee is not None:
        running.referee.refused(Input[Waiting](given.seat, given.ask, given, given.reaction, given.arrived))
