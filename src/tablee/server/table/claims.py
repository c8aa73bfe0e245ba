"""Coming back to one's place on another device. A key is given at once, but it opens nothing until somebody at the
table who knows the person has said yes to it. Pure, like the lobby's other rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablee.games import Found
from tablee.kernel.game import Refusal
from tablee.server.limits import LIMITS
from tablee.server.lobby import Change, Claim, Lobby, Place, Who, put
from tablee.server.table.rights import HOST_MAY_RETURN
from tablee.server.wire import commands as m

MOST_TURNED_AWAY: Final = LIMITS.turned_away
"""After so many a place cannot be claimed until its owner has been there again: nobody is to be worn down by asking."""


def claim(
    lobby: Lobby, number: int, key: str, made_by: str, who: Who, here: frozenset[int], found: Found
) -> Lobby | Refusal:
    """Somebody says that they are the person of this place, which nobody is connected to."""
    place = _claimable(lobby, number, here)
    if isinstance(place, Refusal):
        return place
    if lobby.places_of(who.keys) and not found.game.meta.one_device(lobby.options):
        return Refusal("one_device")
    if place.claim is not None and not (made_by and place.claim.made_by == made_by):
        return Refusal("claimed", {"name": place.name})
    if place.turned_away >= MOST_TURNED_AWAY:
        return Refusal("turned_away", {"name": place.name})
    return put(lobby, number, replace(place, claim=Claim(key, made_by)))


def admit(lobby: Lobby, command: m.Admit, who: Who, here: frozenset[int]) -> Change:
    """Whoever leads says whether it is them. Yes: their key alone owns the place."""
    place = _claimable(lobby, command.place, here)
    if isinstance(place, Refusal):
        return place
    asking = place.claim
    # Who is let in is the one whose number was seen, not one who has asked since.
    if asking is None or asking.number != command.number:
        return Refusal("no_claim")
    if not command.yes:
        return put(lobby, command.place, replace(place, claim=None, turned_away=place.turned_away + 1))
    # Whoever opened the table and comes back to their chair holds the table again.
    had_table = not set(lobby.hosts).isdisjoint(place.keys)
    if had_table and not who.decides:
        return HOST_MAY_RETURN
    hosts = (*(key for key in lobby.hosts if key not in place.keys), *((asking.key,) if had_table else ()))
    back = replace(place, keys=(asking.key,), made_by="", claim=None, turned_away=0)
    if back.is_away:
        back = replace(back, stand_in=None, is_away=False)
    return replace(put(lobby, command.place, back), hosts=hosts)


def _claimable(lobby: Lobby, number: int, here: frozenset[int]) -> Place | Refusal:
    if not 0 <= number < len(lobby.places) or lobby.places[number].kind != "person":
        return Refusal("no_such_place")
    place = lobby.places[number]
    return Refusal("still_here", {"name": place.name}) if number in here else place
