"""Who handles which command, and who may ask for it: the only list of them. A handler gives a verdict and changes
nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tablee.server.table import desk, receipts, talk, turns
from tablee.server.table.decision import Verdict
from tablee.server.table.rights import Right
from tablee.server.wire import commands as m


class Handler(NamedTuple):
    handle: Callable[..., Verdict]
    """Takes the table's actor and a message."""
    right: Right


HANDLERS: Final[dict[type[m.Command], Handler]] = {
    # In a game.
    m.Play: Handler(turns.play, Right.OWNER),
    m.Hold: Handler(turns.hold, Right.OWNER),
    m.Say: Handler(talk.say, Right.OWNER),
    m.AskReceipt: Handler(receipts.receipt, Right.OWNER),
    m.HandOver: Handler(desk.change, Right.OWNER_OR_LEADER),
    m.TakeBack: Handler(desk.change, Right.OWNER),
    m.Pause: Handler(desk.change, Right.SEATED),
    m.Resume: Handler(desk.change, Right.SEATED),
    # Places.
    m.Sit: Handler(desk.sit, Right.ANYBODY),
    m.Stand: Handler(desk.change, Right.OWNER),
    m.Rename: Handler(desk.change, Right.OWNER_OR_LEADER),
    m.Ready: Handler(desk.change, Right.OWNER),
    m.Comfort: Handler(desk.change, Right.OWNER_OR_HOST),
    m.SeatBot: Handler(desk.change, Right.LEADER),
    m.Remove: Handler(desk.change, Right.HOST),
    m.Move: Handler(desk.change, Right.HOST),
    m.Reclaim: Handler(desk.reclaim, Right.ANYBODY),
    m.Admit: Handler(desk.admit, Right.LEADER),
    # The table.
    m.SetOptions: Handler(desk.change, Right.LEADER),
    m.SetPace: Handler(desk.change, Right.LEADER),
    m.Mute: Handler(desk.change, Right.LEADER),
    m.Words: Handler(desk.change, Right.LEADER),
    m.HandDesk: Handler(desk.change, Right.HOST),
    m.Start: Handler(desk.start, Right.LEADER),
    m.Again: Handler(desk.again, Right.LEADER),
    m.End: Handler(desk.end, Right.HEIR),
    m.Close: Handler(desk.clear, Right.HOST),
}
