"""How the table is set: options, pace, comfort, who may write what, who holds the desk. Pure rules."""

from __future__ import annotations

from dataclasses import replace

from tablee.kernel.codec import Codec, Malformed
from tablee.kernel.game import Options, Refusal
from tablee.kernel.options import packs_of, with_packs
from tablee.server.lobby import FREE, Change, put
from tablee.server.table.changing import Wish, not_in_lobby, person_at
from tablee.server.wire import commands as m

LEAST_PERCENT, MOST_PERCENT = 100, 300


def options(wish: Wish[m.SetOptions]) -> Change:
    lobby, command, meta = wish.lobby, wish.command, wish.found.game.meta
    refusal = not_in_lobby(lobby)
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


def pace(wish: Wish[m.SetPace]) -> Change:
    return replace(wish.lobby, pace=wish.command.pace)


def comfort(wish: Wish[m.Comfort]) -> Change:
    number, percent = wish.command.place, wish.command.percent
    if not LEAST_PERCENT <= percent <= MOST_PERCENT:
        return Refusal("bad_percent", {"low": LEAST_PERCENT, "high": MOST_PERCENT})
    return put(wish.lobby, number, replace(wish.lobby.places[number], percent=percent))


def free_talk(wish: Wish[m.Words]) -> Change:
    return replace(wish.lobby, free_talk=wish.command.open)


def mute(wish: Wish[m.Mute]) -> Change:
    place = person_at(wish.lobby, wish.command.place)
    if isinstance(place, Refusal):
        return place
    return put(wish.lobby, wish.command.place, replace(place, muted=wish.command.muted))


def hand_desk(wish: Wish[m.HandDesk]) -> Change:
    place = person_at(wish.lobby, wish.command.place)
    return place if isinstance(place, Refusal) else replace(wish.lobby, hosts=place.keys)
