"""Voyelles obeys the twelve laws. `tablee check voyelles --tables 2000` goes through every combination of options."""

from pathlib import Path

from tablee.games.voyelles import GAME
from tablee.games.voyelles.tests.witness import WITNESS
from tablee.kit import check_game

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def test_voyelles_obeys_the_twelve_laws() -> None:
    report = check_game(GAME, WITNESS, tables=16, seed="ci", playthroughs=PLAYTHROUGHS)
    report.raise_if_breached()
    assert all(law.cases for law in report.laws)
