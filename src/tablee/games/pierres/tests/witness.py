"""What the kit needs to hear from Pierres: what is hidden from whom, and which pieces there are.

Written from the rules page: the grid is hidden from all until uncovered; nothing else is hidden; nothing perishes."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.pierres.grids import complete
from tablee.games.pierres.state import PierresState
from tablee.kernel import Luck, Viewer
from tablee.kit import Witness


def scramble(state: PierresState, viewer: Viewer, luck: Luck) -> PierresState:
    """The same table over another grid that shows the same digits. Often only a few cells differ, so that the twin can
    be followed for a while before an uncovered digit tells the two apart."""
    known = list(state.digits)
    for cell in state.covered():
        if luck.chance(1, 2):
            known[cell] = state.grid[cell]
    twin = state.copy()
    twin.captions = list(state.captions)
    twin.grid = complete(known, luck) or state.grid
    if twin.grid == state.grid:
        twin.grid = complete(state.digits, luck) or state.grid
    return twin


def reveals(after: PierresState, twin: PierresState, viewer: Viewer) -> bool:
    """Was a digit uncovered in which the twin differs?"""
    return any(digit and digit != twin.grid[cell] for cell, digit in enumerate(after.digits))


def pieces(state: PierresState) -> Iterator[tuple[str, int]]:
    """81 stones: on the board, with a player, or out of the game since the opening. Nine of each digit in the grid.
    Ten numbers: in the bag, in hand, beside the bag, or out for good."""
    out_of_play = 9 if state.turn else state.kept
    for _ in range(len(state.covered()) + sum(state.stones) + out_of_play):
        yield ("stone", 0)
    for digit in range(1, 10):
        for _ in range(state.digits.count(digit) + state.left[digit]):
            yield ("digit", digit)
    # Without a bag, and when all is over, the ten lie in the box.
    if state.options.annonce or state.phase == "over":
        yield from (("number", number) for number in range(10))
        return
    done = [digit for digit in range(1, 10) if not state.left[digit]]
    in_hand = [] if state.number is None else [state.number]
    for number in (*state.bag(), *done, *in_hand, *state.matched):
        yield ("number", number)


WITNESS = Witness(scramble=scramble, reveals=reveals, pieces=pieces)
