"""Strict, typed ⇄ JSON for all that crosses a boundary: options, actions, views, captions, records.

A codec is built from a type and does only that type: it takes no extra field, no missing one, no number for a string,
no bool for a number. It refuses State by type, so a state cannot leave by mistake.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Generic,
    Literal,
    TypeAlias,
    TypeGuard,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from tablee.kernel.game import State
from tablee.kernel.options import Between, SeatNumber

T = TypeVar("T")
Json: TypeAlias = bool | int | str | list["Json"] | dict[str, "Json"] | None
Encode: TypeAlias = Callable[[object], Json]
Decode: TypeAlias = Callable[[Json, str], object]

TYPE_KEY = "type"


class Malformed(Exception):
    """This is not what was expected here. `where` is the path to the spot, `why` says what is wrong."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where or 'the message'}: {why}")
        self.where = where
        self.why = why


class Codec(Generic[T]):
    """Encodes and decodes values of one type. Build it once, with `codec_for`."""

    def __init__(self, kind: object) -> None:
        self._encode, self._decode = _build(kind)

    def to_json(self, value: T) -> Json:
        return self._encode(value)

    def from_json(self, value: Json) -> T:
        return cast(T, self._decode(value, ""))

    def dumps(self, value: T) -> str:
        return json.dumps(self._encode(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def loads(self, text: str | bytes) -> T:
        return self.from_json(parse(text))


@cache
def codec_for(kind: type[T]) -> Codec[T]:
    return Codec(kind)


_TAG = "tagged"


def tagged(*kinds: type) -> object:
    """One type for several dataclasses, told apart by a `type` field that holds the class's name, even if alone."""
    return Union[kinds] if len(kinds) > 1 else Annotated[kinds[0], _TAG]


def parse(text: str | bytes) -> Json:
    """JSON as the standard says, in UTF-8, without NaN, without floats, without a key twice in one object."""
    try:
        text = text.decode() if isinstance(text, bytes) else text
        value = cast(
            Json,
            json.loads(text, parse_constant=_no_number, parse_float=_no_number, object_pairs_hook=_no_twice),
        )
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


def _build(kind: object) -> tuple[Encode, Decode]:
    origin = get_origin(kind)
    args = get_args(kind)
    if kind in _PLAIN:
        return _plain(_PLAIN[kind])
    if origin is Annotated:
        return _union(args[:1], always_tag=True) if args[1] == _TAG else _annotated(args[0], args[1])
    if origin is Literal:
        return _literal(args)
    if origin in (Union, UnionType):
        return _union(args)
    if origin is tuple:
        return _tuple(args)
    if origin is dict or origin is Mapping:
        return _mapping(args)
    cls = origin or kind
    if isinstance(cls, type) and issubclass(cls, State):
        raise TypeError(f"{cls.__name__} is a State: no state ever crosses a boundary")
    if isinstance(cls, type) and (is_dataclass(cls) or _is_named_tuple(cls)):
        return _record(cls, None, dict(zip(getattr(cls, "__parameters__", ()), args, strict=bool(args))))
    raise TypeError(f"no strict JSON for {kind!r}")


_PLAIN: dict[type, type] = {int: int, str: str, bool: bool, NoneType: NoneType}


def _is_named_tuple(cls: type) -> TypeGuard[type[tuple[object, ...]]]:
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def _name(cls: type) -> str:
    return {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}.get(cls, cls.__name__)


def _plain(cls: type) -> tuple[Encode, Decode]:
    def encode(value: object) -> Json:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not {_name(cls)}")
        return cast(Json, value)

    def decode(value: Json, where: str) -> object:
        if type(value) is not cls:
            raise Malformed(where, f"expected {_name(cls)}")
        return value

    return encode, decode


def _annotated(base: object, note: object) -> tuple[Encode, Decode]:
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

    def decode(value: Json, where: str) -> object:
        number = cast(int, decode_base(value, where))
        if not low <= number <= high:
            raise Malformed(where, f"expected a number from {low} to {high}")
        return number

    return encode, decode


def _not_negative(decode_base: Decode) -> Decode:
    """How many seats there are only the table knows; that none is numbered below 0 is known here."""

    def decode(value: Json, where: str) -> object:
        seat = cast(int, decode_base(value, where))
        if seat < 0:
            raise Malformed(where, "expected a seat")
        return seat

    return decode


def _literal(words: tuple[object, ...]) -> tuple[Encode, Decode]:
    shown = ", ".join(str(word) for word in words)

    def is_one(value: object) -> bool:
        return any(value == word and type(value) is type(word) for word in words)

    def encode(value: object) -> Json:
        if not is_one(value):
            raise TypeError(f"{value!r} is none of {shown}")
        return cast(Json, value)

    def decode(value: Json, where: str) -> object:
        if not is_one(value):
            raise Malformed(where, f"expected one of {shown}")
        return value

    return encode, decode


def _tuple(args: tuple[object, ...]) -> tuple[Encode, Decode]:
    if len(args) == 2 and args[1] is Ellipsis:
        return _long_tuple(args[0])
    parts = [_build(arg) for arg in args]

    def encode(value: object) -> Json:
        if not isinstance(value, tuple) or len(value) != len(parts):
            raise TypeError(f"{value!r} is not a tuple of {len(parts)}")
        return [part[0](item) for part, item in zip(parts, value, strict=True)]

    def decode(value: Json, where: str) -> object:
        if not isinstance(value, list) or len(value) != len(parts):
            raise Malformed(where, f"expected a list of {len(parts)}")
        return tuple(part[1](item, f"{where}[{i}]") for i, (part, item) in enumerate(zip(parts, value, strict=True)))

    return encode, decode


def _long_tuple(item_kind: object) -> tuple[Encode, Decode]:
    encode_item, decode_item = _build(item_kind)

    def encode(value: object) -> Json:
        if not isinstance(value, tuple):
            raise TypeError(f"{value!r} is not a tuple")
        return [encode_item(item) for item in value]

    def decode(value: Json, where: str) -> object:
        if not isinstance(value, list):
            raise Malformed(where, "expected a list")
        return tuple(decode_item(item, f"{where}[{i}]") for i, item in enumerate(value))

    return encode, decode


def _mapping(args: tuple[object, ...]) -> tuple[Encode, Decode]:
    if args[0] is not str:
        raise TypeError("only texts can be keys in JSON")
    encode_item, decode_item = _build(args[1])

    def encode(value: object) -> Json:
        if not isinstance(value, Mapping) or not all(type(key) is str for key in value):
            raise TypeError(f"{value!r} is not a mapping of texts")
        return {key: encode_item(value[key]) for key in sorted(value)}

    def decode(value: Json, where: str) -> object:
        if not isinstance(value, dict):
            raise Malformed(where, "expected an object")
        return {key: decode_item(item, f"{where}.{key}") for key, item in value.items()}

    return encode, decode


def _bind(hint: object, bindings: Mapping[object, object]) -> object:
    """A generic class's field type with the class's arguments put in."""
    if isinstance(hint, TypeVar):
        return bindings[hint]
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(bindings[parameter] for parameter in parameters)] if parameters else hint  # type: ignore[index]


def _record(cls: type, tag: str | None, bindings: Mapping[object, object]) -> tuple[Encode, Decode]:
    """A dataclass or a NamedTuple: an object with just its fields, and the tag if it is one of several."""
    hints = {name: _bind(hint, bindings) for name, hint in get_type_hints(cls, include_extras=True).items()}
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else list(cls._fields)  # type: ignore[attr-defined]
    parts = [(name, *_build(hints[name])) for name in names]
    expected = set(names) | ({TYPE_KEY} if tag is not None else set())

    def encode(value: object) -> Json:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not a {cls.__name__}")
        made: dict[str, Json] = {} if tag is None else {TYPE_KEY: tag}
        for name, encode_part, _ in parts:
            made[name] = encode_part(getattr(value, name))
        return made

    def decode(value: Json, where: str) -> object:
        if not isinstance(value, dict):
            raise Malformed(where, "expected an object")
        if value.keys() != expected:
            for name in sorted(value.keys() - expected):
                raise Malformed(f"{where}.{name}"[:80], "nobody asked for this")
            raise Malformed(f"{where}.{min(expected - value.keys())}", "this is missing")
        return cls(**{name: decode_part(value[name], f"{where}.{name}") for name, _, decode_part in parts})

    return encode, decode


def _union(kinds: tuple[object, ...], always_tag: bool = False) -> tuple[Encode, Decode]:
    """Plain kinds are tried in turn; dataclasses are told apart by their tag."""
    classes = [cast(type, kind) for kind in kinds if isinstance(kind, type) and is_dataclass(kind)]
    tag = always_tag or len(classes) > 1
    by_name = {cls.__name__: (cls, *_record(cls, cls.__name__, {})) for cls in classes} if tag else {}
    others = [_build(kind) for kind in kinds if not (tag and kind in classes)]
    encoders = {cls: encode for cls, encode, _ in by_name.values()}

    def encode(value: object) -> Json:
        encoder = encoders.get(type(value))
        if encoder is not None:
            return encoder(value)
        for encode_other, _ in others:
            try:
                return encode_other(value)
            except TypeError:
                continue
        raise TypeError(f"{value!r} is none of {kinds}")

    def decode(value: Json, where: str) -> object:
        if by_name and isinstance(value, dict):
            name = value.get(TYPE_KEY)
            if not isinstance(name, str) or name not in by_name:
                raise Malformed(f"{where}.{TYPE_KEY}", f"expected one of {', '.join(by_name)}")
            return by_name[name][2](value, where)
        problem = Malformed(where, "expected something else")
        for _, decode_other in others:
            try:
                return decode_other(value, where)
            except Malformed as error:
                problem = error
        raise problem

    return encode, decode
