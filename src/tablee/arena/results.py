"""What many games show, with intervals. A deal is the independent unit: its rotations share their luck."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum, sqrt
from typing import Final, NamedTuple

from tablee.arena.simulate import Played

Z: Final = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""


class Estimate(NamedTuple):
    """A mean and the 95 % interval round it."""

    mean: float
    low: float
    high: float


class BotResult(NamedTuple):
    name: str
    seats: int
    """How many of the seats it took in each game."""
    wins: float
    """Ties share a win."""
    win_share: Estimate
    """Its part of all wins."""
    fair_share: float
    score: Estimate
    """Per seat."""


class Timing(NamedTuple):
    name: str
    decisions: int
    median_ms: float
    p99_ms: float


class Results(NamedTuple):
    games: int
    deals: int
    bots: tuple[BotResult, ...]
    first_share: Estimate | None
    """The part of the wins that went to whoever answered first."""
    fair_first: float
    won_together: Estimate | None
    """In a game played together: how often it was won."""
    inputs: float
    minutes: float
    figures: tuple[tuple[str, Estimate], ...]
    """What the game itself counts, by name."""


def summarise(deals: Sequence[Sequence[Played]]) -> Results:
    games = [game for deal in deals for game in deal]
    seats = len(games[0].lineup)
    names = tuple(dict.fromkeys(games[0].lineup))
    together = games[0].won is not None
    firsts = [[game.wins[game.first] for game in deal if game.first is not None] for deal in deals if not together]
    firsts = [deal for deal in firsts if deal]
    return Results(
        len(games),
        len(deals),
        tuple(_bot(name, deals) for name in names),
        share([_mean(deal) for deal in firsts], sum(map(len, firsts))) if firsts else None,
        1 / seats,
        share([_mean([float(bool(game.won)) for game in deal]) for deal in deals], len(games)) if together else None,
        _mean([game.inputs for game in games]),
        _mean([game.length for game in games]) / 60_000,
        _figures(deals),
    )


def _figures(deals: Sequence[Sequence[Played]]) -> tuple[tuple[str, Estimate], ...]:
    """A game in which something could not be counted is left out of its mean."""
    counted: dict[str, list[float]] = {}
    for deal in deals:
        of_deal: dict[str, list[float]] = {}
        for game in deal:
            for name, figure in game.figures:
                of_deal.setdefault(name, []).append(figure)
        for name, figures in of_deal.items():
            counted.setdefault(name, []).append(_mean(figures))
    return tuple((name, mean_interval(figures)) for name, figures in counted.items())


def timings(deals: Sequence[Sequence[Played]]) -> tuple[Timing, ...]:
    """What a decision of each bot cost in processor time. Differs from run to run."""
    spent: dict[str, list[int]] = {}
    for deal in deals:
        for game in deal:
            for name, cpu in zip(game.lineup, game.cpu, strict=True):
                spent.setdefault(name, []).extend(cpu)
    return tuple(
        Timing(name, len(cpu), _quantile(sorted(cpu), 0.5) / 1e6, _quantile(sorted(cpu), 0.99) / 1e6)
        for name, cpu in spent.items()
        if cpu
    )


def _bot(name: str, deals: Sequence[Sequence[Played]]) -> BotResult:
    taken = deals[0][0].lineup.count(name)
    seats = len(deals[0][0].lineup)
    wins = [[_of(name, game, game.wins) for game in deal] for deal in deals]
    scores = [_mean([_of(name, game, game.scores) / taken for game in deal]) for deal in deals]
    games = sum(map(len, wins))
    return BotResult(
        name,
        taken,
        fsum(part for deal in wins for part in deal),
        share([_mean(deal) for deal in wins], games),
        taken / seats,
        mean_interval(scores),
    )


def _of(name: str, game: Played, values: Sequence[float]) -> float:
    return fsum(value for bot, value in zip(game.lineup, values, strict=True) if bot == name)


def share(deals: Sequence[float], games: int) -> Estimate:
    """A part of 1 and Wilson's interval. The number of trials is what the spread between deals is worth: never more
    than the games played, and the number of deals where all deals agree."""
    mean = _mean(deals)
    spread = _variance_of_mean(deals)
    trials = min(mean * (1 - mean) / spread, games) if spread > 0 else len(deals)
    if trials <= 0:
        trials = len(deals)
    square = Z * Z
    middle = (mean + square / (2 * trials)) / (1 + square / trials)
    reach = Z * sqrt(mean * (1 - mean) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return Estimate(mean, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_interval(deals: Sequence[float]) -> Estimate:
    """A mean and Student's interval; of one deal nothing is known but the mean."""
    mean = _mean(deals)
    if len(deals) < 2:
        return Estimate(mean, mean, mean)
    reach = _student(len(deals) - 1) * sqrt(_variance_of_mean(deals))
    return Estimate(mean, mean - reach, mean + reach)


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, good to 1 % from three degrees of freedom on."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    terms = (Z, (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384)
    return fsum(term / freedom**power for power, term in enumerate(terms))


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _variance_of_mean(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    mean = _mean(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)


def _quantile(ordered: Sequence[int], part: float) -> float:
    """The smallest value that this part of all does not exceed."""
    return ordered[max(0, ceil(part * len(ordered)) - 1)]
