"""A table before, around and after its games: places, people, bots, options. Pure: commands give a new lobby or a
refusal."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from tablee.arena.entrants import find_bots, seat_teams
from tablee.games import Found
from tablee.kernel.codec import Codec, Malformed
from tablee.kernel.game import Options, Refusal
from tablee.kernel.options import refuse_table, with_packs
from tablee.server import messages as m
from tablee.server.names import refuse_name, tidied
from tablee.server.people import FREE, Change, Lobby, Place, Who, put

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


def change(lobby: Lobby, command: m.LobbyCommand, who: Who, found: Found) -> Change:
    """What becomes of the lobby, or why nothing does."""
    match command:
        case m.Stand():
            return _stand(lobby, command.place, who)
        case m.Rename():
            return _rename(lobby, command, who)
        case m.Mute() | m.Words() | m.HandDesk():
            return _host(lobby, command, who)
        case m.SeatBot():
            return _bot(lobby, command, who, found)
        case m.Remove():
            return _remove(lobby, command.place, who)
        case m.Move():
            return _move(lobby, command, who)
        case m.SetOptions():
            return _options(lobby, command, who, found)
        case m.SetPace():
            return replace(lobby, pace=command.pace) if _leads(who) else Refusal("host_only")
        case m.Comfort():
            return _comfort(lobby, command, who)
        case m.Ready():
            return _ready(lobby, command, who)
        case m.HandOver():
            return _hand_over(lobby, command, who, found)
        case m.TakeBack():
            return _take_back(lobby, command.place, who)
    raise TypeError(f"{type(command).__name__} is no command of the lobby")


def start(lobby: Lobby, who: Who, found: Found) -> Change:
    """The lobby of a game that begins: places without gaps, so that place and seat are one number."""
    if not _leads(who):
        return Refusal("host_only")
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


def back_to_lobby(lobby: Lobby, who: Who, found: Found) -> Change:
    """After a game: the same people, but places and options can change."""
    if not _leads(who):
        return Refusal("host_only")
    if lobby.phase != "over":
        return Refusal("playing" if lobby.phase == "playing" else "in_lobby")
    return _cleared(lobby, found)


def end(lobby: Lobby, who: Who, found: Found) -> Change:
    """A game that nobody wants to go on with: it never was."""
    if not _leads(who):
        return Refusal("host_only")
    return _cleared(lobby, found) if lobby.phase == "playing" else Refusal("not_playing")


def _cleared(lobby: Lobby, found: Found) -> Lobby:
    """The table with nothing on it."""
    high = found.game.meta.seats(lobby.options)[-1]
    places = tuple(replace(place, stand_in=None, is_away=False, ready=place.kind == "bot") for place in lobby.places)
    free = (FREE,) * (high - len(places))
    return replace(lobby, phase="lobby", record=None, paused=False, places=places + free)


def pause(lobby: Lobby, paused: bool, who: Who) -> Change:
    if not (_leads(who) or lobby.places_of(who.keys)):
        return Refusal("seated_only")
    if lobby.phase != "playing":
        return Refusal("not_playing")
    return replace(lobby, paused=paused)


def _leads(who: Who) -> bool:
    return who.is_host or who.is_deputy


def _not_in_lobby(lobby: Lobby) -> Refusal | None:
    return None if lobby.phase == "lobby" else Refusal("playing" if lobby.phase == "playing" else "over")


def _bad_emblem(emblem: str | None) -> Refusal | None:
    return None if emblem is None or _EMBLEM.fullmatch(emblem) else Refusal("bad_emblem")


def _taken(lobby: Lobby, name: str, but: int | None = None) -> Refusal | None:
    """Is somebody else called so already?"""
    folded = name.casefold()
    for number, place in enumerate(lobby.places):
        if number != but and place.name and place.name.casefold() == folded:
            return Refusal("name_taken", {"name": name, "place": number})
    return None


def _free_place(lobby: Lobby, wanted: int | None) -> int | Refusal:
    if wanted is not None:
        if not 0 <= wanted < len(lobby.places):
            return Refusal("no_such_place")
        return wanted if lobby.places[wanted].kind == "free" else Refusal("place_taken")
    return next((n for n, place in enumerate(lobby.places) if place.kind == "free"), Refusal("full"))


def _own(lobby: Lobby, number: int, who: Who) -> Place | Refusal:
    """This place, if it is theirs."""
    if not 0 <= number < len(lobby.places):
        return Refusal("no_such_place")
    place = lobby.places[number]
    return Refusal("not_your_place") if who.keys.isdisjoint(place.keys) else place


def _stand(lobby: Lobby, number: int, who: Who) -> Change:
    place = _own(lobby, number, who)
    if isinstance(place, Refusal):
        return place
    return _not_in_lobby(lobby) or put(lobby, number, FREE)


def _rename(lobby: Lobby, command: m.Rename, who: Who) -> Change:
    """One's own name; the host's pen reaches every person's, but not their emblem."""
    place = _own(lobby, command.place, who)
    is_own = not isinstance(place, Refusal)
    if isinstance(place, Refusal):
        if not _leads(who):
            return place
        place = _person(lobby, command.place)
        if isinstance(place, Refusal):
            return place
    name = tidied(command.name)
    refusal = refuse_name(name) or _taken(lobby, name, command.place) or _bad_emblem(command.emblem)
    if refusal is not None:
        return refusal
    return put(lobby, command.place, replace(place, name=name, emblem=command.emblem if is_own else place.emblem))


def _host(lobby: Lobby, command: m.Mute | m.Words | m.HandDesk, who: Who) -> Change:
    """What is decided at the host's desk. Away from it, whoever stands in for the host decides, but keeps the desk."""
    if not (who.is_host if isinstance(command, m.HandDesk) else _leads(who)):
        return Refusal("host_only")
    if isinstance(command, m.Words):
        return replace(lobby, words=command.open)
    place = _person(lobby, command.place)
    if isinstance(place, Refusal):
        return place
    if isinstance(command, m.Mute):
        return put(lobby, command.place, replace(place, muted=command.muted))
    return replace(lobby, hosts=place.keys)


def _person(lobby: Lobby, number: int) -> Place | Refusal:
    """This place, if somebody sits on it."""
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind != "person":
        return Refusal("no_such_place")
    return lobby.places[number]


def _bot(lobby: Lobby, command: m.SeatBot, who: Who, found: Found) -> Change:
    if not _leads(who):
        return Refusal("host_only")
    refusal = _not_in_lobby(lobby) or _bad_level(command.level, found)
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


def _remove(lobby: Lobby, number: int, who: Who) -> Change:
    if not who.is_host:
        return Refusal("host_only")
    refusal = _not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind == "free":
        return Refusal("no_such_place")
    return put(lobby, number, FREE)


def _move(lobby: Lobby, command: m.Move, who: Who) -> Change:
    if not who.is_host:
        return Refusal("host_only")
    refusal = _not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    here, there = command.from_, command.to
    if not (0 <= here < len(lobby.places) and 0 <= there < len(lobby.places)):
        return Refusal("no_such_place")
    places = list(lobby.places)
    places[here], places[there] = places[there], places[here]
    return replace(lobby, places=tuple(places))


def _options(lobby: Lobby, command: m.SetOptions, who: Who, found: Found) -> Change:
    if not _leads(who):
        return Refusal("host_only")
    meta = found.game.meta
    refusal = _not_in_lobby(lobby)
    if refusal is not None:
        return refusal
    if command.preset is not None:
        if command.preset not in meta.presets:
            return Refusal("no_such_preset")
        options = with_packs(meta.presets[command.preset], lobby.options)
    else:
        try:
            options = Codec[Options](meta.options).from_json(command.options)
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


def _comfort(lobby: Lobby, command: m.Comfort, who: Who) -> Change:
    place = _own(lobby, command.place, who)
    if isinstance(place, Refusal):
        if not who.is_host or place.code == "no_such_place":
            return place
        place = lobby.places[command.place]
    if not LEAST_PERCENT <= command.percent <= MOST_PERCENT:
        return Refusal("bad_percent", {"low": LEAST_PERCENT, "high": MOST_PERCENT})
    return put(lobby, command.place, replace(place, percent=command.percent))


def _ready(lobby: Lobby, command: m.Ready, who: Who) -> Change:
    place = _own(lobby, command.place, who)
    if isinstance(place, Refusal):
        return place
    return _not_in_lobby(lobby) or put(lobby, command.place, replace(place, ready=command.ready))


def _hand_over(lobby: Lobby, command: m.HandOver, who: Who, found: Found) -> Change:
    place = _own(lobby, command.place, who)
    if isinstance(place, Refusal):
        if not _leads(who) or place.code == "no_such_place":
            return place
        place = lobby.places[command.place]
    if lobby.phase != "playing":
        return Refusal("not_playing")
    level = stand_in_level(found) if command.level is None else command.level
    refusal = Refusal("no_such_place") if place.kind != "person" else _bad_level(level, found)
    return refusal or put(lobby, command.place, replace(place, stand_in=level, is_away=False))


def _take_back(lobby: Lobby, number: int, who: Who) -> Change:
    place = _own(lobby, number, who)
    return place if isinstance(place, Refusal) else put(lobby, number, replace(place, stand_in=None, is_away=False))


def stand_in_for(lobby: Lobby, number: int, found: Found) -> Lobby:
    """Somebody has been away for too long: a bot plays for them until they are back."""
    return put(lobby, number, replace(lobby.places[number], stand_in=stand_in_level(found), is_away=True))


def stand_in_level(found: Found) -> str:
    """The bot that plays for somebody who is away: a middling one."""
    levels = list(find_bots(found))
    return "medium" if "medium" in levels else levels[-1]
