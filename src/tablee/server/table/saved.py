"""A table's row in the store ⇄ its lobby, and which answers outlive a restart."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from tablee.kernel.codec import Codec, Json, parse
from tablee.server.lobby import Lobby, Place
from tablee.server.show.tools import GameTools

_encode: Final = msgspec.json.Encoder().encode
_PLACES: Final[Codec[tuple[Place, ...]]] = Codec(tuple[Place, ...])
_NEW_FIELDS: Final[dict[str, Json]] = {"claim": None, "turned_away": 0, "muted": False}
_NAMES: Final = {"asked": "made_by", "words": "free_talk"}
_TEXTS: Final[Codec[tuple[str, ...]]] = Codec(tuple[str, ...])


def write_lobby(tools: GameTools, lobby: Lobby, answers: dict[str, Json]) -> str:
    doc: dict[str, object] = {
        "code": lobby.code,
        "game": lobby.game,
        "options": msgspec.Raw(tools.wire.options.dumps(lobby.options).encode()),
        "places": msgspec.Raw(_PLACES.dumps(lobby.places).encode()),
        "hosts": lobby.hosts,
        "phase": lobby.phase,
        "pace": lobby.pace,
        "paused": lobby.paused,
        "record": lobby.record,
        "made_by": lobby.made_by,
        "free_talk": lobby.free_talk,
        "nameless": lobby.nameless,
        "games": lobby.games,
        "answers": answers,
    }
    return _encode(doc).decode()


def _renamed(value: dict[str, Json]) -> dict[str, Json]:
    """What an earlier version wrote, by the names of today."""
    return {_NAMES.get(key, key): one for key, one in value.items()}


def _place(value: dict[str, Json]) -> dict[str, Json]:
    """A table of an earlier version lacks what was added since."""
    claim = value.get("claim")
    return {**_NEW_FIELDS, **_renamed(value), "claim": _renamed(claim) if isinstance(claim, dict) else None}


def game_of_lobby(doc: str) -> str:
    value = parse(doc)
    return str(value["game"]) if isinstance(value, dict) else ""


def read_lobby(tools: GameTools, doc: str) -> tuple[Lobby, dict[str, Json]]:
    """What `write_lobby` wrote."""
    value = _renamed(cast("dict[str, Json]", parse(doc)))
    answers = value.pop("answers")
    value.setdefault("games", 1)  # an earlier version did not count them: none of its asks is to be taken for a new one
    value["options"] = cast(Json, tools.wire.options.from_json(value["options"]))
    places = [_place(place) for place in cast("list[dict[str, Json]]", value["places"])]
    value["places"] = cast(Json, _PLACES.from_json(cast(Json, places)))
    value["hosts"] = cast(Json, _TEXTS.from_json(value["hosts"]))
    return Lobby(**value), cast("dict[str, Json]", answers)  # type: ignore[arg-type]
