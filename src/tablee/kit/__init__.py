"""The conformance kit: proves a game in one line, `check_game(GAME, WITNESS).raise_if_breached()`.

Hypothesis strategies are in `tablee.kit.strategies`, which alone needs Hypothesis."""

from tablee.kit.check import check_game
from tablee.kit.golden import compare_playthroughs, playthroughs_of, write_playthroughs
from tablee.kit.playthrough import render_playthrough
from tablee.kit.report import Breach, Breached, LawReport, Report
from tablee.kit.witness import NO_PIECES, NOTHING_HIDDEN, Witness

__all__ = [
    "NOTHING_HIDDEN",
    "NO_PIECES",
    "Breach",
    "Breached",
    "LawReport",
    "Report",
    "Witness",
    "check_game",
    "compare_playthroughs",
    "playthroughs_of",
    "render_playthrough",
    "write_playthroughs",
]
