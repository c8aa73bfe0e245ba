"""Whatever is out of place is refused, changes nothing, and has a sentence in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import CopieurState
from tablee.games.copieur.tests.scene import Scene
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Refusal
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table
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
    ("answering less than nothing", rolled(1, pad="numbers"), 1, Slap(-1), "no_such_answer"),
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


@pytest.mark.parametrize(
    ("action", "field", "low", "high"),
    [
        ("PointCentre", "centre", 1, 3),
        ("ExchangeCentre", "centre", 1, 3),
        ("HintCentre", "centre", 1, 3),
        ("TellCentre", "centre", 1, 3),
        ("Claim", "number", 1, 6),
        ("Slap", "answer", 0, 99),
    ],
)
def test_the_codec_knows_the_places_slates_and_answers_there_can_be(
    action: str, field: str, low: int, high: int
) -> None:
    for number in (low, high):
        said = Wire(GAME).action.loads(f'{{"type":"{action}","{field}":{number}}}')
        assert getattr(said, field) == number
    for number in (low - 1, high + 1):
        with pytest.raises(Malformed):
            Wire(GAME).action.loads(f'{{"type":"{action}","{field}":{number}}}')


@pytest.mark.parametrize(("option", "low", "high"), [("learning", 5, 60), ("telling", 5, 20), ("limit", 20, 120)])
def test_the_host_may_set_numbers_within_their_limits(option: str, low: int, high: int) -> None:
    def opened(number: int) -> Table[CopieurOptions, CopieurState, CopieurAction, CopieurBoard, CopieurHand] | Refusal:
        options = replace(CopieurOptions(), **{option: number})  # type: ignore[arg-type]
        return open_table(GAME, options, (None,) * 4, seed_from("limits"))

    assert isinstance(opened(low), Table)
    assert isinstance(opened(high), Table)
    for number in (low - 1, high + 1):
        assert opened(number) == Refusal("option_range", {"option": option, "value": number, "low": low, "high": high})


@pytest.mark.parametrize(("seats", "is_welcome"), [(2, False), (3, True), (6, True), (7, False)])
def test_three_to_six_players(seats: int, is_welcome: bool) -> None:
    table = open_table(GAME, CopieurOptions(), (None,) * seats, seed_from("seats"))
    assert isinstance(table, Table) == is_welcome
