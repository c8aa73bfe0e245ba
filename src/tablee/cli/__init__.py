"""The command line: `tablee <command>`. One file for each command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, cast

from tablee import __version__
from tablee.arena.match import MatchError
from tablee.cli import check, doctor, join, packs, play, playthrough, replay, serve, simulate, verify
from tablee.cli.complaint import Complaint
from tablee.cli.shared import Run
from tablee.cli.tongue import language_of, say
from tablee.games import UnknownGame
from tablee.words import NoWords

COMMANDS = (serve, play, join, doctor, replay, verify, simulate, check, playthrough, packs)
HOUSE = ("serve", "--open")
"""What `tablee` alone means."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. 0: done; 1: the answer is no; 2: it could not be done, and a sentence on stderr says why."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show an accent still shows the rest
    words = sys.argv[1:] if argv is None else list(argv)
    language = language_of(words, os.environ)
    arguments = make_parser(language).parse_args(words or HOUSE)
    try:
        status = cast(Run, arguments.run)(arguments)
        sys.stdout.flush()
        return status
    except (Complaint, UnknownGame, NoWords, MatchError) as error:
        print(f"tablee: {say(str(error), language)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\ntablee: {say('stopped.', language)}", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone. Nothing more can be said there, not even by Python when it closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command in the person's language."""

    language = "en"

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        wrong = {"en": "error: ", "fr": "erreur\u00a0: "}[self.language]
        self.exit(2, f"{self.prog}: {wrong}{say(message, self.language)}\n")


def make_parser(language: str = "en") -> argparse.ArgumentParser:
    speaking = type("Speaking", (Parser,), {"language": language})
    parser: argparse.ArgumentParser = speaking(
        prog="tablee",
        description="Tablée: five French party games on one engine, for people, bots and researchers.",
        epilog="tablee alone opens the house. Every command has its own help, with an example: tablee play --help",
    )
    parser.add_argument("--version", action="version", version=f"tablee {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser
