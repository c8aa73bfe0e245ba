"""A table before, around and after its games: places, people, bots, options. Pure: commands give a new lobby or a
refusal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tablee.arena.entrants import find_bots, seat_teams
from tablee.games import Found
from tablee.kernel.codec import Codec, Malformed
from tablee.kernel.game import Options, Refusal
from tablee.kernel.options import packs_of, refuse_table, with_packs
from tablee.server.lobby import FREE, Change, Lobby, Place, Who, put
from tablee.server.table.names import looks, refuse_name, tidied
from tablee.server.wire import commands as m

C = TypeVar("C", bound=m.Command)
_EMBLEM: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
LEAST_PERCENT, MOST_PERCENT = 100, 300


def new_lobby(found: Found, code: str, host: str, asked: str, *, is_club: bool = False) -> Lobby:
    meta = found.game.meta
    options = next(iter(meta.presets.values())) if meta.presets else meta.options()
    return Lobby(code, meta.id, options, (FREE,) * meta.seats(options)[-1], (host,), asked=asked, nameless=is_club)


def sit(lobby: Lobby, command: m.Sit | m.Open, name: str, key: str, asked: str, who: Who, found: Found) -> Change:
    """Somebody takes a place, any if they name none."""
    refusal = _not_in_lobby(lobby) or _bad_emblem(command.emblem)
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
    return put(lobby, place, Place("person", shown, command.emblem, keys=(key,), asked=asked))


class Wish(NamedTuple, Generic[C]):
    """Somebody who may wants something to be different."""

    lobby: Lobby
    command: C
    who: Who
    found: Found


def change(wish: Wish[m.Command]) -> Change:
    """What becomes of the lobby, or why nothing does."""
    return RULES[type(wish.command)](wish)


def start(lobby: Lobby, who: Who, found: Found) -> Change:
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


def end(lobby: Lobby, found: Found) -> Change:
    """A game that nobody wants to go on with: it never was."""
    return _cleared(lobby, found) if lobby.phase == "playing" else Refusal("not_playing")


def _cleared(lobby: Lobby, found: Found) -> Lobby:
    """The table with nothing on it."""
    high = found.game.meta.seats(lobby.options)[-1]
    places = tuple(replace(place, stand_in=None, is_away=False, ready=place.kind == "bot") for place in lobby.places)
    free = (FREE,) * (high - len(places))
    return replace(lobby, phase="lobby", record=None, paused=False, places=places + free)


def _pause(wish: Wish[m.Pause | m.Resume]) -> Change:
    if wish.lobby.phase != "playing":
        return Refusal("not_playing")
    return replace(wish.lobby, paused=isinstance(wish.command, m.Pause))


def _not_in_lobby(lobby: Lobby) -> Refusal | None:
    return None if lobby.phase == "lobby" else Refusal("playing" if lobby.phase == "playing" else "over")


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


def _stand(wish: Wish[m.Stand]) -> Change:
    return _not_in_lobby(wish.lobby) or put(wish.lobby, wish.command.place, FREE)


def _rename(wish: Wish[m.Rename]) -> Change:
    """One's own name; the host's pen reaches every person's, but not their emblem."""
    lobby, command, number = wish.lobby, wish.command, wish.command.place
    place = _person(lobby, number)
    if isinstance(place, Refusal):
        return place
    name = tidied(command.name)
    refusal = refuse_name(name) or _taken(lobby, name, number) or _bad_emblem(command.emblem)
    if refusal is not None:
        return refusal
    emblem = command.emblem if wish.who.owns(lobby, number) else place.emblem
    return put(lobby, number, replace(place, name=name, emblem=emblem))


def _pace(wish: Wish[m.SetPace]) -> Change:
    return replace(wish.lobby, pace=wish.command.pace)


def _words(wish: Wish[m.Words]) -> Change:
    return replace(wish.lobby, words=wish.command.open)


def _mute(wish: Wish[m.Mute]) -> Change:
    place = _person(wish.lobby, wish.command.place)
    if isinstance(place, Refusal):
        return place
    return put(wish.lobby, wish.command.place, replace(place, muted=wish.command.muted))


def _hand_desk(wish: Wish[m.HandDesk]) -> Change:
    place = _person(wish.lobby, wish.command.place)
    return place if isinstance(place, Refusal) else replace(wish.lobby, hosts=place.keys)


def _person(lobby: Lobby, number: int) -> Place | Refusal:
    """This place, if somebody sits on it."""
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind != "person":
        return Refusal("no_such_place")
    return lobby.places[number]


def _bot(wish: Wish[m.SeatBot]) -> Change:
    lobby, command = wish.lobby, wish.command
    refusal = _not_in_lobby(lobby) or _bad_level(command.level, wish.found)
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


def _remove(wish: Wish[m.Remove]) -> Change:
    lobby, number = wish.lobby, wish.command.place
    refusal = _not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind == "free":
        return Refusal("no_such_place")
    return put(lobby, number, FREE)


def _move(wish: Wish[m.Move]) -> Change:
    lobby, here, there = wish.lobby, wish.command.from_, wish.command.to
    refusal = _not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if not (0 <= here < len(lobby.places) and 0 <= there < len(lobby.places)):
        return Refusal("no_such_place")
    places = list(lobby.places)
    places[here], places[there] = places[there], places[here]
    return replace(lobby, places=tuple(places))


def _options(wish: Wish[m.SetOptions]) -> Change:
    lobby, command, meta = wish.lobby, wish.command, wish.found.game.meta
    refusal = _not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if command.preset is not None:
        if command.preset not in meta.presets:
            return Refusal("no_such_preset")
        options = with_packs(meta.presets[command.preset], lobby.options)
    else:
        try:
            # Packs that are not mentioned stay as they are: they are long, and the house has them.
            given = None if command.options is None else {**packs_of(lobby.options), **command.options}
            options = Codec[Options](meta.options).from_json(given)
        except Malformed as error:
            return Refusal("bad_options", {"what": str(error)[:120]})
    contradiction = options.refusal()
    if contradiction is not None:
        return contradiction
    low, high = meta.seats(options)[0], meta.seats(options)[-1]
    taken = [place for place in lobby.places if place.kind != "free"]
    if len(taken) > high:
        return Refusal("seats", {"seats": len(taken), "low": low, "high": high})
    places = lobby.places if len(lobby.places) == high else (*taken, *(FREE,) * (high - len(taken)))
    # What people said yes to has changed.
    settled = tuple(replace(place, ready=place.kind == "bot") for place in places)
    return replace(lobby, options=options, places=settled)


def _comfort(wish: Wish[m.Comfort]) -> Change:
    number, percent = wish.command.place, wish.command.percent
    if not LEAST_PERCENT <= percent <= MOST_PERCENT:
        return Refusal("bad_percent", {"low": LEAST_PERCENT, "high": MOST_PERCENT})
    return put(wish.lobby, number, replace(wish.lobby.places[number], percent=percent))


def _ready(wish: Wish[m.Ready]) -> Change:
    number, lobby = wish.command.place, wish.lobby
    return _not_in_lobby(lobby) or put(lobby, number, replace(lobby.places[number], ready=wish.command.ready))


def _hand_over(wish: Wish[m.HandOver]) -> Change:
    lobby, number = wish.lobby, wish.command.place
    if lobby.phase != "playing":
        return Refusal("not_playing")
    place = _person(lobby, number)
    if isinstance(place, Refusal):
        return place
    level = wish.command.level or stand_in_level(wish.found)
    return _bad_level(level, wish.found) or put(lobby, number, replace(place, stand_in=level, is_away=False))


def _take_back(wish: Wish[m.TakeBack]) -> Change:
    number = wish.command.place
    return put(wish.lobby, number, replace(wish.lobby.places[number], stand_in=None, is_away=False))


def stand_in_for(lobby: Lobby, number: int, found: Found) -> Lobby:
    """Somebody has been away for too long: a bot plays for them until they are back."""
    return put(lobby, number, replace(lobby.places[number], stand_in=stand_in_level(found), is_away=True))


def stand_in_level(found: Found) -> str:
    """The bot that plays for somebody who is away: a middling one."""
    levels = list(find_bots(found))
    return "medium" if "medium" in levels else levels[-1]


RULES: Final[dict[type[m.Command], Callable[[Wish[Any]], Change]]] = {
    m.Stand: _stand,
    m.Rename: _rename,
    m.SeatBot: _bot,
    m.Remove: _remove,
    m.Move: _move,
    m.SetOptions: _options,
    m.SetPace: _pace,
    m.Comfort: _comfort,
    m.Mute: _mute,
    m.Words: _words,
    m.HandDesk: _hand_desk,
    m.Ready: _ready,
    m.Pause: _pause,
    m.Resume: _pause,
    m.HandOver: _hand_over,
    m.TakeBack: _take_back,
}
"""The rule of each command that changes the lobby and nothing else."""
