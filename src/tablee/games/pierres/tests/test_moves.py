"""What a seat is offered: all that it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.tests.scene import FIRST_OF_EACH_SQUARE, Scene, cells_of
from tablee.kernel import SCREEN, Viewer
from tablee.kernel.luck import ScriptedLuck


def offered(scene: Scene, seat: int = 0) -> Sequence[PierresAction]:
    moves = GAME.moves(GAME.view(scene.state, Viewer(seat)), ScriptedLuck([]))
    assert all(scene.refusal(move) is None for move in moves)
    return moves


def test_p3_in_the_opening_every_stone_of_a_square_that_has_lost_none() -> None:
    scene = Scene(quick=False)
    assert offered(scene) == [Remove(cell) for cell in range(81)]
    scene.remove(40)
    middle = {30, 31, 32, 39, 40, 41, 48, 49, 50}
    assert offered(scene, seat=1) == [Remove(cell) for cell in range(81) if cell not in middle]


def test_p4_one_draws_then_removes_any_stone() -> None:
    scene = Scene()
    assert list(offered(scene)) == [Draw()]
    scene.draw(4)
    assert offered(scene) == [Remove(cell) for cell in range(81) if cell not in FIRST_OF_EACH_SQUARE]


def test_r8_in_annonce_every_digit_with_stones_left_may_be_announced() -> None:
    scene = Scene(annonce=True)
    assert offered(scene) == [Announce(digit) for digit in range(1, 10)]
    for cell in cells_of(7):
        scene.state.uncover(cell)
    assert offered(scene) == [Announce(digit) for digit in (1, 2, 3, 4, 5, 6, 8, 9)]


@pytest.mark.parametrize("annonce", [False, True])
def test_nobody_else_is_offered_anything_nor_is_a_screen(annonce: bool) -> None:
    scene = Scene(annonce=annonce, tournoi=True)
    assert [bool(offered(scene, seat)) for seat in range(3)] == [True, False, False]
    assert GAME.moves(GAME.view(scene.state, SCREEN), ScriptedLuck([])) == ()


def test_what_the_box_says() -> None:
    assert (GAME.meta.minutes, GAME.meta.age) == (20, 8)
    classic = PierresOptions(
        opening="by-hand", grid="random", first="random", meme_chiffre=False, annonce=False, tournoi=False, minutes=5
    )
    assert GAME.meta.presets == {
        "classique": classic,
        "rapide": replace(classic, opening="quick"),
        "meme-chiffre": replace(classic, meme_chiffre=True),
        "annonce": replace(classic, annonce=True),
        "tournoi": replace(classic, opening="quick", tournoi=True),
    }
