"""What can be typed after `tablee`: every command with its arguments, and nothing of what it takes to carry them out.

So whoever asks for help is helped at once. The command of a name is in the file of that name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from textwrap import fill
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from tablee import __version__
from tablee.cli.tongue import say
from tablee.languages import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

LONGEST: Final = 5_000
"""As in `kit.check`; to read it there would take longer than to print the help."""
PER_ADDRESS: Final = 600
"""As in `server.limits`."""


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
    commands = parser.add_subparsers(title="commands", metavar="command", dest="command", required=True)
    for add in (_serve, _play, _join, _doctor, _move_store, _replay, _verify, _simulate, _check, _playthrough, _packs):
        add(commands)
    return parser


def _serve(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "serve",
        "Open the house: people on the local network sit down with their phones or browsers. Everything is kept in one "
        "folder, and after a restart every table stands where it stood.",
        "tablee serve --port 8000 --open",
    )
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (default: all)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default 8000; 0: any free one)")
    parser.add_argument("--data", type=_path, metavar="FOLDER", help="where everything is kept (default $TABLEE_DATA)")
    parser.add_argument(
        "--store",
        metavar="ADDRESS",
        help="a PostgreSQL that many nodes share, as postgresql://user@host/database (default: a file in that folder)",
    )
    parser.add_argument("--node", metavar="NAME", help="how this one is called among those (default: this machine)")
    parser.add_argument(
        "--inside",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where the other nodes reach this one, host or host:port, never open to the outside (default 127.0.0.1)",
    )
    parser.add_argument("--open", action="store_true", help="show the page in this machine's browser")
    parser.add_argument(
        "--game", action="append", default=[], metavar="G", help="one more game: a .py file or a module"
    )
    parser.add_argument(
        "--longest-thought", type=int, metavar="MS", help="bots answer after so many milliseconds at most"
    )
    parser.add_argument("--open-evenings", action="store_true", help="everybody here may see all finished games")
    parser.add_argument("--ratings", action="store_true", help="for clubs: past evenings show who is how strong")
    parser.add_argument(
        "--per-address",
        type=int,
        default=PER_ADDRESS,
        metavar="N",
        help=f"devices that may come from one address, as those of a school do (default {PER_ADDRESS}); what "
        "else is counted by address follows",
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="nobody is this machine's own user: all come through a proxy"
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a balancer on another machine (or a network of them) that is believed when it says for whom it speaks; "
        "goes with --behind-proxy",
    )
    parser.add_argument(
        "--drain",
        type=float,
        default=0,
        metavar="SECONDS",
        help="once told to stop, say so at /healthz for so long before the door closes (default 0)",
    )
    parser.add_argument("--metrics", action="store_true", help="show numbers for operations at /metrics")
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help="a further site that may connect")


def _play(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "play",
        "Play against bots in the terminal. You sit at the first seat; type aide or help for what you can type.",
        "tablee play pierres --bots easy,hard --options rapide --lang fr",
    )
    _add_game(parser)
    parser.add_argument("--bots", metavar="A,B", help="whom you play against, over and over round the table")
    _add_options(parser)
    _add_language(parser)
    parser.add_argument("--name", metavar="N", help="what you are called")
    parser.add_argument("--seed", metavar="S", help="any text; the same gives the same luck (default: new luck)")
    parser.add_argument("--save", metavar="FILE", help="write the record there when the game is over")


def _join(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "join",
        "Play at a table of a house, with everybody else, in plain lines that a screen reader can read. The line comes "
        "back by itself, and the place is yours when you come back. Type aide or help for what you can type.",
        "tablee join ABCD --house http://192.168.1.20:8000 --name Zoé --lang fr",
    )
    parser.add_argument("code", metavar="CODE", help="the four letters of the table")
    parser.add_argument(
        "--house", default="http://localhost:8000", metavar="URL", help="where the house is (default: this machine)"
    )
    parser.add_argument("--name", metavar="N", help="what you are called (otherwise you are asked)")
    parser.add_argument("--seat", type=_at_least(1), metavar="N", help="on which chair, counted from 1 (default: any)")
    _add_language(parser)
    parser.add_argument(
        "--game", action="append", default=[], metavar="G", help="where a game is that is not among ours"
    )
    parser.add_argument("--keys", type=_path, metavar="FILE", help="where the keys of your places are kept")


def _doctor(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "doctor",
        "Look whether this machine is ready: its address, the way from other devices, the port, the disk, what is kept "
        "on it, the clocks, the page; and say how much anybody may ask of the house. Exit code 1: something needs "
        "attention.",
        "tablee doctor --port 8000",
    )
    parser.add_argument("--port", type=int, default=8000, help="the port the house will use (default 8000)")
    parser.add_argument("--data", type=_path, metavar="FOLDER", help="where everything is kept (default $TABLEE_DATA)")
    parser.add_argument(
        "--store", metavar="ADDRESS", help="look at this PostgreSQL too, as `serve --store` would use it"
    )


def _move_store(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "move-store",
        "Move a house that is closed, with all its tables and games, from its file into a data base, or back into a "
        "file. What arrived is compared with what was there before anybody finds it. Where it was, everything stays as "
        "it is.",
        "tablee move-store ~/.local/share/tablee postgresql://tablee@db.example/tablee",
    )
    place = "a folder, or postgresql://user@host/database"
    parser.add_argument("source", metavar="FROM", help=f"where the house is: {place}")
    parser.add_argument("target", metavar="TO", help=f"where it shall be, and nothing is yet: {place}")
    parser.add_argument("--game", action="append", default=[], metavar="G", help="one more game that is played there")


def _replay(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "replay",
        "Tell a recorded game move by move, as the shared screen saw it, as one seat saw it, or with everything open.",
        "tablee replay game.jsonl --open --lang en --from 20",
    )
    parser.add_argument("file", metavar="FILE", help="the record")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=_at_least(0), metavar="N", help="as this seat saw it, counted from 0")
    eyes.add_argument("--open", action="store_true", help="everything: every action, draw and private caption")
    _add_language(parser)
    parser.add_argument("--from", type=_at_least(0), default=0, dest="start", metavar="K", help="begin at this entry")
    parser.add_argument("--boards", action="store_true", help="draw the board after every entry")
    parser.add_argument("--game", metavar="G", help="where the record's game is, if not among ours")


def _verify(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "verify",
        "Prove the record of a finished game. The seed gives the commitment that was published before the first card, "
        "the integers drawn are those of the seed, every entry is legal, everybody was shown what the rules show, and "
        "the outcome is theirs. Exit code 1: something does not hold.",
        "tablee verify game.jsonl --commitment 5f2c…",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record; of several, one line each")
    parser.add_argument("--commitment", metavar="HEX", help="the one you noted when the game began")
    parser.add_argument("--game", metavar="G", help="where the record's game is, if not among ours")


def _simulate(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "simulate",
        "Play many games between bots and report who wins, with 95 % intervals. Bots that differ play every deal from "
        "every seat. The same seed gives the same results, whatever the number of workers.",
        "tablee simulate pierres --games 200 --bots hard,easy --seed 1 --options rapide",
    )
    _add_game(parser)
    parser.add_argument("--games", type=_at_least(1), required=True, metavar="N", help="rounded up to whole deals")
    parser.add_argument("--bots", default="random", metavar="A,B", help="who plays, over and over round the table")
    parser.add_argument("--seed", default="0", metavar="S", help="any text")
    _add_options(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--timings", action="store_true", help="put decision times, which vary, into the JSON too")
    parser.add_argument("--workers", type=_at_least(1), metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--records", metavar="DIR", help="write the record of every game there")


def _check(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "check",
        "Prove the twelve laws on a game, at random tables with every combination of options and seats. One line for "
        "each law; a breach shows the table and the step, and exits with 1.",
        "tablee check pierres --tables 500 --seed monday",
    )
    _add_game(parser)
    parser.add_argument("--tables", type=_at_least(1), default=100, metavar="N", help="how many (default 100)")
    parser.add_argument("--seed", default="tablee", metavar="S", help="any text")
    more = f"more inputs than this at one table mean that it never ends (default {LONGEST:,})"
    parser.add_argument("--longest", type=_at_least(1), default=LONGEST, metavar="N", help=more)
    parser.add_argument("--only", type=_at_least(0), metavar="K", help="just this one of the tables again")


def _playthrough(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "playthrough",
        "Print one whole random game: every input, every draw, and what each viewer then learns. With --write it is "
        "kept with the game's golden playthroughs; without a preset, all of them are written anew.",
        "tablee playthrough pierres --preset annonce --seats 2 --seed golden",
    )
    _add_game(parser)
    _add_options(parser)
    parser.add_argument("--seed", default="golden", metavar="S", help="any text (default golden)")
    parser.add_argument("--write", action="store_true", help="into the game's folder instead of the screen")


def _packs(commands: Commands) -> None:
    parser = _add_command(
        commands,
        "packs",
        "Proof-read a theme pack of De Fil en Aiguille. One line for each remark: accents, doubles, texts too long for "
        "a card, letters that reject too many or too few clues, cards without tags. Exits with 1 if the pack cannot be "
        "played.",
        "tablee packs check my-theme.toml",
    )
    parser.add_argument("what", choices=("check",), help="what to do with it")
    parser.add_argument("files", nargs="+", type=_path, metavar="FILE", help="a theme pack, in TOML")
    _add_language(parser)


def _add_command(commands: Commands, name: str, description: str, example: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=description.partition(". ")[0].rstrip(".").replace("%", "%%"),
        description=fill(description, 90),
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the id of a game (pierres), a .py file or a package.module that defines GAME")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", metavar="P", help="options by name, such as classique")
    parser.add_argument("--options", metavar="K=V,…", help="options one by one; a preset's name may come first")
    parser.add_argument("--seats", type=_at_least(1), metavar="N", help="how many play")


def _add_language(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(LANGUAGES)
    parser.add_argument("--lang", default="fr", metavar="L", help=f"the language: {known} (default fr)")


def _at_least(low: int) -> Callable[[str], int]:
    """An argument that is a whole number from `low` on."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} on, not {text!r}")
        return value

    return number


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)
