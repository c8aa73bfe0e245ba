"""`tablee play`: a game against bots in the terminal, line by line."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from pathlib import Path

from tablee.arena.entrants import RANDOM, find_bots
from tablee.arena.match import Match, seal, table_seed
from tablee.cli.complaint import Complaint
from tablee.cli.prompt import Reader
from tablee.cli.screen import Screen
from tablee.cli.session import AnyMatch, Console, Left, Person
from tablee.cli.shared import (
    fewest_seats,
    open_or_complain,
    read_bots,
    read_lineup,
    read_options,
    words_of,
)
from tablee.games import Found, find
from tablee.kernel.game import Ms, Refusal
from tablee.kernel.table import open_table
from tablee.kernel.wire import Wire
from tablee.words import Words

ME = "Camille"
NAMES = ("Basile", "Colette", "Félix", "Margot", "Simon", "Diane", "Hugo", "Lucie", "Martin", "Nora", "Paul")
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")


def run(arguments: argparse.Namespace) -> int:
    found = find(arguments.game)
    words = words_of(found, arguments.lang)
    options = read_options(found, arguments.preset, arguments.options)
    bots = read_bots(found, arguments.bots or _usual_bot(found))
    fewest = fewest_seats(found, options, words)
    seats = arguments.seats or max(fewest, len(bots) + 1)
    teams = open_or_complain(found, options, seats, words)
    lineup = read_lineup(bots, seats - 1, fewest)
    if arguments.save is not None:
        _try_to_write(arguments.save)
    words = words_of(found, arguments.lang, (arguments.name or ME, *_bot_names(lineup, words)))
    # Without a seed of the player's, one that nobody can guess.
    seed = arguments.seed if arguments.seed is not None else secrets.token_hex(32)
    table = open_table(found.game, options, teams, table_seed(seed))
    if isinstance(table, Refusal):
        raise Complaint(words.refusal(table))
    print(words.label("welcome", game=words.title() or found.game.meta.id, seats=seats, seat=0))
    print(words.label("hint"))
    if arguments.save is not None:
        print(words.label("commitment", text=table.record.header.commitment))
    person = _person(found, words)
    makers = find_bots(found)
    players = {seat: makers[name](seat) for seat, name in enumerate(lineup, 1)}
    match = Match(table, players, seed, people={0: person.see})
    try:
        person.play(match)
    except (Left, KeyboardInterrupt):
        print(words.label("stopped"))
    _save(arguments.save, found, match, seed, words)
    return 0


def _usual_bot(found: Found) -> str:
    return "medium" if "medium" in find_bots(found) else RANDOM


def _bot_names(lineup: tuple[str, ...], words: Words) -> list[str]:
    """What the game calls its bots, numbered where there are several of one kind; else a first name."""
    names: list[str] = []
    for place, bot in enumerate(lineup):
        if not words.has_label(f"bot.{bot}"):
            names.append(NAMES[place % len(NAMES)])
        elif lineup.count(bot) == 1:
            names.append(words.label(f"bot.{bot}"))
        else:
            names.append(f"{words.label(f'bot.{bot}')} {NUMERALS[lineup[:place].count(bot) % len(NUMERALS)]}")
    return names


def _person(found: Found, words: Words) -> Person:
    screen = Screen(found, words)
    reader = Reader(Wire(found.game).action, screen.parse)
    # A script has no hands: its lines take no time, so that the same script is the same game.
    clock = _wall if sys.stdin.isatty() else _nothing
    return Person(found.game, 0, words, screen, reader, Console(input, print, clock))


def _wall() -> Ms:
    return time.monotonic_ns() // 1_000_000


def _nothing() -> Ms:
    return 0


def _try_to_write(path: str) -> None:
    """Better now than after the game."""
    try:
        with Path(path).open("a"):
            pass
    except OSError as error:
        raise Complaint(f"The game cannot be saved in {path}: {error.strerror}.") from None


def _save(path: str | None, found: Found, match: AnyMatch, seed: str, words: Words) -> None:
    if path is None:
        return
    record = match.table.record if match.table.asks else seal(match.table, table_seed(seed))
    Path(path).write_bytes(Wire(found.game).write_record(record).encode())
    print(words.label("saved", file=path))
