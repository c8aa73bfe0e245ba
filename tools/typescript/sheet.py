"""A sheet of TypeScript declarations, and the shapes of the kernel's codec written on it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import Final, NamedTuple, assert_never

from tools.typescript.source import Named, named_hints_of, source_of

from tablee.kernel.codec import TYPE_KEY
from tablee.kernel.options import SeatNumber
from tablee.kernel.shape import Choice, Fields, Lookup, Noted, Plain, Row, Series, Shape, Words, shape_of

_PLAIN: Final = {int: "number", str: "string", bool: "boolean", NoneType: "null"}
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_WIDTH: Final = 120


class Line(NamedTuple):
    """One field of an object."""

    name: str
    type: str
    doc: str = ""
    is_optional: bool = False


class Sheet:
    """Declarations by their names, in the order in which they were first needed.

    `known`: shapes that have a name elsewhere; `elsewhere`: all names that must not be taken."""

    def __init__(self, known: Mapping[Shape, str] | None = None, elsewhere: Iterable[str] = ()) -> None:
        self.names: dict[Shape, str] = dict(known or {})
        self.used: set[str] = set()
        """Names from elsewhere that were written."""
        self._elsewhere = frozenset(elsewhere)
        self._declared: dict[str, str] = {}

    def text(self) -> str:
        return "\n".join(self._declared.values())

    @property
    def declared(self) -> frozenset[str]:
        return frozenset(self._declared)

    def knows(self, name: str) -> bool:
        """Is it declared here, or elsewhere?"""
        return name in self._declared or name in self._elsewhere

    # Declaring.

    def alias(self, name: str, type_: str, doc: str = "") -> None:
        self._declared[name] = _comment(doc) + f"export type {name} ={_spread(type_)};\n"

    def interface(self, name: str, lines: Sequence[Line], doc: str = "", parameters: str = "") -> None:
        head = f"export interface {name}{parameters} "
        self._declared[name] = _comment(doc) + head + (f"{{\n{_block(lines)}}}\n" if lines else "{}\n")

    def reserve(self, name: str) -> None:
        """Its declaration will stand here."""
        self._declared[name] = ""

    def declare(self, name: str, kind: object) -> None:
        """This type, by this name."""
        shape = shape_of(kind, named_hints_of)
        if isinstance(shape, Fields) and shape not in self.names:
            self._declare_fields(name, shape)
            return
        self.reserve(name)
        self.alias(name, self.expression(shape))
        self.names.setdefault(shape, name)

    def _declare_fields(self, name: str, shape: Fields) -> None:
        self.names[shape] = name
        self.reserve(name)
        source = source_of(shape.cls)
        docs = {field: note.doc for field, note in source.fields.items()}
        lines = [Line(field, self.expression(part), docs.get(field, "")) for field, part in shape.fields]
        if shape.tag is None:
            self.interface(name, lines, source.doc)
            return
        # Not an interface: those are never taken for an action of just any game.
        lines.insert(0, Line(TYPE_KEY, literal(shape.tag)))
        body = f" {{\n{_block(lines)}}}" if any(line.doc for line in lines) else f" {_inline(lines)}"
        self._declared[name] = _comment(source.doc) + f"export type {name} ={body};\n"

    # Writing a type where it is used.

    def say(self, name: str) -> str:
        """A name that is declared here or elsewhere."""
        if name in self._elsewhere:
            self.used.add(name)
        return name

    def expression(self, shape: Shape) -> str:
        if shape in self.names:
            return self.say(self.names[shape])
        match shape:
            case Plain(cls):
                return _PLAIN[cls]
            case Noted(base, note):
                if isinstance(note, Named):
                    return self._call(note.name, shape, base)
                return self.say("Seat") if isinstance(note, SeatNumber) else self.expression(base)
            case Words(values):
                return union(literal(value) for value in values)
            case Series(item):
                return series(self.expression(item))
            case Row(items):
                return f"[{', '.join(self.expression(item) for item in items)}]"
            case Lookup(item):
                return lookup(self.expression(item))
            case Fields():
                name = self._free_name(shape.cls.__name__.lstrip("_"))
                self._declare_fields(name, shape)
                return name
            case Choice(tagged, others):
                return union(self.expression(part) for part in (*tagged, *others))
            case _:
                assert_never(shape)

    def _call(self, name: str, shape: Shape, base: Shape) -> str:
        """What Python has a name for goes by it here too."""
        if isinstance(base, Words):
            name = self.names[shape] = self._free_name(name)
            self.alias(name, self.expression(base))
        return self.say(name)

    def _free_name(self, wanted: str) -> str:
        """This name; where it is taken, one like it."""
        name, number = wanted, 1
        while self.knows(name):
            number += 1
            name = f"{wanted}{number}"
        return name


def literal(value: object) -> str:
    """A value as a type. Everything in the house is in single quotes."""
    if isinstance(value, str):
        return "'" + json.dumps(value, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    return json.dumps(value)


def union(parts: Iterable[str]) -> str:
    """One of these. What stands there twice is said once."""
    return " | ".join(dict.fromkeys(parts)) or "never"


def series(item: str) -> str:
    return f"({item})[]" if " | " in item or " & " in item else f"{item}[]"


def lookup(item: str) -> str:
    return f"{{ [key: string]: {item} }}"


def field_name(name: str) -> str:
    return name if _IDENTIFIER.fullmatch(name) else literal(name)


def _line(line: Line) -> str:
    return f"{field_name(line.name)}{'?' if line.is_optional else ''}: {line.type};"


def _block(lines: Sequence[Line]) -> str:
    return "".join(f"{_comment(line.doc, '  ')}  {_line(line)}\n" for line in lines)


def _inline(lines: Sequence[Line]) -> str:
    return f"{{ {' '.join(_line(line) for line in lines).removesuffix(';')} }}"


def _comment(doc: str, indent: str = "") -> str:
    if not doc:
        return ""
    text = re.sub(r"\bNone\b", "null", " ".join(doc.split())).replace("*/", "* /")
    return f"{indent}/** {text} */\n"


def _spread(type_: str) -> str:
    """On one line if it fits there, else one line for each choice."""
    if len(type_) < _WIDTH - 40 or " | " not in type_:
        return f" {type_}"
    return "".join(f"\n  | {part}" for part in type_.split(" | "))
