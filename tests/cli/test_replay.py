"""`tablee replay`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.helpers import BELL, MORPION, Cli


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@pytest.fixture
def pierres(cli: Cli, folder: Path) -> Path:
    path = folder / "pierres-00000-0.jsonl"
    if not path.exists():
        cli("simulate", "pierres", "--games", 1, "--options", "rapide,grid=1", "--workers", 1, "--records", folder)
    return path


@pytest.fixture
def bell(cli: Cli, folder: Path) -> Path:
    path = folder / "bell-00000-0.jsonl"
    if not path.exists():
        cli("simulate", BELL, "--games", 1, "--bots", "quick,slow", "--options", "short,whispered=yes",
            "--workers", 1, "--records", folder)  # fmt: skip
    return path


@pytest.mark.parametrize(("language", "word"), [("fr", "pioche le"), ("en", "draws the")])
def test_a_game_is_told_in_words(cli: Cli, pierres: Path, language: str, word: str) -> None:
    said = cli("replay", pierres, "--lang", language)
    assert said.status == 0
    assert word in said.out
    assert re.search(r"en [A-I][1-9]|at [A-I][1-9]|[A-I][1-9]", said.out)
    assert not re.search(r"[{}]|Il se passe ceci|This happens", said.out)


def test_french_is_the_default(cli: Cli, pierres: Path) -> None:
    assert cli("replay", pierres) == cli("replay", pierres, "--lang", "fr")


def test_it_begins_where_one_likes(cli: Cli, pierres: Path) -> None:
    whole, late = cli("replay", pierres).out, cli("replay", pierres, "--from", 100).out
    head, _, rest = late.partition("\n")
    assert whole.startswith(head)
    assert whole.endswith(rest)
    assert rest.lstrip().startswith("100 ")


def test_a_seat_hears_only_what_it_is_told(cli: Cli, bell: Path) -> None:
    told = [cli("replay", bell, "--game", BELL, "--lang", "en", "--seat", seat).out for seat in (0, 1)]
    assert "said, seat Player 1" in told[0]
    assert "said" not in told[1]
    assert "said" not in cli("replay", bell, "--game", BELL, "--lang", "en").out
    everything = cli("replay", bell, "--game", BELL, "--lang", "en", "--open").out
    assert "(only for Player 1)" in everything
    assert re.search(r"00:00  Player 1 > say word \d+  \[drawn: \d and \d\]", everything)


def test_the_clock_is_told_too(cli: Cli, tmp_path: Path) -> None:
    cli("simulate", BELL, "--games", 1, "--bots", "mute", "--workers", 1, "--records", tmp_path)
    said = cli("replay", tmp_path / "bell-00000-0.jsonl", "--game", BELL, "--open")
    assert "00:05  Le temps est écoulé (0.ring)" in said.out


def test_a_game_without_captions_shows_its_board(cli: Cli, tmp_path: Path) -> None:
    cli("simulate", MORPION, "--games", 1, "--workers", 1, "--records", tmp_path)
    said = cli("replay", tmp_path / "morpion-00000-0.jsonl", "--game", MORPION)
    assert f"   0  cells: {', '.join('·' * 9)}\n" in said.out


def test_boards_are_drawn_on_demand(cli: Cli, pierres: Path) -> None:
    assert "A B C   D E F   G H I" not in cli("replay", pierres).out
    assert "A B C   D E F   G H I" in cli("replay", pierres, "--boards").out


def test_open_boards_show_what_lay_face_down(cli: Cli, folder: Path) -> None:
    cli("simulate", "copieur", "--games", 1, "--bots", "random", "--workers", 1, "--records", folder)
    path = folder / "copieur-00000-0.jsonl"
    # After the set-up the screen sees no slate, an open replay sees all six.
    seen, opened = (cli("replay", path, "--boards", "--lang", "en", *more).out for more in ((), ("--open",)))
    assert re.search(r"(?s)roll the die\..*?  F  Place 3 +Centre\n", seen)
    assert not re.search(r"  F  Place 3 +Centre\n", opened)


def test_a_game_that_was_left_is_told_as_far_as_it_went(cli: Cli, pierres: Path, tmp_path: Path) -> None:
    path = tmp_path / "left.jsonl"
    path.write_text("".join(pierres.read_text().splitlines(keepends=True)[:20]))
    said = cli("replay", path, "--lang", "en")
    assert said.status == 0
    assert said.out.endswith("The record ends here: the game is not finished.\n")
    path.write_text(pierres.read_text().splitlines(keepends=True)[0])
    assert cli("replay", path, "--lang", "en").status == 0


def test_what_cannot_be_replayed(cli: Cli, pierres: Path, bell: Path, tmp_path: Path) -> None:
    assert "no seat 2 at this table: they go from 0 to 1" in cli.complains("replay", pierres, "--seat", 2)
    assert "ends before entry 9999" in cli.complains("replay", pierres, "--from", 9999)
    assert "not allowed with" in cli.complains("replay", pierres, "--seat", 0, "--open")
    assert "no words for the language “de”" in cli.complains("replay", pierres, "--lang", "de")
    assert "cannot be read: No such file" in cli.complains("replay", tmp_path / "no.jsonl")
    assert "cannot be read: Is a directory" in cli.complains("replay", tmp_path)
    assert "is a record of “bell”, a game that is not among ours" in cli.complains("replay", bell)
    assert "is a record of “bell”, not of “pierres”" in cli.complains("replay", bell, "--game", "pierres")
    assert "There is no game “bel”" in cli.complains("replay", bell, "--game", "bel")


def test_a_damaged_record_says_where(cli: Cli, pierres: Path, tmp_path: Path) -> None:
    text = pierres.read_text()
    path = tmp_path / "damaged.jsonl"
    path.write_text(text[: len(text) // 2])
    assert re.search(r"is damaged: line \d+: the line is cut short", cli.complains("replay", path))
    lines = text.splitlines(keepends=True)
    path.write_text("".join([*lines[:5], "rubbish\n", *lines[5:]]))
    assert "is damaged: line 6: the message: it is not JSON" in cli.complains("replay", path)
    path.write_text("".join(lines[:5] + lines[6:-1]))
    # It is told as far as it goes.
    said = cli("replay", path)
    assert said.status == 2
    assert re.search(r"^tablee: .* does not replay: entry \d+: ", said.err)
    assert "   3  " in said.out
