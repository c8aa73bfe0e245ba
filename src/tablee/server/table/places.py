"""The places of a table: who sits where, under which name, for whom a bot plays. Rules are pure; those who take a place
or ask for one back also get a key."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tablee.arena.entrants import find_bots
from tablee.games import Found
from tablee.kernel.game import Refusal
from tablee.server.keys import hashed, hashed_id
from tablee.server.lobby import FREE, Change, Lobby, Place, Who, put, with_key
from tablee.server.table import claims
from tablee.server.table.changing import Wish, adopted, not_in_lobby, once, person_at
from tablee.server.table.decision import Decision, Give, Message, Uncover, Verdict
from tablee.server.table.names import looks, refuse_name, tidied
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

_EMBLEM: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


def new_lobby(found: Found, code: str, host: str, made_by: str, *, is_club: bool = False) -> Lobby:
    meta = found.game.meta
    options = next(iter(meta.presets.values())) if meta.presets else meta.options()
    return Lobby(code, meta.id, options, (FREE,) * meta.seats(options)[-1], (host,), made_by=made_by, nameless=is_club)


def seat(lobby: Lobby, command: m.Sit | m.Open, name: str, key: str, made_by: str, who: Who, found: Found) -> Change:
    """Somebody takes a place, any if they name none."""
    refusal = not_in_lobby(lobby) or _bad_emblem(command.emblem)
    if refusal is not None:
        return refusal
    shown = tidied(name)
    refusal = refuse_name(shown) or _taken(lobby, shown)
    if refusal is not None:
        return refusal
    if lobby.places_of(who.keys) and not found.game.meta.one_device(lobby.options):
        return Refusal("one_device")
    wanted = command.place if isinstance(command, m.Sit) else None
    place = _free_place(lobby, wanted)
    if isinstance(place, Refusal):
        return place
    return put(lobby, place, Place("person", shown, command.emblem, keys=(key,), made_by=made_by))


def _bad_emblem(emblem: str | None) -> Refusal | None:
    return None if emblem is None or _EMBLEM.fullmatch(emblem) else Refusal("bad_emblem")


def _taken(lobby: Lobby, name: str, but: int | None = None) -> Refusal | None:
    """Is somebody else called so already?"""
    shape = looks(name)
    for number, place in enumerate(lobby.places):
        if number != but and place.name and looks(place.name) == shape:
            return Refusal("name_taken", {"name": name, "place": number})
    return None


def _free_place(lobby: Lobby, wanted: int | None) -> int | Refusal:
    if wanted is not None:
        if not 0 <= wanted < len(lobby.places):
            return Refusal("no_such_place")
        return wanted if lobby.places[wanted].kind == "free" else Refusal("place_taken")
    return next((n for n, place in enumerate(lobby.places) if place.kind == "free"), Refusal("full"))


def stand(wish: Wish[m.Stand]) -> Change:
    return not_in_lobby(wish.lobby) or put(wish.lobby, wish.command.place, FREE)


def rename(wish: Wish[m.Rename]) -> Change:
    """One's own name; the host's pen reaches every person's, but not their emblem."""
    lobby, command, number = wish.lobby, wish.command, wish.command.place
    place = person_at(lobby, number)
    if isinstance(place, Refusal):
        return place
    name = tidied(command.name)
    refusal = refuse_name(name) or _taken(lobby, name, number) or _bad_emblem(command.emblem)
    if refusal is not None:
        return refusal
    emblem = command.emblem if wish.who.owns(lobby, number) else place.emblem
    return put(lobby, number, replace(place, name=name, emblem=emblem))


def seat_bot(wish: Wish[m.SeatBot]) -> Change:
    lobby, command = wish.lobby, wish.command
    refusal = not_in_lobby(lobby) or _bad_level(command.level, wish.found)
    if refusal is not None:
        return refusal
    number = command.place
    # A bot that sits there may be exchanged for one of another level.
    if number is not None and 0 <= number < len(lobby.places) and lobby.places[number].kind == "bot":
        return put(lobby, number, replace(lobby.places[number], level=command.level))
    place = _free_place(lobby, number)
    if isinstance(place, Refusal):
        return place
    return put(lobby, place, Place("bot", level=command.level, ready=True))


def _bad_level(level: str, found: Found) -> Refusal | None:
    return None if level in find_bots(found) else Refusal("no_such_bot", {"level": level[:20]})


def remove(wish: Wish[m.Remove]) -> Change:
    lobby, number = wish.lobby, wish.command.place
    refusal = not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind == "free":
        return Refusal("no_such_place")
    return put(lobby, number, FREE)


def move(wish: Wish[m.Move]) -> Change:
    lobby, here, there = wish.lobby, wish.command.from_, wish.command.to
    refusal = not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if not (0 <= here < len(lobby.places) and 0 <= there < len(lobby.places)):
        return Refusal("no_such_place")
    places = list(lobby.places)
    places[here], places[there] = places[there], places[here]
    return replace(lobby, places=tuple(places))


def ready(wish: Wish[m.Ready]) -> Change:
    number, lobby = wish.command.place, wish.lobby
    return not_in_lobby(lobby) or put(lobby, number, replace(lobby.places[number], ready=wish.command.ready))


def hand_over(wish: Wish[m.HandOver]) -> Change:
    lobby, number = wish.lobby, wish.command.place
    if lobby.phase != "playing":
        return Refusal("not_playing")
    place = person_at(lobby, number)
    if isinstance(place, Refusal):
        return place
    level = wish.command.level or stand_in_level(wish.found)
    return _bad_level(level, wish.found) or put(lobby, number, replace(place, stand_in=level, is_away=False))


def take_back(wish: Wish[m.TakeBack]) -> Change:
    number = wish.command.place
    return put(wish.lobby, number, replace(wish.lobby.places[number], stand_in=None, is_away=False))


def stand_in_for(lobby: Lobby, number: int, found: Found) -> Lobby:
    """Somebody has been away for too long: a bot plays for them until they are back."""
    return put(lobby, number, replace(lobby.places[number], stand_in=stand_in_level(found), is_away=True))


def stand_in_level(found: Found) -> str:
    """The bot that plays for somebody who is away: a middling one."""
    levels = list(find_bots(found))
    return "medium" if "medium" in levels else levels[-1]


# Handlers of what takes a key.


def sit(actor: Actor, message: Message[m.Sit]) -> Verdict:
    """A place of one's own, and the key to it. Who repeats the command gets the place again."""
    visit, command = message.visit, message.command
    key, made_by, lobby = actor.services.chance.key(), hashed_id(command.id), actor.lobby
    shown = hashed(key)  # one text, wherever it is kept
    again = next((n for n, place in enumerate(lobby.places) if made_by and place.made_by == made_by), None)
    if again is not None:
        new: Change = put(lobby, again, with_key(lobby.places[again], shown))
    else:
        new = seat(lobby, command, command.name, shown, made_by, actor.who(visit), actor.tools.found)
    if isinstance(new, Refusal):
        return new
    number = new.places_of(frozenset({shown}))[0]
    return Decision([actor.saved(new)], new, None, {"place": number, "key": key}, Give(visit, shown))


def reclaim(actor: Actor, message: Message[m.Reclaim]) -> Verdict:
    """A key for somebody who says that they sat here. Until they are admitted it opens nothing."""
    visit, command = message.visit, message.command
    key, number, made_by = actor.services.chance.key(), command.place, hashed_id(command.id)
    who, here, found = actor.who(visit), actor.here(), actor.tools.found
    new = claims.claim(actor.lobby, number, hashed(key), made_by, who, here, found)
    if isinstance(new, Refusal):
        return new
    claim = new.places[number].claim
    assert claim is not None
    promised: t.Promised = {"place": number, "key": key, "number": claim.number}
    return Decision([actor.saved(new)], new, None, promised, Give(visit, hashed(key)))


@once
def admit(actor: Actor, message: Message[m.Admit]) -> Verdict:
    new = claims.admit(actor.lobby, message.command, actor.who(message.visit), actor.here())
    return adopted(actor, message, new, Uncover(message.command.place))
