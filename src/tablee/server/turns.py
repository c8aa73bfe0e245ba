"""Answers, clocks and talk of a running game: check → step → append → durable → tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import msgspec

from tablee.kernel.codec import Malformed
from tablee.kernel.game import OPEN_TALK, Ask, Ms, Refusal, Seat, Talk, Viewer
from tablee.server import messages as m
from tablee.server.connection import Connection
from tablee.server.lobby import stand_in_for
from tablee.server.order import Answer
from tablee.server.people import Lobby
from tablee.server.running import Running
from tablee.server.store import Finish, Write

if TYPE_CHECKING:
    from tablee.server.actor import Actor

_encode: Final = msgspec.json.Encoder().encode
MISSED_BEFORE_STAND_IN: Final = 2
LONGEST_TALK: Final = 280
LONGEST_EMOTE: Final = 24
RETRY: Final[Ms] = 1000
"""How soon a clock that could not be kept runs out again."""


def play(actor: Actor, connection: Connection, command: m.Play, arrived: Ms) -> None:
    """A person's answer."""
    running, seat = actor.running, command.seat
    if not actor.owns(connection, seat):
        actor.refuse(connection, command, Refusal("not_yours"))
    elif running is None:
        actor.refuse(connection, command, Refusal("not_playing"))
    elif (seat, command.id) in running.played:
        actor.answer(connection, command, {})
    elif actor.lobby.places[seat].stand_in is not None:
        actor.refuse(connection, command, Refusal("stand_in"))
    else:
        try:
            action = running.kit.wire.action.from_json(command.action)
        except Malformed:
            actor.refuse(connection, command, Refusal("malformed"))
            return
        offer(actor, Answer(seat, command.ask, action, arrived, connection, command.id))


def bot_plays(actor: Actor, seat: Seat, ask: str, action: str) -> None:
    """A bot's answer."""
    arrived = actor.services.wall.now()

    def handle() -> None:
        running = actor.running
        if running is not None and running.cast is not None:
            offer(actor, Answer(seat, ask, running.kit.wire.action.loads(action), arrived, None, None))

    actor.post(handle)


def offer(actor: Actor, answer: Answer) -> None:
    """Where a race is open the referee decides when and in which order answers are handed over."""
    running = actor.running
    if running is None:
        return
    if not running.has_race and actor.referee.next_at() is None:
        submit(actor, answer)
        return
    actor.referee.offer(answer)
    release(actor)


def release(actor: Actor) -> None:
    """Hand over what the referee lets go, one after the other, before anything else."""
    released = actor.referee.release(actor.services.wall.now())
    for answer in reversed(released):
        actor.post_first(lambda answer=answer: submit(actor, answer))  # type: ignore[misc]
    arm(actor)


def submit(actor: Actor, answer: Answer) -> None:
    """Play it after all that ran out before it arrived."""
    running = actor.running
    if running is None:
        return
    now = running.now(answer.arrived)
    due = running.table.due(now)
    if due is not None:
        actor.post_first(lambda: submit(actor, answer))
        expire(actor, due)
        return
    if answer.command is not None and (answer.seat, answer.command) in running.played:
        _accept(actor, answer)  # it came twice while it waited
        return
    refusal = running.table.play(answer.seat, answer.ask, answer.action, now)
    if refusal is not None:
        _refuse(actor, answer, refusal)
        return
    if answer.command is not None:
        running.played.add((answer.seat, answer.command))
    running.missed.pop(answer.seat, None)
    keep(actor, running, answer, actor.lobby)


def keep(actor: Actor, running: Running, answer: Answer | None, lobby: Lobby) -> None:
    """The table took an input: make it durable, then tell everybody."""
    running.tick()
    writes: list[Write] = [running.last_entry(None if answer is None else answer.command)]
    if running.table.outcome is not None:
        lobby = replace(lobby, phase="over", paused=False)
        writes.append(Finish(running.number, running.all_entries()))
    if lobby != actor.lobby:
        writes.append(actor.saved(lobby))

    def then() -> None:
        is_changed, actor.lobby = lobby != actor.lobby, lobby
        if answer is not None:
            _accept(actor, answer)
        tell(actor, running)
        if is_changed:
            actor.rearrange()
            actor.tell_lobby()
        arm(actor)

    actor.commit(writes, then, lambda _: _undo(actor, running, answer))


def tell(actor: Actor, running: Running) -> None:
    """Show everybody what the last input changed for them."""
    stage, time = running.stage, running.time()
    stage.changed()
    informed = set()
    for connection in actor.connections:
        for seat, watch in connection.watches.items():
            view = stage.view(Viewer(seat, watch.held))
            if connection.show(seat, view, stage.captions(seat, connection.language), time, False):
                informed.add(connection)
    actor.tell_speed(informed=frozenset(informed))
    if running.cast is not None:
        running.cast.look()


def expire(actor: Actor, ask: Ask) -> None:
    """Time ran out on this ask. Who is away and misses two in a row gets a stand-in."""
    running = actor.running
    assert running is not None
    running.table.expire(ask)
    lobby, here = actor.lobby, actor.here()
    for seat in ask.awaited:
        place = lobby.places[seat]
        if place.kind == "person" and place.stand_in is None and seat not in here:
            running.missed[seat] = running.missed.get(seat, 0) + 1
            if running.missed[seat] >= MISSED_BEFORE_STAND_IN:
                lobby = stand_in_for(lobby, seat, actor.kit.found)
    keep(actor, running, None, lobby)


def arm(actor: Actor, not_before: Ms = 0) -> None:
    """Wake up when the next clock runs out, or when the referee has something to hand over."""
    if actor.timer is not None:
        actor.timer.cancel()
        actor.timer = None
    running = actor.running
    if running is None or not running.table.asks:
        return
    when = actor.referee.next_at()
    if when is None:
        when = running.expires_at()
    if when is not None:
        actor.timer = actor.services.wall.at(max(when, not_before), lambda: actor.post(lambda: ring(actor)))


def ring(actor: Actor) -> None:
    """The timer went off."""
    running = actor.running
    if running is None:
        return
    if actor.referee.next_at() is not None:
        release(actor)
        return
    due = running.table.due(running.now(actor.services.wall.now()))
    if due is not None:
        expire(actor, due)
    else:
        arm(actor)


def hold(actor: Actor, connection: Connection, command: m.Hold) -> None:
    """Holding one's secret up to the eye changes what this screen shows, and nothing else."""
    watch = connection.watches.get(command.seat)
    if watch is None or not actor.owns(connection, command.seat):
        actor.refuse(connection, command, Refusal("not_yours"))
        return
    watch.held = command.held
    actor.answer(connection, command, {})
    running = actor.running
    if running is not None:
        view = running.stage.view(Viewer(command.seat, command.held))
        connection.show(command.seat, view, (), running.time(), False)


def say(actor: Actor, connection: Connection, command: m.Say) -> None:
    """Talk goes to those who may read this channel; the screen hears what everybody may read."""
    if not actor.owns(connection, command.seat):
        actor.refuse(connection, command, Refusal("not_yours"))
        return
    refusal = _refuse_talk(actor, command)
    if refusal is not None:
        actor.refuse(connection, command, refusal)
        return
    actor.answer(connection, command, {})
    seats = range(len(actor.lobby.places))
    readers = {seat for seat in seats if _may_read(actor, seat, command.channel)}
    is_public = len(readers) == len(seats)
    for other in actor.connections:
        if any(is_public if seat is None else seat in readers for seat in other.watches):
            name = actor.words(other).name(command.seat)
            said = {"text": command.text} if command.text is not None else {"emote": command.emote}
            other.tell(
                _encode({"tell": "said", "channel": command.channel, "seat": command.seat, "name": name, **said})
            )


def _refuse_talk(actor: Actor, command: m.Say) -> Refusal | None:
    said = command.text if command.text is not None else command.emote
    if said is None or (command.text is not None and command.emote is not None) or not said.strip():
        return Refusal("nothing_said")
    if len(said) > (LONGEST_TALK if command.text is not None else LONGEST_EMOTE):
        return Refusal("too_long", {"most": LONGEST_TALK})
    for channel in _talk(actor, command.seat):
        if channel.name == command.channel:
            allowed = channel.may_write
            may = allowed == "text" or (allowed == "emote" and command.emote is not None)
            return None if may else Refusal("silence")
    return Refusal("silence")


def _talk(actor: Actor, seat: Seat) -> Talk:
    if actor.running is None:
        return OPEN_TALK
    hand = actor.running.table.view(Viewer(seat)).hand
    return () if hand is None else hand.talk


def _may_read(actor: Actor, seat: Seat, channel: str) -> bool:
    return any(known.name == channel and known.may_read for known in _talk(actor, seat))


def _accept(actor: Actor, answer: Answer) -> None:
    running = actor.running
    if answer.connection is None or answer.command is None:
        if running is not None and running.cast is not None:
            running.cast.played(answer.seat, answer.ask)
        return
    text = _encode({"tell": "answer", "id": answer.command, "ok": True})
    _remember(actor, answer.seat, answer.command, text)
    answer.connection.tell(text)


def _remember(actor: Actor, seat: Seat, command: str, text: bytes) -> None:
    actor.answers.remember((("seat", seat, actor.lobby.record),), command, text)


def _refuse(actor: Actor, answer: Answer, refusal: Refusal) -> None:
    running = actor.running
    if answer.connection is not None:
        text = answer.connection.refuse(answer.command, refusal, actor.words(answer.connection))
        if refusal.code != "not_kept" and answer.command is not None:
            _remember(actor, answer.seat, answer.command, text)
    elif running is not None and running.cast is not None:
        if refusal.code not in ("too_late", "not_now"):
            actor.services.log("bot_refused", table=actor.lobby.code, code=refusal.code)
        running.cast.refused(answer.seat, answer.ask)


def _undo(actor: Actor, running: Running, answer: Answer | None) -> None:
    """It could not be kept, so it did not happen."""
    running.take_back(actor.lobby)
    if answer is not None:
        running.played.discard((answer.seat, answer.command or ""))
        _refuse(actor, answer, Refusal("not_kept"))
    actor.rearrange()
    arm(actor, actor.services.wall.now() + RETRY)
