"""A deep picture of a state: equal pictures mean equal states, and a picture does not change when its state does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType, NoneType
from typing import TypeAlias, cast

from tablee.kernel.game import Options, State

Snapshot: TypeAlias = object
Take: TypeAlias = Callable[[object], Snapshot]

_ATOMS = frozenset({int, str, bool, bytes, float, NoneType, FunctionType, BuiltinFunctionType, type, range})


def snapshot(value: object) -> Snapshot:
    """Lists, tuples, sets, mappings and objects (slots along the MRO, and the instance dict), all the way down."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        assert isinstance(value, tuple)
        return value if _ATOMS.issuperset(map(type, value)) else _all_of(value)
    if kind is list:
        assert isinstance(value, list)
        return ("[]", *(value if _ATOMS.issuperset(map(type, value)) else _all_of(value)))
    take = _TAKERS.get(kind)
    if take is None:
        take = _TAKERS[kind] = _taker(kind)
    return take(value)


def _all_of(values: Iterable[object]) -> tuple[Snapshot, ...]:
    return tuple([value if type(value) in _ATOMS else snapshot(value) for value in values])


_TAKERS: dict[type, Take] = {}
"""How pictures of other things are taken: found out once for each class, because states are made of few."""


def _taker(kind: type) -> Take:
    name = kind.__qualname__
    # Options are frozen and flat by contract.
    if issubclass(kind, Enum | type | Options):
        return lambda value: value
    if issubclass(kind, tuple | list):
        return lambda value: (name, *_all_of(cast("Iterable[object]", value)))
    if issubclass(kind, Mapping):
        return lambda value: (name, *map(_all_of, cast("Mapping[object, object]", value).items()))
    if issubclass(kind, set | frozenset):
        return lambda value: (name, frozenset(map(snapshot, cast("Iterable[object]", value))))
    if issubclass(kind, bytearray):
        return lambda value: (name, bytes(cast("bytearray", value)))
    slots = _slots(kind)
    return lambda value: (name, *_fields(value, slots), *_all_of(sorted(getattr(value, "__dict__", {}).items())))


def _fields(value: object, slots: tuple[str, ...]) -> tuple[Snapshot, ...]:
    return _all_of([getattr(value, slot, None) for slot in slots])


_SLOTS: dict[type, tuple[str, ...]] = {}


def _slots(cls: type) -> tuple[str, ...]:
    """The names of all slots along the MRO."""
    known = _SLOTS.get(cls)
    if known is None:
        known = _SLOTS[cls] = _find_slots(cls)
    return known


def _find_slots(cls: type) -> tuple[str, ...]:
    names: set[str] = set()
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            private = name.startswith("__") and not name.endswith("__")
            names.add(f"_{base.__name__.lstrip('_')}{name}" if private else name)
    return tuple(sorted(name for name in names if name not in ("__dict__", "__weakref__")))


def facts_of(state: State) -> Snapshot:
    """The state without the captions of its last input: what is true, not what was just told."""
    slots = tuple([name for name in _slots(type(state)) if name != "captions"])
    others = sorted(item for item in getattr(state, "__dict__", {}).items() if item[0] != "captions")
    return (_fields(state, slots), *_all_of(others))


def first_difference(before: State, after: Snapshot) -> str:
    """The name of a field of this state that no longer fits the picture taken of it, for a sentence."""
    names = _slots(type(before))
    if isinstance(after, tuple) and len(after) == len(names) + 1:
        for name, was in zip(names, after[1:], strict=True):
            if snapshot(getattr(before, name, None)) != was:
                return name
    return "something"
