"""What a player types at a table of Copieur !, and what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.games.copieur.actions import (
    Claim,
    CopieurAction,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Hint,
    HintCentre,
    Point,
    PointCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.terminal import draw, example, parse
from tablee.games.copieur.tests.scene import OPERATIONS, Scene
from tablee.kernel import SCREEN, Viewer
from tablee.words import Words

LOCALES = Path(__file__).parents[1] / "locales"
WORDS = Words("fr", LOCALES, names=("Zoé", "Odile", "Yan", "Basile"), strict=True)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("c", Exchange(2)),
        ("E", ExchangeCentre(1)),
        ("?b", Point(1)),
        ("? f", PointCentre(2)),
        ("m", Declare()),
        ("Maîtresse", Declare()),
        ("=4", Claim(4)),
        ("=D", Hint(3)),
        ("=e", HintCentre(1)),
        ("non", Deny()),
        ("12", Slap(12)),
        ("", None),
        ("=7", None),
        ("g", None),
        ("bonjour", None),
        ("123", None),
    ],
)
def test_what_is_typed_while_one_plays(typed: str, action: CopieurAction | None) -> None:
    scene = Scene()
    scene.roll(3)
    assert parse(typed, scene.view(Viewer(0, held=True))) == action


def test_what_is_typed_before_the_roll_and_in_the_window() -> None:
    scene = Scene(learned=False)
    assert parse("", scene.view(Viewer(0, held=True))) == Ready()
    scene = Scene()
    assert parse("", scene.view(Viewer(0, held=True))) == Roll()
    scene.roll(3)
    scene.copy(1)
    view = scene.view(Viewer(2, held=True))
    assert [parse(typed, view) for typed in ("!", "Copieur !", "!f", "f", "!b")] == [
        TellMine(),
        TellMine(),
        TellCentre(2),
        TellCentre(2),
        None,
    ]


def test_examples_mean_something() -> None:
    scene = Scene(tile="questioning")
    seen = set()
    steps: list[Callable[[], None]] = [lambda: scene.roll(1), lambda: scene.do(0, Declare())]
    for step in steps:
        for seat in (0, 1):
            view = scene.view(Viewer(seat, held=True))
            for word in example(view).replace("↵", "").split(", "):
                seen.add(word)
                assert word == "" or parse(word, view) is not None
        step()
    assert {"B", "m", "=4"} <= seen


def test_slates_are_drawn_where_they_lie_open_and_ones_own_for_oneself_alone() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    scene.shout_mine(2)
    drawn = draw(scene.view(SCREEN), WORDS)
    assert [text for text in OPERATIONS if text in drawn] == [OPERATIONS[2]]
    drawn = draw(scene.view(Viewer(3, held=True)), WORDS)
    assert [text for text in OPERATIONS if text in drawn] == [OPERATIONS[2], OPERATIONS[3]]
    assert "Basile" in drawn
