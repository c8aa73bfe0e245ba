"""Answers and clocks of a running game: check → step → append → durable → tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from tablee.kernel.codec import Malformed
from tablee.kernel.game import ALL, Ask, Ms, Refusal, Seat
from tablee.server.lobby import Lobby
from tablee.server.past.summary import summary_of, write_summary
from tablee.server.play import races
from tablee.server.play.live import LiveGame
from tablee.server.play.races import SeatInput
from tablee.server.show.tools import AnyStep
from tablee.server.store.interface import Append, Finish, SaveSummary, Write
from tablee.server.table import telling
from tablee.server.table.decision import DONE, Decision, Held, Message, Stepped, Verdict
from tablee.server.table.places import stand_in_for
from tablee.server.wire import commands as m

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

MISSED_BEFORE_STAND_IN: Final = 2
RETRY: Final[Ms] = 1000
"""How soon a clock that could not be kept runs out again."""


def play(actor: Actor, message: Message[m.Play]) -> Verdict:
    """A person's answer."""
    command, running = message.command, actor.running
    seat = command.seat
    if running is None:
        return Refusal("not_playing")
    if (seat, command.id) in running.played:
        return DONE
    if actor.lobby.places[seat].stand_in is not None:
        return Refusal("stand_in")
    try:
        action = running.tools.read_action(bytes(command.action))
    except Malformed:
        return Refusal("malformed")
    ask = running.real_id(command.ask)
    given = SeatInput(seat, ask, action, message.at, message.visit, command.id, command.reaction)
    if running.is_racing:
        offer(actor, given)
    else:
        submit(actor, running, given)
    return None


def bot_plays(actor: Actor, seat: Seat, ask: str, action: str) -> None:
    """A bot's answer."""
    arrived = actor.services.wall.now()

    def handle() -> None:
        running = actor.running
        if running is not None and running.cast is not None:
            offer(actor, SeatInput(seat, ask, running.tools.wire.action.loads(action), arrived, None, None))

    actor.post(handle)


def offer(actor: Actor, given: SeatInput) -> None:
    """Where a race is open the referee decides when and in which order answers are handed over."""
    running = actor.running
    if running is None:
        return
    if not running.is_racing:
        submit(actor, running, given)
        return
    if not running.is_asked(given.seat, given.ask):
        take(actor, running, given, running.table.now)  # it can only be refused, so it waits for nobody
        return
    refusal = races.arrive(running, given)
    if refusal is not None:
        _refuse(actor, given, refusal)
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


def _hand_over(actor: Actor, running: LiveGame, what: races.Waiting, wall: Ms) -> None:
    """What the referee let go is in time: it was weighed against the clocks that waited beside it."""
    table = running.table
    if actor.running is not running:
        return
    if isinstance(what, Ask):
        # Who has answered while it waited is awaited no longer: that gives nobody more time, nor is it told by it.
        if (due := table.next_due) is not None and (due.id, due.until) == (what.id, what.until):
            expire(actor, due)
        return
    now = running.now(wall)
    take(actor, running, what, now if table.deadline is None else max(table.now, min(now, table.deadline)))


def submit(actor: Actor, running: LiveGame, given: SeatInput) -> None:
    """Play it after all that ran out before it arrived."""
    now = running.now(given.arrived)
    due = running.table.due(now)
    if due is not None and actor.services.wall.now() < actor.retries_at:  # that could not be kept a moment ago
        _refuse(actor, given, Refusal("not_kept"))
        return
    if due is not None:
        actor.post_first(lambda: offer(actor, given))
        expire(actor, due)
        return
    take(actor, running, given, now)


def take(actor: Actor, running: LiveGame, given: SeatInput, now: Ms) -> None:
    """Check → step, then keep."""
    if given.command is not None and (given.seat, given.command) in running.played:
        _accept(actor, given)  # it came twice while it waited
        return
    step = running.table.consider(given.seat, given.ask, given.action, now)
    if isinstance(step, Refusal):
        races.refused(running, given, step)
        _refuse(actor, given, step)
        return
    missed = running.missed
    if given.seat in missed:
        missed = {seat: times for seat, times in missed.items() if seat != given.seat}
    keep(actor, Stepped(running, step, given, missed), actor.lobby)


def keep(actor: Actor, stepped: Stepped, lobby: Lobby) -> None:
    """What the table will be: make it durable, and only then let it be so."""
    running, step, given = stepped.running, stepped.step, stepped.given
    entry = running.entry_of(step, None if given is None else given.command)
    writes: list[Write] = [entry]
    if actor.tools.game.outcome(step.state) is not None:
        lobby = replace(lobby, phase="over", paused=False)
        writes += [Finish(running.ordinal, running.all_entries(entry)), *_summary(actor, running, step)]
    if lobby is not actor.lobby:
        writes.append(actor.saved(lobby))
    actor.settle(Decision(writes, lobby, None, None, stepped))


def _summary(actor: Actor, running: LiveGame, step: AnyStep) -> list[Write]:
    """What the house remembers of a game that is over. That a game cannot count must not keep it from ending."""
    try:
        summary = summary_of(running.tools, running.table.after(step), actor.lobby)
    except Exception as error:
        actor.services.log.defect(actor.lobby.code, error)
        return []
    assert actor.lobby.record is not None, "a game runs here"
    return [SaveSummary(actor.lobby.record, write_summary(summary))]


def stepped(actor: Actor, effect: Stepped, writes: Sequence[Write], *, is_changed: bool) -> None:
    """What the table took is durable."""
    running, given, wall = effect.running, effect.given, actor.services.wall.now()
    running.missed = effect.missed
    running.adopt(effect.step, cast(Append, writes[0]), wall)
    if running.referee is not None:
        running.follow_races()
    if given is not None:
        if given.command is not None:
            running.played[given.seat, given.command] = None
        _accept(actor, given)
    telling.frames(actor, running, wall)
    if is_changed or actor.is_rest_due:
        actor.rearrange()
        actor.tell_lobby()
    arm(actor)


def expire(actor: Actor, ask: Ask) -> None:
    """Time ran out on this ask. Who is away and misses two in a row gets a stand-in."""
    running = actor.running
    assert running is not None
    step, missed = running.table.consider_expiry(ask), dict(running.missed)
    lobby, here = actor.lobby, actor.here()
    for seat in _waited_for(ask):
        place = lobby.places[seat]
        if place.kind == "person" and place.stand_in is None and seat not in here:
            missed[seat] = missed.get(seat, 0) + 1
            if missed[seat] >= MISSED_BEFORE_STAND_IN:
                lobby = stand_in_for(lobby, seat, actor.tools.found)
    keep(actor, Stepped(running, step, None, missed), lobby)


def _waited_for(ask: Ask) -> tuple[Seat, ...]:
    """Whom everybody can see being waited for: a stand-in must not tell who had answered in secret, or was asked."""
    if ask.to != ALL:
        return ()
    return ask.awaited if ask.awaited_to == ALL else ask.seats


def arm(actor: Actor, not_before: Ms = 0) -> None:
    """Wake up when the next clock runs out, or when the referee has something to hand over. A timer that goes off
    before is left alone: it looks at the clocks then, and few ever get so far. `not_before`: from now on."""
    not_before = actor.retries_at = max(actor.retries_at, not_before)
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


def hold(_: Actor, message: Message[m.Hold]) -> Verdict:
    """Holding one's secret up to the eye changes what this screen shows, and nothing else."""
    return Decision(answer={}, effect=Held(message.visit, message.command.seat, message.command.held))


def _accept(actor: Actor, given: SeatInput) -> None:
    running = actor.running
    if given.visit is None or given.command is None:
        if running is not None and running.cast is not None:
            running.cast.played(given.seat, given.ask)
        return
    # Nothing to remember: `played` knows it, and the answer is always the same.
    given.visit.answer(b'{"tell":"answer","id":"%b","ok":true}' % given.command.encode())


def _remember(actor: Actor, seat: Seat, command: str, text: bytes) -> None:
    actor.answers.remember((("seat", seat, actor.lobby.record),), command, text)


def _refuse(actor: Actor, given: SeatInput, refusal: Refusal) -> None:
    running = actor.running
    if given.visit is not None:
        text = given.visit.refuse(given.command, refusal, actor.words_in(given.visit.language))
        if refusal.code != "not_kept" and given.command is not None:
            _remember(actor, given.seat, given.command, text)
    elif running is not None and running.cast is not None:
        if refusal.code not in ("too_late", "not_now"):
            actor.services.log("bot_refused", table=actor.lobby.code, code=refusal.code)
        running.cast.refused(given.seat, given.ask)


def not_kept(actor: Actor, effect: Stepped) -> None:
    """It could not be kept, so it did not happen."""
    running, given = effect.running, effect.given
    running.drop(effect.step)
    if given is not None:
        races.not_kept(running, given)
        _refuse(actor, given, Refusal("not_kept"))
    actor.rearrange()
    arm(actor, actor.services.wall.now() + RETRY)
