"""The game in a plain terminal."""

from __future__ import annotations

import pytest

from tablee.games.anges import GAME
from tablee.games.anges.actions import AngesAction, Announce, Challenge, Take
from tablee.games.anges.terminal import draw, example, parse
from tablee.games.anges.tests.scene import Scene, keep, share
from tablee.games.anges.tests.test_locales import WORDS
from tablee.kernel import Viewer
from tablee.words import LANGUAGES, Words


def typed(scene: Scene, text: str) -> AngesAction | None:
    return parse(text, GAME.view(scene.state, Viewer(scene.who)))


def drawn(scene: Scene, seat: int, language: str = "fr") -> str:
    words = Words(language, WORDS.folder, names=("Zoé", "Odile", "Max"), strict=True)
    return draw(GAME.view(scene.state, Viewer(seat)), words).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("text", ["973", "9 7 3", "7-9-3", "3, 7, 9"])
def test_three_digits_announce_in_any_order(text: str) -> None:
    assert typed(Scene("a5 a3 d9"), text) == Announce((9, 7, 3))


@pytest.mark.parametrize("text", ["97", "9 7 3 1", "vrai", "", "9x3", "10 9 8"])
def test_what_announces_nothing(text: str) -> None:
    assert typed(Scene("a5 a3 d9"), text) is None


def test_deciding() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    assert typed(scene, "p") == Take()
    assert typed(scene, "C’est vrai") == Challenge(True)
    assert typed(scene, "FAUX") == Challenge(False)
    assert typed(scene, "peut-être") is None


def test_keeping() -> None:
    scene = Scene("a5 a3 d9 d6 a8")
    scene.announce(9, 5, 3)
    scene.take()
    assert typed(scene, "d9 a5") == keep("d9", "a5", True)
    assert typed(scene, "d9 a5-") == keep("d9", "a5", False)
    assert typed(scene, "d9") is None
    assert typed(scene, "d9 a5 d6") is None
    assert typed(scene, "d5 a5") is None
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9 x a0 d8", seats=2)
    scene.announce(9, 5, 3)
    scene.take()
    assert typed(scene, "d9 d8 a5-") == keep("d9", "a5", False, "d8")


def test_sharing() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    assert typed(scene, "a5 >d9 a3-") == share(("a5", "mine_up"), ("d9", "other_up"), ("a3", "mine_down"))
    assert typed(scene, "a5 >d9-") is None


def test_every_example_can_be_typed() -> None:
    scene = Scene("a5 a3 d9 d6 a8")
    for action in (Announce((9, 5, 3)), Take(), keep("d9", "a8")):
        said = example(GAME.view(scene.state, Viewer(scene.who))).split(", ")
        assert all(typed(scene, text) is not None for text in said)
        scene.do(action)
    scene.announce(9, 9, 9)
    assert example(GAME.view(scene.state, Viewer(scene.who))) == "v, f"
    scene.challenge(True)
    assert typed(scene, example(GAME.view(scene.state, Viewer(scene.who)))) is not None


def test_the_drawing_shows_what_the_seat_sees() -> None:
    scene = Scene("a5 a3 d9")
    assert "Vos cartes  Ange 3 (a3), Ange 5 (a5), Démon 9 (d9)" in drawn(scene, 0)
    assert "Vos cartes" not in drawn(scene, 1)
    scene.announce(9, 5, 3)
    assert "Zoé a dit : « 9, 5 et 3 »" in drawn(scene, 1)
    scene.challenge(True)
    assert "Les trois cartes" in drawn(scene, 2)
    scene.share(("a5", "mine_up"), ("a3", "mine_up"), ("d9", "other_down"))
    assert "Odile  2 cartes  Dessus : Ange 3" in drawn(scene, 2)
    assert "Zoé  1 carte  Face cachée" in drawn(scene, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_take_is_warned_of(language: str) -> None:
    scene = Scene("a5 a3 d9", seats=3, scores=True)
    scene.leave(1)
    scene.announce(9, 5, 3)
    warning = {"fr": "Attention", "en": "Careful"}[language]
    assert warning in drawn(scene, 1, language)
