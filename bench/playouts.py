"""Random playouts of one game, as often as asked: a worker for bench/beside.py, which runs one of each house and lets
them take turns. For each line of its input, so many steps, it prints how many it made and its seconds of CPU. The same
lines make the same games.

    python -P bench/playouts.py GAME             mover's view + table
    python -P bench/playouts.py morpion-rules    rules only, as in bench/kernel.py
    python -P bench/playouts.py openspiel        OpenSpiel's tic-tac-toe, as short as it can be driven from Python
    python -P bench/playouts.py openspiel-shown  its mover is shown the board, too
    python -P bench/playouts.py openspiel-kept   and the state before stays as it was

Mover's view + table: a real table of the kernel; at each step the view of the seat that moves, the secret held up to
its eye, the game's moves for that view, one of them picked by chance, played. Of the seats that are awaited each has
the same chance to move; where nobody is awaited, of those that may. Where nothing is offered (free text, a timed
moment), the ask that is due next runs out. After CAP steps a game counts as over.

Rules only: both begin each game anew, list the moves, choose one by the same `random.Random.choice`, refuse what is
not legal, play it, and ask whether it is over. Ours also makes what the mover sees, from which alone it lists the
moves, and a new state beside the old one; OpenSpiel does either only where asked to. Ours looks up what it has once
worked out of a position, OpenSpiel works it out again. OpenSpiel keeps the moves that were made, ours no record."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from itertools import count
from time import process_time
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from tablee.kernel.luck import Luck
    from tablee.kernel.table import Table

SEATS: Final = {"pierres": 3, "copieur": 4, "anges": 4, "fil": 4, "voyelles": 3}
CAP: Final = 2_000
"""Steps of one game."""
PIECE: Final = 10


def steps_at(name: str) -> Iterator[None]:
    """One game after another, of the first preset; yields after each step."""
    from tablee.games import find
    from tablee.kernel.luck import SeededLuck, seed_from
    from tablee.kernel.table import Table, open_table

    game: Any = find(name).game
    options = next(iter(game.meta.presets.values()))
    luck = SeededLuck(seed_from("playouts", name))
    for number in count():
        table = open_table(game, options, (None,) * SEATS[name], seed_from("table", number))
        assert isinstance(table, Table)
        for _ in range(CAP):
            if not table.asks:
                break
            take_step(game, table, luck)
            yield


def take_step(game: Any, table: Table[Any, Any, Any, Any, Any], luck: Luck) -> None:
    from tablee.kernel.game import Viewer

    seats = sorted({seat for ask in table.asks for seat in ask.awaited})
    seats = seats or sorted({seat for ask in table.asks for seat in ask.seats})
    if seats:
        seat = luck.pick(seats)
        moves = game.moves(table.view(Viewer(seat, True)), luck)
        if moves:
            action = luck.pick(moves)
            kinds = game.meta.kinds
            ask = next(ask for ask in table.asks if seat in ask.seats and type(action) in kinds[ask.kind].actions)
            if table.play(seat, ask.id, action, table.now) is not None:
                raise AssertionError(f"{action} was offered, then refused")
            return
    due = table.next_due
    assert due is not None, "no moves, and nothing ever runs out"
    table.expire(due)


def playouts(name: str) -> Callable[[], int]:
    """What plays some steps, and says how many."""
    if name.startswith("openspiel"):
        return openspiel(name)
    if name == "morpion-rules":
        return morpion_rules()
    steps = steps_at(name)

    def piece() -> int:
        for _ in range(PIECE):
            next(steps)
        return PIECE

    return piece


class Chance(random.Random):
    """What chooses for both. The rules of morpion draw nothing themselves."""

    pick = random.Random.choice


def morpion_rules() -> Callable[[], int]:
    """Each house brings its own bench/kernel.py."""
    from bench.kernel import load_morpion, playout_rules

    game = load_morpion()
    options, chance = game.meta.presets["classic"], cast("Luck", Chance(1))
    return lambda: sum(playout_rules(game, options, 2, chance) for _ in range(20))


def openspiel(name: str) -> Callable[[], int]:
    """In an environment that has nothing else."""
    import pyspiel

    game, chance = pyspiel.load_game("tic_tac_toe"), Chance(1)

    def bare() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.pick(state.legal_actions()))
            steps += 1
        return steps

    def shown() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_string(state.current_player())
            state.apply_action(chance.pick(state.legal_actions()))
            steps += 1
        return steps

    def kept() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_string(state.current_player())
            state = state.child(chance.pick(state.legal_actions()))
            steps += 1
        return steps

    playout = {"openspiel": bare, "openspiel-shown": shown, "openspiel-kept": kept}[name]
    return lambda: sum(playout() for _ in range(20))


def main() -> None:
    piece = playouts(sys.argv[1])
    for line in sys.stdin:
        wanted, made, begun = int(line), 0, process_time()
        while made < wanted:
            made += piece()
        print(json.dumps((made, process_time() - begun)), flush=True)


if __name__ == "__main__":
    main()
