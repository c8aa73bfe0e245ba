"""What a seat is offered: all that it may do, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tablee.games.anges import GAME
from tablee.games.anges.actions import PLACES, AngesAction, Announce, Challenge, Keep, Share, Take
from tablee.games.anges.cards import CLAIMS
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.tests.scene import Scene, keep, share
from tablee.kernel import SCREEN, Viewer
from tablee.kernel.luck import ScriptedLuck


def offered(scene: Scene, seat: int | None = None) -> Sequence[AngesAction]:
    """To this seat, or to the one that is asked. Whatever is offered is allowed, and nothing is offered twice."""
    seat = scene.who if seat is None else seat
    moves = GAME.moves(GAME.view(scene.state, Viewer(seat)), ScriptedLuck([]))
    assert all(scene.refusal(move) is None for move in moves)
    assert max(Counter(moves).values(), default=1) == 1
    return moves


def test_p3_the_announcer_may_say_all_there_is_to_say() -> None:
    assert offered(Scene("a5 a3 d9")) == tuple(Announce(claim) for claim in CLAIMS)


def test_p4_the_listener_may_take_or_challenge_and_p5_not_take_three_equal_values() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    assert offered(scene) == (Take(), Challenge(True), Challenge(False))
    scene = Scene("a5 a3 d9")
    scene.announce(9, 9, 9)
    assert offered(scene) == (Challenge(True), Challenge(False))


def test_p7_a_taker_may_discard_any_card_and_lay_any_other_either_way() -> None:
    scene = Scene("a5 a3 d9 d6 a8")
    scene.announce(9, 5, 3)
    scene.take()
    names = ("a3", "a5", "a8", "d6", "d9")
    assert set(offered(scene)) == {
        keep(discard, lay, up) for discard in names for lay in names if lay != discard for up in (True, False)
    }


def test_p7_of_two_equal_cards_either_is_the_same_choice() -> None:
    scene = Scene("a5 a5 a5 d6 d6")
    scene.announce(5, 5, 4)
    scene.take()
    ways = [keep("a5", "a5"), keep("a5", "d6"), keep("d6", "a5"), keep("d6", "d6")]
    assert [move for move in offered(scene) if isinstance(move, Keep) and move.up] == ways
    assert len(offered(scene)) == 8


def test_p18_of_two_players_a_taker_also_chooses_a_card_for_the_open_pile() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9 x a0 d8", seats=2)
    scene.announce(9, 5, 3)
    scene.take()
    names = ("a0", "a3", "a5", "d8", "d9", "x")
    assert set(offered(scene)) == {
        keep(discard, lay, up, opened)
        for discard in names
        for lay in names
        for opened in names
        if len({discard, lay, opened}) == 3
        for up in (True, False)
    }


def test_p10_r6_the_winner_may_share_in_any_order_and_in_every_way() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    moves = offered(scene)
    assert len(moves) == 6 * 4**3
    assert share(("d9", "other_down"), ("a3", "mine_up"), ("a5", "mine_down")) in moves
    assert {move.places for move in moves if isinstance(move, Share)} >= {(place,) * 3 for place in PLACES}


def test_nobody_else_is_offered_anything_nor_is_a_screen() -> None:
    scene = Scene("a5 a3 d9")
    assert [len(offered(scene, seat)) for seat in range(3)] == [220, 0, 0]
    assert GAME.moves(GAME.view(scene.state, SCREEN), ScriptedLuck([])) == ()


def test_what_the_box_says() -> None:
    assert (GAME.meta.minutes, GAME.meta.age) == (20, 8)
    classic = AngesOptions(deck="60", scores=False, first="random")
    assert GAME.meta.presets == {
        "classique": classic,
        "famille": replace(classic, deck="54", scores=True),
        "sans-x": replace(classic, deck="54"),
        "comptes-ouverts": replace(classic, scores=True),
    }
