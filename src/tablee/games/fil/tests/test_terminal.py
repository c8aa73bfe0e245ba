"""De Fil en Aiguille in a plain terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Explain,
    FilAction,
    Next,
    Place,
    Point,
    Seal,
    Stay,
    TakeTheme,
    Volunteer,
    Vote,
)
from tablee.games.fil.options import FilOptions
from tablee.games.fil.terminal import FORMATS, draw, example, parse
from tablee.games.fil.tests.scene import GRENIER, PHILO, Scene
from tablee.games.fil.tests.test_printed_rivals import CHACUN, in_the_skip, teams
from tablee.kernel import Viewer
from tablee.words import LANGUAGES, Words

LOCALES = Path(__file__).parents[1] / "locales"


def words(language: str = "fr") -> Words:
    names = ("Zoé", "Odile", "Ana", "Bob", "Cléo", "Dédé")
    return Words(language, LOCALES, names=names, formats=FORMATS, strict=True)


def typed(scene: Scene, seat: int, text: str) -> FilAction | None:
    return parse(text, GAME.view(scene.state, Viewer(seat, held=True)))


def drawn(scene: Scene, seat: int) -> str:
    return draw(GAME.view(scene.state, Viewer(seat, held=True)), words())


def test_a_round_of_decouverte_can_be_typed() -> None:
    scene = Scene()
    assert typed(scene, 0, "moi") == Volunteer()
    scene.do(0, Volunteer())
    assert "4  Le Grenier de Mémé" in drawn(scene, 0)
    assert typed(scene, 0, "4") == TakeTheme(GRENIER)
    scene.take(GRENIER)
    assert typed(scene, 0, "ok") == Next()
    scene.look()
    assert typed(scene, 0, "2") == Point(1)
    scene.near()
    assert typed(scene, 1, "Bleue") == Vote("blue")
    assert typed(scene, 1, "indice") == Vote("clue")
    assert typed(scene, 1, "c") == Confirm()
    assert typed(scene, 1, "vert") is None
    assert typed(scene, 0, "bleue") is None
    scene.find()
    assert typed(scene, 1, "ok") == Continue()
    assert typed(scene, 0, "1 2 3") == Explain(0, (1, 2))


def test_the_chain_shows_where_the_claws_point() -> None:
    scene = Scene().begin()
    first, second = (face.text for face in scene.board().clues)
    assert f"[1 {first}] ... [2 {second}]" in drawn(scene, 1)
    scene.point(1)
    assert f"[1 {first}] ==> [2 {second}]" in drawn(scene, 1)
    scene.vote("clue")
    scene.near()
    third = scene.board().clues[2].text
    assert f"[3 {third}] ==> [1 {first}] ==> [2 {second}]" in drawn(scene, 1)


def test_families_and_tokens_can_be_typed() -> None:
    scene = teams().opened()
    assert typed(scene, 2, "1") == Choose(0)
    assert typed(scene, 2, "rester") == Stay()
    assert typed(scene, 2, "ok") == Seal()
    assert typed(scene, 4, "ok") is None
    scene.lean(2, 0)
    assert "Ana 1" in drawn(scene, 4)
    assert "Ana 1" not in drawn(scene, 1)
    scene = Scene(CHACUN).opened()
    assert typed(scene, 1, "4") == Place(3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_drawn_by_everybody(language: str) -> None:
    scenes = [
        Scene(),
        Scene().begin(PHILO),
        Scene(FilOptions(mode="humeurs", first=0)).opened(),
        teams().opened(),
        in_the_skip(),
        Scene(CHACUN).begin(),
        Scene(CHACUN).opened(),
    ]
    for scene in scenes:
        for seat in scene.state.seats:
            view = GAME.view(scene.state, Viewer(seat, held=True))
            assert draw(view, words(language)).strip()
            assert example(view)
