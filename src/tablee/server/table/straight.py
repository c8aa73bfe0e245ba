"""The straight way of a move, where nothing unusual is going on: no race, no bot, no stand-in, time at normal speed.

The same as `turns`, in the same order and to the byte (`tests/server/test_straight.py`), with as few steps and values
as will do. Whatever is not plain takes the other way before anything has changed here: a refusal, a clock that has run
out, a command that came before. What a visit may do and see is looked up here as it is there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tablee.kernel.codec import Malformed
from tablee.kernel.game import Ms, Refusal, Seat
from tablee.server.play.live import LiveGame
from tablee.server.play.races import SeatInput
from tablee.server.show.tools import AnyStep
from tablee.server.show.views import join_frame, write_between
from tablee.server.store.interface import Append, Batch, StoreError
from tablee.server.table import turns
from tablee.server.table.decision import Decision, Stepped
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

NOTHING_TOLD: Final[tuple[bytes, ...]] = ()


def is_plain(actor: Actor) -> bool:
    """Is there nothing unusual at this table? To be asked whenever people, pace, pause or bots have changed."""
    running = actor.running
    return (
        running is not None
        and running.referee is None
        and running.cast is None
        and not running.table.suspended
        and running.table.pace.is_plain
        and all(place.stand_in is None for place in actor.lobby.places)
    )


def play(actor: Actor, visit: Visit, command: m.Play, arrived: Ms) -> bool:
    """A person's answer, from a visit that is not over. False: it is not plain, and nothing has happened."""
    running, places, seat, number = actor.running, actor.lobby.places, command.seat, command.id
    if (
        running is None
        or not 0 <= seat < len(places)
        or visit.keys.isdisjoint(places[seat].keys)
        or (seat, number) in running.played
    ):
        return False
    table, tools = running.table, running.tools
    try:
        action = tools.read_action(b"" + command.action)
    except Malformed:
        return False
    now, deadline = running.now(arrived), table.deadline
    if deadline is not None and deadline < now:
        return False
    ask = running.real_id(command.ask)
    step = table.consider(seat, ask, action, now)
    if isinstance(step, Refusal):
        return False  # found again on the other way: to refuse draws nothing
    if tools.game.outcome(step.state) is not None:
        turns.keep(actor, _as_ever(running, step, visit, command, arrived), actor.lobby)
        return True
    entry = running.entry_of(step, number)
    actor.begin_writing(
        Batch(actor.owner, (entry,)), partial(_kept, actor, running, step, entry, visit, command, arrived)
    )
    return True


def _as_ever(running: LiveGame, step: AnyStep, visit: Visit, command: m.Play, arrived: Ms) -> Stepped:
    """For the other way."""
    entry = step.entry
    assert entry.action is not None
    given = SeatInput(command.seat, entry.ask, entry.action, arrived, visit, command.id, command.reaction)
    return Stepped(running, step, given, _without(running.missed, command.seat))


def _without(missed: dict[Seat, int], seat: Seat) -> dict[Seat, int]:
    return {other: times for other, times in missed.items() if other != seat} if seat in missed else missed


def _kept(
    actor: Actor,
    running: LiveGame,
    step: AnyStep,
    entry: Append,
    visit: Visit,
    command: m.Play,
    arrived: Ms,
    error: StoreError | None,
) -> None:
    """It is durable, or it could not be kept."""
    if error is not None or not actor.is_plain or actor.running is not running or not actor.visits:
        decision = Decision([entry], None, None, None, _as_ever(running, step, visit, command, arrived))
        actor.settled(decision, None, None, error)
        return
    try:
        if running.missed:
            running.missed = _without(running.missed, command.seat)
        running.table.adopt(step)
        running.log.append(entry)
        running.played[command.seat, command.id] = None
        _tell(actor, running, visit, b'{"tell":"answer","id":"%b","ok":true}' % command.id.encode())
    except Exception as defect:
        actor.defect(defect)
    finally:
        actor.end_writing()


def _tell(actor: Actor, running: LiveGame, mover: Visit, answer: bytes) -> None:
    """The mover is answered, and everybody shown what has changed for them: in one piece, where nothing waits."""
    table, views, places, wall = running.table, running.views, actor.lobby.places, actor.services.wall.now()
    now, deadline, has_captions = running.now(wall), table.deadline, bool(table.state.captions)
    time = running.time_at(now)
    between, captions = write_between(False, (), time), NOTHING_TOLD
    views.changed()
    if mover not in actor.visits:
        mover.connection.tell(answer)
    for visit in actor.visits:
        connection = visit.connection
        send = connection.send if connection.is_free() else None
        texts: list[bytes] = []
        if visit is mover:
            if send is None:
                connection.tell(answer)
            else:
                texts.append(answer)
        for watch in visit.watches(places).values():
            view = views.view(watch.viewer)
            if has_captions:
                captions = views.captions(watch.viewer.seat, visit.language)
                between = write_between(False, captions, time)
            if view == watch.view and not captions:
                continue
            if send is None:
                visit.show(watch, view, captions, time, False)
            else:
                watch.view = view
                watch.number = number = watch.number + 1
                texts.append(join_frame(watch.head, number, between, view))
        if send is not None and texts:
            send(texts)
    # At normal speed it is as long until then on the wall.
    if actor.timer is None or deadline is None or wall + deadline + 1 - now < actor.rings_at:
        turns.arm(actor)
