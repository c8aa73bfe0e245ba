"""Strange input: actions whose fields hold anything their types allow, and JSON that is nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from tablee.kernel.codec import TYPE_KEY, Json
from tablee.kernel.game import Action
from tablee.kernel.luck import Luck
from tablee.kernel.options import Between, SeatNumber
from tablee.kit.loose import AnyGame

STRANGE_NUMBERS = (-1, 0, 1, 2, 3, 81, 255, 1 << 31, -(1 << 63), 10**20)
STRANGE_TEXTS = ("", " ", "a", "é", "\x00", "🙂", "null", "../..", "<b>", "x" * 3000, "\u202e")

_HINTS: dict[type[Action], dict[str, Any]] = {}
"""The types of the fields of actions seen so far: finding them takes longer than everything else here."""


@dataclass(frozen=True, slots=True)
class Foreign(Action):
    """An action of no game."""

    number: int = 0


def action_types(game: AnyGame) -> tuple[type[Action], ...]:
    return tuple({action: None for kind in game.meta.kinds.values() for action in kind.actions})


def some_action(cls: type[Action], luck: Luck) -> Action:
    """An action of this class with any values its wire type allows, however senseless."""
    hints = _HINTS.get(cls)
    if hints is None:
        hints = _HINTS[cls] = get_type_hints(cls, include_extras=True)
    return cls(**{field.name: some_value(hints[field.name], luck) for field in fields(cls)})


def some_value(hint: object, luck: Luck) -> Any:
    """Any value of this type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is bool:
        return luck.chance(1, 2)
    if hint is int:
        return luck.below(10) if luck.chance(1, 2) else luck.pick(STRANGE_NUMBERS)
    if hint is str:
        return luck.pick(STRANGE_TEXTS)
    if hint is None or hint is type(None):
        return None
    if origin is Annotated:
        return _some_annotated(args, luck)
    if origin is Literal:
        return luck.pick(args)
    if origin in (Union, UnionType):
        return some_value(luck.pick(args), luck)
    if origin is tuple:
        return _some_tuple(args, luck)
    if origin in (dict, Mapping):
        return {luck.pick(STRANGE_TEXTS): some_value(args[1], luck) for _ in range(luck.below(3))}
    return _some_record(hint, luck)


def _some_annotated(args: tuple[Any, ...], luck: Luck) -> Any:
    note = args[1]
    if isinstance(note, SeatNumber):
        return luck.below(8) if luck.chance(3, 4) else luck.pick((12, 81, 1 << 31))
    if not isinstance(note, Between):
        return some_value(args[0], luck)
    return luck.pick((note.low, note.high, note.low + luck.below(note.high - note.low + 1)))


def _some_tuple(args: tuple[Any, ...], luck: Luck) -> tuple[Any, ...]:
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(some_value(args[0], luck) for _ in range(luck.below(5)))
    return tuple(some_value(arg, luck) for arg in args)


def _some_record(cls: Any, luck: Luck) -> Any:
    hints = get_type_hints(cls, include_extras=True)
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields
    return cls(**{name: some_value(hints[name], luck) for name in names})


def some_json(luck: Luck, depth: int = 3) -> Json:
    """Anything JSON can say, within reason."""
    shape = luck.below(7 if depth else 4)
    if shape == 0:
        return None
    if shape == 1:
        return luck.chance(1, 2)
    if shape == 2:
        return luck.pick(STRANGE_NUMBERS)
    if shape == 3:
        return luck.pick(STRANGE_TEXTS)
    if shape == 4:
        return [some_json(luck, depth - 1) for _ in range(luck.below(4))]
    return {luck.pick((*STRANGE_TEXTS, TYPE_KEY)): some_json(luck, depth - 1) for _ in range(luck.below(4))}


def spoil(value: Json, luck: Luck) -> Json:
    """An action's JSON with something wrong in it."""
    if not isinstance(value, dict) or luck.chance(1, 5):
        return some_json(luck)
    spoiled = dict(value)
    manner = luck.below(3)
    if manner == 0:
        spoiled.pop(luck.pick(sorted(spoiled)))
    elif manner == 1:
        spoiled[luck.pick(sorted(spoiled))] = some_json(luck)
    else:
        spoiled[luck.pick(STRANGE_TEXTS)] = some_json(luck)
    return spoiled
