"""R-20: how long an ask waits, at normal pace."""

from typing import Final

from tablee.games.fil.state import FilState
from tablee.kernel import Ms

VOLUNTEERING: Final[Ms] = 20_000
THEME: Final[Ms] = 30_000
MYSTERY: Final[Ms] = 20_000
LEAD: Final[Ms] = 5_000
PAW: Final[Ms] = 90_000
DEBATE: Final[Ms] = 240_000  # P-7
STEP: Final[Ms] = 120_000  # P-28, P-37
HURRY: Final[Ms] = 20_000
DUEL: Final[Ms] = 10_000
EXPOSING: Final[Ms] = 30_000
POINTING: Final[Ms] = 60_000
RECAP: Final[Ms] = 60_000
SLAM: Final[Ms] = 20_000

_PERCENT: Final = {"short": 50, "printed": 100, "long": 150}


def debate_time(state: FilState) -> Ms:
    """The co-operative debate; M-1: a mood may set its own."""
    own = state.terms().debate
    return DEBATE * _PERCENT[state.options.debate] // 100 if own is None else own


def step_time(state: FilState) -> Ms:
    """The time between two paws in Équipes and Chacun pour soi."""
    return STEP * _PERCENT[state.options.debate] // 100
