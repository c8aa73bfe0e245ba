"""`make test` leaves nothing out, and its budget is what the page says."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

from tools.suite import PYTEST, ROOT, count, read_parts

PARTS = read_parts()
SMALL = """
[[part]]
name = "First"
seconds = 1
make = ["setup"]

[[part]]
name = "All else"
seconds = 2
rest = true

[[part]]
name = "One folder"
seconds = 3
tests = ["tests/one"]
workers = 4

[[part]]
name = "Later"
seconds = 4
"""


def test_all_parts_together_take_ten_minutes() -> None:
    assert sum(part.seconds for part in PARTS) == 600


def test_every_test_is_in_one_part() -> None:
    """One part takes whatever no other names; what others name is there, and nobody's twice."""
    assert [part.rest for part in PARTS].count(True) == 1
    named = sorted(folder for part in PARTS for folder in part.tests)
    assert all((ROOT / folder).is_dir() for folder in named)
    assert not any(Path(second).is_relative_to(first) for first, second in pairwise(named))
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert all(any(Path(folder).is_relative_to(root) for root in settings["testpaths"]) for folder in named)


def test_a_part_is_a_target_a_folder_or_all_that_is_left(tmp_path: Path) -> None:
    (tmp_path / "budget.toml").write_text(SMALL)
    parts = read_parts(tmp_path / "budget.toml")
    assert [part.command(parts) for part in parts] == [
        ("make", "--no-print-directory", "--jobs=2", "--output-sync=line", "setup"),
        (*PYTEST, "-n", "2", "--ignore=tests/one"),
        (*PYTEST, "-n", "4", "tests/one"),
        (),
    ]


def test_tests_are_counted_where_pytest_closes() -> None:
    assert count("2 failed, 107 passed, 2 errors in 486.49s (0:08:06)") == (107, 4)
    assert count("=== 12 passed in 0.52s ===") == (12, 0)
    assert count("this sentence has 3 passed, and closes nothing") == (0, 0)
