"""Options as typed data: what values each field may take, and whether a table may open with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from types import UnionType
from typing import Annotated, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from tablee.kernel.game import B, H, Meta, O, Options, Refusal, Seat


class Between(NamedTuple):
    """Annotates an int: both ends are allowed."""

    low: int
    high: int


class SeatNumber(NamedTuple):
    """Annotates an int that names a seat of the table."""


class PackText(NamedTuple):
    """Annotates a str: a pack of the players' own, whole. It goes into the record's header with the options."""


ASeat: TypeAlias = Annotated[Seat, SeatNumber()]
APack: TypeAlias = Annotated[str, PackText()]


class OptionField(NamedTuple):
    """One field of some Options, for lobbies and for the kit. At most one of the two ranges is not empty."""

    name: str
    words: tuple[str | bool, ...]
    """The named values: of a Literal, or False and True."""
    numbers: Between | None
    is_seat: bool
    is_pack: bool = False


_known: dict[type[Options], tuple[OptionField, ...]] = {}


def option_fields(options: type[Options]) -> tuple[OptionField, ...]:
    if options not in _known:
        hints = get_type_hints(options, include_extras=True)
        _known[options] = tuple(_field(field.name, hints[field.name]) for field in fields(options))
    return _known[options]


def _field(name: str, hint: object) -> OptionField:
    words: tuple[str | bool, ...] = ()
    numbers: Between | None = None
    is_seat = is_pack = False
    for part in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
        if part is bool:
            words += (False, True)
        elif get_origin(part) is Literal:
            words += get_args(part)
        elif get_origin(part) is Annotated:
            note = get_args(part)[1]
            if isinstance(note, Between):
                numbers = note
            elif isinstance(note, SeatNumber):
                is_seat = True
            elif isinstance(note, PackText):
                is_pack = True
            else:
                raise TypeError(f"option {name}: {note!r} is neither Between nor SeatNumber nor PackText")
        else:
            raise TypeError(f"option {name}: {part!r} is no Literal, bool, Annotated[int, Between(…)], ASeat or APack")
    return OptionField(name, words, numbers, is_seat, is_pack)


def with_packs(options: O, others: O) -> O:
    """These options with the packs of those: what people brought along stays when another preset is chosen."""
    packs = packs_of(others)
    return replace(options, **packs) if packs else options


def packs_of(options: Options) -> dict[str, str]:
    """What people brought along, by the names of the fields."""
    return {field.name: getattr(options, field.name) for field in option_fields(type(options)) if field.is_pack}


def combinations(options: type[O], seats: int) -> Iterator[O]:
    """Every combination of options that does not contradict itself. Of numbers only both ends and the default are
    tried, of seats the first and the last, of packs the default."""
    default = options()
    columns: list[list[object]] = []
    for field in option_fields(options):
        column: list[object] = list(field.words)
        if field.numbers is not None:
            column += sorted({field.numbers.low, field.numbers.high})
        if field.is_seat:
            column += sorted({0, seats - 1})
        if getattr(default, field.name) not in column:
            column.append(getattr(default, field.name))
        columns.append(column)
    names = [field.name for field in option_fields(options)]
    for values in product(*columns):
        candidate = options(**dict(zip(names, values, strict=True)))
        if candidate.refusal() is None:
            yield candidate


def refuse_table(meta: Meta[O, B, H], options: O, teams: tuple[str | None, ...]) -> Refusal | None:
    """Why a table with these options and these seats cannot open, if so."""
    for field in option_fields(type(options)):
        value = getattr(options, field.name)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if field.is_seat and is_number and not 0 <= value < len(teams):
            return Refusal("no_such_seat", {"option": field.name, "seat": value, "seats": len(teams)})
        if field.numbers and is_number and not field.numbers.low <= value <= field.numbers.high:
            low, high = field.numbers
            return Refusal("option_range", {"option": field.name, "value": value, "low": low, "high": high})
    contradiction = options.refusal()
    if contradiction is not None:
        return contradiction
    seats = meta.seats(options)
    if len(teams) not in seats:
        return Refusal("seats", {"seats": len(teams), "low": seats[0], "high": seats[-1]})
    return _refuse_teams(meta, options, teams)


def _refuse_teams(meta: Meta[O, B, H], options: O, teams: tuple[str | None, ...]) -> Refusal | None:
    wanted = meta.teams(options)
    if wanted is None:
        return None if all(team is None for team in teams) else Refusal("no_teams")
    for name in wanted.names:
        if teams.count(name) < wanted.least:
            return Refusal("team_too_small", {"team": name, "least": wanted.least})
    return None if all(team in wanted.names for team in teams) else Refusal("team_missing")
