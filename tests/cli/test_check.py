"""`tablee check` and `tablee playthrough`."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.helpers import BELL, MORPION, Cli

OPEN = """
from tablee.kit import NOTHING_HIDDEN
WITNESS = NOTHING_HIDDEN
"""


def honest(tmp_path: Path) -> Path:
    """Morpion with a witness, in a folder of its own."""
    path = tmp_path / "morpion.py"
    shutil.copy(MORPION, path)
    with path.open("a") as file:
        file.write(OPEN)
    return path


def test_a_game_that_keeps_the_laws(cli: Cli, tmp_path: Path) -> None:
    path = honest(tmp_path)
    assert cli("playthrough", path, "--write").out == f"{tmp_path}/playthroughs/morpion/classic.txt\n"
    said = cli("check", path, "--tables", 3, "--seed", "x")
    assert said.status == 0
    assert "3 tables" in said.out
    assert said.out.count("cases  ok") == 12
    assert cli("check", path, "--tables", 3, "--seed", "x") == said


def test_one_table_again(cli: Cli, tmp_path: Path) -> None:
    said = cli("check", honest(tmp_path), "--only", 7)
    assert "1 tables" in said.out


def test_a_game_that_breaks_a_law(cli: Cli) -> None:
    said = cli("check", BELL, "--tables", 2)
    assert said.status == 1
    assert "bell has no WITNESS" in said.out
    assert "BROKEN" in said.out


def test_a_changed_playthrough_is_noticed(cli: Cli, tmp_path: Path) -> None:
    path = honest(tmp_path)
    cli("playthrough", path, "--write")
    golden = tmp_path / "playthroughs" / "morpion" / "classic.txt"
    golden.write_text(golden.read_text().replace("cell=", "cell = "))
    said = cli("check", path, "--tables", 1)
    assert said.status == 1
    assert "behaviour changed" in said.out


def test_a_playthrough_is_the_same_again(cli: Cli) -> None:
    words = ("playthrough", "pierres", "--preset", "rapide", "--seats", 2, "--seed", "x")
    said = cli(*words)
    assert said.status == 0
    assert said.out.startswith("Tablée playthrough: pierres, version 1, preset rapide, 2 seats, seed x\n")
    assert said == cli(*words)


def test_options_without_a_name_are_custom(cli: Cli) -> None:
    said = cli("playthrough", BELL, "--options", "rounds=2,loud=yes")
    assert "preset custom, 3 seats" in said.out


def test_one_playthrough_is_written(cli: Cli, tmp_path: Path) -> None:
    path = honest(tmp_path)
    cli("playthrough", path, "--preset", "classic", "--seed", "mine", "--write")
    golden = tmp_path / "playthroughs" / "morpion" / "classic.txt"
    assert golden.read_text().partition("\n")[0].endswith("seed mine")
    # Written anew, it keeps its seed.
    cli("playthrough", path, "--write")
    assert golden.read_text().partition("\n")[0].endswith("seed mine")


def test_what_cannot_be_played_through(cli: Cli, tmp_path: Path) -> None:
    assert "9 players?" in cli.complains("playthrough", "pierres", "--seats", 9)
    assert "no preset “x”" in cli.complains("playthrough", "pierres", "--preset", "x")
    assert "do not go together" in cli.complains("playthrough", "pierres", "--options", "annonce,meme_chiffre=yes")
    assert "Only presets" in cli.complains("playthrough", "pierres", "--options", "grid=3", "--write")
    assert "name the --preset" in cli.complains("playthrough", "pierres", "--seats", 2, "--write")
    path = honest(tmp_path)
    (tmp_path / "playthroughs").write_text("in the way")
    assert "cannot be written" in cli.complains("playthrough", path, "--preset", "classic", "--write")
    assert "cannot be written" in cli.complains("playthrough", path, "--write")


def test_what_cannot_be_checked(cli: Cli) -> None:
    assert "from 1 on" in cli.complains("check", "pierres", "--tables", 0)
    assert "from 0 on" in cli.complains("check", "pierres", "--only", -1)
