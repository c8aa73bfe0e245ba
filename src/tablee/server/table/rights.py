"""Who may ask for what. A right is looked up when a command is handled, in the lobby as it is then."""

from __future__ import annotations

from enum import Enum
from typing import Final, assert_never

from tablee.kernel.game import Refusal
from tablee.server.lobby import Lobby, Who
from tablee.server.wire import commands as m

HOST_ONLY: Final = Refusal("host_only")
HOST_MAY_RETURN: Final = Refusal("host_may_return")
NOT_YOURS: Final = Refusal("not_yours")


class Right(Enum):
    ANYBODY = "whoever is at the table"
    SEATED = "who sits there, or leads"
    OWNER = "whose place it is"
    OWNER_OR_LEADER = "whose place it is, or who leads"
    OWNER_OR_HOST = "whose place it is, or the host"
    LEADER = "the host, or who stands in for a host who is away"
    HEIR = "the host, or who stands in for a host who is lost"
    HOST = "the host alone"


def refuse(right: Right, lobby: Lobby, command: m.Command, who: Who) -> Refusal | None:
    """Why they may not, if they may not."""
    match right:
        case Right.ANYBODY:
            return None
        case Right.OWNER:
            return refuse_owner(lobby, command, who.keys)
        case Right.LEADER:
            return None if who.leads else HOST_ONLY
        case Right.HEIR:
            return None if who.decides else HOST_MAY_RETURN if who.is_deputy else HOST_ONLY
        case Right.HOST:
            return None if who.is_host else HOST_ONLY
        case Right.SEATED:
            return None if who.leads or lobby.places_of(who.keys) else Refusal("seated_only")
        case Right.OWNER_OR_LEADER | Right.OWNER_OR_HOST:
            may_anyway = who.leads if right is Right.OWNER_OR_LEADER else who.is_host
            refusal = refuse_owner(lobby, command, who.keys)
            return None if may_anyway and refusal is not None and refusal.code == "not_your_place" else refusal
    assert_never(right)


def refuse_owner(lobby: Lobby, command: m.Command, keys: frozenset[str]) -> Refusal | None:
    """Why whoever holds these keys may not do what only those may whose place it is."""
    if isinstance(command, m.OfSeat):
        return None if lobby.is_opened_by(keys, command.seat) else NOT_YOURS
    assert isinstance(command, m.OfPlace)
    if not 0 <= command.place < len(lobby.places):
        return Refusal("no_such_place")
    return None if lobby.is_opened_by(keys, command.place) else Refusal("not_your_place")
