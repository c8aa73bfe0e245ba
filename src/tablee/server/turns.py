"""Answers, clocks and talk of a running game: check → step → append → durable → tell."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from tablee.kernel.codec import Malformed
from tablee.kernel.game import ALL, OPEN_TALK, Ask, Ms, Refusal, Seat, Talk, Viewer
from tablee.server import messages as m
from tablee.server import races
from tablee.server import tells as t
from tablee.server.connection import Connection
from tablee.server.digests import digest_of, write_digest
from tablee.server.lobby import stand_in_for
from tablee.server.people import Lobby
from tablee.server.races import Answer
from tablee.server.running import Running
from tablee.server.store import Finish, Shelve, Write

if TYPE_CHECKING:
    from tablee.server.actor import Actor

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
        ask = running.real_id(command.ask)
        offer(actor, Answer(seat, ask, action, arrived, connection, command.id, command.reaction))


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
    if not running.is_racing:
        submit(actor, answer)
        return
    if all(ask.id != answer.ask for ask in running.table.asks):
        take(actor, running, answer, running.table.now)  # it can only be refused, so it waits for nobody
        return
    refusal = races.arrive(running, answer)
    if refusal is not None:
        _refuse(actor, answer, refusal)
    else:
        release(actor)


def release(actor: Actor) -> None:
    """Hand over what the referee lets go, one after the other, before anything else."""
    running = actor.running
    batch = None if running is None or running.referee is None else running.referee.due(actor.services.wall.now())
    if running is None or batch is None:
        arm(actor)
        return
    actor.post_first(lambda: release(actor))
    for one in reversed(batch.inputs):
        actor.post_first(partial(_hand_over, actor, running, one.what, batch.now))


def _hand_over(actor: Actor, running: Running, what: races.Waiting, wall: Ms) -> None:
    """What the referee let go is in time: it was weighed against the clocks that waited beside it."""
    table = running.table
    if actor.running is not running:
        return
    if isinstance(what, Ask):
        if what == table.next_due:
            expire(actor, what)
        return
    now = running.now(wall)
    take(actor, running, what, now if table.deadline is None else max(table.now, min(now, table.deadline)))


def submit(actor: Actor, answer: Answer) -> None:
    """Play it after all that ran out before it arrived."""
    running = actor.running
    if running is None:
        return
    now = running.now(answer.arrived)
    due = running.table.due(now)
    if due is not None:
        actor.post_first(lambda: offer(actor, answer))
        expire(actor, due)
        return
    take(actor, running, answer, now)


def take(actor: Actor, running: Running, answer: Answer, now: Ms) -> None:
    """Check → step, then keep."""
    if answer.command is not None and (answer.seat, answer.command) in running.played:
        _accept(actor, answer)  # it came twice while it waited
        return
    refusal = running.table.play(answer.seat, answer.ask, answer.action, now)
    if refusal is not None:
        races.refused(running, answer, refusal)
        _refuse(actor, answer, refusal)
        return
    if answer.command is not None:
        running.played[answer.seat, answer.command] = None
    running.missed.pop(answer.seat, None)
    keep(actor, running, answer, actor.lobby)


def _shelve(actor: Actor, running: Running) -> list[Write]:
    """What the house remembers of a game that is over. That a game cannot count must not keep it from ending."""
    try:
        digest = digest_of(running.kit, running.table, actor.lobby)
    except Exception as error:
        actor.services.log.defect(actor.lobby.code, error)
        return []
    return [Shelve(running.number, write_digest(digest))]


def keep(actor: Actor, running: Running, answer: Answer | None, lobby: Lobby) -> None:
    """The table took an input: make it durable, then tell everybody."""
    running.tick()
    writes: list[Write] = [running.last_entry(None if answer is None else answer.command)]
    if running.table.outcome is not None:
        lobby = replace(lobby, phase="over", paused=False)
        writes.append(Finish(running.number, running.all_entries()))
        writes += _shelve(actor, running)
    if lobby is not actor.lobby:
        writes.append(actor.saved(lobby))

    def then() -> None:
        is_changed, actor.lobby = lobby is not actor.lobby, lobby
        running.follow_races()
        if answer is not None:
            _accept(actor, answer)
        tell(actor, running)
        if is_changed or actor.is_rest_due:
            actor.rearrange()
            actor.tell_lobby()
        arm(actor)

    actor.commit(writes, then, lambda _: _undo(actor, running, answer))


def tell(actor: Actor, running: Running) -> None:
    """Show everybody what the last input changed for them."""
    stage, time, has_captions = running.stage, running.time(), bool(running.table.captions)
    stage.changed()
    informed: list[Connection] = []
    for connection in actor.connections:
        for seat, watch in connection.watches.items():
            captions = stage.captions(seat, connection.language) if has_captions else ()
            if connection.show(seat, stage.view(watch.viewer), captions, time, False):
                informed.append(connection)
    actor.tell_speed(informed=informed)
    if running.cast is not None:
        running.cast.look()


def expire(actor: Actor, ask: Ask) -> None:
    """Time ran out on this ask. Who is away and misses two in a row gets a stand-in."""
    running = actor.running
    assert running is not None
    running.table.expire(ask)
    lobby, here = actor.lobby, actor.here()
    for seat in _waited_for(ask):
        place = lobby.places[seat]
        if place.kind == "person" and place.stand_in is None and seat not in here:
            running.missed[seat] = running.missed.get(seat, 0) + 1
            if running.missed[seat] >= MISSED_BEFORE_STAND_IN:
                lobby = stand_in_for(lobby, seat, actor.kit.found)
    keep(actor, running, None, lobby)


def _waited_for(ask: Ask) -> tuple[Seat, ...]:
    """Whom everybody can see being waited for: a stand-in must not tell who had answered in secret, or was asked."""
    if ask.to != ALL:
        return ()
    return ask.awaited if ask.awaited_to == ALL else ask.seats


def arm(actor: Actor, not_before: Ms = 0) -> None:
    """Wake up when the next clock runs out, or when the referee has something to hand over. A timer that goes off
    before is left alone: it looks at the clocks then, and few ever get so far."""
    when = None if actor.running is None else actor.running.next_at
    if actor.timer is not None:
        if when is not None and not_before <= actor.rings_at <= when:
            return
        actor.timer.cancel()
        actor.timer = None
    if when is not None:
        actor.rings_at = max(when, not_before)
        actor.timer = actor.services.wall.at(actor.rings_at, lambda: actor.post(lambda: ring(actor)))


def ring(actor: Actor) -> None:
    """The timer went off."""
    actor.timer = None
    running = actor.running
    if running is None:
        return
    due = running.table.due(running.now(actor.services.wall.now()))
    if running.is_racing:
        if due is not None:
            races.time_is_up(running, due)
        release(actor)
    elif due is not None:
        expire(actor, due)
    else:
        arm(actor)


def hold(actor: Actor, connection: Connection, command: m.Hold) -> None:
    """Holding one's secret up to the eye changes what this screen shows, and nothing else."""
    watch = connection.watches.get(command.seat)
    if watch is None or not actor.owns(connection, command.seat):
        actor.refuse(connection, command, Refusal("not_yours"))
        return
    watch.hold(command.held)
    actor.answer(connection, command, {})
    running = actor.running
    if running is not None:
        connection.show(command.seat, running.stage.view(watch.viewer), (), running.time(), False)


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
            said: t.Said = {"tell": "said", "channel": command.channel, "seat": command.seat, "name": name}
            if command.text is not None:
                said["text"] = command.text
            elif command.emote is not None:
                said["emote"] = command.emote
            other.tell(t.encode(said))


def _refuse_talk(actor: Actor, command: m.Say) -> Refusal | None:
    said = command.text if command.text is not None else command.emote
    if said is None or (command.text is not None and command.emote is not None) or not said.strip():
        return Refusal("nothing_said")
    if len(said) > (LONGEST_TALK if command.text is not None else LONGEST_EMOTE):
        return Refusal("too_long", {"most": LONGEST_TALK})
    if actor.lobby.places[command.seat].muted:
        return Refusal("muted")
    if command.text is not None and not actor.lobby.words:
        return Refusal("phrases_only")
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
    # Nothing to remember: `played` knows it, and the answer is always the same.
    answer.connection.tell(b'{"tell":"answer","id":"%b","ok":true}' % answer.command.encode())


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
        running.played.pop((answer.seat, answer.command or ""), None)
        _refuse(actor, answer, Refusal("not_kept"))
    actor.rearrange()
    arm(actor, actor.services.wall.now() + RETRY)
