"""Finding a game and its parts, wherever it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.helpers import BELL, MORPION

from tablee.cli.check import find_witness
from tablee.games import UnknownGame, find, find_game, known_games


def test_the_games_that_come_with_tablee() -> None:
    assert "pierres" in known_games()
    found = find("pierres")
    assert found.game.meta.id == "pierres"
    assert found.is_package
    assert found.locales == found.folder / "locales"
    assert found.playthroughs == found.folder / "playthroughs"
    assert find_witness(found) is not None
    assert found.part("terminal", "draw") is not None
    assert found.part("no.such.module", "x") is None
    assert found.companion("nothing") is None
    assert found.companion("terminal") is not None


def test_a_game_in_a_file_has_its_folders_beside_it() -> None:
    found = find(MORPION)
    assert found.game.meta.id == "morpion"
    assert found.playthroughs == Path(MORPION).parent / "playthroughs" / "morpion"
    assert found.companion("bots") is None
    assert find(BELL).part("bots", "BOTS") is not None


def test_the_same_game_is_found_again() -> None:
    assert find_game(MORPION) is find_game(MORPION)


def test_a_game_in_a_module() -> None:
    assert find_game("tablee.games.pierres") is find_game("pierres")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("pieres", "There is no game “pieres”. The games are: .*pierres"),
        ("no/such/file.py", "There is no file"),
        ("no.such.module", "there is no module no"),
        ("tablee.kernel", "defines no GAME"),
        (".", "cannot be loaded"),
    ],
)
def test_what_is_no_game(name: str, complaint: str) -> None:
    with pytest.raises(UnknownGame, match=complaint):
        find(name)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [("def (", "SyntaxError"), ("1 / 0", "ZeroDivisionError: division by zero"), ("GAME = 3", "defines no GAME")],
)
def test_a_file_that_cannot_be_loaded(tmp_path: Path, source: str, complaint: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(source)
    with pytest.raises(UnknownGame, match=complaint):
        find(str(path))


def test_an_error_inside_a_part_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "__init__.py").write_text("")
    (tmp_path / "torn" / "game").mkdir()
    (tmp_path / "torn" / "game" / "__init__.py").write_text("from tablee.games.pierres import GAME")
    (tmp_path / "torn" / "game" / "bots.py").write_text("import no_such_library")
    with pytest.raises(UnknownGame, match=r"torn\.game\.bots cannot be loaded: .*no_such_library"):
        find("torn.game").part("bots", "BOTS")
