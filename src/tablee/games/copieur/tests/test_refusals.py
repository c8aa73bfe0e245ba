"""Whatever is out of place is refused, changes nothing, and has a sentence in both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.games.copieur import GAME
from tablee.games.copieur.actions import (
    CopieurAction,
    Declare,
    Exchange,
    Point,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.tests.scene import Scene
from tablee.kernel.codec import Malformed
from tablee.kernel.wire import Wire
from tablee.words import LANGUAGES, Words

LOCALES = Path(__file__).parents[1] / "locales"


def rolled(number: int, **options: object) -> Callable[[], Scene]:
    def make() -> Scene:
        scene = Scene(tile="questioning", **options)  # type: ignore[arg-type]
        scene.roll(number)
        return scene

    return make


def exchanged() -> Scene:
    scene = rolled(3)()
    scene.copy(1)
    return scene


def slapped() -> Scene:
    scene = rolled(1)()
    scene.slap(2, 7)
    return scene


def pointed() -> Scene:
    scene = rolled(3)()
    scene.do(0, Point(2))
    return scene


def told() -> Scene:
    scene = exchanged()
    scene.shout_mine(2)
    return scene


def over() -> Scene:
    scene = Scene(limit=20)
    while scene.table.asks:
        scene.copy_rightly()
    return scene


CASES: list[tuple[str, Callable[[], Scene], int, CopieurAction, str]] = [
    ("exchanging with oneself", rolled(3), 0, Exchange(0), "own_slate"),
    ("exchanging out of turn", rolled(3), 1, Exchange(2), "not_yours"),
    ("exchanging as the Teacher", rolled(1), 0, Exchange(2), "not_copier"),
    ("exchanging twice", exchanged, 0, Exchange(2), "too_late"),
    ("exchanging before the roll", Scene, 0, Exchange(2), "too_late"),
    ("pointing at the same again", pointed, 0, Point(2), "already_pointed"),
    ("declaring as a Copier", rolled(3), 0, Declare(), "not_teacher"),
    ("declaring for somebody else", rolled(1), 1, Declare(), "not_yours"),
    ("rolling out of turn", Scene, 2, Roll(), "not_yours"),
    ("rolling twice", rolled(3), 0, Roll(), "too_late"),
    ("slapping twice", slapped, 2, Slap(7), "one_slap"),
    ("slapping one's own question", rolled(1), 0, Slap(7), "not_yours"),
    ("answering a question not asked", told, 3, Slap(7), "too_late"),
    ("answering what is not on the pad", rolled(1), 1, Slap(8), "not_on_pad"),
    ("answering beyond all numbers", rolled(1, pad="numbers"), 1, Slap(100), "no_such_answer"),
    ("telling before the exchange", rolled(3), 2, TellMine(), "too_late"),
    ("telling after the window", told, 3, TellCentre(1), "too_late"),
    ("telling on oneself", exchanged, 0, TellCentre(1), "not_yours"),
    ("showing a wrong slate of one's own", exchanged, 3, TellMine(), "not_mine"),
    ("hiding the right one behind the centre", exchanged, 2, TellCentre(1), "show_own"),
    ("turning up a place that is not there", exchanged, 3, TellCentre(3), "no_such_centre"),
    ("being ready when all is learned", Scene, 0, Ready(), "too_late"),
    ("anything when all is over", over, 0, Roll(), "too_late"),
]


@pytest.mark.parametrize(("scene", "seat", "action", "code"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_it_is_refused_with_a_sentence(scene: Callable[[], Scene], seat: int, action: CopieurAction, code: str) -> None:
    stage = scene()
    before, entries = stage.state, len(stage.table.record.entries)
    refusal = stage.refusal(seat, action)
    assert refusal is not None
    assert refusal.code == code
    assert stage.table.play(seat, stage.ask_for(action), action, stage.now) == refusal
    assert stage.state is before
    assert len(stage.table.record.entries) == entries
    for language in LANGUAGES:
        sentence = Words(language, LOCALES, names=("Ana", "Bob", "Cléo", "Dan"), strict=True).refusal(refusal)
        assert sentence.endswith(".")


def test_being_ready_twice_is_refused() -> None:
    scene = Scene(learned=False)
    scene.do(1, Ready())
    refusal = scene.refusal(1, Ready())
    assert refusal is not None
    assert refusal.code == "already_ready"


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"Exchange","to":-1}',
        '{"type":"ExchangeCentre","centre":0}',
        '{"type":"TellCentre","centre":4}',
        '{"type":"Claim","number":7}',
        '{"type":"Slap","answer":-1}',
        '{"type":"Slap","answer":"7"}',
        '{"type":"Slap"}',
        '{"type":"Roll","number":6}',
        '{"type":"Peek"}',
    ],
)
def test_nonsense_does_not_get_past_the_codec(text: str) -> None:
    with pytest.raises(Malformed):
        Wire(GAME).action.loads(text)
