"""Who comes to a table, and who has to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.game import Refusal, Seat
from tablee.server.keys import hashed
from tablee.server.lobby import Lobby, welcome_back
from tablee.server.table.decision import Decision, Enter
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor


def welcome(actor: Actor, visit: Visit, command: m.Hello) -> None:
    """Let it in, once it is sure that its seats are played by nobody else."""
    if visit.is_over:  # it went elsewhere before it was let in
        visit.refuse(command.id, Refusal("no_table"))
        return
    if actor.gone is not None:
        turn_away(actor, visit, command)
        return
    known = {key for place in actor.lobby.places for key in place.keys}.union(actor.lobby.hosts)
    visit.keys = frozenset(hashed(key) for key in command.keys).intersection(known)
    watching = sum(1 for other in actor.visits if not actor.lobby.places_of(other.keys))
    if not visit.keys and watching >= actor.services.limits.spectators:
        visit.refuse(command.id, Refusal("too_many_spectators"))
        visit.end()
        return
    back = welcome_back(actor.lobby, actor.lobby.places_of(visit.keys))
    is_same = back == actor.lobby
    writes = () if is_same else (actor.saved(back),)
    answer: t.Promised = {"table": actor.lobby.code}
    actor.settle(
        Decision(writes, None if is_same else back, None, answer, Enter(visit, command.screen)), visit, command
    )


def turn_away(actor: Actor, visit: Visit, command: m.Command) -> None:
    """The table is no more, or it has just fallen asleep: then who comes back finds it where it is now."""
    if actor.gone == "cleared":
        visit.refuse(command.id, Refusal("no_such_table", {"code": actor.lobby.code}))
        visit.end()
    else:
        visit.bye("closing")


def let_in(actor: Actor, entry: Enter) -> None:
    visit = entry.visit
    visit.wants_screen = entry.is_screen
    actor.enter(visit)
    for seat in visit.watches(actor.lobby.places):
        if seat is not None:
            _make_room(actor, seat)
            if actor.running is not None:
                actor.running.missed.pop(seat, None)


def _make_room(actor: Actor, seat: Seat) -> None:
    """A seat may be open on a few screens at once, not on any number."""
    holders = [other for other in actor.visits if seat in other.watches(actor.lobby.places)]
    for oldest in holders[: -actor.services.limits.per_seat]:
        actor.dismiss(oldest, "moved")


def see_off(actor: Actor, before: Lobby) -> None:
    """Who was removed from the only place they had goes."""
    for visit in list(actor.visits):
        had, has = before.places_of(visit.keys), actor.lobby.places_of(visit.keys)
        if had and not has and visit.keys.isdisjoint(actor.lobby.hosts):
            actor.dismiss(visit, "removed")


def seated(actor: Actor) -> list[Visit]:
    """Those who hold a place."""
    return [visit for visit in actor.visits if actor.lobby.places_of(visit.keys)]
