"""The host's desk: everything people do around a game. Durable like the game itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from tablee.arena.entrants import seat_teams
from tablee.kernel.codec import Json
from tablee.kernel.game import Refusal
from tablee.kernel.table import open_table
from tablee.server.keys import hashed, hashed_id
from tablee.server.lobby import Change, Lobby, put, with_key
from tablee.server.past.record import header_line
from tablee.server.play.live import LiveGame
from tablee.server.show.voice import house_words, names_of
from tablee.server.store.interface import ClearTable, Finish, Forget, NewGame, Write
from tablee.server.table import claims
from tablee.server.table import places as rules
from tablee.server.table.decision import DONE, Begin, Decision, Effect, Give, Message, Stop, Uncover, Vanish, Verdict
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t
from tablee.words import LANGUAGES

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

_encode: Final = msgspec.json.Encoder().encode
Handle: TypeAlias = Callable[..., Verdict]


def _once(handle: Handle) -> Handle:
    """A command that changed the lobby is not carried out again, after a restart either."""

    @wraps(handle)
    def once(actor: Actor, message: Message[Any]) -> Verdict:
        kept = actor.answers.find_kept(actor.askers(message.visit, message.command), message.command.id)
        return DONE if isinstance(kept, dict) else handle(actor, message)

    return once


def _adopted(
    actor: Actor, message: Message[Any], change: Change, effect: Effect, further: Sequence[Write] = ()
) -> Verdict:
    """Keep the new lobby and what goes with it, then answer and tell everybody."""
    if isinstance(change, Refusal):
        return change
    kept = actor.answers.with_kept(actor.askers(message.visit, message.command), message.command.id, {})
    return Decision([actor.saved(change, kept), *further], change, kept, {}, effect)


@_once
def change(actor: Actor, message: Message[Any]) -> Verdict:
    visit, command, _ = message
    new = rules.change(rules.Wish(actor.lobby, command, actor.who(visit), actor.kit.found))
    return _adopted(actor, message, new, Stop(is_removal=isinstance(command, m.Remove)))


@_once
def admit(actor: Actor, message: Message[m.Admit]) -> Verdict:
    new = claims.admit(actor.lobby, message.command, actor.who(message.visit), actor.here())
    return _adopted(actor, message, new, Uncover(message.command.place))


@_once
def start(actor: Actor, message: Message[m.Start]) -> Verdict:
    return _begun(actor, message, rules.start(actor.lobby, actor.who(message.visit), actor.kit.found))


@_once
def again(actor: Actor, message: Message[m.Again]) -> Verdict:
    lobby, found = _handed_down(actor), actor.kit.found
    if message.command.lobby:
        return _adopted(actor, message, rules.back_to_lobby(lobby, found), Stop())
    if lobby.phase != "over":
        return Refusal("not_over")
    return _begun(actor, message, rules.start(lobby, actor.who(message.visit), found))


def _handed_down(actor: Actor) -> Lobby:
    """The lobby after a game, with what that game leaves to the next."""
    lobby, running = actor.lobby, actor.running
    if lobby.phase != "over" or running is None:
        return lobby
    return replace(lobby, options=actor.kit.game.next_options(running.table.state, lobby.options))


@_once
def end(actor: Actor, message: Message[m.End]) -> Verdict:
    """Stop the game that runs. Nothing of it is kept: it has no winner, and its secrets are nobody's business."""
    new = rules.end(actor.lobby, actor.kit.found)
    return _adopted(actor, message, new, Stop(), _forgotten(actor, actor.running))


def clear(actor: Actor, _: Message[m.Close]) -> Verdict:
    """Clear the table away. Its finished games stay with those who played them."""
    running = actor.running if actor.lobby.phase == "playing" else None
    return Decision([*_forgotten(actor, running), ClearTable()], answer={}, effect=Vanish())


def _forgotten(actor: Actor, running: LiveGame | None) -> list[Write]:
    record = actor.lobby.record
    return [] if running is None or record is None else [Finish(running.ordinal, running.all_entries()), Forget(record)]


def sit(actor: Actor, message: Message[m.Sit]) -> Verdict:
    """A place of one's own, and the key to it. Who repeats the command gets the place again."""
    visit, command, _ = message
    key, asked, lobby = actor.services.chance.key(), hashed_id(command.id), actor.lobby
    again = next((n for n, place in enumerate(lobby.places) if asked and place.asked == asked), None)
    if again is not None:
        new: Change = put(lobby, again, with_key(lobby.places[again], hashed(key)))
    else:
        new = rules.sit(lobby, command, command.name, hashed(key), asked, actor.who(visit), actor.kit.found)
    if isinstance(new, Refusal):
        return new
    number = new.places_of(frozenset({hashed(key)}))[0]
    return Decision([actor.saved(new)], new, None, {"place": number, "key": key}, Give(visit, hashed(key)))


def reclaim(actor: Actor, message: Message[m.Reclaim]) -> Verdict:
    """A key for somebody who says that they sat here. Until they are admitted it opens nothing."""
    visit, command, _ = message
    key, number, asked = actor.services.chance.key(), command.place, hashed_id(command.id)
    who, here, found = actor.who(visit), actor.here(), actor.kit.found
    new = claims.claim(actor.lobby, number, hashed(key), asked, who, here, found)
    if isinstance(new, Refusal):
        return new
    claim = new.places[number].claim
    assert claim is not None
    promised: t.Promised = {"place": number, "key": key, "number": claim.number}
    return Decision([actor.saved(new)], new, None, promised, Give(visit, hashed(key)))


def _begun(actor: Actor, message: Message[Any], change: Change) -> Verdict:
    """A game begins: its seed is drawn and promised before the first card."""
    if isinstance(change, Refusal):
        return change
    kit, services = actor.kit, actor.services
    teams, seed = seat_teams(kit.game, change.options, len(change.places)), services.chance.seed()
    table = open_table(kit.game, change.options, teams, seed)
    if isinstance(table, Refusal):
        return table
    record, ordinal = services.chance.record(), change.games + 1
    lobby = replace(change, record=record, games=ordinal)
    running = LiveGame(kit, ordinal, seed, table, lobby, services.wall, services.thinker, services.chance)
    header = header_line(kit, table.record.header)
    game = NewGame(ordinal, record, header, seed.hex(), _people(actor, lobby))
    return _adopted(actor, message, lobby, Begin(running), [game, running.first_entry()])


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
    names = names_of(actor.kit.found, lobby.places, language)
    if not lobby.nameless:
        return names
    somebody = partial(house_words(language).label, "somebody")
    return tuple(
        somebody(number=seat + 1) if place.kind == "person" else name
        for seat, (place, name) in enumerate(zip(lobby.places, names, strict=True))
    )
