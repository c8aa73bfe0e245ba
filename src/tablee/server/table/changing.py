"""How a command is handled that changes the lobby and nothing else: a rule says what becomes of it, and that is kept
once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from tablee.games import Found
from tablee.kernel.game import Refusal
from tablee.server.lobby import Change, Lobby, Place, Who
from tablee.server.store.interface import Write
from tablee.server.table.decision import DONE, Changed, Decision, Effect, Message, Verdict
from tablee.server.wire import commands as m

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

C = TypeVar("C", bound=m.Command)


class Wish(NamedTuple, Generic[C]):
    """Somebody who may wants something to be different."""

    lobby: Lobby
    command: C
    who: Who
    found: Found


Rule: TypeAlias = Callable[[Wish[Any]], Change]
"""Pure: what becomes of the lobby, or why nothing does."""
Handle: TypeAlias = Callable[..., Verdict]
CHANGED: Final = Changed()


def once(handle: Handle) -> Handle:
    """A command that changed the lobby is not carried out again, after a restart either."""

    @wraps(handle)
    def once(actor: Actor, message: Message[Any]) -> Verdict:
        kept = actor.answers.find_kept(actor.askers(message.visit, message.command), message.command.id)
        return DONE if isinstance(kept, dict) else handle(actor, message)

    return once


def adopted(
    actor: Actor, message: Message[Any], change: Change, effect: Effect, further: Sequence[Write] = ()
) -> Verdict:
    """Keep the new lobby and what goes with it, then answer and tell everybody."""
    if isinstance(change, Refusal):
        return change
    kept = actor.answers.with_kept(actor.askers(message.visit, message.command), message.command.id, {})
    return Decision([actor.saved(change, kept), *further], change, kept, {}, effect)


def changes(rule: Rule, effect: Effect = CHANGED) -> Handle:
    """The handler of a command whose rule is all there is to it."""

    @once
    def change(actor: Actor, message: Message[Any]) -> Verdict:
        visit, command = message.visit, message.command
        new = rule(Wish(actor.lobby, command, actor.who(visit), actor.tools.found))
        return adopted(actor, message, new, effect)

    return change


def not_in_lobby(lobby: Lobby) -> Refusal | None:
    return None if lobby.phase == "lobby" else Refusal("playing" if lobby.phase == "playing" else "over")


def person_at(lobby: Lobby, number: int) -> Place | Refusal:
    """This place, if somebody sits on it."""
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind != "person":
        return Refusal("no_such_place")
    return lobby.places[number]
