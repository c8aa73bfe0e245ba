"""Leaks, each a real one: something hidden changes what somebody is sent or what is logged, by one way only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final

from tests.server.address import Address, Answer
from tests.server.hall import Hall
from tests.server.pairing import Plant, Subject, Told, watch_pairs
from tests.server.planting import (
    at_connections,
    digest,
    edited,
    honest_one,
    in_bytes,
    in_captions,
    in_log,
    in_view,
    of_state,
    over_http,
    plant_in,
    refusals,
    taken,
)
from tests.server.twin import TwinTable

from tablee.kernel.game import Refusal
from tablee.server.house.connection import Connection
from tablee.server.outside import Log

Fields = dict[str, Any]

PLANTED_PAIRS: Final = 300
"""In so many a leak is to be noticed: some have seldom something to give away."""


def is_caught(subject: Subject, plant: Plant, pairs: int, seed: str) -> bool:
    try:
        watch_pairs(subject, pairs, seed, plant=plant)
    except Told:
        return True
    return False


def plants_for(subject: Subject) -> dict[str, Plant]:
    """Those that have something to give away in this game."""
    nothing = NOTHING_TO_GIVE.get(subject.id, ())
    general = {name: plant for name, plant in PLANTS.items() if name not in nothing}
    return general | OF_GAMES.get(subject.id, {})


def always(plant: Plant) -> Plant:
    """It gives away in which of the two houses one is, whatever is hidden there."""

    def planted(hall: Hall, code: str) -> None:
        assert isinstance(hall, Address)
        hall.digest = int(isinstance(hall.running(code).table, TwinTable))
        plant(hall, code)

    return planted


NOTHING_TO_GIVE: Final[dict[str, tuple[str, ...]]] = {
    # Whatever is asked in these two is asked of one seat: there is one order.
    "anges": ("the order of seats in an ask",),
    "pierres": ("the order of seats in an ask",),
    "buzzer": (
        # Its board is numbers, and votes that are numbers.
        "a yes or no on the board",
        # Something is hidden only while people vote, of which it tells nothing. (One caption more would be a leak.)
        "the facts of a caption",
        "the text of a caption",
        "the code of a caption",
        "the tone of a caption",
        "a caption less",
    ),
}
"""A leak that cannot change a byte is none. Not what is hard to catch: a test plants these so that they would tell at
every moment, and they do not."""


# The view.


def _set(name: str, value: Callable[[Any, int], Any]) -> Callable[[Fields, int], None]:
    def edit(fields: Fields, number: int) -> None:
        fields[name] = value(fields[name], number)

    return edit


def _each_ask(change: Callable[[Fields, int], object]) -> Callable[[Fields, int], None]:
    def edit(fields: Fields, number: int) -> None:
        for ask in fields["asks"]:
            change(ask, number)

    return edit


def _odd(change: Callable[[Fields], object]) -> Callable[[Fields, int], None]:
    """Only where the digest is odd."""

    def edit(fields: Fields, number: int) -> None:
        if number & 1:
            change(fields)

    return edit


def _turned(items: list[Any], number: int) -> list[Any]:
    turn = number % len(items) if items else 0
    return items[turn:] + items[:turn]


def _order_of_fields(fields: Fields) -> None:
    fields["board"] = fields.pop("board")


def _order_of_seats(ask: Fields, number: int) -> None:
    if number & 1:
        ask["seats"].reverse()
        ask["awaited"].reverse()


def _hand(fields: Fields, number: int) -> None:
    if fields["hand"] is not None:
        fields["hand"]["mood"] = number & 1


def _hand_less(fields: Fields) -> None:
    if fields["hand"] is not None:
        fields["hand"].popitem()


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list and object inside, with the key of each thing it holds."""
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(part, dict | list):
            yield from _parts(part)


def _first_on_board(kind: type, change: Callable[[Any], Any]) -> Callable[[Fields, int], None]:
    """The first thing of this kind that stands on the board is another."""

    def edit(fields: Fields, number: int) -> None:
        for holder, key in _parts(fields["board"]) if number & 1 else ():
            if type(holder[key]) is kind and change(deepcopy(holder[key])) != holder[key]:
                holder[key] = change(holder[key])
                return

    return edit


VIEWS: Final[dict[str, Plant]] = {
    "a field more in the view": in_view(lambda fields, number: fields.update(debug=number)),
    "a field more on the board": in_view(lambda fields, number: fields["board"].update(debug=number)),
    "a field less on the board": in_view(_odd(lambda fields: fields["board"].popitem())),
    "a field more in the hand": in_view(_hand),
    "a field less in the hand": in_view(_odd(_hand_less)),
    "the order of fields": in_view(_odd(_order_of_fields)),
    "a number on the board": in_view(_first_on_board(int, lambda number: number + 1)),
    "a yes or no on the board": in_view(_first_on_board(bool, lambda flag: not flag)),
    "the order of a list on the board": in_view(_first_on_board(list, lambda items: items[::-1])),
    "the length of a list on the board": in_view(_first_on_board(list, lambda items: [*items, None])),
    "the order of seats in an ask": in_view(_each_ask(_order_of_seats)),
    "the ids of asks": in_view(_each_ask(lambda ask, number: ask.update(id=f"{ask['id']}.{number}"))),
    "the deadlines of asks": in_view(_each_ask(lambda ask, number: ask.update(until=(ask["until"] or 0) + number % 2))),
    "the kinds of asks": in_view(_each_ask(lambda ask, number: ask.update(kind=ask["kind"] + "s" * (number & 1)))),
    "who is awaited": in_view(_each_ask(lambda ask, number: ask.update(awaited=[number & 1]))),
    "who is asked": in_view(_each_ask(lambda ask, number: ask.update(seats=[*ask["seats"], number & 1]))),
    "whether an ask is a race": in_view(_each_ask(lambda ask, number: ask.update(race=bool(number & 1)))),
    "an ask less": in_view(_odd(lambda fields: fields.update(asks=fields["asks"][:-1]))),
    "an ask twice": in_view(_odd(lambda fields: fields.update(asks=fields["asks"] * 2))),
    "one move less": in_view(_odd(lambda fields: fields.update(moves=fields["moves"][:-1]))),
    "one move more": in_view(_odd(lambda fields: fields["moves"].append({"type": "Guess"}))),
    "the order of moves": in_view(_set("moves", _turned)),
    "an outcome before the end": in_view(_set("outcome", lambda outcome, number: outcome or {"leads": number & 1})),
    "only to the screen": in_view(_set("outcome", lambda _, number: number), lambda viewer: viewer.seat is None),
    "only to the first seat": in_view(_set("outcome", lambda _, number: number), lambda viewer: viewer.seat == 0),
    "only to who holds": in_view(_set("outcome", lambda _, number: number), lambda viewer: viewer.held),
    "only now and then": in_view(_set("outcome", lambda outcome, number: number if number % 8 == 0 else outcome)),
    "the size of a frame": in_bytes(lambda text, number: text + b" " * (number & 1)),
    "a space after a colon": in_bytes(lambda text, number: text.replace(b":", b": ", number & 1)),
    "how a letter is written": in_bytes(lambda text, number: text.replace(b'"asks"', b'"\\u0061sks"', number & 1)),
    "how a number is written": in_bytes(lambda text, number: re.sub(rb":(\d+)", rb":\1.0", text, count=number & 1)),
    "a field twice": in_bytes(lambda text, number: text + b',"moves":[]' * (number & 1)),
}

# Captions.

Captions = list[Fields]


def _each_caption(field: str, value: Callable[[Any, int], Any]) -> Plant:
    def edit(told: Captions, number: int) -> Captions:
        return [{**caption, field: value(caption.get(field), number)} for caption in told]

    return in_captions(edit)


CAPTIONS: Final[dict[str, Plant]] = {
    "the facts of a caption": _each_caption("facts", lambda facts, number: {**facts, "tone": number & 1}),
    "the text of a caption": _each_caption("text", lambda text, number: text + "." * (number & 1)),
    "the code of a caption": _each_caption("code", lambda code, number: code + "_" * (number & 1)),
    "the tone of a caption": _each_caption("tone", lambda _, number: number & 1),
    "a caption more": in_captions(lambda told, number: [*told, *[{"code": "rustle"}] * (number & 1)]),
    "a caption less": in_captions(lambda told, number: told[: len(told) - (number & 1)]),
}

# What goes out, in which order, how often and when.


def _is(kind: bytes, text: bytes) -> bool:
    return text.startswith(b'{"tell":"%b"' % kind)


def _twice(kind: bytes) -> Plant:
    """One more of them."""
    return taken(lambda texts, number: [text for text in texts for _ in range(1 + (_is(kind, text) and number & 1))])


def _never(kind: bytes) -> Plant:
    return taken(lambda texts, number: [text for text in texts if not (number & 1 and _is(kind, text))])


def _later(kind: bytes) -> Plant:
    """They come, but later than what else happens."""

    def change(hall: Hall, code: str, connection: Connection) -> None:
        honest, kept = honest_one(connection, "take"), list[bytes]()

        def take() -> list[bytes]:
            texts, late = honest(), list(kept)
            kept[:] = [text for text in texts if digest(hall, code) & 1 and _is(kind, text)]
            return late + [text for text in texts if text not in kept]

        plant_in(connection, "take", take)

    return at_connections(change)


def _bye(texts: list[bytes], number: int) -> list[bytes]:
    return [*texts, b'{"tell":"bye","code":"too_slow"}'] if number % 4 == 0 else texts


def _in(kind: str, change: Callable[[Fields, int], object]) -> Plant:
    """In every message of this kind."""

    def edit(message: Fields, number: int) -> None:
        if message["tell"] == kind:
            change(message, number)

    return taken(edited(edit))


def _more(field: str) -> Callable[[Fields, int], None]:
    def change(message: Fields, number: int) -> None:
        message[field] += number & 1

    return change


MESSAGES: Final[dict[str, Plant]] = {
    "the order of messages": taken(lambda texts, number: texts[::-1] if number & 1 else texts),
    "two messages in one": taken(lambda texts, number: [b"\n".join(texts)] if texts and number & 1 else texts),
    "an empty message": taken(lambda texts, number: [*texts, *[b""] * (number & 1)]),
    "a good-bye": taken(_bye),
    "a frame more": _twice(b"frame"),
    "a frame less": _never(b"frame"),
    "a frame later": _later(b"frame"),
    "a lobby more": _twice(b"lobby"),
    "a lobby less": _never(b"lobby"),
    "an answer more": _twice(b"answer"),
    "an answer less": _never(b"answer"),
    "an answer later": _later(b"answer"),
    "a pong less": _never(b"pong"),
    "the numbers of frames": _in("frame", _more("number")),
    "the time in a frame": _in("frame", _more("now")),
    "the speed in a frame": _in("frame", _more("speed")),
    "whose frame it is": _in("frame", lambda message, number: message.update(seat=number & 1)),
    "whether a frame is a snapshot": _in("frame", lambda message, number: message.update(snapshot=bool(number & 1))),
    "the time in a pong": _in("pong", _more("now")),
    "what is said": _in("said", lambda message, number: message.update(number=number)),
    "the id of an answer": _in("answer", lambda message, number: message.update(id=f"{message['id']}.{number & 1}")),
    "whether it is allowed": _in("answer", lambda message, number: message.update(ok=bool(number & 1))),
    "the number of spectators": _in("lobby", lambda message, number: _more("spectators")(message["table"], number)),
    "the phase of the table": _in("lobby", lambda message, number: message["table"].update(phase=f"{number & 1}")),
    "a place in the lobby": _in("lobby", lambda message, number: message["table"]["places"][0].update(kind=number & 1)),
    "the order of places": _in("lobby", lambda message, number: message["table"]["places"].sort(
        key=str, reverse=bool(number & 1))),
    "what one is oneself": _in("lobby", lambda message, number: message.update(you={"luck": number & 1})),
    "the facts of a refusal": refusals(lambda refusal, number: Refusal(refusal.code, {"hint": number & 1})),
    "the code of a refusal": refusals(lambda refusal, number: Refusal("too_late") if number & 1 else refusal),
}  # fmt: skip

# Over HTTP.


def _http(change: Callable[[Answer, int], Answer]) -> Plant:
    return over_http(change)


HTTP: Final[dict[str, Plant]] = {
    "the status of an answer over HTTP": _http(
        lambda answer, number: answer._replace(status=404 if number & 1 else 200)
    ),
    "a header over HTTP": _http(
        lambda answer, number: answer._replace(headers=(*answer.headers, (b"x-luck", b"%d" % (number & 1))))
    ),
    "the order of headers": _http(
        lambda answer, number: answer._replace(headers=answer.headers[:: -1 if number & 1 else 1])
    ),
    "a byte over HTTP": _http(lambda answer, number: answer._replace(body=answer.body + b" " * (number & 1))),
}

# In the log.


def _defect(log: Log, code: str, number: int) -> None:
    log.defect(code, ValueError() if number & 1 else KeyError())


def _two_lines(log: Log, code: str, number: int) -> None:
    for event in ("moved", "told")[:: -1 if number & 1 else 1]:
        log(event, table=code)


LOG: Final[dict[str, Plant]] = {
    "a fact in the log": in_log(lambda log, code, number: log("moved", table=code, mood=number & 1)),
    "a line more in the log": in_log(lambda log, code, number: log("moved", table=code) if number & 1 else None),
    "the order of lines in the log": in_log(_two_lines),
    "the type of a defect in the log": in_log(_defect),
    "whose line it is in the log": in_log(lambda log, code, number: log("moved", table=f"{code}{number & 1}")),
}

PLANTS: Final = {**VIEWS, **CAPTIONS, **MESSAGES, **HTTP, **LOG}
"""In every game."""


# One secret of one game.


def _on_board(fields: Fields, number: int) -> None:
    fields["board"]["mood"] = number


def _in_a_hand(fields: Fields, number: int) -> None:
    if fields["hand"] is not None:
        fields["hand"]["mood"] = number % 3


def _in_a_count(fields: Fields, number: int) -> None:
    fields["moves"] += [{}] * (number & 1)


def _under_a_stone(state: Any) -> object:
    return next((state.grid[cell] for cell in state.covered()), None)


OF_GAMES: Final[dict[str, dict[str, Plant]]] = {
    "anges": {
        "Anges: the card on top of the deck": of_state(lambda state: state.draw[-1:], _on_board),
        "Anges: the cards in a hand": of_state(lambda state: state.hand, _on_board),
        "Anges: what lies in the discard": of_state(lambda state: state.discard, _in_a_hand),
        "Anges: what lies face down": of_state(lambda state: [repr(pile) for pile in state.piles], _in_a_count),
    },
    "copieur": {
        "Copieur: the first slate": of_state(lambda state: state.slates[0], _on_board),
        "Copieur: a slate in the centre": of_state(lambda state: state.slates[-1], _in_a_hand),
        "Copieur: who is the teacher": of_state(lambda state: state.slates[state.active] == state.die, _on_board),
        "Copieur: what was answered": of_state(lambda state: state.slaps, _in_a_count),
    },
    "fil": {
        "Fil: the Mystery card": of_state(lambda state: state.mystery, _on_board),
        "Fil: the next of the pile": of_state(lambda state: state.pile[-1:], _in_a_hand),
        "Fil: the order of the Master cards": of_state(lambda state: state.hidden, _on_board),
        "Fil: what the families vote": of_state(lambda state: [family.votes for family in state.families], _in_a_hand),
        "Fil: how many have voted": of_state(lambda state: sum(len(one.votes) for one in state.families), _in_a_count),
        "Fil: whether the Mystery card is an even one": of_state(lambda state: (state.mystery or 0) % 2, _in_a_count),
    },
    "pierres": {
        "Pierres: a digit under a stone": of_state(_under_a_stone, _on_board),
        "Pierres: the last row": of_state(lambda state: state.grid[72:], _in_a_hand),
        "Pierres: whether a corner is even": of_state(lambda state: state.grid[0] % 2, _in_a_count),
    },
    "voyelles": {
        "Voyelles: the next letter": of_state(lambda state: [pile[-1:] for pile in state.cards.down], _on_board),
        "Voyelles: the last letter": of_state(lambda state: state.cards.down[0][:1], _in_a_hand),
        "Voyelles: how late in the alphabet it is": of_state(lambda state: state.cards.down[1][-1:] < "m", _in_a_count),
    },
}  # fmt: skip
