"""The games of the house are alike: who knows one finds everything in the next. And who is not alike is found out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tablee.games import find, known_games
from tablee.kit.layout import ROLES, TESTS, misplaced


@pytest.mark.parametrize("name", known_games())
def test_everything_is_where_it_is_in_the_other_games(name: str) -> None:
    found = find(name)
    assert misplaced(found.folder, type(found.game).__name__) == []


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the sources of Pierres, to be spoiled."""
    folder = tmp_path / "pierres"
    shutil.copytree(find("pierres").folder, folder, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    return folder


def spoil(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize("file", [role.file for role in ROLES if role.is_required and role.file != "legality"])
def test_a_file_under_another_name_is_missed(game: Path, file: str) -> None:
    (game / f"{file}.py").rename(game / "other.py")
    assert f"there is no {file}.py" in misplaced(game, "Pierres")


def test_a_role_under_another_name_is_missed_and_found(game: Path) -> None:
    (game / "legality.py").rename(game / "refusals.py")
    assert misplaced(game, "Pierres") == [
        "there is no legality.py",
        "refusals.py defines refuse, which is looked for in legality.py",
    ]


@pytest.mark.parametrize(
    ("file", "before", "after", "sentence"),
    [
        (
            "imagining.py",
            "luck: Luck, rules: int",
            "rules: int, luck: Luck",
            "imagining.py has imagined(view, rules, luck) instead of imagined(view, luck, rules)",
        ),
        (
            "moves.py",
            ", luck: Luck)",
            ")",
            "moves.py has moves_of(view) instead of moves_of(view, luck)",
        ),
        ("warm.py", "def warm()", "def warm(house: object)", "warm.py has warm(house) instead of warm()"),
        ("legality.py", "def refuse(", "def check(", "legality.py has no refuse(state, seat, action)"),
        ("state.py", "class PierresState", "class Pebbles", "state.py defines no PierresState"),
        ("story.py", "def tell(", "def narrate(", "story.py has neither watch(tables) nor tell(inputs)"),
        (
            "story.py",
            "def tell(inputs:",
            "def tell(captions:",
            "story.py has tell(captions) instead of tell(inputs)",
        ),
    ],
)
def test_another_name_or_other_arguments_are_found(
    game: Path, file: str, before: str, after: str, sentence: str
) -> None:
    spoil(game / file, before, after)
    assert misplaced(game, "Pierres") == [sentence]


@pytest.mark.parametrize("test", TESTS)
def test_a_test_file_under_another_name_is_missed(game: Path, test: str) -> None:
    (game / "tests" / f"{test}.py").rename(game / "tests" / "other.py")
    assert misplaced(game, "Pierres") == [f"there is no tests/{test}.py"]


def test_who_gives_awards_has_them_tested(game: Path) -> None:
    (game / "awards.py").write_text("def awards(state):\n    return ()\n", encoding="utf-8")
    assert misplaced(game, "Pierres") == ["there is no tests/test_awards.py"]


def test_printed_rules_may_fill_several_files(game: Path) -> None:
    (game / "tests" / "test_printed.py").rename(game / "tests" / "test_printed_together.py")
    assert misplaced(game, "Pierres") == []
