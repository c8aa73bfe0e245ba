"""Games at a table: starting, pausing and stopping one, another one, clearing the table away."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tablee.arena.entrants import seat_teams
from tablee.games import Found
from tablee.kernel.codec import Json
from tablee.kernel.game import Refusal
from tablee.kernel.options import refuse_table
from tablee.kernel.table import open_table
from tablee.server.lobby import FREE, Change, Lobby, Who
from tablee.server.past.record import header_line
from tablee.server.play.live import LiveGame
from tablee.server.show.voice import house_words, names_of
from tablee.server.store.interface import ClearTable, Finish, Forget, NewGame, Write
from tablee.server.table.changing import Wish, adopted, once
from tablee.server.table.decision import Begin, Changed, Decision, Message, Vanish, Verdict
from tablee.server.wire import commands as m
from tablee.words import LANGUAGES

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

_encode: Final = msgspec.json.Encoder().encode


# Rules: what becomes of the lobby.


def seated(lobby: Lobby, who: Who, found: Found) -> Change:
    """The lobby of a game that begins: places without gaps, so that place and seat are one number."""
    if lobby.phase == "playing":
        return Refusal("playing")
    mine = lobby.places_of(who.keys)
    if lobby.phase == "lobby":
        for number, place in enumerate(lobby.places):
            if place.kind == "person" and not place.ready and number not in mine:
                return Refusal("not_ready", {"name": place.name})
    seated = [place for place in lobby.places if place.kind != "free"]
    taken = tuple(replace(place, ready=False) if place.ready else place for place in seated)
    teams = seat_teams(found.game, lobby.options, len(taken))
    refusal = refuse_table(found.game.meta, lobby.options, teams)
    if refusal is not None:
        return refusal
    return replace(lobby, places=taken, phase="playing", paused=False)


def back_to_lobby(lobby: Lobby, found: Found) -> Change:
    """After a game: the same people, but places and options can change."""
    if lobby.phase != "over":
        return Refusal("playing" if lobby.phase == "playing" else "in_lobby")
    return _cleared(lobby, found)


def stopped(lobby: Lobby, found: Found) -> Change:
    """A game that nobody wants to go on with: it never was."""
    return _cleared(lobby, found) if lobby.phase == "playing" else Refusal("not_playing")


def _cleared(lobby: Lobby, found: Found) -> Lobby:
    """The table with nothing on it."""
    high = found.game.meta.seats(lobby.options)[-1]
    places = tuple(replace(place, stand_in=None, is_away=False, ready=place.kind == "bot") for place in lobby.places)
    free = (FREE,) * (high - len(places))
    return replace(lobby, phase="lobby", record=None, paused=False, places=places + free)


def pause(wish: Wish[m.Pause | m.Resume]) -> Change:
    if wish.lobby.phase != "playing":
        return Refusal("not_playing")
    return replace(wish.lobby, paused=isinstance(wish.command, m.Pause))


# Handlers.


@once
def start(actor: Actor, message: Message[m.Start]) -> Verdict:
    return _begun(actor, message, seated(actor.lobby, actor.who(message.visit), actor.tools.found))


@once
def again(actor: Actor, message: Message[m.Again]) -> Verdict:
    lobby, found = _handed_down(actor), actor.tools.found
    if message.command.lobby:
        return adopted(actor, message, back_to_lobby(lobby, found), Changed())
    if lobby.phase != "over":
        return Refusal("not_over")
    return _begun(actor, message, seated(lobby, actor.who(message.visit), found))


def _handed_down(actor: Actor) -> Lobby:
    """The lobby after a game, with what that game leaves to the next."""
    lobby, running = actor.lobby, actor.running
    if lobby.phase != "over" or running is None:
        return lobby
    return replace(lobby, options=actor.tools.game.next_options(running.table.state, lobby.options))


@once
def end(actor: Actor, message: Message[m.End]) -> Verdict:
    """Changed the game that runs. Nothing of it is kept: it has no winner, and its secrets are nobody's business."""
    new = stopped(actor.lobby, actor.tools.found)
    return adopted(actor, message, new, Changed(), _forgotten(actor))


def clear(actor: Actor, _: Message[m.Close]) -> Verdict:
    """Clear the table away. Its finished games stay with those who played them."""
    return Decision([*_forgotten(actor), ClearTable()], answer={}, effect=Vanish())


def _forgotten(actor: Actor) -> list[Write]:
    """The game that runs, also where it cannot be played any more."""
    running, stored, record = actor.running, actor.stored, actor.lobby.record
    if actor.lobby.phase != "playing" or record is None:
        return []
    if running is not None:
        return [Finish(running.ordinal, running.all_entries()), Forget(record)]
    return [] if stored is None else [Finish(stored.ordinal, "[]"), Forget(record)]


def _begun(actor: Actor, message: Message[Any], change: Change) -> Verdict:
    """A game begins: its seed is drawn and promised before the first card."""
    if isinstance(change, Refusal):
        return change
    tools, services = actor.tools, actor.services
    teams, seed = seat_teams(tools.game, change.options, len(change.places)), services.chance.seed()
    table = open_table(tools.game, change.options, teams, seed)
    if isinstance(table, Refusal):
        return table
    record, ordinal = services.chance.record(), change.games + 1
    lobby = replace(change, record=record, games=ordinal)
    running = LiveGame(tools, ordinal, seed, table, lobby, services.wall, services.thinker, services.chance)
    header = header_line(tools, table.record.header)
    game = NewGame(ordinal, record, header, seed.hex(), _people(actor, lobby))
    return adopted(actor, message, lobby, Begin(running), [game, running.first_entry()])


def _people(actor: Actor, lobby: Lobby) -> str:
    """Who sits where, for those who watch the record later. At a club's table people have numbers."""
    names = {language: _names(actor, lobby, language) for language in LANGUAGES}
    people: list[Json] = [
        {
            "names": {language: names[language][seat] for language in LANGUAGES},
            "emblem": place.emblem,
            "level": place.level,
        }
        for seat, place in enumerate(lobby.places)
    ]
    return _encode(people).decode()


def _names(actor: Actor, lobby: Lobby, language: str) -> tuple[str, ...]:
    names = names_of(actor.tools.found, lobby.places, language)
    if not lobby.nameless:
        return names
    somebody = partial(house_words(language).label, "somebody")
    return tuple(
        somebody(number=seat + 1) if place.kind == "person" else name
        for seat, (place, name) in enumerate(zip(lobby.places, names, strict=True))
    )
