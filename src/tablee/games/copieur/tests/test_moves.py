"""What a seat is offered, by what it may know: all that the rules allow, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablee.games.copieur import GAME
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
from tablee.games.copieur.tests.scene import RESULTS, Scene
from tablee.kernel import SCREEN, Seat, Viewer
from tablee.kernel.luck import ScriptedLuck

CLAIMS = [Deny(), *map(Claim, range(1, 7))]


def offered(scene: Scene, seat: Seat, *, held: bool = True) -> Sequence[CopieurAction]:
    return list(GAME.moves(scene.view(Viewer(seat, held=held)), ScriptedLuck(())))


def test_the_screen_is_offered_nothing() -> None:
    assert GAME.moves(Scene().view(SCREEN), ScriptedLuck(())) == ()


def test_r1_who_is_not_ready_may_be() -> None:
    scene = Scene(learned=False)
    scene.do(1, Ready())
    assert [offered(scene, seat) for seat in range(4)] == [[Ready()], [], [Ready()], [Ready()]]


def test_the_active_seat_rolls() -> None:
    assert [offered(Scene(3), seat) for seat in range(3)] == [[Roll()], [], []]


def test_p5_the_copier_exchanges_or_points_but_not_at_the_own_slate() -> None:
    scene = Scene(4)
    scene.roll(3)
    scene.do(0, Deny())
    scene.do(0, Claim(1))  # nothing more to say
    places = [Exchange(1), Exchange(2), Exchange(3), ExchangeCentre(1), ExchangeCentre(2)]
    assert offered(scene, 0) == [*places, Point(1), Point(2), Point(3), PointCentre(1), PointCentre(2)]
    # not at what is pointed at already.
    scene.do(0, Point(2))
    assert offered(scene, 0) == [*places, Point(1), Point(3), PointCentre(1), PointCentre(2)]
    scene.do(0, PointCentre(1))
    assert offered(scene, 0) == [*places, Point(1), Point(2), Point(3), PointCentre(2)]


def test_r10_the_teacher_declares() -> None:
    scene = Scene(3)
    scene.roll(1)
    assert offered(scene, 0) == [Declare(), *CLAIMS, Hint(1), Hint(2), HintCentre(1), HintCentre(2), HintCentre(3)]


def test_r10_a_hand_that_is_not_held_offers_both_until_the_role_is_public() -> None:
    scene = Scene(6)
    scene.roll(3)
    places = [*map(Exchange, range(1, 6)), *map(Point, range(1, 6))]
    sayings = [*CLAIMS, *map(Hint, range(1, 6))]
    assert offered(scene, 0, held=False) == [Declare(), *places, *sayings]
    scene.run_out("suspense")
    assert offered(scene, 0, held=False) == [*places, *sayings]


def test_r2_everybody_may_say_two_things() -> None:
    scene = Scene(4)
    scene.roll(3)
    sayings = [*CLAIMS, Hint(0), Hint(1), Hint(3), HintCentre(1), HintCentre(2)]
    assert offered(scene, 2) == sayings
    scene.do(2, Hint(1))
    assert offered(scene, 2) == sayings
    scene.do(2, Deny())
    assert offered(scene, 2) == []


def test_r5_the_holder_shows_the_own_slate_everybody_else_one_of_the_centre() -> None:
    scene = Scene(4)
    scene.roll(3)
    scene.copy(1)
    centre = [TellCentre(1), TellCentre(2)]
    assert [offered(scene, seat) for seat in range(4)] == [[], centre, [TellMine()], centre]
    assert [offered(scene, seat, held=False) for seat in (1, 2)] == [[TellMine(), *centre]] * 2


@pytest.mark.parametrize("tile", ["questioning", "correction"])
def test_r7_who_has_not_slapped_may_press_one_of_the_six_results(tile: str) -> None:
    scene = Scene(4, tile=tile)  # type: ignore[arg-type]
    scene.roll(1)
    pad = [Slap(answer) for answer in sorted(RESULTS)] if tile == "questioning" else []
    assert [action for action in offered(scene, 1) if isinstance(action, Slap)] == pad
    if pad:
        scene.slap(2, 7)
        scene.do(0, Declare())
        assert [offered(scene, seat) for seat in range(4)] == [[], pad, [], pad]


def test_r7_option_a_plain_number_pad_has_all_numbers_of_two_digits() -> None:
    scene = Scene(3, tile="questioning", pad="numbers")
    scene.teach()
    assert offered(scene, 1) == [Slap(answer) for answer in range(100)]


def test_nothing_is_offered_while_a_slate_is_shown() -> None:
    scene = Scene(3)
    scene.teach()
    assert scene.kinds == ["shown"]
    assert [offered(scene, seat) for seat in range(3)] == [[], [], []]
