"""How long people take. Times come from the bot's own luck, so a game with bots can be played again exactly."""

from __future__ import annotations

from math import cos, exp, log, pi, sqrt

from tablee.kernel.game import Ms
from tablee.kernel.luck import Luck

_FINE = 1 << 24
SOONEST: Ms = 150
"""Nobody reacts faster than this."""


def fraction(luck: Luck) -> float:
    """A number above 0 and at most 1."""
    return (luck.below(_FINE) + 1) / _FINE


def normal(luck: Luck) -> float:
    """A draw from the standard normal distribution (Box–Muller)."""
    return sqrt(-2 * log(fraction(luck))) * cos(2 * pi * fraction(luck))


def thinking(luck: Luck, median: Ms, spread: float = 0.45, longest: Ms = 45_000) -> Ms:
    """Thinking time is lognormal: mostly near the median, now and then much longer."""
    return min(longest, round(median * exp(spread * normal(luck))))


def reflex(luck: Luck, mean: Ms, spread: Ms, tail: Ms) -> Ms:
    """Reaction time is ex-Gaussian: a bell round the mean, and now and then a lapse that grows rare exponentially."""
    return max(SOONEST, round(mean + spread * normal(luck) - tail * log(fraction(luck))))
