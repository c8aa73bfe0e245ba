"""`tablee playthrough`: one whole game as text, for people to read and for tests to compare."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablee.cli.complaint import Complaint
from tablee.cli.shared import (
    open_or_complain,
    read_options,
    words_of,
)
from tablee.games import Found, find
from tablee.kernel.game import Options
from tablee.kit import render_playthrough, write_playthroughs
from tablee.kit.playthrough import usual_seats


def run(arguments: argparse.Namespace) -> int:
    found = find(arguments.game)
    options = read_options(found, arguments.preset, arguments.options)
    if arguments.write and arguments.preset is None and arguments.options is None:
        if arguments.seats is not None:
            raise Complaint("Each preset keeps its own number of seats: name the --preset this one is for.")
        print("\n".join(map(str, _write_all(found))))
        return 0
    words = words_of(found, "en")
    refusal = options.refusal()
    if refusal is not None:
        raise Complaint(words.refusal(refusal))
    seats = arguments.seats or usual_seats(found.game, options)
    open_or_complain(found, options, seats, words)
    preset = _preset(found, options)
    text = render_playthrough(found.game, options if preset is None else preset, seats, arguments.seed)
    if not arguments.write:
        print(text, end="")
        return 0
    if preset is None:
        raise Complaint("Only presets have golden playthroughs: leave --write out, or name one with --preset.")
    print(_write(found.playthroughs / f"{preset}.txt", text))
    return 0


def _preset(found: Found, options: Options) -> str | None:
    """The name of these options, if they have one."""
    presets = found.game.meta.presets
    return next((name for name, named in presets.items() if named == options), None)


def _write_all(found: Found) -> list[Path]:
    try:
        return write_playthroughs(found.game, found.playthroughs)
    except OSError as error:
        raise Complaint(f"{found.playthroughs} cannot be written: {error.strerror}.") from None


def _write(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{path} cannot be written: {error.strerror}.") from None
    return path
