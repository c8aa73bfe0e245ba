"""What is told about a table outside its game: the `lobby` message, the same for everybody but for `you` and for the
packs, which are as long as all the rest together and go only to who has not got them."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from tablee.kernel.codec import Json
from tablee.kernel.game import Options
from tablee.kernel.options import packs_of, with_packs
from tablee.server.lobby import Lobby, Place, Who
from tablee.server.show.tools import GameTools
from tablee.server.show.voice import names_of, words_of
from tablee.server.wire import tells as t

_encode: Final = msgspec.json.Encoder().encode


def table_text(
    tools: GameTools, lobby: Lobby, language: str, here: frozenset[int], spectators: int, seeds: tuple[str, str | None]
) -> bytes:
    """`seeds`: the commitment, and the seed itself once the game is over."""
    meta = tools.game.meta
    seats = meta.seats(lobby.options)
    names = names_of(tools.found, lobby.places, language)
    commitment, seed = seeds
    table: t.Table = {
        "code": lobby.code,
        "game": lobby.game,
        "title": words_of(tools.found, language).title() or lobby.game,
        "phase": lobby.phase,
        "options": cast(t.Options, _without_packs(tools, lobby.options)),
        "preset": _preset(tools, lobby),
        "pace": lobby.pace,
        "places": [
            _place(lobby, number, place, names[number], number in here) for number, place in enumerate(lobby.places)
        ],
        "low": seats[0],
        "high": seats[-1],
        "paused": lobby.paused,
        "commitment": commitment or None,
        "seed": seed if lobby.phase == "over" else None,
        "record": lobby.record if lobby.phase == "over" else None,
        "spectators": spectators,
        "words": lobby.free_talk,
        "nameless": lobby.nameless,
    }
    return _encode(table)


def packs_text(options: Options) -> bytes:
    """The packs of the players' own, whole, by the names of their options."""
    packs = packs_of(options)
    return _encode(packs) if packs else b"{}"


def _without_packs(tools: GameTools, options: Options) -> dict[str, Json]:
    packs, shown = packs_of(options), tools.wire.options.to_json(options)
    assert isinstance(shown, dict)
    return {name: value for name, value in shown.items() if name not in packs}


def _preset(tools: GameTools, lobby: Lobby) -> str | None:
    """The preset that is chosen, whatever packs people brought along."""
    presets = tools.game.meta.presets
    return next((name for name, one in presets.items() if with_packs(one, lobby.options) == lobby.options), None)


def lobby_text(table: bytes, lobby: Lobby, who: Who) -> bytes:
    """What `table_text` gave, for this one; `lobby_message` makes a message of it."""
    you: t.You = {"places": list(lobby.places_of(who.keys)), "host": who.is_host or who.is_deputy}
    return b'"table":%b,"you":%b' % (table, _encode(you))


def lobby_message(text: bytes, packs: bytes | None) -> bytes:
    """`packs`: None, where they are as they were told."""
    return b'{"tell":"lobby",%b,"packs":%b}' % (text, b"null" if packs is None else packs)


def _place(lobby: Lobby, number: int, place: Place, name: str, is_here: bool) -> t.Place:
    return {
        "place": number,
        "kind": place.kind,
        "name": name,
        "emblem": place.emblem,
        "level": place.level,
        "ready": place.ready,
        "here": place.kind == "bot" or is_here,
        "host": not set(place.keys).isdisjoint(lobby.hosts),
        "stand_in": place.stand_in,
        "percent": place.percent,
        "muted": place.muted,
        "claim": None if place.claim is None else place.claim.number,
    }
