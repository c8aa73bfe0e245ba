"""What a player types at a table of Pierres, and what is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.terminal import cell_name, draw, example, parse
from tablee.games.pierres.tests.scene import Scene
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, View, Viewer
from tablee.words import Words

WORDS = Words("fr", Path(__file__).parents[1] / "locales", names=("Zoé", "Odile", "Max"), strict=True)


def seen(scene: Scene) -> View[PierresBoard, Hand]:
    return GAME.view(scene.state, Viewer(0))


@pytest.mark.parametrize(
    ("typed", "action"),
    [("", Draw()), (" P ", Draw()), ("piocher", Draw()), ("c4", Remove(29)), ("5", None), ("bonjour", None)],
)
def test_what_is_typed_when_one_draws(typed: str, action: PierresAction | None) -> None:
    assert parse(typed, seen(Scene())) == action


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("A1", Remove(0)),
        ("i9", Remove(80)),
        ("4 C", Remove(29)),
        ("c 4", Remove(29)),
        ("", None),
        ("J1", None),
        ("p", None),
    ],
)
def test_what_is_typed_when_one_removes(typed: str, action: PierresAction | None) -> None:
    scene = Scene()
    scene.draw(4)
    assert parse(typed, seen(scene)) == action


@pytest.mark.parametrize(("typed", "action"), [("5", Announce(5)), ("0", Announce(0)), ("55", None), ("p", None)])
def test_what_is_typed_when_one_announces(typed: str, action: PierresAction | None) -> None:
    assert parse(typed, seen(Scene(annonce=True))) == action


def test_the_example_can_be_typed() -> None:
    drawing, removing, announcing = Scene(), Scene(), Scene(annonce=True)
    removing.draw(4)
    for scene in (drawing, removing, announcing):
        action = parse(example(seen(scene)), seen(scene))
        assert action is not None
        assert scene.refusal(action) is None


def test_cells_have_the_names_that_are_typed() -> None:
    assert [cell_name(cell) for cell in (0, 8, 29, 80, 81)] == ["A1", "I1", "C4", "I9", "81"]


def test_the_grid_is_drawn_with_a_stone_on_what_is_covered() -> None:
    scene = Scene()
    grid = [line.replace("|", "").split() for line in draw(seen(scene), WORDS).splitlines() if line[3:4].isdigit()]
    assert len(grid) == 9
    shown = [sign for _, *row in grid for sign in row]
    assert shown == [str(digit) if digit else "o" for digit in scene.state.digits]
    scene.draw(4)
    assert "4" in draw(seen(scene), WORDS).splitlines()[-1]
    assert "Zoé" in draw(seen(scene), WORDS)
