"""A deep picture of a state: equal pictures mean equal states, and a picture does not change when its state does."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType, NoneType
from typing import TypeAlias

from tablee.kernel.game import Options, State

Snapshot: TypeAlias = object

_ATOMS = frozenset({int, str, bool, bytes, float, NoneType, FunctionType, BuiltinFunctionType, type, range})


def snapshot(value: object) -> Snapshot:
    """Lists, tuples, sets, mappings and objects (slots along the MRO, and the instance dict), all the way down."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        assert isinstance(value, tuple)
        return value if _ATOMS.issuperset(map(type, value)) else tuple(map(snapshot, value))
    if kind is list:
        assert isinstance(value, list)
        return ("[]", *(value if _ATOMS.issuperset(map(type, value)) else map(snapshot, value)))
    return _of_other(value)


def _of_other(value: object) -> Snapshot:
    name = type(value).__qualname__
    # Options are frozen and flat by contract.
    if isinstance(value, Enum | type | Options):
        return value
    if isinstance(value, tuple | list):
        return (name, *map(snapshot, value))
    if isinstance(value, Mapping):
        return (name, *((snapshot(key), snapshot(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return (name, frozenset(map(snapshot, value)))
    if isinstance(value, bytearray):
        return (name, bytes(value))
    inside = tuple(snapshot(getattr(value, slot, None)) for slot in _slots(type(value)))
    return (name, *inside, *(snapshot(item) for item in sorted(getattr(value, "__dict__", {}).items())))


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
    slots = [name for name in _slots(type(state)) if name != "captions"]
    inside = tuple(snapshot(getattr(state, slot, None)) for slot in slots)
    others = sorted(item for item in getattr(state, "__dict__", {}).items() if item[0] != "captions")
    return (inside, *(snapshot(item) for item in others))


def first_difference(before: State, after: Snapshot) -> str:
    """The name of a field of this state that no longer fits the picture taken of it, for a sentence."""
    names = _slots(type(before))
    if isinstance(after, tuple) and len(after) == len(names) + 1:
        for name, was in zip(names, after[1:], strict=True):
            if snapshot(getattr(before, name, None)) != was:
                return name
    return "something"
