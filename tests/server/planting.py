"""How leaks are planted into a house that keeps its secrets: what `planted.py` lists is made of these.

What leaks is mostly a digest of all that is true at the table: it fits every game and changes with anything hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

from tests.server.address import Address, Answer
from tests.server.hall import Hall
from tests.server.pairing import Plant

from tablee.kernel.game import Caption, Refusal, Viewer
from tablee.kit.snapshot import facts_of
from tablee.server.house.connection import Connection
from tablee.server.outside import Log
from tablee.server.show.tools import AnyStep
from tablee.words import Words

PLANTED: Final = "Planted"
UNHEARD: Final = Caption("unheard", {}, ())
"""Told to nobody: but who writes captions is asked for them."""
Edit = Callable[[dict[str, Any], int], None]
"""Changes a message by a digest."""


def digest(hall: Hall, code: str) -> int:
    """A number that differs whenever anything at the table does."""
    assert isinstance(hall, Address)
    return number_of(facts_of(hall.running(code).table.state)) if hall.digest is None else hall.digest


def number_of(truth: object) -> int:
    """Of a number or a yes or no itself: two hashes may well have the same last bit. (And of a checksum some bits never
    depend on some letters.)"""
    if isinstance(truth, int):
        return int(truth)
    return int.from_bytes(blake2b(repr(truth).encode(), digest_size=8).digest())


def honest_one(thing: object, method: str) -> Any:
    """The method as it is written, even if a leak was planted there before."""
    return getattr(_honest_class(thing), method).__get__(thing)


def plant_in(thing: Any, method: str, leak: Callable[..., Any]) -> None:
    """From now on this is what this method of this thing does."""
    base = _honest_class(thing)
    thing.__class__ = type(PLANTED, (base,), {"__slots__": (), method: lambda _, *given: leak(*given)})


def _honest_class(thing: object) -> type:
    return next(cls for cls in type(thing).__mro__ if cls.__name__ != PLANTED)


# Ways out through the view.


def in_view(edit: Edit, to: Callable[[Viewer], bool] = lambda _: True) -> Plant:
    """The fields of a frame are changed before they are encoded, for these viewers."""

    def plant(hall: Hall, code: str) -> None:
        stage = hall.running(code).views
        honest = honest_one(stage, "view")

        def view(viewer: Viewer) -> bytes:
            fields = json.loads(b"{%b}" % honest(viewer))
            if to(viewer):
                edit(fields, digest(hall, code))
            return json.dumps(fields).encode()[1:-1]

        plant_in(stage, "view", view)

    return plant


def in_bytes(edit: Callable[[bytes, int], bytes]) -> Plant:
    """The same JSON, written otherwise."""

    def plant(hall: Hall, code: str) -> None:
        stage = hall.running(code).views
        honest = honest_one(stage, "view")
        plant_in(stage, "view", lambda viewer: edit(honest(viewer), digest(hall, code)))

    return plant


def of_state(tell: Callable[[Any], object], edit: Edit) -> Plant:
    """One secret of one game: what `tell` finds in its state goes out with the view."""

    def plant(hall: Hall, code: str) -> None:
        running = hall.running(code)
        stage = running.views
        honest = honest_one(stage, "view")

        def view(viewer: Viewer) -> bytes:
            fields = json.loads(b"{%b}" % honest(viewer))
            edit(fields, number_of(tell(running.table.state)))
            return json.dumps(fields).encode()[1:-1]

        plant_in(stage, "view", view)

    return plant


# Ways out through captions.


def in_captions(edit: Callable[[list[dict[str, Any]], int], list[dict[str, Any]]]) -> Plant:
    """What is told of an input is changed, also where nothing is told."""

    def plant(hall: Hall, code: str) -> None:
        running = hall.running(code)
        stage, table = running.views, running.table
        honest, happen = honest_one(stage, "captions"), honest_one(table, "adopt")

        def adopt(step: AnyStep) -> None:
            happen(step)
            table.captions.append(UNHEARD)

        def captions(seat: int | None, language: str) -> tuple[bytes, ...]:
            told = edit([json.loads(text) for text in honest(seat, language)], digest(hall, code))
            return tuple(json.dumps(caption).encode() for caption in told)

        plant_in(table, "adopt", adopt)
        plant_in(stage, "captions", captions)

    return plant


# Ways out through the connection.


def at_connections(change: Callable[[Hall, str, Connection], None]) -> Plant:
    """Every connection that comes from now on is changed."""

    def plant(hall: Hall, code: str) -> None:
        honest = honest_one(hall.house, "connect")

        def connect(address: str, wake: Callable[[], None]) -> Connection:
            connection: Connection = honest(address, wake)
            change(hall, code, connection)
            return connection

        plant_in(hall.house, "connect", connect)

    return plant


def taken(edit: Callable[[list[bytes], int], list[bytes]]) -> Plant:
    def change(hall: Hall, code: str, connection: Connection) -> None:
        honest = honest_one(connection, "take")
        plant_in(connection, "take", lambda: edit(honest(), digest(hall, code)))

    return at_connections(change)


def edited(edit: Callable[[dict[str, Any], int], None]) -> Callable[[list[bytes], int], list[bytes]]:
    def change(texts: list[bytes], number: int) -> list[bytes]:
        messages = [json.loads(text) for text in texts]
        for message in messages:
            edit(message, number)
        return [json.dumps(message).encode() for message in messages]

    return change


def refusals(edit: Callable[[Refusal, int], Refusal]) -> Plant:
    def change(hall: Hall, code: str, connection: Connection) -> None:
        honest = honest_one(connection, "refuse")

        def refuse(command: str | None, refusal: Refusal, words: Words | None = None) -> bytes:
            told: bytes = honest(command, edit(refusal, digest(hall, code)), words)
            return told

        plant_in(connection, "refuse", refuse)

    return at_connections(change)


# Ways out over HTTP.


def over_http(edit: Callable[[Answer, int], Answer]) -> Plant:
    """Whatever anybody asks for."""

    def plant(hall: Hall, code: str) -> None:
        assert isinstance(hall, Address)
        hall.edit_answer = lambda answer: edit(answer, digest(hall, code))

    return plant


# Ways out through the log.


def in_log(write: Callable[[Log, str, int], object]) -> Plant:
    """With every input something is written there."""

    def plant(hall: Hall, code: str) -> None:
        stage = hall.running(code).views
        honest = honest_one(stage, "changed")

        def changed() -> None:
            honest()
            write(hall.house.log, code, digest(hall, code))

        plant_in(stage, "changed", changed)

    return plant
