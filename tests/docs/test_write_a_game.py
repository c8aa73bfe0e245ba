"""The page "write a game in an evening" is true: its blocks are morpion, its commands run, its words are read."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.games import find
from tablee.kernel import Refusal, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import Table, open_table
from tablee.words import Words

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder with the file somebody gets who copies every block, and the words."""
    (tmp_path / "morpion.py").write_text("\n".join(blocks("python")), encoding="utf-8")
    locales = tmp_path / "locales" / "morpion"
    locales.mkdir(parents=True)
    (locales / "en.json").write_text(blocks("json")[0], encoding="utf-8")
    return tmp_path


def test_the_blocks_together_are_the_example() -> None:
    example = (ROOT / "examples" / "morpion.py").read_text(encoding="utf-8")
    joined = "\n".join(blocks("python"))
    assert ast.unparse(ast.parse(joined)) == ast.unparse(ast.parse(example))
    comments = [[line.partition("  #")[2] for line in text.splitlines() if "  #" in line] for text in (joined, example)]
    assert comments[0] == comments[1]


def test_the_game_of_the_page_plays_like_the_example(evening: Path) -> None:
    records = []
    for path in (evening / "morpion.py", ROOT / "examples" / "morpion.py"):
        game = find(str(path)).game
        people = SeededLuck(seed_from("people"))
        for number in range(20):
            table = open_table(game, game.meta.presets["classic"], (None, None), seed_from(number))
            assert isinstance(table, Table)
            while table.asks:
                (ask,) = table.asks
                if people.chance(1, 5):
                    table.expire(ask)
                    continue
                moves = game.moves(table.view(Viewer(ask.seats[0])), people)
                assert table.play(ask.seats[0], ask.id, people.pick(moves), table.now + 50) is None
            assert table.outcome is not None
            entries = [(entry.ask, entry.seat, repr(entry.action), entry.draws) for entry in table.record.entries]
            records.append((entries, table.outcome))
    assert records[:20] == records[20:]


def commands() -> list[tuple[str, list[str]]]:
    """Each command of the page, in order, with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks("console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def test_every_command_of_the_page_runs_and_prints_what_is_shown(evening: Path) -> None:
    for command, shown in commands():
        program, *arguments = shlex.split(command)
        assert program == "tablee"
        done = subprocess.run(
            [sys.executable, "-m", "tablee.cli", *arguments],
            cwd=evening,
            input="1\nquit\n",
            capture_output=True,
            encoding="utf-8",
            env={"PYTHONUTF8": "1", "PATH": ""},
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        for line in shown:
            assert line in done.stdout, command
    assert (evening / "playthroughs" / "morpion" / "classic.txt").is_file()


def test_the_four_commands_of_a_game_author_are_shown() -> None:
    assert {shlex.split(command)[1] for command, _ in commands()} == {"playthrough", "simulate", "play", "check"}


def test_the_words_of_the_page_are_those_a_player_reads(evening: Path) -> None:
    words = Words("en", find(str(evening / "morpion.py")).locales, strict=True)
    assert words.refusal(Refusal("taken", {"cell": 4})) == "Cell 4 is taken."
    assert set(json.loads(blocks("json")[0])) == {"refusals", "captions", "labels"}


def test_what_the_page_quotes_of_buzzer_is_still_there() -> None:
    buzzer = (ROOT / "examples" / "buzzer.py").read_text(encoding="utf-8")
    quoted = blocks("py")
    assert quoted
    for block in quoted:
        assert block in buzzer


def test_all_twelve_laws_are_named() -> None:
    section = PAGE.partition("The laws, one sentence each:")[2].partition("Laws 9, 10 and 12")[0]
    assert re.findall(r"^(\d+)\. ", section, re.MULTILINE) == [str(number) for number in range(1, 13)]
