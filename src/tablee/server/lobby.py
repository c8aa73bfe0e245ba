"""Who sits at a table and how it stands: the values that the lobby's rules change, and what the house does to them by
itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from tablee.kernel.game import Options, Refusal

Phase: TypeAlias = Literal["lobby", "playing", "over"]
PaceName: TypeAlias = Literal["relaxed", "normal", "fast", "none"]


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody asks for a place that is taken, and says that they are the one who took it."""

    key: str
    """SHA-256 of the key that will own the place if they are let in, and opens nothing before."""
    made_by: str
    """SHA-256 of the id of the command that asked."""

    @property
    def number(self) -> int:
        """Two digits that the asking device and the host both see."""
        return int(self.key[:8], 16) % 90 + 10


@dataclass(frozen=True, slots=True)
class Place:
    kind: Literal["free", "person", "bot"] = "free"
    name: str = ""
    emblem: str | None = None
    level: str | None = None
    ready: bool = False
    stand_in: str | None = None
    """The level of the bot that plays for this person meanwhile."""
    is_away: bool = False
    """The stand-in came by itself, because the person was away: it leaves when they are back."""
    percent: int = 100
    muted: bool = False
    """What this person wants to say is heard by nobody."""
    keys: tuple[str, ...] = ()
    """SHA-256 of the keys that own this place."""
    made_by: str = ""
    """SHA-256 of the id of the command that took this place."""
    claim: Claim | None = None
    turned_away: int = 0
    """How many claims were turned down since its owner was last here."""


FREE: Final = Place()


@dataclass(frozen=True, slots=True)
class Lobby:
    code: str
    game: str
    options: Options
    places: tuple[Place, ...]
    hosts: tuple[str, ...]
    """SHA-256 of the keys that make a host."""
    phase: Phase = "lobby"
    pace: PaceName = "normal"
    paused: bool = False
    record: str | None = None
    """The id of the record of the game that runs or was the last."""
    made_by: str = ""
    """SHA-256 of the id of the command that opened the table."""
    free_talk: bool = False
    """May people write what they like to each other? Phrases that are there to be touched always go."""
    nameless: bool = False
    """A club's or a class's table: no record keeps a name."""
    games: int = 0
    """How many have begun here."""

    def is_opened_by(self, keys: frozenset[str], number: int) -> bool:
        """Do these keys own this place? It may be a number that no place has."""
        places = self.places
        return 0 <= number < len(places) and not keys.isdisjoint(places[number].keys)

    def knows(self, keys: frozenset[str]) -> bool:
        """Does one of these open anything here?"""
        return not keys.isdisjoint(self.hosts) or any(not keys.isdisjoint(place.keys) for place in self.places)

    def places_of(self, keys: frozenset[str]) -> tuple[int, ...]:
        """The places these keys own."""
        return tuple(n for n, place in enumerate(self.places) if not keys.isdisjoint(place.keys))


class Who(NamedTuple):
    """Who commands. `is_host`: holds the host's key; `is_deputy`: is seated while no host has been here for a while;
    `is_heir`: for a long while."""

    keys: frozenset[str]
    is_host: bool
    is_deputy: bool
    is_heir: bool = False

    @property
    def leads(self) -> bool:
        return self.is_host or self.is_deputy

    @property
    def decides(self) -> bool:
        """Also what cannot be undone?"""
        return self.is_host or self.is_heir

    def owns(self, lobby: Lobby, number: int) -> bool:
        return lobby.is_opened_by(self.keys, number)


Change: TypeAlias = Lobby | Refusal


def put(lobby: Lobby, number: int, place: Place) -> Lobby:
    return replace(lobby, places=(*lobby.places[:number], place, *lobby.places[number + 1 :]))


def welcome_back(lobby: Lobby, numbers: tuple[int, ...]) -> Lobby:
    """The people of these places are here again."""
    for number in numbers:
        place = lobby.places[number]
        if place.is_away:
            place = replace(place, stand_in=None, is_away=False)
        # Nobody else can be who sits there.
        if place.claim is not None or place.turned_away:
            place = replace(place, claim=None, turned_away=0)
        if place is not lobby.places[number]:
            lobby = put(lobby, number, place)
    return lobby


def with_key(place: Place, key: str) -> Place:
    """One more key to this place; the oldest go where there are many."""
    return replace(place, keys=(*place.keys[-3:], key))


def with_host(lobby: Lobby, key: str, places: tuple[Place, ...]) -> Lobby:
    return replace(lobby, hosts=(*lobby.hosts[-3:], key), places=places)
