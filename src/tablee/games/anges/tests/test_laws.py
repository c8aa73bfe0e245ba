"""Anges & Démons obeys the twelve laws. `tablee check anges --tables 2000` goes through every combination."""

from __future__ import annotations

from pathlib import Path

from tablee.games.anges import GAME
from tablee.games.anges.tests.witness import WITNESS
from tablee.kit import check_game

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def test_anges_obeys_the_twelve_laws() -> None:
    report = check_game(GAME, WITNESS, tables=120, seed="ci", playthroughs=PLAYTHROUGHS)
    report.raise_if_breached()
    assert all(law.cases for law in report.laws)
