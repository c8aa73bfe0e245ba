"""What is there before anybody is: the tables from which random grids are drawn."""

from __future__ import annotations

from tablee.games.pierres.grids import make_tables


def warm() -> None:
    """Called once when a house opens."""
    make_tables()
