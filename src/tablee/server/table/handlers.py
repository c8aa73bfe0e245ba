"""Who handles which command, and who may ask for it: the only list of them. A handler gives a verdict and changes
nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tablee.server.table import games, places, receipts, setting, talk, turns
from tablee.server.table.changing import changes
from tablee.server.table.decision import Changed, Verdict
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
    m.HandOver: Handler(changes(places.hand_over), Right.OWNER_OR_LEADER),
    m.TakeBack: Handler(changes(places.take_back), Right.OWNER),
    m.Pause: Handler(changes(games.pause), Right.SEATED),
    m.Resume: Handler(changes(games.pause), Right.SEATED),
    # Places.
    m.Sit: Handler(places.sit, Right.ANYBODY),
    m.Stand: Handler(changes(places.stand), Right.OWNER),
    m.Rename: Handler(changes(places.rename), Right.OWNER_OR_LEADER),
    m.Ready: Handler(changes(places.ready), Right.OWNER),
    m.Comfort: Handler(changes(setting.comfort), Right.OWNER_OR_HOST),
    m.SeatBot: Handler(changes(places.seat_bot), Right.LEADER),
    m.Remove: Handler(changes(places.remove, Changed(is_removal=True)), Right.HOST),
    m.Move: Handler(changes(places.move), Right.HOST),
    m.Reclaim: Handler(places.reclaim, Right.ANYBODY),
    m.Admit: Handler(places.admit, Right.LEADER),
    # The table.
    m.SetOptions: Handler(changes(setting.options), Right.LEADER),
    m.SetPace: Handler(changes(setting.pace), Right.LEADER),
    m.Mute: Handler(changes(setting.mute), Right.LEADER),
    m.Words: Handler(changes(setting.free_talk), Right.LEADER),
    m.HandDesk: Handler(changes(setting.hand_desk), Right.HOST),
    m.Start: Handler(games.start, Right.LEADER),
    m.Again: Handler(games.again, Right.LEADER),
    m.End: Handler(games.end, Right.HEIR),
    m.Close: Handler(games.clear, Right.HOST),
}
