"""What a player was told, to be held against the record of the game: nothing acknowledged is missing or there twice,
and every board that was shown is one of that very game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.server.venue import Message

from tablee.kernel.game import SCREEN
from tablee.kernel.replay import replay
from tablee.server.show.tools import GameTools


class Lost(Exception):
    """A promise was broken. The message says which."""


class Step(NamedTuple):
    """What one command did, as a record has it."""

    seat: int
    ask: str
    action: str


@dataclass(slots=True)
class Ledger:
    """What one game owes to this player."""

    commitment: str
    acknowledged: list[Step] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


def real_id(ask: str) -> str:
    """A race that a kill has cut goes on under another name, and from the second game on all asks say which it is."""
    return ask.rpartition(":")[2].partition("~")[0]


def shown_board(frame: Message) -> str:
    asks = [[real_id(ask["id"]), ask["seats"], ask["awaited"], ask["until"]] for ask in frame["asks"]]
    return json.dumps([frame["board"], asks, frame["outcome"]], sort_keys=True)


def compare(ledger: Ledger, kit: GameTools, text: str, people: int, player: int) -> None:
    """Lost, unless this record holds just what was acknowledged, and every board that was shown."""
    record = kit.wire.read_record(text)
    if record.header.commitment != ledger.commitment or record.ending is None:
        raise Lost(f"player {player}: this is not the record of the game that was played")
    steps = [
        Step(entry.seat, entry.ask, json.dumps(kit.wire.action.to_json(entry.action), sort_keys=True))
        for entry in record.entries
        if entry.seat is not None and entry.seat < people and entry.action is not None
    ]
    if steps != ledger.acknowledged:
        raise Lost(f"player {player}: acknowledged {ledger.acknowledged}, found {steps}")
    boards = [_screen(kit, table) for table in replay(kit.game, record)]
    at = 0
    for number, shown in enumerate(ledger.shown):
        try:
            at = boards.index(shown, at)
        except ValueError:
            raise Lost(f"player {player}: board {number} of those shown is not in the record: {shown}") from None


def _screen(kit: GameTools, table: Any) -> str:
    """The board as the screen is shown it."""
    view, outcome = table.view(SCREEN), table.outcome
    shown = None if outcome is None else kit.wire.outcome.to_json(outcome)
    asks = [[ask.id, ask.seats, ask.awaited, ask.until] for ask in view.asks]
    return json.dumps([kit.board.to_json(view.board), asks, shown], sort_keys=True)
