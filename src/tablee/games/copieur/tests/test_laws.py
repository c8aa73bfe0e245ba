"""Copieur ! obeys the twelve laws. `tablee check copieur --tables 2000` goes through many more options."""

from pathlib import Path

from tablee.games.copieur import GAME
from tablee.games.copieur.tests.witness import WITNESS
from tablee.kit import check_game

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def test_copieur_obeys_the_twelve_laws() -> None:
    report = check_game(GAME, WITNESS, tables=80, seed="ci", playthroughs=PLAYTHROUGHS)
    report.raise_if_breached()
    assert all(law.cases for law in report.laws)
