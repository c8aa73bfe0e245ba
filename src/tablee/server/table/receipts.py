"""Why was I second? What the referee weighed, told to those who saw the race."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from tablee.kernel.game import Refusal, is_told
from tablee.server.play.referee import ReceiptLine
from tablee.server.table.decision import Decision, Message, Verdict
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor


def receipt(actor: Actor, message: Message[m.AskReceipt]) -> Verdict:
    """Why was I second? Told to those who saw the race, once it is over."""
    running, command = actor.running, message.command
    referee = None if running is None else running.referee
    lines: list[ReceiptLine] | None = None
    if running is not None and referee is not None:
        ask = referee.closed(running.real_id(command.ask))
        found = None if ask is None or not is_told(ask.to, command.seat) else referee.receipt(ask.id)
        lines = None if found is None else found.lines
    if lines is None:
        return Refusal("no_receipt")
    return Decision(answer={"lines": [_line_json(line) for line in lines]})


def _line_json(line: ReceiptLine) -> t.ReceiptLine:
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
