"""Who is told what: the lobby, frames, the speed of time. Recipients are those who are there now, and each is told what
they may know now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.kernel.game import Ms, Seat
from tablee.server.play.live import LiveGame
from tablee.server.show.lobby_text import lobby_text, packs_text, table_text
from tablee.server.table.decision import Held
from tablee.server.table.visit import Visit

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor


def lobby(actor: Actor, visits: Collection[Visit] | None = None) -> None:
    """Everybody, if nobody is named."""
    if visits is None and actor.news is not None:
        actor.news.cancel()
        actor.news = None
    here, shown = actor.here(), replace(actor.lobby, paused=actor.is_resting)
    spectators = sum(1 for other in actor.visits if other.is_spectator(actor.lobby))
    seeds = ("", None) if actor.running is None else (actor.running.commitment, actor.running.seed.hex())
    tables: dict[str, bytes] = {}
    packs = packs_text(actor.lobby.options)
    for visit in actor.visits if visits is None else visits:
        language = visit.language
        if language not in tables:
            tables[language] = table_text(actor.tools, shown, language, here, spectators, seeds)
        visit.tell_lobby(lobby_text(tables[language], actor.lobby, actor.who(visit)), packs)


def lobby_soon(actor: Actor) -> None:
    """How many look on is news for nobody in particular: who comes and goes a hundred times tells nobody more than
    once a second."""
    if actor.news is None:
        at = actor.services.wall.now() + actor.services.limits.news
        actor.news = actor.services.wall.at(at, lambda: actor.post(actor.tell_lobby))


def speed(actor: Actor, but: Visit | None = None, informed: Sequence[Visit] = ()) -> None:
    """Where time changed its speed, those who got no frame are told."""
    running = actor.running
    if running is None or running.speed == actor.told_speed:
        return
    actor.told_speed = running.speed
    text = b'{"tell":"clock",%b}' % running.time()
    for visit in actor.visits:
        if visit is not but and visit not in informed:
            visit.tell_clock(text)


def snapshots(actor: Actor, visit: Visit, seats: Sequence[Seat | None] | None = None) -> None:
    """One frame with the whole view for each viewer of this visit."""
    if actor.running is None:
        return
    watches = visit.watches(actor.lobby.places)
    for seat in watches if seats is None else seats:
        watch = watches[seat]
        visit.show(watch, actor.running.views.view(watch.viewer), (), actor.running.time(), True)


def beginning(actor: Actor, running: LiveGame) -> None:
    """The first frame of a game, with what the setup has to tell."""
    for visit in actor.visits:
        for seat, watch in visit.watches(actor.lobby.places).items():
            captions = running.views.captions(seat, visit.language)
            visit.show(watch, running.views.view(watch.viewer), captions, running.time(), True)


def uncover(actor: Actor, seat: Seat) -> None:
    if actor.running is not None:
        actor.running.missed.pop(seat, None)
    for visit in actor.visits:
        if seat in visit.watches(actor.lobby.places):
            snapshots(actor, visit, [seat])


def hold(actor: Actor, held: Held) -> None:
    watch = held.visit.watches(actor.lobby.places).get(held.seat)
    if watch is not None:
        watch.hold(held.is_held)
        if actor.running is not None:
            view = actor.running.views.view(watch.viewer)
            held.visit.show(watch, view, (), actor.running.time(), False)


def frames(actor: Actor, running: LiveGame, wall: Ms) -> None:
    """Show everybody what the last input changed for them."""
    views, time, has_captions = running.views, running.time(wall), bool(running.table.captions)
    views.changed()
    informed: list[Visit] = []
    places = actor.lobby.places
    for visit in actor.visits:
        for seat, watch in visit.watches(places).items():
            captions = views.captions(seat, visit.language) if has_captions else ()
            if visit.show(watch, views.view(watch.viewer), captions, time, False):
                informed.append(visit)
    if running.speed != actor.told_speed:
        speed(actor, informed=informed)
    if running.cast is not None:
        running.cast.look()
