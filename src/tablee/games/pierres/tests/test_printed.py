"""One test for each printed rule of Pierres."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Remove
from tablee.games.pierres.geometry import SQUARE_OF
from tablee.games.pierres.grids import FIXED, is_solved
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.tests.scene import FIRST_OF_EACH_SQUARE, GRID, Scene, cells_of
from tablee.kernel import SCREEN
from tablee.kernel.luck import SeededLuck, seed_from


def test_p1_material() -> None:
    scene = Scene(quick=False)
    assert len(scene.state.covered()) == 81
    assert len(FIXED) == 40
    scene = Scene()
    assert scene.state.bag() == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_p2_a_stone_on_each_hole_over_a_grid_nobody_has_seen() -> None:
    luck = SeededLuck(seed_from("p2"))
    state = GAME.setup(PierresOptions(), (None, None), 0, luck, 1)
    assert is_solved(state.grid)
    assert GAME.view(state, SCREEN).board.digits == (0,) * 81
    other = GAME.setup(PierresOptions(), (None, None), 0, luck, 1)
    assert other.grid != state.grid


def test_p3_chance_or_the_host_chooses_who_begins_among_all() -> None:
    luck = SeededLuck(seed_from("p3"))
    by_chance = [GAME.setup(PierresOptions(grid=1), (None,) * 4, 0, luck, 1) for _ in range(40)]
    assert {state.first for state in by_chance} == {0, 1, 2, 3}
    assert all(GAME.asks(state)[0].seats == (state.first,) for state in by_chance)
    by_host = GAME.setup(PierresOptions(grid=1, first=2), (None,) * 4, 0, luck, 1)
    assert GAME.asks(by_host)[0].seats == (2,)


def test_p3_one_stone_of_each_square_leaves_the_game() -> None:
    scene = Scene(seats=2, quick=False)
    for number, cell in enumerate(FIRST_OF_EACH_SQUARE):
        assert scene.asked.kind == "clear"
        assert scene.asked.seats == (number % 2,)
        scene.remove(cell)
        assert scene.facts("cleared") == {"seat": number % 2, "cell": cell, "digit": GRID[cell]}
    assert scene.state.stones == (0, 0)
    assert len(scene.state.covered()) == 72
    assert Counter(SQUARE_OF[cell] for cell in scene.state.covered()) == dict.fromkeys(range(9), 8)
    assert scene.asked.kind == "draw"


def test_p4_draw_a_number_then_remove_any_stone() -> None:
    scene = Scene()
    assert scene.asked.kind == "draw"
    assert scene.asked.seats == (0,)
    scene.draw(4)
    assert scene.facts("drawn") == {"seat": 0, "digit": 4}
    assert scene.asked.kind == "remove"
    assert all(scene.refusal(Remove(cell)) is None for cell in scene.state.covered())


@pytest.mark.parametrize("meme_chiffre", [False, True])
def test_p4_the_number_in_hand_is_not_in_the_bag(meme_chiffre: bool) -> None:
    scene = Scene(meme_chiffre=meme_chiffre)
    scene.draw(4)
    board = GAME.view(scene.state, SCREEN).board
    assert board.number == 4
    assert board.bag == (0, 1, 2, 3, 5, 6, 7, 8, 9)


def test_p5_a_match_is_kept_and_one_goes_on_without_that_number() -> None:
    scene = Scene()
    scene.draw(4)
    cell = scene.match()
    assert scene.facts("kept") == {"seat": 0, "cell": cell, "digit": 4}
    assert scene.state.stones == (1, 0, 0)
    assert scene.asked.kind == "draw"
    assert scene.asked.seats == (0,)
    assert scene.state.bag() == (0, 1, 2, 3, 5, 6, 7, 8, 9)
    scene.draw(5)
    scene.match()
    assert scene.state.stones == (2, 0, 0)
    assert scene.state.bag() == (0, 1, 2, 3, 6, 7, 8, 9)


def test_p6_a_miss_goes_to_the_left_neighbour_and_all_numbers_go_back() -> None:
    scene = Scene()
    scene.draw(4)
    scene.match()
    scene.draw(5)
    cell = scene.miss()
    assert scene.facts("given") == {"seat": 0, "to": 1, "cell": cell, "digit": GRID[cell], "wanted": 5}
    assert scene.state.stones == (1, 1, 0)
    assert scene.asked.seats == (1,)
    assert scene.state.bag() == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_p6_the_last_seat_s_left_neighbour_is_the_first() -> None:
    scene = Scene()
    scene.pass_turn()
    scene.pass_turn()
    scene.draw(5)
    scene.miss()
    assert scene.state.stones == (1, 0, 0)
    assert scene.asked.seats == (0,)


def test_p7_when_every_other_number_has_been_matched_the_turn_passes() -> None:
    scene = Scene()
    for number in range(1, 10):
        assert scene.asked.seats == (0,)
        scene.draw(number)
        scene.match()
    assert "bag_empty" in scene.said
    assert scene.state.stones == (9, 0, 0)
    assert scene.asked.seats == (1,)
    assert scene.state.bag() == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_p8_a_zero_ends_the_turn_and_stones_won_are_kept() -> None:
    scene = Scene()
    scene.draw(4)
    scene.match()
    scene.draw(0)
    assert "zero" in scene.said
    assert scene.state.stones == (1, 0, 0)
    assert scene.asked.seats == (1,)
    assert scene.state.bag() == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_p9_a_number_whose_nine_are_uncovered_leaves_the_bag_for_good() -> None:
    scene = Scene()
    # Eight of the sevens are uncovered, some of them in the set-up; the ninth is uncovered by a miss.
    *others, last = cells_of(7)
    for cell in others:
        scene.state.uncover(cell)
    scene.draw(4)
    scene.remove(last)
    assert scene.facts("complete") == {"digit": 7}
    assert 7 not in scene.state.bag()
    scene.pass_turn()
    assert 7 not in scene.state.bag()


def test_p10_no_stone_left_most_stones_wins() -> None:
    scene = Scene()
    last = cells_of(3)[0]
    scene.uncover_all_but(last)
    scene.state.stones = (4, 7, 6)
    scene.draw(3)
    assert GAME.outcome(scene.state) is None
    scene.remove(last)
    assert "over" in scene.said
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (5, 7, 6)
    assert outcome.ranks == (3, 1, 2)
    assert GAME.asks(scene.state) == ()


def test_p10_when_it_is_over_no_number_lies_anywhere() -> None:
    scene = Scene()
    scene.draw(4)
    scene.match()
    assert GAME.view(scene.state, SCREEN).board.matched == (4,)
    scene.draw(3)
    last = cells_of(3)[0]
    scene.uncover_all_but(last)
    scene.remove(last)
    board = GAME.view(scene.state, SCREEN).board
    assert (board.number, board.matched, board.bag) == (None, (), ())


def test_p11_meme_chiffre_goes_on_with_the_same_digit_without_drawing() -> None:
    scene = Scene(meme_chiffre=True)
    scene.draw(4)
    scene.match()
    assert scene.asked.kind == "remove"
    assert scene.asked.seats == (0,)
    assert scene.state.number == 4
    while len(cells_of(4)) - scene.state.kept > 1:
        scene.match()
        assert scene.asked.seats == (0,)
    scene.match()
    assert scene.facts("ninth") == {"seat": 0, "digit": 4}
    assert scene.asked.kind == "draw"
    assert scene.asked.seats == (1,)
    assert 4 not in scene.state.bag()


def test_p12_annonce_has_no_bag_and_at_most_three_stones_a_turn() -> None:
    scene = Scene(annonce=True)
    for digit in (4, 5, 6):
        assert scene.asked.kind == "announce"
        assert scene.asked.seats == (0,)
        assert scene.state.bag() == ()
        assert scene.state.number is None
        scene.announce(digit)
        assert scene.facts("announced") == {"seat": 0, "digit": digit}
        scene.match()
    assert scene.state.stones == (3, 0, 0)
    assert "third" in scene.said
    assert scene.asked.seats == (1,)


def test_p12_the_three_stones_are_counted_anew_each_turn() -> None:
    scene = Scene(annonce=True)
    scene.announce(4)
    scene.match()
    scene.announce(4)
    scene.miss()
    assert scene.asked.seats == (1,)
    assert GAME.view(scene.state, SCREEN).board.kept == 0
    for _ in range(3):
        assert scene.asked.seats == (1,)
        scene.announce(5)
        scene.match()
    assert scene.asked.seats == (2,)
    for _ in range(3):
        assert scene.asked.seats == (2,)
        scene.announce(6)
        scene.match()
    assert scene.asked.seats == (0,)
    assert scene.state.stones == (1, 4, 3)


@pytest.mark.parametrize("variant", ["base", "meme-chiffre", "annonce"])
def test_p13_tournoi_combines_with_each_of_the_others(variant: str) -> None:
    scene = Scene(tournoi=True, meme_chiffre=variant == "meme-chiffre", annonce=variant == "annonce", minutes=2)
    clock = next(ask for ask in GAME.asks(scene.state) if ask.kind == "time")
    assert clock.until == 120_000
    scene.now = 3_000
    if variant == "annonce":
        scene.announce(5)
    else:
        scene.draw(5)
    scene.now = 13_000
    scene.miss()
    # Seat 0 has used thirteen seconds of its own; seat 1's allowance runs from now on.
    assert GAME.view(scene.state, SCREEN).board.time_left == (107_000, 120_000, 120_000)
    clock = next(ask for ask in GAME.asks(scene.state) if ask.kind == "time")
    assert clock.until == 133_000
