"""What a Python type looks like in JSON.

The codec is built from shapes, and so are the page's TypeScript types (tools/typescript.py): what one of them can write
the other can name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Literal, TypeAlias, TypeGuard, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tablee.kernel.game import State

Hints: TypeAlias = Callable[[type], Mapping[str, object]]
"""How the types of a class's fields are found."""

PLAIN = (int, str, bool, NoneType)
_TAG = "tagged"


@dataclass(frozen=True, slots=True)
class Plain:
    """A whole number, a text, true or false, null."""

    cls: type


@dataclass(frozen=True, slots=True)
class Noted:
    """A shape with a note about which of its values are meant."""

    base: Shape
    note: object


@dataclass(frozen=True, slots=True)
class Words:
    """One of these very values."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """A list, however long."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Row:
    """A list with a place for each of these."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Lookup:
    """An object whose keys only its values know."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with just these fields; with a tag, its `type` field comes first and holds the tag."""

    cls: type
    tag: str | None
    fields: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: objects told apart by their tags, the others tried in turn."""

    tagged: tuple[Fields, ...]
    others: tuple[Shape, ...]


Shape: TypeAlias = Plain | Noted | Words | Series | Row | Lookup | Fields | Choice


def tagged(*kinds: type) -> object:
    """One type for several dataclasses, told apart by a `type` field that holds the class's name, even if alone."""
    return Union[kinds] if len(kinds) > 1 else Annotated[kinds[0], _TAG]


def hints_of(cls: type) -> Mapping[str, object]:
    return get_type_hints(cls, include_extras=True)


def shape_of(kind: object, hints: Hints = hints_of) -> Shape:
    """The shape of this type. TypeError if it has none; a State never has one."""
    origin = get_origin(kind)
    args = get_args(kind)
    if kind in PLAIN:
        return Plain(cast(type, kind))
    if origin is Annotated:
        return (
            _choice(args[:1], hints, always_tag=True) if args[1] == _TAG else Noted(shape_of(args[0], hints), args[1])
        )
    if origin is Literal:
        return Words(args)
    if origin in (Union, UnionType):
        return _choice(args, hints)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return Series(shape_of(args[0], hints))
        return Row(tuple(shape_of(arg, hints) for arg in args))
    if origin is dict or origin is Mapping:
        if args[0] is not str:
            raise TypeError("only texts can be keys in JSON")
        return Lookup(shape_of(args[1], hints))
    cls = origin or kind
    if isinstance(cls, type) and issubclass(cls, State):
        raise TypeError(f"{cls.__name__} is a State: no state ever crosses a boundary")
    if isinstance(cls, type) and (is_dataclass(cls) or _is_named_tuple(cls)):
        return _fields(cls, None, dict(zip(getattr(cls, "__parameters__", ()), args, strict=bool(args))), hints)
    raise TypeError(f"no strict JSON for {cls.__name__ if isinstance(cls, type) else repr(kind)}")


def _is_named_tuple(cls: type) -> TypeGuard[type[tuple[object, ...]]]:
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def _fields(cls: type, tag: str | None, bindings: Mapping[object, object], hints: Hints) -> Fields:
    """A dataclass or a NamedTuple: an object with just its fields, and the tag if it is one of several."""
    kinds = {name: _bind(hint, bindings) for name, hint in hints(cls).items()}
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else list(cls._fields)  # type: ignore[attr-defined]
    return Fields(cls, tag, tuple((name, _field(cls, name, kinds[name], hints)) for name in names))


def _field(cls: type, name: str, kind: object, hints: Hints) -> Shape:
    """TypeError names the field, and those it lies in."""
    try:
        return shape_of(kind, hints)
    except TypeError as error:
        raise TypeError(f"{cls.__name__}.{name}: {error}") from None


def _bind(hint: object, bindings: Mapping[object, object]) -> object:
    """A generic class's field type with the class's arguments put in."""
    if isinstance(hint, TypeVar):
        return bindings[hint]
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(bindings[parameter] for parameter in parameters)] if parameters else hint  # type: ignore[index]


def _choice(kinds: tuple[object, ...], hints: Hints, always_tag: bool = False) -> Choice:
    """Plain kinds are tried in turn; dataclasses are told apart by their tag."""
    classes = [kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)]
    tag = always_tag or len(classes) > 1
    return Choice(
        tuple(_fields(cls, cls.__name__, {}, hints) for cls in classes) if tag else (),
        tuple(shape_of(kind, hints) for kind in kinds if not (tag and kind in classes)),
    )
