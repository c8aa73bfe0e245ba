"""What everybody is told, step by step."""

from __future__ import annotations

from tablee.games.copieur.actions import Claim, Declare, Deny, Hint, HintCentre, Point, PointCentre
from tablee.games.copieur.tests.scene import OPERATIONS, Scene, result

Told = tuple[str, dict[str, object]]


def heard(scene: Scene) -> list[Told]:
    return [(caption.code, dict(caption.facts)) for caption in scene.table.captions]


def test_from_learning_to_the_first_roll() -> None:
    scene = Scene(learned=False)
    assert [(caption.code, dict(caption.facts)) for caption in scene.state.captions] == [("learn", {})]
    scene.run_out("look")
    assert heard(scene) == [("turned_down", {}), ("turn", {"seat": 0})]
    scene.roll(3)
    assert heard(scene) == [("rolled", {"seat": 0, "number": 3})]


def test_what_is_said_and_pointed_at() -> None:
    scene = Scene()
    scene.roll(3)
    told = []
    for seat, action in (
        (1, Claim(5)),
        (2, Deny()),
        (1, Hint(3)),
        (3, HintCentre(2)),
        (0, Point(2)),
        (0, PointCentre(1)),
    ):
        scene.do(seat, action)
        told += heard(scene)
    assert told == [
        ("claimed", {"seat": 1, "number": 5}),
        ("denied", {"seat": 2, "number": 3}),
        ("hinted", {"seat": 1, "to": 3, "number": 3}),
        ("hinted_centre", {"seat": 3, "centre": 2, "number": 3}),
        ("copier", {"seat": 0, "number": 3}),
        ("pointed", {"seat": 0, "to": 2}),
        ("pointed_centre", {"seat": 0, "centre": 1}),
    ]


def test_an_exchange_and_a_telling() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    assert heard(scene) == [("copier", {"seat": 0, "number": 3}), ("exchanged", {"seat": 0, "to": 1})]
    scene.shout_mine(2)
    assert heard(scene) == [
        ("told", {"seat": 2, "number": 3}),
        ("punished", {"seat": 0}),
        ("punished", {"seat": 1}),
    ]
    scene.run_out("shown")
    assert heard(scene) == [("turn", {"seat": 1})]


def test_a_correction() -> None:
    scene = Scene()
    scene.teach()
    assert heard(scene) == [("correction", {"seat": 0, "number": 1})]
    scene.run_out("shown")
    assert heard(scene) == [("passed", {}), ("tile_questioning", {}), ("turn", {"seat": 1})]


def test_a_question() -> None:
    scene = Scene(3, tile="questioning")
    scene.give_points(0, 1, 0)
    scene.roll(1)
    scene.slap(2, result(2))
    assert heard(scene) == [("slapped_early", {"seat": 2})]
    scene.do(0, Declare())
    assert heard(scene) == [("question", {"seat": 0, "operation": OPERATIONS[0]})]
    scene.slap(1, result(1))
    assert heard(scene) == [
        ("slapped", {"seat": 1}),
        ("answer", {"operation": OPERATIONS[0], "answer": result(1)}),
        ("gave", {"seat": 1, "to": 2}),
    ]
    scene.run_out("shown")
    assert heard(scene) == [("tile_correction", {}), ("turn", {"seat": 1})]


def test_r13_the_last_ten_turns_and_the_end() -> None:
    scene = Scene(3, limit=20)
    scene.state.turn = 50
    scene.copy_rightly()
    assert heard(scene) == [("nobody_told", {}), ("last_turns", {"count": 10}), ("turn", {"seat": 1})]
    scene.state.turn = 60
    scene.copy_rightly()
    assert heard(scene) == [("nobody_told", {}), ("turns_over", {"count": 60}), ("over", {})]
