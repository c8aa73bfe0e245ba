"""The messages of the server written on a sheet, from what msgspec knows of them when it reads and writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec import inspect
from tools.typescript.sheet import Line, Sheet, literal, lookup, series, union
from tools.typescript.source import source_of


class Structs:
    """`parameters`: of each generic declaration, its parameters and what is said of them. `elsewhere`: who has written
    what these need on another sheet."""

    def __init__(
        self, sheet: Sheet, parameters: Mapping[str, Mapping[str, str]], elsewhere: Structs | None = None
    ) -> None:
        self._sheet = sheet
        self._parameters = parameters
        self._names: dict[type, str] = {} if elsewhere is None else dict(elsewhere._names)
        self._tags: dict[type, str] = {} if elsewhere is None else dict(elsewhere._tags)
        """Of what is told apart by a field: that field."""

    def told(self, kind: object, tag: str) -> str:
        """One of the messages that are told apart by this field: declared without it, and named with it."""
        info = cast(inspect.TypedDictType, inspect.type_info(kind))
        value = next(cast(inspect.LiteralType, field.type).values[0] for field in info.fields if field.name == tag)
        name = self._declare(info.cls, info, leave_out=tag)
        self._tags[info.cls] = f"{{ {tag}: {literal(value)} }}"
        return f"({self._tags[info.cls]} & {name})"

    def command(self, kind: object) -> str:
        """A message that is tagged by msgspec itself. It ends in `Command`, for its name is a common verb."""
        info = cast(inspect.StructType, inspect.type_info(kind))
        assert info.tag_field is not None
        return self._declare(info.cls, info, f"{info.cls.__name__}Command", Line(info.tag_field, literal(info.tag)))

    def answer(self, kind: object) -> None:
        """What is answered to a question, with all that is in it."""
        self._expression(inspect.type_info(kind))

    def _declare(
        self,
        cls: type,
        info: inspect.TypedDictType | inspect.StructType,
        name: str | None = None,
        first: Line | None = None,
        leave_out: str = "",
    ) -> str:
        if cls in self._names:
            return self._sheet.say(self._names[cls])
        name = name or cls.__name__
        if self._sheet.knows(name):
            raise TypeError(f"two things are called {name}")
        self._names[cls] = name
        self._sheet.reserve(name)
        source = source_of(cls)
        order = list(source.fields)
        lines = [] if first is None else [first]
        # msgspec lists the fields of a TypedDict by their names; people read them as they were written.
        for field in sorted(info.fields, key=lambda field: order.index(field.name)):
            if field.name != leave_out:
                doc = source.fields[field.name].doc
                lines.append(Line(field.encode_name, self._expression(field.type), doc, not field.required))
        parameters = ", ".join(f"{key} {value}" for key, value in self._parameters.get(name, {}).items())
        self._sheet.interface(name, lines, source.doc, parameters and f"<{parameters}>")
        return name

    def _expression(self, info: inspect.Type) -> str:
        match info:
            case inspect.Metadata(type=inner, extra_json_schema=dict() as schema):
                return self._named(str(schema["title"]), inner)
            case inspect.TypedDictType() | inspect.StructType():
                name = self._declare(info.cls, info)
                return f"{self._tags[info.cls]} & {name}" if info.cls in self._tags else name
            case inspect.UnionType(types=kinds):
                return union(self._expression(kind) for kind in kinds)
            case inspect.LiteralType(values=values):
                return union(literal(value) for value in values)
            case inspect.ListType(item_type=item):
                return series(self._expression(item))
            case inspect.DictType(key_type=inspect.StrType(), value_type=item):
                return lookup(self._expression(item))
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return "unknown"
            case _:
                raise TypeError(f"no TypeScript for {info!r}")

    def _named(self, name: str, inner: inspect.Type) -> str:
        """What has a title goes by it. Where it is not declared yet, by the codec or as a parameter, it is here."""
        if any(name in parameters for parameters in self._parameters.values()):
            self._expression(inner)
        elif not self._sheet.knows(name):
            self._sheet.reserve(name)
            self._sheet.alias(name, self._expression(inner))
        return self._sheet.say(name)
