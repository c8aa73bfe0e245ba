"""What the source of a class says and Python forgets: its sentence, those of its fields, and which number is a seat."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from textwrap import dedent
from typing import Annotated, Final, Literal, NamedTuple, get_origin

from tablee.kernel.shape import hints_of


class Named(NamedTuple):
    """Annotates a type that goes by this name in TypeScript."""

    name: str


_NUMBERS: Final = ("Seat", "Ms")
"""The kernel's own names for numbers. Python takes them for int."""


class Field(NamedTuple):
    doc: str
    annotation: str
    names: Mapping[str, object]
    """What the names in the annotation mean."""


class Source(NamedTuple):
    doc: str = ""
    fields: Mapping[str, Field] = {}


@cache
def source_of(cls: type) -> Source:
    """Nothing where the source cannot be found: then there is only less to read."""
    names: Mapping[str, object] = vars(sys.modules.get(cls.__module__, object))
    try:
        node = ast.parse(dedent(inspect.getsource(cls))).body[0]
    except (OSError, TypeError):
        return Source()
    if not isinstance(node, ast.ClassDef):
        return Source()
    fields: dict[str, Field] = {}
    for base in reversed(node.bases):
        parent = names.get(base.id) if isinstance(base, ast.Name) else None
        if isinstance(parent, type):
            fields |= source_of(parent).fields
    for statement, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            fields[statement.target.id] = Field(_text(after), ast.unparse(statement.annotation), names)
    return Source(ast.get_docstring(node) or "", fields)


def _text(statement: ast.stmt | None) -> str:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return inspect.cleandoc(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def named_hints_of(cls: type) -> Mapping[str, object]:
    """The types of a class's fields as the codec sees them; seats, times and sets of words by their names."""
    hints = dict(hints_of(cls))
    for name, field in source_of(cls).fields.items():
        text = field.annotation
        if text[0] in "'\"":
            text = ast.literal_eval(text)
        mentioned = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        aliases = {
            alias: Annotated[kind, Named(alias)]
            for alias in mentioned
            if get_origin(kind := field.names.get(alias)) is Literal or (alias in _NUMBERS and kind is int)
        }
        if aliases and name in hints:
            hints[name] = eval(text, dict(field.names), aliases)
    return hints
