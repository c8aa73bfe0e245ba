"""JSON text straight from values, in one pass: what `Codec.dumps` gives, and as strict as `Codec.to_json`.

Every move at every table is written for the store and for all who look on, so this is where a server spends its time:
no object in between, plain values are told apart by their class rather than tried in turn, and for objects and lists
with a fixed number of parts a function is made that has all of them in one expression, as `dataclasses` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from json.encoder import encode_basestring as _quote
from types import NoneType
from typing import TypeAlias, assert_never, cast

from tablee.kernel.options import Between
from tablee.kernel.shape import Choice, Fields, Lookup, Noted, Plain, Row, Series, Shape, Words

Write: TypeAlias = Callable[[object], str]
Scope: TypeAlias = dict[str, object]
"""What the source of a function may name."""

TYPE_KEY = "type"


def writer(shape: Shape) -> Write:
    """What writes values of this shape; TypeError for any other."""
    match shape:
        case Plain(cls):
            return _PLAIN[cls]
        case Noted(base, note):
            return _ranged(writer(base), note) if isinstance(note, Between) else writer(base)
        case Words(values):
            return _words(values)
        case Series(item):
            return _series(writer(item))
        case Row(items):
            return _row(items)
        case Lookup(item):
            return _lookup(writer(item))
        case Fields():
            return _fields(shape)
        case Choice():
            return _choice(shape)
        case _:
            assert_never(shape)


def _number(value: object) -> str:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return str(value)


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is not a text")
    return _quote(value)


def _flag(value: object) -> str:
    if type(value) is not bool:
        raise TypeError(f"{value!r} is not true or false")
    return "true" if value else "false"


def _null(value: object) -> str:
    if value is not None:
        raise TypeError(f"{value!r} is not null")
    return "null"


_PLAIN: dict[type, Write] = {int: _number, str: _text, bool: _flag, NoneType: _null}


def _ranged(write_base: Write, note: Between) -> Write:
    low, high = note

    def write(value: object) -> str:
        text = write_base(value)
        # What is written can be read again.
        if not low <= cast(int, value) <= high:
            raise TypeError(f"{value!r} is not from {low} to {high}")
        return text

    return write


def _words(values: tuple[object, ...]) -> Write:
    # By class too: true is not 1.
    written = {(type(value), value): _PLAIN[type(value)](value) for value in values}

    def write(value: object) -> str:
        try:
            return written[type(value), value]
        except KeyError:
            raise TypeError(f"{value!r} is none of {values}") from None

    return write


def _series(write_item: Write) -> Write:
    def write(value: object) -> str:
        if not isinstance(value, tuple):
            raise TypeError(f"{value!r} is not a tuple")
        return f"[{','.join([write_item(item) for item in value])}]" if value else "[]"

    return write


def _row(items: tuple[Shape, ...]) -> Write:
    width = len(items)

    def is_one(value: object) -> bool:
        return isinstance(value, tuple) and len(value) == width

    parts = [("", f"value[{number}]", item) for number, item in enumerate(items)]
    return _compiled("not is_one(value)", f"a tuple of {width}", "[]", parts, {"is_one": is_one})


def _lookup(write_item: Write) -> Write:
    def write(value: object) -> str:
        if not isinstance(value, Mapping):
            raise TypeError(f"{value!r} is not a mapping of texts")
        # The text does not depend on the order in which a mapping was filled.
        keys = sorted([(_text(key), key) for key in value], key=lambda both: both[1])
        return f"{{{','.join([f'{text}:{write_item(value[key])}' for text, key in keys])}}}"

    return write


def _fields(shape: Fields) -> Write:
    parts = [(f"{_quote(name)}:", f"value.{name}", part) for name, part in shape.fields]
    if shape.tag is not None:
        parts.insert(0, (f"{_quote(TYPE_KEY)}:{_quote(shape.tag)}", "", Plain(str)))
    return _compiled("type(value) is not cls", f"a {shape.cls.__name__}", "{}", parts, {"cls": shape.cls})


def _compiled(is_wrong: str, name: str, brackets: str, parts: list[tuple[str, str, Shape]], scope: Scope) -> Write:
    """A function that writes these parts between these brackets. Each part has a text that comes first, an expression
    that finds its value (none: the text is all), and its shape."""
    scope["quote"] = _quote
    written = []
    for number, (start, value, shape) in enumerate(parts):
        if not value:
            written.append(start)
            continue
        write = f"write_{number}"
        scope[write] = writer(shape)
        written.append(f"{start}{{{_part(shape, value, write)}}}")
    left, right = (2 * bracket if bracket in "{}" else bracket for bracket in brackets)
    source = f"""def write(value):
        if {is_wrong}:
            raise TypeError(f"{{value!r}} is not {name}")
        return f'{left}{",".join(written)}{right}'"""
    exec(source, scope)
    return cast(Write, scope["write"])


def _part(shape: Shape, value: str, write: str) -> str:
    """The expression for one part. Numbers and texts, most of all there is, are written on the spot; all else is left
    to `write`, which also refuses."""
    match shape:
        case Plain(cls) if cls is str:
            return f"quote(part) if type(part := {value}) is str else {write}(part)"
        case Noted(Plain(cls), Between(low, high)) if cls is int:
            return f"part if type(part := {value}) is int and {low} <= part <= {high} else {write}(part)"
        case Plain(cls) | Noted(Plain(cls), _) | Choice((), (Plain(cls), *_)) if cls is int:
            return f"part if type(part := {value}) is int else {write}(part)"
        case _:
            return f"{write}({value})"


def _choice(shape: Choice) -> Write:
    if len(shape.tagged) == 1 and not shape.others:
        return _fields(shape.tagged[0])
    by_class: dict[type, Write] = {fields.cls: _fields(fields) for fields in shape.tagged}
    others: list[Write] = []
    for other in shape.others:
        if isinstance(other, Plain):
            by_class[other.cls] = writer(other)
        elif isinstance(other, Fields):
            by_class[other.cls] = _fields(other)
        else:
            others.append(writer(other))

    def write(value: object) -> str:
        write_one = by_class.get(type(value))
        if write_one is not None:
            return write_one(value)
        for write_other in others:
            try:
                return write_other(value)
            except TypeError:
                continue
        raise TypeError(f"{value!r} is none of the kinds that may stand here")

    return write
