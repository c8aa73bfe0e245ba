"""The host's desk: everything people do around a game. Durable like the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from tablee.arena.entrants import seat_teams
from tablee.kernel.codec import Json
from tablee.kernel.game import Refusal, Viewer
from tablee.kernel.table import open_table
from tablee.server import claims
from tablee.server import lobby as rules
from tablee.server import messages as m
from tablee.server.archive import header_line, played_before, recent
from tablee.server.connection import Connection
from tablee.server.keys import hashed, hashed_id
from tablee.server.people import Change, Lobby, with_key
from tablee.server.running import Running
from tablee.server.store import ClearTable, Finish, Forget, NewGame, Write
from tablee.server.voice import house_words, names_of
from tablee.words import LANGUAGES

if TYPE_CHECKING:
    from tablee.server.actor import Actor

_encode: Final = msgspec.json.Encoder().encode


def serve(actor: Actor, connection: Connection, command: m.TableCommand) -> None:
    """Carry this command out, or say why not."""
    kept = actor.answers.find_kept(actor.askers(connection, command), command.id)
    if isinstance(kept, dict):
        actor.answer(connection, command, {})  # only commands that promise nothing are kept
        return
    who, found = actor.who(connection), actor.kit.found
    match command:
        case m.Sit():
            _sit(actor, connection, command)
        case m.Reclaim():
            _reclaim(actor, connection, command)
        case m.Admit():
            _adopt(actor, connection, command, claims.admit(actor.lobby, command, who, actor.here()))
        case m.Start():
            begin(actor, connection, command, rules.start(actor.lobby, who, found))
        case m.Again() if command.lobby:
            _adopt(actor, connection, command, rules.back_to_lobby(_handed_down(actor), who, found))
        case m.Again():
            lobby = _handed_down(actor)
            is_over = lobby.phase == "over"
            begin(actor, connection, command, rules.start(lobby, who, found) if is_over else Refusal("not_over"))
        case m.Pause() | m.Resume():
            _adopt(actor, connection, command, rules.pause(actor.lobby, isinstance(command, m.Pause), who))
        case m.End():
            _end(actor, connection, command)
        case m.Close():
            _clear(actor, connection, command)
        case m.Play() | m.Hold() | m.Say() | m.AskReceipt():
            raise TypeError("this is no business of the desk")
        case _:
            _adopt(actor, connection, command, rules.change(actor.lobby, command, who, found))


def _handed_down(actor: Actor) -> Lobby:
    """The lobby after a game, with what that game leaves to the next."""
    lobby, running = actor.lobby, actor.running
    if lobby.phase != "over" or running is None:
        return lobby
    return replace(lobby, options=actor.kit.game.next_options(running.table.state, lobby.options))


def _adopt(
    actor: Actor, connection: Connection, command: m.TableCommand, change: Change, further: Sequence[Write] = ()
) -> None:
    """Keep the new lobby and what goes with it, then answer and tell everybody."""
    if isinstance(change, Refusal):
        actor.refuse(connection, command, change)
        return
    kept = actor.answers.with_kept(actor.askers(connection, command), command.id, {})

    def then() -> None:
        actor.answers.kept = kept
        before, actor.lobby = actor.lobby, change
        actor.answer(connection, command, {})
        if change.phase == "lobby" and actor.running is not None:
            actor.running.close()
            actor.running = None
        _see_off(actor, before, is_removal=isinstance(command, m.Remove))
        actor.rearrange()
        actor.tell_lobby()
        if isinstance(command, m.Admit):
            _show_seat(actor, command.place)

    actor.commit([actor.saved(change, kept), *further], then, actor.not_kept(connection, command.id))


def _end(actor: Actor, connection: Connection, command: m.End) -> None:
    """Stop the game that runs. Nothing of it is kept: it has no winner, and its secrets are nobody's business."""
    change = rules.end(actor.lobby, actor.who(connection), actor.kit.found)
    _adopt(actor, connection, command, change, _forgotten(actor.running))


def _clear(actor: Actor, connection: Connection, command: m.Close) -> None:
    """Clear the table away. Its finished games stay with those who played them."""
    if not actor.who(connection).is_host:
        actor.refuse(connection, command, Refusal("host_only"))
        return
    running = actor.running if actor.lobby.phase == "playing" else None

    def then() -> None:
        actor.answer(connection, command, {})
        actor.services.let_go(actor.lobby.code)
        for other in list(actor.connections):
            other.bye("cleared")
            actor.forget(other)
        actor.close()
        actor.running, actor.is_cleared = None, True  # a clock may have rung meanwhile, somebody may have knocked

    actor.commit([*_forgotten(running), ClearTable(actor.lobby.code)], then, actor.not_kept(connection, command.id))


def _forgotten(running: Running | None) -> list[Write]:
    return [] if running is None else [Finish(running.number, running.all_entries()), Forget(running.number)]


def _see_off(actor: Actor, before: Lobby, *, is_removal: bool = False) -> None:
    """Seats may have changed hands: everybody watches what is theirs now."""
    for connection in list(actor.connections):
        seats = actor.lobby.places_of(connection.keys)
        had = before.places_of(connection.keys)
        if had == seats:
            continue
        if is_removal and not seats and connection.keys.isdisjoint(actor.lobby.hosts):
            connection.bye("removed")
            actor.forget(connection)
            continue
        connection.watch(seats)


def _sit(actor: Actor, connection: Connection, command: m.Sit) -> None:
    """A place of one's own, and the key to it. Who repeats the command gets the place again."""
    key, asked, lobby = actor.services.chance.key(), hashed_id(command.id), actor.lobby
    again = next((n for n, place in enumerate(lobby.places) if asked and place.asked == asked), None)
    if again is not None:
        place = with_key(lobby.places[again], hashed(key))
        places = (*lobby.places[:again], place, *lobby.places[again + 1 :])
        change: Change = replace(lobby, places=places)
    else:
        change = rules.sit(lobby, command, command.name, hashed(key), asked, actor.who(connection), actor.kit.found)
    if isinstance(change, Refusal):
        actor.refuse(connection, command, change)
        return
    number = change.places_of(frozenset({hashed(key)}))[0]

    def then() -> None:
        actor.lobby = change
        connection.keys |= {hashed(key)}
        connection.is_spectator = False
        connection.watch(change.places_of(connection.keys))
        actor.answer(connection, command, {"place": number, "key": key})
        actor.rearrange()
        actor.tell_lobby()

    actor.commit([actor.saved(change)], then, actor.not_kept(connection, command.id))


def _reclaim(actor: Actor, connection: Connection, command: m.Reclaim) -> None:
    """A key for somebody who says that they sat here. Until they are admitted it opens nothing."""
    key, number = actor.services.chance.key(), command.place
    claimed = claims.claim(
        actor.lobby,
        number,
        hashed(key),
        hashed_id(command.id),
        actor.who(connection),
        actor.here(),
        actor.kit.found,
    )
    if isinstance(claimed, Refusal):
        actor.refuse(connection, command, claimed)
        return
    claim = claimed.places[number].claim
    assert claim is not None

    def then() -> None:
        actor.lobby = claimed
        connection.keys |= {hashed(key)}
        actor.answer(connection, command, {"place": number, "key": key, "number": claim.number})
        actor.tell_lobby()

    actor.commit([actor.saved(claimed)], then, actor.not_kept(connection, command.id))


def _show_seat(actor: Actor, seat: int) -> None:
    """Who was admitted and still waits sees their seat at once."""
    if actor.running is not None:
        actor.running.missed.pop(seat, None)
    for connection in actor.connections:
        if seat in connection.watches:
            connection.is_spectator = False
            actor.show_snapshots(connection, [seat])


def begin(actor: Actor, connection: Connection, command: m.TableCommand, change: Change) -> None:
    """A game begins: its seed is drawn and promised before the first card."""
    if isinstance(change, Refusal):
        actor.refuse(connection, command, change)
        return
    kit, services = actor.kit, actor.services
    teams, seed = seat_teams(kit.game, change.options, len(change.places)), services.chance.seed()
    table = open_table(kit.game, change.options, teams, seed)
    if isinstance(table, Refusal):
        actor.refuse(connection, command, table)
        return
    record, number = services.chance.record(), services.next_game()
    lobby = replace(change, record=record)
    running = Running(kit, number, seed, table, lobby, services.wall, services.thinker, services.chance)
    # A command of the game before that comes again, late, is no move of this one.
    running.played = recent(actor.running.played) if actor.running else played_before(services.store, lobby.code)
    kept = actor.answers.with_kept(actor.askers(connection, command), command.id, {})
    header = header_line(kit, table.record.header)
    game = NewGame(number, record, lobby.code, header, seed.hex(), _people(actor, lobby))

    def then() -> None:
        actor.answers.kept = kept
        before, actor.lobby = actor.lobby, lobby
        if actor.running is not None:
            actor.running.close()
        actor.running = running
        actor.answer(connection, command, {})
        _see_off(actor, before)
        for other in actor.connections:
            for watch in other.watches.values():
                watch.hold(False)
                watch.view = None
        actor.arrange()
        actor.told_speed = running.speed
        actor.tell_lobby()
        for other in actor.connections:
            _show_beginning(running, other)

    actor.commit(
        [actor.saved(lobby, kept), game, running.last_entry(None)], then, actor.not_kept(connection, command.id)
    )


def _show_beginning(running: Running, connection: Connection) -> None:
    """The first frame of a game, with what the setup has to tell."""
    for seat in connection.watches:
        captions = running.stage.captions(seat, connection.language)
        connection.show(seat, running.stage.view(Viewer(seat)), captions, running.time(), True)


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
