"""What is promised of a table holds where it stands at another node than the one people come to: the tests of a house
alone, in a house of two nodes."""

from __future__ import annotations

import sys
from functools import partial

import pytest
from tests.cluster.byway import ByWay, of_one_house
from tests.server import (
    test_claims,
    test_desk,
    test_hush,
    test_packs,
    test_past_pages,
    test_presence,
    test_races,
    test_secrets,
    test_table,
)

globals().update(
    of_one_house(
        test_claims,
        test_desk,
        test_hush,
        test_packs,
        test_past_pages,
        test_presence,
        test_races,
        test_secrets,
        test_table,
    )
)


@pytest.fixture(autouse=True)
def two_nodes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    """Where these tests open a house, it is one of two nodes."""
    home = sys.modules[request.function.__module__]
    monkeypatch.setattr(home, "Venue", partial(ByWay, database=database))
    if hasattr(home, "house_with_fil"):
        monkeypatch.setattr("tests.server.venue.GAMES", ("fil",))
