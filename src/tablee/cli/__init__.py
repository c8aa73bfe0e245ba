"""The command line: `tablee <command>`. One file for each command, and `arguments` for what each of them is told.

What is wanted is loaded when it is wanted: whoever asks for the version or for help does not wait for a house."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tablee import __version__

HOUSE = ("serve", "--open")
"""What `tablee` alone means."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. 0: done; 1: the answer is no; 2: it could not be done, and a sentence on stderr says why."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show an accent still shows the rest
    words = sys.argv[1:] if argv is None else list(argv)
    if words == ["--version"]:
        print(f"tablee {__version__}")
        return 0
    from tablee.cli.arguments import make_parser
    from tablee.cli.tongue import language_of, say

    language = language_of(words, os.environ)
    arguments = make_parser(language).parse_args(words or HOUSE)
    try:
        status: int = import_module(f"{__name__}.{arguments.command.replace('-', '_')}").run(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print(f"\ntablee: {say('stopped.', language)}", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone. Nothing more can be said there, not even by Python when it closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if not _is_sentence(error):
            raise
        print(f"tablee: {say(str(error), language)}", file=sys.stderr)
        return 2


def _is_sentence(error: Exception) -> bool:
    """Does it say to people what to do next?"""
    from tablee.arena.match import MatchError
    from tablee.cli.complaint import Complaint
    from tablee.games import UnknownGame
    from tablee.words import NoWords

    return isinstance(error, Complaint | UnknownGame | NoWords | MatchError)
