"""What a seat is offered: all that it may do, and nothing else; and where board and bag have their limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.tests.scene import FIRST_OF_EACH_SQUARE, Scene, cells_of
from tablee.kernel import SCREEN, Refusal, Viewer
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import ScriptedLuck, seed_from
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire


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


def test_a_cell_is_one_of_eighty_one() -> None:
    scene = Scene(quick=False)
    assert scene.refusal(Remove(-1)) == Refusal("no_such_cell")
    assert scene.refusal(Remove(81)) == Refusal("no_such_cell")
    assert scene.refusal(Remove(0)) is None
    assert scene.refusal(Remove(80)) is None


def test_a_digit_is_one_of_nine() -> None:
    scene = Scene(annonce=True)
    assert [digit for digit in range(-1, 12) if scene.refusal(Announce(digit)) is None] == list(range(1, 10))
    assert scene.refusal(Announce(10)) == Refusal("no_such_digit")


@pytest.mark.parametrize(("option", "low", "high"), [("grid", 1, 40), ("minutes", 1, 60)])
def test_the_host_may_set_numbers_within_their_limits(option: str, low: int, high: int) -> None:
    def opened(number: int) -> object:
        options = replace(PierresOptions(), **{option: number})  # type: ignore[arg-type]
        return open_table(GAME, options, (None, None), seed_from("limits"))

    assert isinstance(opened(low), Table)
    assert isinstance(opened(high), Table)
    for number in (low - 1, high + 1):
        assert opened(number) == Refusal("option_range", {"option": option, "value": number, "low": low, "high": high})


@pytest.mark.parametrize(("action", "field", "low", "high"), [("Remove", "cell", 0, 80), ("Announce", "digit", 1, 9)])
def test_what_is_sent_has_the_same_limits(action: str, field: str, low: int, high: int) -> None:
    for number in (low, high):
        said = Wire(GAME).action.loads(f'{{"type":"{action}","{field}":{number}}}')
        assert getattr(said, field) == number
    for number in (low - 1, high + 1):
        with pytest.raises(Malformed):
            Wire(GAME).action.loads(f'{{"type":"{action}","{field}":{number}}}')


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
