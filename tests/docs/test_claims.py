"""What pages say of commands, files and figures is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.cli.arguments import make_parser
from tablee.games.voyelles.lexicon import lexicon

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.fixture(params=PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def text(request: pytest.FixtureRequest) -> str:
    return Path(request.param).read_text("utf-8")


def code(text: str) -> str:
    """What stands between backticks, and lines that are set in."""
    return "\n".join([*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^ {4}(.+)$", text, re.MULTILINE)])


def test_make_has_the_targets_they_name(text: str) -> None:
    assert set(re.findall(r"\bmake ([a-z][a-z-]*)", code(text))) <= TARGETS


def test_tablee_has_the_commands_they_name(text: str) -> None:
    known = make_parser().format_help()
    named = set(re.findall(r"(?:^|\$ )tablee ([a-z]+)", code(text), re.MULTILINE))
    assert [command for command in named if not re.search(rf"^ +{command}\b", known, re.MULTILINE)] == []


def test_the_files_they_name_are_there(text: str) -> None:
    named = re.findall(
        r"\b((?:bench|tests/\w+|examples|tools|web/src|requirements)/[\w./-]+\.(?:py|ts|toml|txt))\b", text
    )
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_words_are_counted_alike_everywhere() -> None:
    forms = f"{len(lexicon()):,}"
    for page in (*PAGES, ROOT / "CHANGELOG.md"):
        told = set(re.findall(r"\b44\d,\d{3}\b", page.read_text("utf-8")))
        assert told <= {forms}, page
