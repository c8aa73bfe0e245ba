"""Finding a game and its parts, wherever it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.helpers import BELL, MORPION

from tablee.cli.check import find_witness
from tablee.games import UnknownGame, find, find_game, known_games
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table


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


def test_a_game_is_warmed_where_it_wants_to_be(tmp_path: Path) -> None:
    warm = "WARMED: list[str] = []\n\ndef warm() -> None:\n    WARMED.append('once')\n"
    (tmp_path / "stove.py").write_text(f"{Path(MORPION).read_text('utf-8')}\n{warm}")
    stove = find(str(tmp_path / "stove.py"))
    stove.warm()
    assert stove.part("warm", "WARMED") == ["once"]
    find(MORPION).warm()  # has nothing to make
    (tmp_path / "damp.py").write_text(
        f"{Path(MORPION).read_text('utf-8')}\ndef warm() -> None:\n    open('no/such/log')\n"
    )
    with pytest.raises(UnknownGame, match=r"damp.py” cannot be loaded: FileNotFoundError: .*no/such/log"):
        find(str(tmp_path / "damp.py")).warm()


def test_pierres_and_fil_make_beforehand_what_their_first_tables_need(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late() -> None:
        raise AssertionError("this is made when the first table needs it")

    for game in ("pierres", "fil"):
        find(game).warm()
    monkeypatch.setattr("tablee.games.pierres.grids._Tables.__init__", too_late)
    monkeypatch.setattr("tablee.games.fil.themes.json.loads", too_late)
    for game in ("pierres", "fil"):
        known = find_game(game)
        seats = known.meta.seats(known.meta.options())[0]
        assert isinstance(open_table(known, known.meta.options(), (None,) * seats, seed_from("warm")), Table)


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
