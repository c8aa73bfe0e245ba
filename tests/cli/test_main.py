"""The command line as a whole."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from tests.cli.helpers import MORPION, ROOT, Cli

from tablee import __version__
from tablee.cli import HOUSE
from tablee.cli.arguments import LONGEST, PER_ADDRESS, make_parser
from tablee.games import known_games
from tablee.kit import check
from tablee.server.limits import LIMITS

COMMANDS = (
    "serve",
    "play",
    "join",
    "doctor",
    "move-store",
    "replay",
    "verify",
    "simulate",
    "check",
    "playthrough",
    "packs",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_description_and_an_example(cli: Cli, command: str) -> None:
    said = cli(command, "--help")
    assert said.status == 0
    assert f"example:\n  tablee {command} " in said.out
    assert len(said.out.partition("\n\n")[2].partition("\n\n")[0]) > 60


def test_the_help_lists_every_command(cli: Cli) -> None:
    said = cli("--help")
    assert said.status == 0
    assert re.findall(r"^    ([\w-]+)", said.out, re.MULTILINE) == list(COMMANDS)


def test_version(cli: Cli) -> None:
    assert cli("--version") == (0, f"tablee {__version__}\n", "")


@pytest.mark.parametrize("words", [("--version",), ("--help",), *((command, "--help") for command in COMMANDS)])
def test_who_asks_for_the_version_or_for_help_does_not_wait_for_the_house_to_be_loaded(words: tuple[str, ...]) -> None:
    """What is loaded is what a process does before it answers."""
    program = "import sys; from tablee.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    said = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = set(said.stderr.split())
    ours = {name for name in loaded if name.partition(".")[0] == "tablee"}
    assert ours <= {"tablee", "tablee.languages", "tablee.cli", "tablee.cli.arguments", "tablee.cli.tongue"}
    assert loaded.isdisjoint({"uvicorn", "starlette", "msgspec", "picows", "segno", "tqdm", "asyncio", "dataclasses"})
    assert (words == ("--version",)) is not ("argparse" in loaded)
    assert said.stdout


def test_what_is_said_to_be_usual_is() -> None:
    assert (check.LONGEST, LIMITS.per_address) == (LONGEST, PER_ADDRESS)


def test_an_unknown_command_is_refused(cli: Cli) -> None:
    assert "tablee: error:" in cli.complains("frobnicate")


def test_the_program_alone_opens_the_house() -> None:
    assert make_parser().parse_args(HOUSE).command == "serve"


@pytest.mark.parametrize("command", ["play", "simulate", "check", "playthrough"])
def test_an_unknown_game_is_refused_everywhere(cli: Cli, command: str) -> None:
    more = ("--games", "1") if command == "simulate" else ()
    complaint = f"There is no game “pieres”. The games are: {', '.join(known_games())};"
    assert complaint in cli.complains(command, "pieres", *more)


def test_it_runs_as_a_program_and_without_a_terminal_shows_no_bar() -> None:
    words = [sys.executable, "-m", "tablee.cli", "simulate", MORPION, "--games", "4", "--workers", "1"]
    said = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert "4 games, 4 deals" in said.stdout


def test_a_reader_who_goes_away_is_no_accident() -> None:
    words = f"'{sys.executable}' -m tablee.cli playthrough pierres --options rapide --seats 2 | head -1"
    said = subprocess.run(["bash", "-c", words], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert said.stdout.startswith("Tablée playthrough: pierres")
    assert said.stderr == ""


def test_an_accent_the_terminal_cannot_show_does_not_stop_it() -> None:
    words = [sys.executable, "-m", "tablee.cli", "play", MORPION, "--seed", "1"]
    said = subprocess.run(
        words,
        input=b"quit\n",
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert said.returncode == 0
    assert b"Traceback" not in said.stderr
