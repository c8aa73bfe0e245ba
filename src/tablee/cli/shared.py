"""What several commands share: which game, which options, how many seats, which bots, whose words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from tablee.arena.entrants import find_bots, line_up, seat_teams
from tablee.cli.complaint import Complaint
from tablee.games import Found
from tablee.kernel.game import Options
from tablee.kernel.options import OptionField, option_fields, refuse_table
from tablee.words import Format, Words

_YES = frozenset({"true", "yes", "on", "1", "oui"})
_NO = frozenset({"false", "no", "off", "0", "non"})


def words_of(found: Found, language: str, names: Sequence[str] = ()) -> Words:
    formats = found.part("terminal", "FORMATS")
    known = cast(Mapping[str, Format], formats) if isinstance(formats, Mapping) else {}
    return Words(language, found.locales, names=names, formats=known)


def read_options(found: Found, preset: str | None, text: str | None) -> Options:
    """The options of `--preset` and `--options`; a Complaint lists what there is."""
    meta = found.game.meta
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    if parts and "=" not in parts[0]:
        if preset is not None:
            raise Complaint(f"Two presets are given, “{preset}” and “{parts[0]}”: leave one out.")
        preset = parts.pop(0)
    if preset is not None and preset not in meta.presets:
        raise Complaint(f"{meta.id} has no preset “{preset}”. The presets are: {', '.join(meta.presets)}.")
    options = meta.options() if preset is None else meta.presets[preset]
    fields = {field.name: field for field in option_fields(meta.options)}
    chosen: dict[str, object] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        field = fields.get(name.strip().replace("-", "_"))
        if field is None or not equals:
            raise Complaint(f"{meta.id} has no option “{name}”. {_describe(list(fields.values()))}")
        if field.name in chosen:
            raise Complaint(f"The option “{field.name}” is given twice.")
        chosen[field.name] = _read_value(field, value.strip())
    return replace(options, **chosen)


def _read_value(field: OptionField, text: str) -> object:
    if True in field.words and text.lower() in _YES | _NO:
        return text.lower() in _YES
    if text in field.words:
        return text
    if field.numbers is not None or field.is_seat:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) < 10:
            return int(text)
    raise Complaint(f"The option “{field.name}” cannot be “{text}”: it is {_values(field)}.")


def _describe(fields: list[OptionField]) -> str:
    if not fields:
        return "It has no options."
    return f"The options are: {'; '.join(f'{field.name} ({_values(field)})' for field in fields)}."


def _values(field: OptionField) -> str:
    values = [str(word).lower() if isinstance(word, bool) else word for word in field.words]
    if field.numbers is not None:
        values.append(f"{field.numbers.low} to {field.numbers.high}")
    if field.is_seat:
        values.append("the number of a seat, from 0")
    return ", ".join(values[:-1]) + " or " + values[-1] if len(values) > 1 else values[0]


def read_bots(found: Found, text: str) -> tuple[str, ...]:
    """The bots named, with commas between; a Complaint lists those there are."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    known = find_bots(found)
    for name in names:
        if name not in known:
            raise Complaint(f"{found.game.meta.id} has no bot “{name}”. The bots are: {', '.join(known)}.")
    if not names:
        raise Complaint(f"No bot is named. The bots of {found.game.meta.id} are: {', '.join(known)}.")
    return names


def read_lineup(bots: tuple[str, ...], seats: int | None, fewest: int) -> tuple[str, ...]:
    """A bot for each seat: those named, over and over."""
    if seats is None:
        seats = max(len(bots), fewest)
    if len(bots) > seats:
        raise Complaint(f"{len(bots)} bots are named for {seats} seats: name fewer, or give --seats {len(bots)}.")
    return line_up(bots, seats)


def open_or_complain(found: Found, options: Options, seats: int, words: Words) -> tuple[str | None, ...]:
    """The teams of a table that can open; else a Complaint in the words of the game."""
    teams = seat_teams(found.game, options, seats)
    refusal = refuse_table(found.game.meta, options, teams)
    if refusal is not None:
        raise Complaint(words.refusal(refusal))
    return teams


def fewest_seats(found: Found, options: Options, words: Words) -> int:
    """How many play where nobody says. Contradictory options have no answer."""
    refusal = options.refusal()
    if refusal is not None:
        raise Complaint(words.refusal(refusal))
    return found.game.meta.seats(options)[0]
