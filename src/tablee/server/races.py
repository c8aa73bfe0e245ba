"""Answers on their way to the table: straight, or through the referee while a race is open."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tablee.kernel.game import Action, Ask, Ms, Refusal, Seat, is_told
from tablee.server import messages as m
from tablee.server import tells as t
from tablee.server.decisions import Decision, Message, Verdict
from tablee.server.referee import Input, Line
from tablee.server.visit import Visit

if TYPE_CHECKING:
    from tablee.server.actor import Actor
    from tablee.server.running import Running


class Answer(NamedTuple):
    """What a seat answers. `visit` is None for a bot, `command` is the id of the client's making."""

    seat: Seat
    ask: str
    action: Action
    arrived: Ms
    visit: Visit | None
    command: str | None
    reaction: float | None = None
    """What the device says it took, from showing to finger."""


Waiting: TypeAlias = Answer | Ask
"""What waits at the referee: answers, and asks whose time ran out."""


def arrive(running: Running, answer: Answer) -> Refusal | None:
    """Let it wait at the referee."""
    assert running.referee is not None
    return running.referee.arrive(Input(answer.seat, answer.ask, answer, answer.reaction, answer.arrived))


def time_is_up(running: Running, ask: Ask) -> None:
    """While a race is open this waits too: somebody may have moved in time, behind a long line. Once for each ask."""
    expires_at = running.expires_at()
    if running.referee is None or expires_at is None or running.referee.holds_time_of(ask.id):
        return
    running.referee.arrive(Input(None, ask.id, ask, None, expires_at - 1))


def refused(running: Running, answer: Answer, refusal: Refusal) -> None:
    """The table did not take it: the receipt says how late it was, or nothing."""
    if running.referee is None:
        return
    given = Input[Waiting](answer.seat, answer.ask, answer, answer.reaction, answer.arrived)
    running.referee.refused(given)
    if refusal.code == "too_late":
        running.referee.late(given)


def not_kept(running: Running, answer: Answer) -> None:
    """The table took it, but it never happened."""
    if running.referee is not None:
        running.referee.refused(Input[Waiting](answer.seat, answer.ask, answer, answer.reaction, answer.arrived))


def receipt(actor: Actor, message: Message[m.AskReceipt]) -> Verdict:
    """Why was I second? Told to those who saw the race, once it is over."""
    running, command = actor.running, message.command
    referee = None if running is None else running.referee
    lines: list[Line] | None = None
    if running is not None and referee is not None:
        ask = referee.closed(running.real_id(command.ask))
        found = None if ask is None or not is_told(ask.to, command.seat) else referee.receipt(ask.id)
        lines = None if found is None else found.lines
    if lines is None:
        return Refusal("no_receipt")
    return Decision(answer={"lines": [_line_json(line) for line in lines]})


def _line_json(line: Line) -> t.ReceiptLine:
    return {
        "seat": line.seat,
        "rank": line.rank,
        "reported": None if line.reported is None else round(line.reported),
        "credited": round(line.credited),
        "counted": round(line.counted),
        "percent": line.percent,
        "margin": ceil(line.margin),
        "reason": line.reason,
        "photo": line.photo,
    }
