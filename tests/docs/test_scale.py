"""The arithmetic of docs/scale.md is that of bench/scale.py."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from bench.scale import CROWDS, TABLES, Evening

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")


@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_what_the_program_prints(name: str) -> None:
    shown = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- end -->", PAGE, re.DOTALL)
    assert shown, f"there is no place for “{name}” in docs/scale.md"
    assert shown[1] == TABLES[name](), "python -m bench.scale prints it as it should be"


def test_what_more_people_cost_is_never_less() -> None:
    evenings = [Evening(people) for people in CROWDS]
    for less, more in pairwise(evenings):
        assert less.nodes < more.nodes
        assert less.cores_of_nodes < more.cores_of_nodes <= more.nodes
        assert less.commits <= more.commits <= more.moves
        assert less.written < more.written
    assert all(one.nodes * 6_000 >= one.people for one in evenings)
