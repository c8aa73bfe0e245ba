"""Leaks planted into a house that keeps its secrets: each lets something of the whole state out by one way only.

What leaks is a digest of all that is true at the table, so it fits every game and changes with anything hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final
from zlib import crc32

from tests.server.hall import Hall

from tablee.kernel.game import Refusal, Viewer
from tablee.kit.snapshot import facts_of
from tablee.server.house.connection import Connection
from tablee.server.table.actor import Actor
from tablee.words import Words

PLANTED: Final = "Planted"
Edit = Callable[[dict[str, Any], int], None]
"""Changes a message by a digest."""


def digest(hall: Hall, code: str) -> int:
    """A number that differs whenever anything at the table does."""
    return crc32(repr(facts_of(hall.running(code).table.state)).encode())


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


def in_view(edit: Edit) -> Callable[[Hall, str], None]:
    """The fields of a frame are changed before they are encoded."""

    def plant(hall: Hall, code: str) -> None:
        stage = hall.running(code).stage
        honest = honest_one(stage, "view")

        def view(viewer: Viewer) -> bytes:
            fields = json.loads(b"{%b}" % honest(viewer))
            edit(fields, digest(hall, code))
            return json.dumps(fields).encode()[1:-1]

        plant_in(stage, "view", view)

    return plant


def _one_move_less(fields: dict[str, Any], number: int) -> None:
    if fields["moves"] and number & 1:
        fields["moves"].pop()


def _moves_in_another_order(fields: dict[str, Any], number: int) -> None:
    moves = fields["moves"]
    if moves:
        turn = number % len(moves)
        fields["moves"] = moves[turn:] + moves[:turn]


def _ask_ids(fields: dict[str, Any], number: int) -> None:
    for ask in fields["asks"]:
        ask["id"] += f".{number}"


def _deadlines(fields: dict[str, Any], number: int) -> None:
    for ask in fields["asks"]:
        ask["until"] = (ask["until"] or 0) + (number & 1)


def _order_of_fields(fields: dict[str, Any], number: int) -> None:
    if number & 1:
        fields["board"] = fields.pop("board")


def _order_of_seats(fields: dict[str, Any], number: int) -> None:
    for ask in fields["asks"]:
        if number & 1:
            ask["seats"].reverse()
            ask["awaited"].reverse()


def _early_outcome(fields: dict[str, Any], number: int) -> None:
    fields["outcome"] = fields["outcome"] or {"leads": number & 1}


def _field_more(fields: dict[str, Any], number: int) -> None:
    fields["debug"] = number


def _hand(fields: dict[str, Any], number: int) -> None:
    if fields["hand"] is not None:
        fields["hand"]["mood"] = number & 1


def frame_size(hall: Hall, code: str) -> None:
    """The same JSON, but some frames are longer."""
    stage = hall.running(code).stage
    honest = honest_one(stage, "view")
    plant_in(stage, "view", lambda viewer: honest(viewer) + b" " * (digest(hall, code) & 1))


# Ways out through captions and the count of frames.


def caption_facts(hall: Hall, code: str) -> None:
    stage = hall.running(code).stage
    honest = honest_one(stage, "captions")

    def captions(seat: int | None, language: str) -> tuple[bytes, ...]:
        told = [json.loads(text) for text in honest(seat, language)]
        return tuple(json.dumps({**caption, "tone": digest(hall, code) & 1}).encode() for caption in told)

    plant_in(stage, "captions", captions)


def caption_more(hall: Hall, code: str) -> None:
    """Something rustles: no fact, but perhaps a frame more."""
    stage = hall.running(code).stage
    honest = honest_one(stage, "captions")

    def captions(seat: int | None, language: str) -> tuple[bytes, ...]:
        return (*honest(seat, language), *((b'{"code":"rustle"}',) if digest(hall, code) & 1 else ()))

    plant_in(stage, "captions", captions)


# Ways out through the connection: order, number, ids, errors.


def at_connections(change: Callable[[Hall, str, Connection], None]) -> Callable[[Hall, str], None]:
    """Every connection that comes from now on is changed."""

    def plant(hall: Hall, code: str) -> None:
        honest = honest_one(hall.house, "connect")

        def connect(address: str, wake: Callable[[], None]) -> Connection:
            connection: Connection = honest(address, wake)
            change(hall, code, connection)
            return connection

        plant_in(hall.house, "connect", connect)

    return plant


def _taken(edit: Callable[[list[bytes], int], list[bytes]]) -> Callable[[Hall, str], None]:
    def change(hall: Hall, code: str, connection: Connection) -> None:
        honest = honest_one(connection, "take")
        plant_in(connection, "take", lambda: edit(honest(), digest(hall, code)))

    return at_connections(change)


def _is_frame(text: bytes) -> bool:
    return text.startswith(b'{"tell":"frame"')


def _reordered(texts: list[bytes], number: int) -> list[bytes]:
    return texts[::-1] if number & 1 else texts


def _doubled(texts: list[bytes], number: int) -> list[bytes]:
    return [*texts, *filter(_is_frame, texts[-1:])] if number & 1 else texts


def _withheld(texts: list[bytes], number: int) -> list[bytes]:
    return [text for text in texts if not (number & 1 and _is_frame(text))]


def _edited(edit: Callable[[dict[str, Any], int], None]) -> Callable[[list[bytes], int], list[bytes]]:
    def change(texts: list[bytes], number: int) -> list[bytes]:
        messages = [json.loads(text) for text in texts]
        for message in messages:
            edit(message, number)
        return [json.dumps(message).encode() for message in messages]

    return change


def _frame_numbers(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "frame":
        message["number"] += number & 1


def _times(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "frame":
        message["now"] += number & 1


def _pongs(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "pong":
        message["now"] += number & 1


def _lobby(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "lobby":
        message["table"]["spectators"] += number & 1


def _snapshots(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "frame":
        message["snapshot"] = bool(number & 1)


def _talk(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "said":
        message["number"] = number


def _answer_ids(message: dict[str, Any], number: int) -> None:
    if message["tell"] == "answer":
        message["id"] = f"{message['id']}.{number & 1}"


def _refusals(edit: Callable[[Refusal, int], Refusal]) -> Callable[[Hall, str], None]:
    def change(hall: Hall, code: str, connection: Connection) -> None:
        honest = honest_one(connection, "refuse")

        def refuse(command: str | None, refusal: Refusal, words: Words | None = None) -> bytes:
            told: bytes = honest(command, edit(refusal, digest(hall, code)), words)
            return told

        plant_in(connection, "refuse", refuse)

    return at_connections(change)


# Ways out around the game.


def places(hall: Hall, code: str) -> None:
    """What the lobby says of a seat depends on its cards."""
    actor = hall.actor(code)
    honest = honest_one(actor, "tell_lobby")

    def tell_lobby() -> None:
        before, percent = actor.lobby, 100 + (digest(hall, code) & 1)
        first = replace(before.places[0], percent=percent)
        actor.lobby = replace(before, places=(first, *before.places[1:]))
        honest()
        actor.lobby = before

    plant_in(actor, "tell_lobby", tell_lobby)


def table_page(hall: Hall, code: str) -> None:
    """`/api/tables/CODE` says something else."""
    honest = honest_one(hall.house, "find")

    def find(code_typed: str) -> Actor | None:
        actor: Actor | None = honest(code_typed)
        return None if digest(hall, code) & 1 else actor

    plant_in(hall.house, "find", find)


PLANTS: Final[dict[str, Callable[[Hall, str], None]]] = {
    "a field more in the view": in_view(_field_more),
    "a field more in the hand": in_view(_hand),
    "the order of fields": in_view(_order_of_fields),
    "the order of seats in an ask": in_view(_order_of_seats),
    "the ids of asks": in_view(_ask_ids),
    "the deadlines of asks": in_view(_deadlines),
    "one move less": in_view(_one_move_less),
    "the order of moves": in_view(_moves_in_another_order),
    "an outcome before the end": in_view(_early_outcome),
    "the size of a frame": frame_size,
    "the facts of a caption": caption_facts,
    "a caption more": caption_more,
    "the order of messages": _taken(_reordered),
    "a frame more": _taken(_doubled),
    "a frame less": _taken(_withheld),
    "the numbers of frames": _taken(_edited(_frame_numbers)),
    "the time in a frame": _taken(_edited(_times)),
    "the time in a pong": _taken(_edited(_pongs)),
    "whether a frame is a snapshot": _taken(_edited(_snapshots)),
    "the number of spectators": _taken(_edited(_lobby)),
    "what is said": _taken(_edited(_talk)),
    "the id of an answer": _taken(_edited(_answer_ids)),
    "the facts of a refusal": _refusals(lambda refusal, number: Refusal(refusal.code, {"hint": number & 1})),
    "the code of a refusal": _refusals(lambda refusal, number: Refusal("too_late") if number & 1 else refusal),
    "a place in the lobby": places,
    "an answer over HTTP": table_page,
}
