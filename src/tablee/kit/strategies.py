"""Hypothesis strategies for a game's own property tests. The only module of Tablée that needs Hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tablee.kernel.codec import Json
from tablee.kernel.game import Action, Options, Refusal
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.options import Between
from tablee.kernel.table import open_table
from tablee.kit.fuzz import STRANGE_NUMBERS, STRANGE_TEXTS, action_types
from tablee.kit.loose import AnyGame, AnyTable
from tablee.kit.play import RandomPeople, openings, some_teams

_SILENCE = 15


def options(game: AnyGame) -> SearchStrategy[Options]:
    """Options that do not contradict themselves and that some number of seats can play with."""
    return st.sampled_from(list(dict.fromkeys(opening.options for opening in openings(game.meta))))


def tables(game: AnyGame, most_inputs: int = 60) -> SearchStrategy[AnyTable]:
    """A table after some random inputs, perhaps none, perhaps all. Shrinks towards few inputs."""
    return st.builds(
        lambda opening, inputs, seed: _table_after(game, opening.options, opening.seats, inputs, seed),
        st.sampled_from(openings(game.meta)),
        st.integers(0, most_inputs),
        st.integers(0, 1 << 32),
    )


def _table_after(game: AnyGame, chosen: Options, seats: int, inputs: int, seed: int) -> AnyTable:
    luck = SeededLuck(seed_from("people", seed))
    table = open_table(game, chosen, some_teams(game.meta, chosen, seats, luck), seed_from("table", seed))
    assert not isinstance(table, Refusal), table
    people = RandomPeople(table, luck, _SILENCE)
    for _ in range(inputs):
        answer = people.next_input() if table.asks else None
        if answer is None:
            break
        if answer.seat is None:
            table.expire(answer.ask)
        else:
            refusal = table.play(answer.seat, answer.ask.id, answer.action, answer.now)
            assert refusal is None, refusal
    return table


def actions(game: AnyGame) -> SearchStrategy[Action]:
    """Any action of the game's types, with numbers inside and outside of what they allow."""
    return st.one_of([_record(cls) for cls in action_types(game)])


def json_junk() -> SearchStrategy[Json]:
    """Anything JSON can say."""
    leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.sampled_from(STRANGE_TEXTS)
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    )


def _values(hint: Any) -> SearchStrategy[Any]:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(args)
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, UnionType):
        return st.one_of([_values(arg) for arg in args])
    if origin is tuple:
        is_long = len(args) == 2 and args[1] is Ellipsis
        return st.lists(_values(args[0]), max_size=6).map(tuple) if is_long else st.tuples(*map(_values, args))
    if origin in (dict, Mapping):
        return st.dictionaries(st.text(max_size=8), _values(args[1]), max_size=4)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _record(hint)
    return _plain(hint)


def _plain(hint: Any) -> SearchStrategy[Any]:
    plain: dict[Any, SearchStrategy[Any]] = {
        int: st.integers(-2, 12) | st.sampled_from(STRANGE_NUMBERS),
        str: st.text(max_size=30) | st.sampled_from(STRANGE_TEXTS),
        bool: st.booleans(),
        type(None): st.none(),
    }
    return plain[hint]


def _annotated(args: tuple[Any, ...]) -> SearchStrategy[Any]:
    note = args[1]
    if not isinstance(note, Between):
        return _values(args[0])
    return st.integers(note.low, note.high) | st.integers(note.low - 2, note.high + 2)


def _record(cls: Any) -> SearchStrategy[Any]:
    hints = get_type_hints(cls, include_extras=True)
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields
    return st.builds(cls, **{name: _values(hints[name]) for name in names})
