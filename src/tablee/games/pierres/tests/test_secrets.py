"""What a seat may not know: the digits under the stones; and a leak would be found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.grids import FIXED
from tablee.games.pierres.rules import Pierres
from tablee.games.pierres.state import PierresState
from tablee.games.pierres.tests.scene import FIRST_OF_EACH_SQUARE, Scene
from tablee.games.pierres.tests.witness import WITNESS
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import ALL, SCREEN, Caption, Luck, Ms, Viewer
from tablee.kit import check_game


def test_p2_nobody_is_shown_a_digit_that_a_stone_covers() -> None:
    scene = Scene()
    for viewer in (SCREEN, *(Viewer(seat, held=True) for seat in range(3))):
        digits = GAME.view(scene.state, viewer).board.digits
        assert {cell for cell, digit in enumerate(digits) if digit} == set(FIRST_OF_EACH_SQUARE)


def test_p2_under_the_stones_another_grid_looks_the_same() -> None:
    one, other = Scene(quick=False), Scene(quick=False)
    other.state.grid = FIXED[1]
    assert FIXED[1] != FIXED[0]
    for viewer in (SCREEN, *map(Viewer, range(3))):
        assert GAME.view(one.state, viewer) == GAME.view(other.state, viewer)


class ShowsTheFirstCovered(Pierres):
    """The board shows one digit too many."""

    def board(self, state: PierresState) -> PierresBoard:
        board, covered = super().board(state), state.covered()
        return replace(board, running_since=state.grid[covered[0]]) if covered else board


class TellsTheNeighbour(Pierres):
    """A caption tells what lies under the next stone."""

    def step(self, state: PierresState, seat: int, action: object, now: Ms, luck: Luck) -> PierresState:
        new = super().step(state, seat, action, now, luck)  # type: ignore[arg-type]
        if new.covered():
            new.captions.append(Caption("leak", {"digit": new.grid[new.covered()[0]]}, ALL))
        return new


@pytest.mark.parametrize("leaky", [ShowsTheFirstCovered, TellsTheNeighbour])
def test_a_leak_is_found(leaky: type[Pierres]) -> None:
    assert 9 in check_game(leaky(), WITNESS, tables=8, seed="leak").broken
