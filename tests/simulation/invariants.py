"""What must be true after every step, as docs/architecture.md has it: from bytes and store where it can be, else from
the tables themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.server.venue import Message

from tablee.kernel.game import Viewer
from tablee.server.keys import hashed

if TYPE_CHECKING:
    from tests.simulation.devices import Device
    from tests.simulation.simulation import Simulation

    from tablee.server.house.house import House
    from tablee.server.table.actor import Actor

Report: TypeAlias = Callable[[str, str], None]
"""Something of this kind is so that must never be."""


class Breach(Exception):
    """Something is so that must never be."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


# What a device is told.


def check_lobby(simulation: Simulation, device: Device, message: Message) -> None:
    _check_seats(simulation, device, message["table"]["code"], message["you"]["places"], "lobby")


def check_frame(simulation: Simulation, device: Device, message: Message) -> None:
    """It holds a key of this seat, and what it was sent is what this seat may see now and nothing else."""
    seat = message["seat"]
    if seat is not None:
        _check_seats(simulation, device, device.at, [seat], "frame")
    actor = simulation.house.tables.get(device.at or "")
    if actor is None or actor.running is None or actor._is_busy:
        return
    sent = [message[part] for part in ("board", "hand", "asks")]
    if all(sent != _view(actor, Viewer(seat, held)) for held in (False, True)):
        simulation.report("shown", f"{device.name} was sent a frame of seat {seat} that is none of {device.at} now")


def _view(actor: Actor, viewer: Viewer) -> list[Any]:
    assert actor.running is not None
    table, kit = actor.running.table, actor.tools
    if viewer.seat is not None and viewer.seat >= len(actor.lobby.places):
        return []
    shown = table.view(viewer)
    asks = [
        {
            "id": actor.running.shown_id(ask.id),
            "kind": ask.kind,
            "seats": list(ask.seats),
            "awaited": list(ask.awaited),
            "until": ask.until,
            "to": "all",
            "awaited_to": "all",
            "race": ask.kind in kit.races,
        }
        for ask in shown.asks
    ]
    hand = None if shown.hand is None else kit.hand.to_json(shown.hand)
    return [kit.board.to_json(shown.board), hand, asks]


def _check_seats(simulation: Simulation, device: Device, code: str | None, seats: list[int], what: str) -> None:
    actor = simulation.house.tables.get(code or "")
    if actor is None:
        return
    mine, places = {hashed(key) for key in device.keys.get(code or "", ())}, actor.lobby.places
    for seat in seats:
        if seat >= len(places) or mine.isdisjoint(places[seat].keys):
            simulation.report("secret", f"{device.name} was sent a {what} of seat {seat} of {code} without a key of it")


def check_answer(simulation: Simulation, asked: Message, message: Message) -> None:
    """What was promised is in the store."""
    store = simulation.store
    if "key" in message:
        code = simulation.table_of(message["key"])
        if code is not None and hashed(message["key"]) not in store.docs.get(code, ""):
            simulation.report("durable", f"the key that {asked['do']} promised is in no store")
    if asked.get("do") == "play" and not any(asked["id"] == command for _, _, command in store.commands_kept):
        simulation.report("durable", "a move was acknowledged and is in no store")


# How the tables stand.


def check_house(simulation: Simulation) -> None:
    check_homes(simulation.report, simulation.house)
    for code, actor in simulation.house.tables.items():
        _check_durable(simulation, actor)
        if any(actor.owner is owner for owner in simulation.store.lost):
            simulation.report("lost", f"{code} goes on here, and belongs to somebody else")
        if not actor._is_busy and not actor._mailbox:
            check_rest(simulation.report, simulation.house, actor)
    found = simulation.defect()
    if found is not None:
        simulation.report("defect", found)
    for (code, seat, command), times in simulation.store.commands_kept.items():
        if times > 1:
            simulation.report("twice", f"{command} was played {times} times by seat {seat} of {code}")


def check_homes(report: Report, house: House) -> None:
    """Who is at a table is at the one that others find by its code."""
    for connection in house.connections:
        visit = connection.visit
        if visit is None or visit.actor.gone is not None or visit not in visit.actor.visits:
            continue
        if house.tables.get(visit.actor.lobby.code) is not visit.actor:
            report("twins", f"somebody is at a {visit.actor.lobby.code} that nobody else finds")


def check_rest(report: Report, house: House, actor: Actor) -> None:
    """A table that has nothing to do: who counts as being there is let in, not over, connected, and nowhere else; and
    where time runs there is a timer."""
    code, running = actor.lobby.code, actor.running
    for visit in actor.visits:
        connection = visit.connection
        if visit.is_over or connection not in house.connections or connection.visit is not visit:
            report("ghost", f"somebody who is not there counts as being at {code}")
    if running is None or running.table.suspended or running.table.deadline is None:
        return
    if actor.timer is None:
        report("stuck", f"no clock will ever ring at {code}")


def _check_durable(simulation: Simulation, actor: Actor) -> None:
    """Nothing is so before it is in the store."""
    running = actor.running
    if running is None or actor.lobby.code not in simulation.store.docs:
        return
    kept = simulation.store.logs.get((actor.lobby.code, running.ordinal))
    if kept is not None and len(running.table.record.entries) > len(kept) and not actor._is_busy:
        simulation.report("durable", f"{actor.lobby.code} is ahead of the store")
