"""Strict, typed ⇄ JSON for all that crosses a boundary: options, actions, views, captions, records.

A codec is built from a type and does only that type: it takes no extra field, no missing one, no number for a string,
no bool for a number. It refuses State by type, so a state cannot leave by mistake.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Final, Generic, TypeAlias, TypeVar, assert_never, cast

from tablee.kernel.options import Between, SeatNumber
from tablee.kernel.shape import Choice, Fields, Lookup, Noted, Plain, Row, Series, Shape, Words, shape_of
from tablee.kernel.shape import tagged as tagged

T = TypeVar("T")
Json: TypeAlias = bool | int | str | list["Json"] | dict[str, "Json"] | None
Encode: TypeAlias = Callable[[object], Json]
Decode: TypeAlias = Callable[[Json], object]

TYPE_KEY: Final = "type"
_write: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


class Malformed(Exception):
    """This is not what was expected here. `where` is the path to the spot, `why` says what is wrong."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where or 'the message'}: {why}")
        self.where = where
        self.why = why

    def under(self, step: str) -> Malformed:
        """The same, seen from one step further up: paths are only made where something is wrong."""
        return Malformed(step + self.where, self.why)


class Codec(Generic[T]):
    """Encodes and decodes values of one type. Build it once, with `codec_for`."""

    def __init__(self, kind: object) -> None:
        shape = shape_of(kind)
        encode, decode = _build(shape)
        self.to_json = cast("Callable[[T], Json]", encode)
        self.from_json = cast("Callable[[Json], T]", decode)

    def dumps(self, value: T) -> str:
        """Compact JSON. Where much is shown to many, the house writes the same text faster (`server/show/texts`)."""
        return _write(self.to_json(value))

    def loads(self, text: str | bytes) -> T:
        return self.from_json(parse(text))


@cache
def codec_for(kind: type[T]) -> Codec[T]:
    return Codec(kind)


def parse(text: str | bytes) -> Json:
    """JSON as the standard says, in UTF-8, without NaN, without floats, without a key twice in one object."""
    try:
        text = text.decode() if isinstance(text, bytes) else text
        if text.startswith("\ufeff"):  # as json.loads says it
            raise json.JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", text, 0)
        value = cast(Json, _reader.decode(text))
        # Half of a surrogate pair is a text that no file and no socket can carry.
        if not text.isascii() or "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except Malformed:
        raise
    except RecursionError:
        raise Malformed("", "it is nested too deeply") from None
    except UnicodeError:
        raise Malformed("", "it is no text in UTF-8") from None
    except ValueError as error:
        raise Malformed("", f"it is not JSON ({error})") from None


def _no_number(text: str) -> Json:
    raise Malformed("", f"{text[:20]} is no whole number")


def _no_twice(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Malformed("", "a field stands there twice")
    return made


# One for all: json.loads makes one for each text, and leaves it in a circle for the collector to find.
_reader = json.JSONDecoder(parse_constant=_no_number, parse_float=_no_number, object_pairs_hook=_no_twice)


def encoder_of(shape: Shape) -> Encode:
    """What makes JSON of values of this shape; TypeError for any other."""
    return _build(shape)[0]


def _build(shape: Shape) -> tuple[Encode, Decode]:
    match shape:
        case Plain(cls):
            return _plain(cls)
        case Noted(base, note):
            return _annotated(base, note)
        case Words(values):
            return _literal(values)
        case Series(item):
            return _series(item)
        case Row(items):
            return _row(items)
        case Lookup(item):
            return _mapping(item)
        case Fields():
            return _record(shape)
        case Choice():
            return _union(shape)
        case _:
            assert_never(shape)


def _name(cls: type) -> str:
    return {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}.get(cls, cls.__name__)


def _plain(cls: type) -> tuple[Encode, Decode]:
    def encode(value: object) -> Json:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not {_name(cls)}")
        return cast(Json, value)

    def decode(value: Json) -> object:
        if type(value) is not cls:
            raise Malformed("", f"expected {_name(cls)}")
        return value

    return encode, decode


def _annotated(base: Shape, note: object) -> tuple[Encode, Decode]:
    encode_base, decode_base = _build(base)
    if isinstance(note, SeatNumber):
        return encode_base, _not_negative(decode_base)
    if not isinstance(note, Between):
        return encode_base, decode_base
    low, high = note

    def encode(value: object) -> Json:
        # What is written can be read again.
        if not low <= cast(int, encode_base(value)) <= high:
            raise TypeError(f"{value!r} is not from {low} to {high}")
        return cast(Json, value)

    def decode(value: Json) -> object:
        number = cast(int, decode_base(value))
        if not low <= number <= high:
            raise Malformed("", f"expected a number from {low} to {high}")
        return number

    return encode, decode


def _not_negative(decode_base: Decode) -> Decode:
    """How many seats there are only the table knows; that none is numbered below 0 is known here."""

    def decode(value: Json) -> object:
        seat = cast(int, decode_base(value))
        if seat < 0:
            raise Malformed("", "expected a seat")
        return seat

    return decode


def _literal(words: tuple[object, ...]) -> tuple[Encode, Decode]:
    shown = ", ".join(str(word) for word in words)
    # By class too: true is not 1.
    known = frozenset((type(word), word) for word in words)

    def is_one(value: object) -> bool:
        return any(value == word and type(value) is type(word) for word in words)

    def encode(value: object) -> Json:
        if (type(value), value) not in known:
            raise TypeError(f"{value!r} is none of {shown}")
        return cast(Json, value)

    def decode(value: Json) -> object:
        if not is_one(value):
            raise Malformed("", f"expected one of {shown}")
        return value

    return encode, decode


def _kept(shape: Shape) -> object:
    """The class whose values are their own JSON here, whatever they are: most of all there is, and told at once."""
    match shape:
        case Plain(cls) | Noted(Plain(cls), SeatNumber()):
            return cls
        case Choice(_, (Plain(cls), *_)):
            return cls
        case _:
            return None


def _row(items: tuple[Shape, ...]) -> tuple[Encode, Decode]:
    parts = [_build(item) for item in items]

    def encode(value: object) -> Json:
        if not isinstance(value, tuple) or len(value) != len(parts):
            raise TypeError(f"{value!r} is not a tuple of {len(parts)}")
        return [part[0](item) for part, item in zip(parts, value, strict=True)]

    def decode(value: Json) -> object:
        if not isinstance(value, list) or len(value) != len(parts):
            raise Malformed("", f"expected a list of {len(parts)}")
        return tuple([_decode_item(part[1], item, i) for i, (part, item) in enumerate(zip(parts, value, strict=True))])

    return encode, decode


def _series(item_shape: Shape) -> tuple[Encode, Decode]:
    encode_item, decode_item = _build(item_shape)
    kept = _kept(item_shape)

    def encode(value: object) -> Json:
        if not isinstance(value, tuple):
            raise TypeError(f"{value!r} is not a tuple")
        return [item if type(item) is kept else encode_item(item) for item in cast("tuple[Json, ...]", value)]

    def decode(value: Json) -> object:
        if not isinstance(value, list):
            raise Malformed("", "expected a list")
        return tuple([_decode_item(decode_item, item, i) for i, item in enumerate(value)])

    return encode, decode


def _mapping(item_shape: Shape) -> tuple[Encode, Decode]:
    encode_item, decode_item = _build(item_shape)

    def encode(value: object) -> Json:
        if not isinstance(value, Mapping) or not all(type(key) is str for key in value):
            raise TypeError(f"{value!r} is not a mapping of texts")
        return {key: encode_item(value[key]) for key in sorted(value)}

    def decode(value: Json) -> object:
        if not isinstance(value, dict):
            raise Malformed("", "expected an object")
        return {key: _decode_field(decode_item, value, key) for key in value}

    return encode, decode


def _record(shape: Fields) -> tuple[Encode, Decode]:
    cls, tag = shape.cls, shape.tag
    parts = [(name, *_build(part)) for name, part in shape.fields]
    encoders = [
        (name, encode_part, _kept(part)) for (name, encode_part, _), (_, part) in zip(parts, shape.fields, strict=True)
    ]
    expected = {name for name, _ in shape.fields} | ({TYPE_KEY} if tag is not None else set())

    def encode(value: object) -> Json:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not a {cls.__name__}")
        made: dict[str, Json] = {} if tag is None else {TYPE_KEY: tag}
        for name, encode_part, kept in encoders:
            part = getattr(value, name)
            made[name] = part if type(part) is kept else encode_part(part)
        return made

    def decode(value: Json) -> object:
        if not isinstance(value, dict):
            raise Malformed("", "expected an object")
        if value.keys() != expected:
            for name in sorted(value.keys() - expected):
                raise Malformed(f".{name}"[:80], "nobody asked for this")
            raise Malformed(f".{min(expected - value.keys())}", "this is missing")
        return cls(**{name: _decode_field(decode_part, value, name) for name, _, decode_part in parts})

    return encode, decode


def _decode_field(decode: Decode, value: dict[str, Json], name: str) -> object:
    try:
        return decode(value[name])
    except Malformed as error:
        raise error.under(f".{name}") from None


def _decode_item(decode: Decode, item: Json, number: int) -> object:
    try:
        return decode(item)
    except Malformed as error:
        raise error.under(f"[{number}]") from None


def _union(shape: Choice) -> tuple[Encode, Decode]:
    by_name = {fields.cls.__name__: (fields.cls, *_record(fields)) for fields in shape.tagged}
    others = [_build(other) for other in shape.others]
    encoders = {cls: encode for cls, encode, _ in by_name.values()}
    for other, (encode_other, _) in zip(shape.others, others, strict=True):
        if isinstance(other, Plain | Fields):
            encoders[other.cls] = encode_other

    def encode(value: object) -> Json:
        encoder = encoders.get(type(value))
        if encoder is not None:
            return encoder(value)
        for encode_other, _ in others:
            try:
                return encode_other(value)
            except TypeError:
                continue
        raise TypeError(f"{value!r} is none of the kinds that may stand here")

    may_be_none = Plain(NoneType) in shape.others

    def decode(value: Json) -> object:
        if value is None and may_be_none:
            return None
        if by_name and isinstance(value, dict):
            name = value.get(TYPE_KEY)
            if not isinstance(name, str) or name not in by_name:
                raise Malformed(f".{TYPE_KEY}", f"expected one of {', '.join(by_name)}")
            return by_name[name][2](value)
        problem = Malformed("", "expected something else")
        for _, decode_other in others:
            try:
                return decode_other(value)
            except Malformed as error:
                problem = error
        raise problem

    return encode, decode
