"""`tablee simulate`: many games between bots."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from tablee.arena.entrants import rotations
from tablee.arena.results import Estimate, Results, Timing, summarise, timings
from tablee.arena.simulate import Plan, Played, simulate
from tablee.cli.complaint import Complaint
from tablee.cli.shared import (
    fewest_seats,
    open_or_complain,
    read_bots,
    read_lineup,
    read_options,
    words_of,
)
from tablee.games import find
from tablee.kernel.codec import Json
from tablee.kernel.wire import Wire


def run(arguments: argparse.Namespace) -> int:
    plan = _plan(arguments)
    if plan.games != arguments.games:
        print(f"{arguments.games} games are rounded up to {plan.games}: {plan.deals} whole deals.", file=sys.stderr)
    workers = min(arguments.workers or _cores(), plan.deals)
    deals: list[list[Played]] = []
    with tqdm(total=plan.games, unit=" games", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        for deal in simulate(plan, workers):
            deals.append(deal)
            bar.update(len(deal))
    results = summarise(deals)
    if arguments.json:
        report = _as_json(plan, results)
        if arguments.timings:
            report["timings"] = [timing._asdict() for timing in timings(deals)]
        print(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        print("\n".join(_as_text(plan, results, timings(deals))))
    return 0


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _plan(arguments: argparse.Namespace) -> Plan:
    found = find(arguments.game)
    words = words_of(found, "en")
    options = read_options(found, arguments.preset, arguments.options)
    bots = read_bots(found, arguments.bots)
    lineup = read_lineup(bots, arguments.seats, fewest_seats(found, options, words))
    open_or_complain(found, options, len(lineup), words)
    if arguments.records is not None:
        try:
            Path(arguments.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Complaint(f"No records can be written to {arguments.records}: {error.strerror}.") from None
    deals = -(-arguments.games // len(rotations(lineup)))
    return Plan(found.name, Wire(found.game).options.dumps(options), lineup, deals, arguments.seed, arguments.records)


def _as_json(plan: Plan, results: Results) -> dict[str, object]:
    meta = find(plan.game).game.meta
    options: Json = json.loads(plan.options)
    return {
        "game": meta.id,
        "rules": meta.version,
        "options": options,
        "seats": len(plan.lineup),
        "seed": plan.seed,
        "games": results.games,
        "deals": results.deals,
        "bots": [
            {
                "name": bot.name,
                "seats": bot.seats,
                "wins": round(bot.wins, 6),
                "win_share": _rounded(bot.win_share),
                "fair_share": round(bot.fair_share, 6),
                "score": _rounded(bot.score),
            }
            for bot in results.bots
        ],
        "first_to_act": {"win_share": _rounded(results.first_share), "fair_share": round(results.fair_first, 6)},
        "won_together": _rounded(results.won_together),
        "inputs": round(results.inputs, 6),
        "minutes": round(results.minutes, 6),
        "figures": {name: _rounded(figure) for name, figure in results.figures},
    }


def _rounded(estimate: Estimate | None) -> dict[str, float] | None:
    if estimate is None:
        return None
    return {name: round(value, 6) for name, value in estimate._asdict().items()}


def _as_text(plan: Plan, results: Results, measured: Sequence[Timing]) -> list[str]:
    meta = find(plan.game).game.meta
    lines = [
        f"{meta.id} (rules {meta.version}), {len(plan.lineup)} seats, seed {plan.seed}: "
        f"{results.games} games, {results.deals} deals",
        f"options {plan.options}",
        "",
        f"{'bot':<12}{'wins':>9}  {'share of wins (95 %)':<26}{'fair':>7}  score per seat (95 %)",
    ]
    for bot in results.bots:
        score = f"{bot.score.mean:.2f} ({bot.score.low:.2f} to {bot.score.high:.2f})"
        lines.append(f"{bot.name:<12}{bot.wins:>9.1f}  {_percents(bot.win_share):<26}{bot.fair_share:>7.1%}  {score}")
    lines.append("")
    if results.first_share is not None:
        ahead = (results.first_share.mean - results.fair_first) * 100
        lines.append(f"who acts first wins {_percents(results.first_share)}, {ahead:+.1f} points from fair")
    if results.won_together is not None:
        lines.append(f"won together        {_percents(results.won_together)}")
    lines.append(f"a game takes {results.inputs:.1f} inputs and {results.minutes:.1f} minutes of table time")
    lines += [
        f"{name.replace('_', ' ')}: {figure.mean:.3g} ({figure.low:.3g} to {figure.high:.3g})"
        for name, figure in results.figures
    ]
    lines += [
        f"{timing.name}: {timing.decisions} decisions, CPU median {timing.median_ms:.2f} ms, p99 {timing.p99_ms:.2f} ms"
        for timing in measured
    ]
    return lines


def _percents(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
