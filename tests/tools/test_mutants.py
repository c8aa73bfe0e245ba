"""The tool that looks for tests that cannot fail, on a game of a few lines."""

from __future__ import annotations

import ast
import json
import sys
import tomllib
from pathlib import Path
from subprocess import CompletedProcess, run
from textwrap import dedent

import pytest
from tools.mutants.making import draw, make_mutants, mutate
from tools.mutants.trying import Subject

from tablee.games import find, known_games

BENCH = Path(__file__).parents[2] / "bench" / "mutants.py"


def changes(source: str) -> list[str]:
    return [mutant.after for mutant in make_mutants("rules", dedent(source))]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("limit = 12", ["limit = 13", "limit = 11"]),
        ("left = a < b", ["left = a <= b", "left = a >= b"]),
        ("mine = seat in seats", ["mine = seat not in seats"]),
        ("done = a and b", ["done = a or b", "done = b", "done = a"]),
        ("sum = a + b", ["sum = a - b"]),
        ("first = min(a)", ["first = max(a)"]),
        ("open = not a", ["open = a"]),
        ("name = a if b() else c", ["name = a if not b() else c"]),
        ("own = [a for a in b if c(a)]", ["own = [a for a in b if True]", "own = [a for a in b if not c(a)]"]),
        ("turns: Annotated[int, Between(a, 9)]", [f"turns: Annotated[int, Between(a, {most})]" for most in (10, 8)]),
    ],
)
def test_what_a_hasty_author_could_have_written(line: str, after: list[str]) -> None:
    assert changes(line) == after


def test_statements_loops_and_ways_out_are_left_out() -> None:
    source = """
        def play(state, seats):
            if seats():
                return
            state.turn += seats
            for seat in seats:
                tell(seat)
            local = state
            return local
        """
    assert [mutant.before for mutant in make_mutants("rules", dedent(source)) if mutant.after == "(left out)"] == [
        "return",
        "state.turn += seats",
        "for seat in seats:",
        "tell(seat)",
    ]


def test_types_texts_and_assertions_are_left_alone() -> None:
    source = '''
        """Nothing to see."""
        @decorate(1)
        class State(Struct, frozen=True):
            name: str | None
            Either: TypeAlias = One | Other
            """Nor here."""

            def play(self, action: Tap | None) -> Tap | None:
                assert action < 3
                if isinstance(action, Tap | Pass):
                    raise ValueError(3)
        '''
    assert changes(source) == ["if not isinstance(action, Tap | Pass):"]


def test_a_mutant_differs_in_one_thing_and_keeps_its_lot_when_the_file_grows() -> None:
    source = "goal = 12\nstep = 1\n"
    mutants = make_mutants("rules", source)
    assert [ast.unparse(mutate(source, mutant.index)) for mutant in mutants] == [
        "goal = 13\nstep = 1",
        "goal = 11\nstep = 1",
        "goal = 12\nstep = 2",
        "goal = 12\nstep = 0",
    ]
    before, after = draw(mutants, 1), draw(make_mutants("rules", f"more = True\n{source}"), 1)
    assert [mutant.name for mutant in after if "more" not in mutant.name] == [mutant.name for mutant in before]
    assert len({mutant.name for mutant in make_mutants("rules", "a = 1 + 1")}) == 5


RULES = """
from tiny.shown import shown

GOAL = 3
assert GOAL > 2


def play(square):
    while square != GOAL:
        square += GOAL
    return square


def has_bonus():
    return True


def is_quiet():
    return True
"""
TESTS = {
    "test_rules": """
        from tiny.rules import play

        def test_the_pawn_stops_on_the_third_square():
            assert play(0) == 3
        """,
    "test_laws": """
        from tiny.shown import shown

        def test_golden_game():
            assert shown(0)
        """,
}
EQUAL = """
[[equal]]
mutant = "rules.py is_quiet: return True → return False"
why = "Nobody asks."
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A game with one rule that is tested, one that only a golden game knows, and one that nobody looks at."""
    folder = tmp_path / "tiny"
    tests = folder / "tests"
    tests.mkdir(parents=True)
    (folder / "__init__.py").write_text("from tiny.rules import play\n")
    (folder / "rules.py").write_text(RULES)
    (folder / "shown.py").write_text("def shown(square):\n    return not square\n")
    (folder / "bots.py").write_text("def best():\n    return 1\n")
    (tests / "__init__.py").touch()
    for name, source in TESTS.items():
        (tests / f"{name}.py").write_text(dedent(source))
    (tests / "equal_mutants.toml").write_text(EQUAL)
    return folder


def look_for_mutants(folder: Path) -> CompletedProcess[str]:
    command = [sys.executable, str(BENCH), str(folder), "--rows", str(folder.parent), "--spare", "0.1"]
    return run(command, capture_output=True, text=True, check=False)


def test_who_notices_what(tiny: Path) -> None:
    look_for_mutants(tiny)
    rows_file = tiny.parent / "tiny.jsonl"
    rows = {row["mutant"]: row for row in map(json.loads, rows_file.read_text().splitlines())}
    outcomes = {name: row["outcome"] for name, row in rows.items()}
    assert outcomes == {
        "rules.py: GOAL = 3 → GOAL = 4": "rule",
        "rules.py: GOAL = 3 → GOAL = 2": "broken",
        "rules.py play: while square != GOAL: → while square == GOAL:": "rule",
        "rules.py play: square += GOAL → (left out)": "rule",
        "rules.py play: square += GOAL → square -= GOAL": "rule",
        "rules.py has_bonus: return True → return False": "survived",
        "rules.py is_quiet: return True → return False": "survived",
        "shown.py shown: return not square → return square": "other",
    }
    endless = rows["rules.py play: square += GOAL → (left out)"]
    assert endless["by"] == "tiny/tests/test_rules.py::test_the_pawn_stops_on_the_third_square"
    assert "Endless" in endless["why"]

    # Who goes on tries nothing twice; what is equal is no shame, a survivor is.
    again = look_for_mutants(tiny)
    assert len(rows_file.read_text().splitlines()) == len(rows)
    assert "Nobody asks." in again.stdout
    assert [line.split() for line in again.stdout.splitlines()[-3:]] == [
        ["survived,", "and", "equal", "1"],
        ["survived", "1"],
        ["caught", "or", "equal", "85.7", "%"],
    ]
    assert again.returncode == 1


def test_red_tests_say_nothing_about_mutants(tiny: Path) -> None:
    (tiny / "tests" / "test_more.py").write_text("def test_never():\n    assert False\n")
    found = look_for_mutants(tiny)
    assert "Without a mutant this fails: tiny/tests/test_more.py::test_never" in found.stdout
    assert found.returncode == 1


@pytest.mark.parametrize("game", known_games())
def test_what_is_called_equal_can_still_be_made(game: str) -> None:
    """A rule that moves to another file takes its entries along."""
    folder = find(game).folder
    subject = Subject(f"tablee.games.{game}", folder, folder)
    made = {mutant.name for file in subject.rule_files() for mutant in make_mutants(file.stem, file.read_text("utf-8"))}
    entries = tomllib.loads((subject.tests / "equal_mutants.toml").read_text("utf-8"))["equal"]
    assert [entry["mutant"] for entry in entries if entry["mutant"] not in made] == []
