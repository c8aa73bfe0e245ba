"""How fast the kernel is: random playouts, one thread, best of several rounds, steps per second of CPU time.

    python bench/kernel.py [--seconds 2]

(a) rules only: asks, the mover's view, moves, check, step.
(b) the full table path: asks, checks, step, record, and the views of all seats and of the shared screen.
Beside OpenSpiel's tic-tac-toe: python -m bench.beside --only kernel.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from tablee.games.pierres import GAME as PIERRES
from tablee.kernel.game import SCREEN, Game, Viewer
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.table import Table, open_table

AnyGame = Game[Any, Any, Any, Any, Any]
ROUNDS = 5
VIEWERS = [Viewer(seat, True) for seat in range(8)]


class Rate(NamedTuple):
    steps: float
    games: float


def playout_rules(game: AnyGame, options: Any, seats: int, luck: Luck) -> int:
    """One game by rules alone; the number of steps."""
    meta = game.meta
    state = game.setup(options, (None,) * seats, 0, luck, meta.version)
    viewers = VIEWERS
    now = steps = 0
    while asks := game.asks(state):
        seat = asks[-1].seats[0]
        view = game.look(state, viewers[seat], game.board(state), asks)
        action = luck.pick(game.moves(view, luck))
        if game.check(state, seat, action) is not None:
            raise AssertionError(f"{action} was offered, then refused")
        state = game.step(state, seat, action, now, luck)
        steps += 1
    return steps


def playout_table(game: AnyGame, options: Any, seats: int, luck: Luck) -> int:
    """One game at a real table, every viewer's view built after every input; the number of steps."""
    table = open_table(game, options, (None,) * seats, seed_from(luck.below(1 << 32)))
    assert isinstance(table, Table)
    viewers = VIEWERS[:seats]
    steps = 0
    while table.asks:
        views = [table.view(viewer) for viewer in viewers]
        table.view(SCREEN)
        ask = table.asks[-1]
        seat = ask.seats[0]
        if table.play(seat, ask.id, luck.pick(game.moves(views[seat], luck)), table.now) is not None:
            raise AssertionError("a move was offered, then refused")
        steps += 1
    return steps


def measure(playout: Callable[[], int], seconds: float) -> Rate:
    """The best round of several: the machine is shared, and noise only ever slows."""
    best = Rate(0, 0)
    for _ in range(ROUNDS):
        steps = games = 0
        begun = process_time()
        while (used := process_time() - begun) < seconds / ROUNDS:
            steps += playout()
            games += 1
        best = max(best, Rate(steps / used, games / used))
    return best


def load_morpion() -> AnyGame:
    path = Path(__file__).parent.parent / "examples" / "morpion.py"
    spec = importlib.util.spec_from_file_location("morpion", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["morpion"] = module
    spec.loader.exec_module(module)
    game: AnyGame = module.GAME
    return game


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=2.0, help="of CPU time for each line (default 2)")
    seconds = arguments.parse_args().seconds
    luck = SeededLuck(seed_from("bench"))
    morpion = load_morpion()
    classic, quick = morpion.meta.presets["classic"], PIERRES.meta.presets["rapide"]
    pierres_name = "pierres, 3 seats, quick start"
    lines: list[tuple[str, Callable[[], int]]] = [
        ("morpion, rules only", lambda: playout_rules(morpion, classic, 2, luck)),
        ("morpion, full table path", lambda: playout_table(morpion, classic, 2, luck)),
        (f"{pierres_name}, rules only", lambda: playout_rules(PIERRES, quick, 3, luck)),
        (f"{pierres_name}, full table path", lambda: playout_table(PIERRES, quick, 3, luck)),
    ]
    rates = {name: measure(playout, seconds) for name, playout in lines}
    print(f"{'':50}{'steps/s':>12}{'playouts/s':>12}")
    for name, rate in rates.items():
        print(f"{name:50}{rate.steps:>12,.0f}{rate.games:>12,.0f}")


if __name__ == "__main__":
    main()
