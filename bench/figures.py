"""The table of bench/beside.py: what was measured, as ratios of figures of one round, and what is to be reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple, TypeAlias

Figures: TypeAlias = Mapping[str, Sequence[float]]
"""What one run measured: by "whose.what", a number for each round."""


class Line(NamedTuple):
    """A line of the table."""

    label: str
    measure: str
    what: str
    peer: str | None
    """With whom both houses are compared; None: the house of today with that of before."""
    floor: float | None
    aim: float | None
    at_most: bool = True
    is_absolute: bool = False
    """Are floor and aim about the figure itself, not about the ratio?"""
    unit: str = ""
    of_run: Callable[[Sequence[float]], float] | None = None
    """One ratio a run, of these: where a single hiccup of the machine decides a round."""

    @property
    def base(self) -> str:
        return self.peer or "before"


PLAYOUTS: Final = {"pierres": 1.3, "copieur": 1.3, "anges": 1.3, "fil": 1.7, "voyelles": 2.0}
LINES: Final = (
    Line("durable moves per server CPU second / Colyseus", "moves", "rate", "colyseus", 0.9, 1.3, at_most=False),
    Line("CPU a move, endless tic-tac-toe / before", "moves", "cpu", None, 0.55, 0.45, unit="µs"),
    Line("CPU a stone of Pierres, three people and a screen / before", "stone", "cpu", None, 0.55, 0.4, unit="µs"),
    Line("p99 at 1,000 offered moves/s / Colyseus", "moves", "p99", "colyseus", 1.5, 0.5, unit="ms", of_run=median),
    Line("the same, best round of each", "moves", "p99", "colyseus", None, None, unit="ms", of_run=min),
    Line("memory for an idle seat / Colyseus", "moves", "idle", "colyseus", 18, 14, is_absolute=True, unit="KiB"),
    Line("kernel, rules only: morpion / OpenSpiel (C++)", "kernel", "steps", "openspiel", 0.6, 1, at_most=False),
    Line("the same, each mover shown the board", "kernel", "steps", "openspiel-shown", None, None, at_most=False),
    Line("the same, the state before kept, too", "kernel", "steps", "openspiel-kept", None, None, at_most=False),
    *(
        Line(f"random playouts of {game}, steps/s / before", "playouts", game, None, floor, 2.5, at_most=False)
        for game, floor in PLAYOUTS.items()
    ),
    Line("longest time the loop is held (bench/held.py)", "held", "longest", None, 20, 5, is_absolute=True, unit="ms"),
    Line("CPU of tablee --version", "start", "version", None, 0.15, 0.05, is_absolute=True, unit="s"),
    Line("CPU of tablee check --help", "start", "help", None, 0.15, 0.05, is_absolute=True, unit="s"),
    Line("CPU a move of whole small games / before", "small", "cpu", None, None, None, unit="µs"),
)
OPENSPIEL: Final = ("openspiel", "openspiel-shown", "openspiel-kept")
NAMES: Final = {"colyseus": "Colyseus"} | dict.fromkeys(OPENSPIEL, "OpenSpiel")


def table(runs: Mapping[str, Sequence[Figures]]) -> list[str]:
    """As Markdown: by measure, what each run has found."""
    rows = [
        "| measure | before | now | ratio (all rounds; each run) | floor | aim |",
        "|---|---|---|---|---|---|",
    ]
    head = len(rows)
    missed = []
    for line in LINES:
        found = runs.get(line.measure, ())
        if found:
            rows.append(row(line, found))
            if not holds(line, found, line.floor):
                missed.append(line.label)
    if len(rows) == head:
        return ["Nothing has been measured."]
    return [*rows, "", f"The floor is not reached by: {'; '.join(missed)}." if missed else "Every floor is reached."]


def row(line: Line, runs: Sequence[Figures]) -> str:
    now = shown(middle("now", line, runs), line)
    old = ratio = "–"
    peer = ""
    if all(f"{line.base}.{line.what}" in run for run in runs):
        old = shown(middle("before", line, runs), line)
        if line.peer is not None:
            peer = f" ({NAMES[line.peer]}: {shown(middle(line.peer, line, runs), line)})"
            old += f" = {median(pairs('before', line, runs)):.2f} ×"
        ratios = pairs("now", line, runs)
        each = ", ".join(f"{median(pairs('now', line, [run])):.2f}" for run in runs)
        ratio = f"**{median(ratios):.2f}** ({min(ratios):.2f} to {max(ratios):.2f}; {each})"
    cells = (line.label + peer, old, now, ratio, bound(line, line.floor), bound(line, line.aim))
    return "| " + " | ".join(cells) + " |"


def pairs(whose: str, line: Line, runs: Sequence[Figures]) -> list[float]:
    """Round by round, so that what slowed both is out of it."""
    if line.of_run is not None:
        return [middle(whose, line, [run]) / middle(line.base, line, [run]) for run in runs]
    return [
        mine / other
        for run in runs
        for mine, other in zip(run[f"{whose}.{line.what}"], run[f"{line.base}.{line.what}"], strict=True)
    ]


def middle(whose: str, line: Line, runs: Sequence[Figures]) -> float:
    if line.of_run is not None:
        return median(line.of_run(run[f"{whose}.{line.what}"]) for run in runs)
    return median(figure for run in runs for figure in run[f"{whose}.{line.what}"])


def holds(line: Line, runs: Sequence[Figures], bound: float | None) -> bool:
    if bound is None:
        return True
    reached = middle("now", line, runs) if line.is_absolute else median(pairs("now", line, runs))
    return reached <= bound if line.at_most else reached >= bound


def bound(line: Line, number: float | None) -> str:
    if number is None:
        return "–"
    return f"{'≤' if line.at_most else '≥'} {number:g}{f' {line.unit}' if line.is_absolute else ' ×'}"


def shown(number: float, line: Line) -> str:
    digits = 0 if number >= 100 else 1 if number >= 10 else 2 if number >= 1 else 3
    return f"{number:,.{digits}f}{f' {line.unit}' if line.unit else ''}"
