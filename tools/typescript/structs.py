"""The messages of the server written on a sheet, from what msgspec knows of them when it reads and writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec import inspect
from tools.typescript.sheet import Line, Sheet, literal, lookup, series, union
from tools.typescript.source import source_of


class Structs:
    """`parameters`: of each generic declaration, its parameters and what is said of them."""

    def __init__(self, sheet: Sheet, parameters: Mapping[str, Mapping[str, str]]) -> None:
        self._sheet = sheet
        self._parameters = parameters

    def told(self, kind: object, tag: str) -> str:
        """One of the messages that are told apart by this field: declared without it, and named with it."""
        info = cast(inspect.TypedDictType, inspect.type_info(kind))
        value = next(cast(inspect.LiteralType, field.type).values[0] for field in info.fields if field.name == tag)
        name = self._declare(info.cls, info, leave_out=tag)
        return f"({{ {tag}: {literal(value)} }} & {name})"

    def command(self, kind: object) -> str:
        """A message that is tagged by msgspec itself. It ends in `Command`, for its name is a common verb."""
        info = cast(inspect.StructType, inspect.type_info(kind))
        assert info.tag_field is not None
        return self._declare(info.cls, info, f"{info.cls.__name__}Command", Line(info.tag_field, literal(info.tag)))

    def _declare(
        self,
        cls: type,
        info: inspect.TypedDictType | inspect.StructType,
        name: str | None = None,
        first: Line | None = None,
        leave_out: str = "",
    ) -> str:
        name = name or cls.__name__
        if self._sheet.has(name):
            return name
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
                return self._declare(info.cls, info)
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
        elif not self._sheet.has(name):
            self._sheet.reserve(name)
            self._sheet.alias(name, self._expression(inner))
        return name
