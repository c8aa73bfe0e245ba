"""What is shown of a game as JSON text, by msgspec: byte for byte what `Codec.dumps` gives, in a fraction of its time.

msgspec writes dataclasses, tuples and plain values as they are. Made ready for it is only what it would write
otherwise: a NamedTuple has names in JSON, a mapping is sorted. Of these the class is looked at each time; that every
plain value is what its type says is not: law 8 (`tablee check`) holds games to it, with the codec's own eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, prod
from operator import attrgetter
from types import NoneType
from typing import Any, Final, TypeAlias, assert_never, cast

import msgspec

from tablee.kernel.codec import TYPE_KEY, encoder_of
from tablee.kernel.game import Ask, Channel
from tablee.kernel.options import Between
from tablee.kernel.record import Entry
from tablee.kernel.shape import Choice, Fields, Lookup, Noted, Plain, Row, Series, Shape, Words, shape_of

Ready: TypeAlias = Callable[[Any], object]
"""Makes a value ready for msgspec."""
Write: TypeAlias = Callable[[Any], bytes]

MOST_TEXTS: Final = 1_024
"""Actions of a class that has more values than this are written anew each time."""
MOST_TALKS: Final = 64
MOST_ASKS: Final = 512
MOST_OFFERS: Final = 2_048
LONGEST_OFFER: Final = 32
"""Moves: longer ones are seldom the same."""

_encode: Final = msgspec.json.Encoder().encode


def writer_of(kind: object) -> Write:
    """What writes values of this type."""
    shape = shape_of(kind)
    if isinstance(shape, Fields):
        return _object(shape)
    if isinstance(shape, Choice) and not shape.others:
        return _tagged(shape)
    ready = _ready(shape)
    return _encode if ready is None else lambda value: _encode(ready(value))


def writer_of_entries(write_action: Write) -> Callable[[Entry[Any]], str]:
    """What writes entries of a record, one for each move: the table made it of what is typed already."""

    def write(entry: Entry[Any]) -> str:
        kind, seat, ask, action, now, draws = entry
        return b"".join(
            (
                _HEADS[kind, seat],
                _encode(ask),
                b',"action":',
                b"null" if action is None else write_action(action),
                b',"now":',
                _encode(now),
                b',"draws":%b}' % _encode(draws) if draws else b',"draws":[]}',
            )
        ).decode()

    return write


class _Heads(dict[tuple[str, int | None], bytes]):
    """How an entry begins, by its kind and whose it is."""

    def __missing__(self, head: tuple[str, int | None]) -> bytes:
        text = self[head] = b'{"kind":%b,"seat":%b,"ask":' % tuple(map(_encode, head))
        return text


_HEADS: Final = _Heads()


def writer_of_offers(write_action: Write) -> Callable[[Sequence[Any]], bytes]:
    """What writes the moves that a seat is offered, one after the other. A game that makes an offer once and gives it
    to all who stand there has it written once."""
    known: dict[int, tuple[tuple[Any, ...], bytes]] = {}
    """By the identity of an offer, which is held here, so that none other can have it."""

    def write(moves: Sequence[Any]) -> bytes:
        found = known.get(id(moves))
        if found is not None:
            return found[1]
        text = b",".join(map(write_action, moves))
        if type(moves) is tuple and len(moves) <= LONGEST_OFFER:
            if len(known) >= MOST_OFFERS:
                known.clear()
            known[id(moves)] = moves, text
        return text

    return write


def writer_of_asks(races: frozenset[str]) -> Callable[[Ask, str], bytes]:
    """What writes an ask under this id, as the kernel's codec has it, and whether it is a race. A view's asks are
    without their audiences."""
    written: dict[tuple[str, tuple[int, ...], tuple[int, ...]], tuple[bytes, bytes]] = {}
    """What comes between id and deadline, and after that: few asks differ there."""

    def write(ask: Ask, shown_id: str) -> bytes:
        _, kind, seats, awaited, until, _, _ = ask
        try:
            between, after = written[kind, seats, awaited]
        except KeyError:
            if len(written) >= MOST_ASKS:
                written.clear()
            between = b',"kind":%b,"seats":%b,"awaited":%b,"until":' % (_encode(kind), _encode(seats), _encode(awaited))
            after = b',"to":"all","awaited_to":"all","race":%b}' % _encode(kind in races)
            written[kind, seats, awaited] = between, after
        return b"".join((b'{"id":', _encode(shown_id), between, _encode(until), after))

    return write


def _object(shape: Fields) -> Write:
    cls, ready = shape.cls, _ready(shape)
    if ready is not None:
        return lambda value: _encode(ready(value))

    def write(value: object) -> bytes:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not a {cls.__name__}")
        return _encode(value)

    return write


def _tagged(shape: Choice) -> Write:
    """Several classes told apart by their tag: actions."""
    by_class = {fields.cls: _action(fields) for fields in shape.tagged}

    def write(value: object) -> bytes:
        try:
            write_one, key_of, texts = by_class[type(value)]
        except KeyError:
            raise TypeError(f"{value!r} is none of the kinds that may stand here") from None
        if key_of is None:
            return write_one(value)
        key = key_of(value)
        try:
            return texts[key]
        except KeyError:
            text = texts[key] = write_one(value)
            return text

    return write


def _action(shape: Fields) -> tuple[Write, Callable[[Any], object] | None, dict[object, bytes]]:
    """What writes it; what its text is remembered by; the texts remembered.

    A seat is offered dozens of actions, and the same ones again and again. Those of few values are remembered by their
    fields, and only what the codec takes as well comes to be: there are never more texts than values."""
    if _how_many(Fields(shape.cls, None, shape.fields)) > MOST_TEXTS:
        return _after_tag(shape), None, {}
    encode, names = encoder_of(shape), [name for name, _ in shape.fields]
    return lambda value: _encode(encode(value)), attrgetter(*names) if names else lambda _: None, {}


def _after_tag(shape: Fields) -> Write:
    """msgspec writes an object without its tag, which is then put before it."""
    head, write = _encode({TYPE_KEY: shape.tag})[:-1] + b",", _object(Fields(shape.cls, None, shape.fields))
    return lambda value: head + write(value)[1:]


def _how_many(shape: Shape) -> float:
    """How many values there are of this shape. Without end also where two that are equal differ: True is equal to 1."""
    match shape:
        case Plain(cls):
            return {NoneType: 1, bool: 2}.get(cls, inf)
        case Words(values):
            return inf if {bool, int} <= {type(value) for value in values} else len(values)
        case Noted(Plain(cls), Between(low, high)) if cls is int:
            return high - low + 1
        case Row(items):
            return prod(map(_how_many, items))
        case Fields(_, None, fields):
            return prod(_how_many(kind) for _, kind in fields)
        case Choice((), (one, Plain(cls))) if cls is NoneType:
            return _how_many(one) + 1
        case _:
            return inf


def _ready(shape: Shape) -> Ready | None:
    """None: msgspec writes it as it is."""
    match shape:
        case Plain() | Words():
            return None
        case Noted(base, _):
            return _ready(base)
        case Series(Fields(cls)) if cls is Channel:
            return _talk(shape)
        case Series(item):
            return _series(_ready(item))
        case Row(items):
            return _row([_ready(item) for item in items])
        case Lookup(item):
            return _lookup(_ready(item))
        case Fields():
            return _fields(shape)
        case Choice():
            return _choice(shape)
        case _:
            assert_never(shape)


def _series(one: Ready | None) -> Ready | None:
    return None if one is None else lambda value: [one(item) for item in value] if value else value


def _talk(shape: Shape) -> Ready:
    """Every hand says what may be said, nearly always the same: the text is remembered, as strict as the codec's."""
    encode, known = encoder_of(shape), dict[object, msgspec.Raw]()

    def ready(value: object) -> object:
        text = known.get(value)
        if text is None:
            if len(known) >= MOST_TALKS:
                known.clear()
            text = known[value] = msgspec.Raw(_encode(encode(value)))
        return text

    return ready


def _row(parts: list[Ready | None]) -> Ready | None:
    if not any(parts):
        return None
    return lambda value: [item if part is None else part(item) for item, part in zip(value, parts, strict=True)]


def _lookup(one: Ready | None) -> Ready:
    """Always made ready: the text does not depend on the order in which a mapping was filled."""
    if one is None:
        return lambda value: {key: value[key] for key in sorted(value)}
    return lambda value: {key: one(value[key]) for key in sorted(value)}


def _fields(shape: Fields) -> Ready | None:
    cls, names = shape.cls, tuple(name for name, _ in shape.fields)
    parts = [(name, part) for name, kind in shape.fields if (part := _ready(kind)) is not None]
    is_tuple = issubclass(cls, tuple)
    if shape.tag is None and not parts and not is_tuple:
        return None
    tag = {} if shape.tag is None else {TYPE_KEY: shape.tag}
    values = _all_of if is_tuple else _getter(names)

    def ready(value: object) -> object:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not a {cls.__name__}")
        made = dict(zip(names, values(value)))  # noqa: B905 (to name `strict` takes as long as all the rest)
        for name, part in parts:
            made[name] = part(made[name])
        return {**tag, **made} if tag else made

    return ready


def _all_of(value: object) -> tuple[object, ...]:
    return cast("tuple[object, ...]", value)


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    if len(names) > 1:
        return cast("Callable[[object], tuple[object, ...]]", attrgetter(*names))
    return lambda value: tuple(getattr(value, name) for name in names)


def _choice(shape: Choice) -> Ready | None:
    objects = [*shape.tagged, *(other for other in shape.others if isinstance(other, Fields))]
    by_class = {fields.cls: ready for fields in objects if (ready := _ready(fields)) is not None}
    others = [other for other in shape.others if not isinstance(other, Plain | Words | Fields)]
    if not any(_ready(other) for other in others):
        return _by_class(by_class) if by_class else None
    if len(others) == 1 and isinstance(others[0], Series | Row):
        return _by_class(by_class, _ready(others[0]))
    # Which of several kinds a value is of the codec finds by trying.
    return encoder_of(shape)


def _by_class(by_class: Mapping[type, Ready], for_lists: Ready | None = None) -> Ready:
    def ready(value: object) -> object:
        ready_one = by_class.get(type(value))
        if ready_one is None and for_lists is not None and isinstance(value, tuple):
            ready_one = for_lists
        return value if ready_one is None else ready_one(value)

    return ready
