"""One test for each of our rulings on Pierres."""

from __future__ import annotations

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Remove
from tablee.games.pierres.geometry import SQUARE_OF, SQUARES
from tablee.games.pierres.grids import FIXED, is_solved
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.tests.scene import FIRST_OF_EACH_SQUARE, GRID, Scene, cells_of
from tablee.kernel import SCREEN, Refusal
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import ScriptedLuck, SeededLuck, seed_from
from tablee.kernel.pace import Pace
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire


@pytest.mark.parametrize(("seats", "is_welcome"), [(1, False), (2, True), (6, True), (7, False)])
def test_r1_two_to_six_players(seats: int, is_welcome: bool) -> None:
    table = open_table(GAME, PierresOptions(), (None,) * seats, seed_from("r1"))
    assert isinstance(table, Table) == is_welcome
    if not is_welcome:
        assert table == Refusal("seats", {"seats": seats, "low": 2, "high": 6})


def test_r1_uncovered_digits_stay_visible_to_all() -> None:
    scene = Scene()
    scene.draw(5)
    cell = scene.miss()
    scene.pass_turn()
    digits = GAME.view(scene.state, SCREEN).board.digits
    assert digits[cell] == GRID[cell]
    assert all(digits[first] == GRID[first] for first in FIRST_OF_EACH_SQUARE)
    assert sum(map(bool, digits)) == 10


def test_r2_removals_go_round_and_the_first_player_also_takes_the_first_turn() -> None:
    scene = Scene(seats=4, quick=False)
    asked = []
    for square in reversed(SQUARES):  # any order of squares will do
        asked.append(scene.asked.seats[0])
        scene.remove(square[4])
    assert asked == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert scene.asked.kind == "draw"
    assert scene.asked.seats == (0,)


def test_r2_a_square_loses_exactly_one_stone() -> None:
    scene = Scene(quick=False)
    scene.remove(0)
    assert scene.refusal(Remove(1)) == Refusal("square_done", {"cell": 1})
    assert scene.refusal(Remove(0)) == Refusal("no_stone", {"cell": 0})
    assert scene.refusal(Remove(3)) is None


def test_r2_after_twenty_seconds_a_random_stone_is_removed() -> None:
    scene = Scene(quick=False)
    assert scene.asked.until == 20_000
    scene.remove(0)
    assert scene.asked.until == 20_000
    scene.run_out("clear", [71])
    assert scene.said[:2] == ["clock", "cleared"]
    assert SQUARE_OF[80] == 8
    assert scene.facts("cleared")["cell"] == 80
    assert scene.asked.until == 40_000


def test_r2_quick_start_removes_one_stone_of_each_square_at_random() -> None:
    luck = ScriptedLuck([0, 1, 2, 3, 4, 5, 6, 7, 8])
    state = GAME.setup(PierresOptions("quick", 1, 2), (None,) * 3, 0, luck, 1)
    luck.finish()
    uncovered = [cell for cell in range(81) if state.digits[cell]]
    assert sorted(SQUARES[square][square] for square in range(9)) == uncovered
    assert (state.active, state.turn, state.phase) == (2, 1, "draw")
    assert [caption.code for caption in state.captions] == ["quick_start", "turn"]


def test_r3_one_of_forty_fixed_grids_or_any() -> None:
    for number in (1, 40):
        options = PierresOptions("by-hand", number, 0)
        states = [GAME.setup(options, (None, None), 0, ScriptedLuck([]), 1) for _ in range(2)]
        assert states[0].grid == states[1].grid == FIXED[number - 1]
    assert len(set(FIXED)) == 40
    assert all(is_solved(grid) for grid in FIXED)


def test_r3_a_random_grid_is_drawn_from_all_there_are_not_from_the_forty() -> None:
    luck = SeededLuck(seed_from("r3"))
    grids = {GAME.setup(PierresOptions(), (None, None), 0, luck, 1).grid for _ in range(5)}
    assert len(grids) == 5
    assert not grids & set(FIXED)
    assert all(is_solved(grid) for grid in grids)


@pytest.mark.parametrize("number", [0, 41, -1])
def test_r3_there_is_no_other_fixed_grid(number: int) -> None:
    refusal = open_table(GAME, PierresOptions(grid=number), (None, None), seed_from("r3"))
    assert refusal == Refusal("option_range", {"option": "grid", "value": number, "low": 1, "high": 40})
    options = Wire(GAME).options
    with pytest.raises(Malformed):
        options.loads(options.dumps(PierresOptions()).replace('"grid":"random"', f'"grid":{number}'))


def test_r4_the_zero_alone_in_the_bag_is_not_drawn() -> None:
    scene = Scene()
    two_left = cells_of(3)[:2]
    scene.uncover_all_but(*two_left)
    assert scene.state.bag() == (0, 3)
    scene.draw(3)
    scene.match()
    # The 3 stays out this turn, so only the 0 is in the bag: the turn ends by P-7, no 0 is drawn.
    assert "bag_empty" in scene.said
    assert "drawn" not in scene.said
    assert scene.asked.seats == (1,)
    assert scene.state.bag() == (0, 3)


def test_r5_matching_the_ninth_of_a_digit_does_not_end_the_turn() -> None:
    scene = Scene()
    *others, _ = cells_of(7)
    for cell in others:
        scene.state.uncover(cell)
    scene.draw(7)
    scene.match()
    assert scene.facts("complete") == {"digit": 7}
    assert scene.asked.seats == (0,)
    assert scene.asked.kind == "draw"
    assert 7 not in scene.state.bag()
    assert scene.state.matched == ()


def test_r5_a_turn_begins_with_the_zero_and_every_digit_that_has_stones_left() -> None:
    scene = Scene()
    scene.uncover_all_but(*cells_of(2), *cells_of(9))
    scene.draw(2)
    scene.miss()
    assert scene.state.bag() == (0, 2, 9)


def test_r6_the_game_ends_the_moment_the_last_stone_is_given() -> None:
    scene = Scene()
    two_left = (cells_of(3)[0], cells_of(8)[0])
    scene.uncover_all_but(*two_left)
    scene.draw(3)
    scene.remove(two_left[1])  # a miss
    scene.draw(3)
    assert scene.state.active == 1
    scene.state.stones = (2, 1, 2)
    scene.remove(two_left[0])
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (2, 2, 2)
    assert outcome.ranks == (1, 1, 1)  # ties share


def test_r6_a_last_stone_missed_belongs_to_the_left_neighbour() -> None:
    scene = Scene()
    last = cells_of(3)[0]
    scene.draw(5)
    scene.uncover_all_but(last)
    scene.remove(last)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (0, 1, 0)


def test_r7_the_two_variants_exclude_each_other() -> None:
    both = PierresOptions(meme_chiffre=True, annonce=True)
    assert both.refusal() == Refusal("one_variant")
    assert PierresOptions(meme_chiffre=True).refusal() is None
    assert PierresOptions(annonce=True).refusal() is None
    assert open_table(GAME, both, (None, None), seed_from("r7")) == Refusal("one_variant")


@pytest.mark.parametrize("variant", ["meme-chiffre", "annonce"])
def test_r7_a_miss_in_either_goes_to_the_left_neighbour(variant: str) -> None:
    scene = Scene(meme_chiffre=variant == "meme-chiffre", annonce=variant == "annonce")
    if variant == "annonce":
        scene.announce(5)
    else:
        scene.draw(5)
    scene.match()
    if variant == "annonce":
        scene.announce(5)
    scene.miss()
    assert scene.state.stones == (1, 1, 0)
    assert scene.asked.seats == (1,)


def test_r7_in_meme_chiffre_the_zero_ends_the_turn() -> None:
    scene = Scene(meme_chiffre=True)
    assert scene.pass_turn() == 1
    assert "zero" in scene.said


def test_r8_any_digit_with_stones_left_may_be_announced_the_same_one_too() -> None:
    scene = Scene(annonce=True)
    for cell in cells_of(7):
        scene.state.uncover(cell)
    assert scene.refusal(Announce(7)) == Refusal("digit_gone", {"digit": 7})
    assert scene.refusal(Announce(0)) == Refusal("no_such_digit")  # there is no 0
    for kept in range(1, 4):
        assert scene.asked.seats == (0,)
        scene.announce(5)
        scene.match()
        assert scene.state.stones == (kept, 0, 0)
    assert scene.asked.seats == (1,)


def test_r9_at_zero_the_turn_passes_and_there_are_no_further_turns() -> None:
    scene = Scene(tournoi=True, minutes=1)
    scene.now = 4_000
    scene.draw(5)
    assert scene.asked.until == 64_000
    scene.run_out("time")
    assert scene.now == 60_000
    assert scene.facts("out_of_time") == {"seat": 0}
    # The number drawn but not played went back.
    assert scene.asked.seats == (1,)
    assert scene.state.bag() == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    # Seat 2's left neighbour is seat 0: no turns any more, but stones still come from the right.
    scene.pass_turn()
    scene.draw(5)
    scene.miss()
    assert scene.state.stones == (1, 0, 0)
    assert scene.asked.seats == (1,)


def test_r9_if_everyone_is_out_of_time_the_game_ends() -> None:
    scene = Scene(seats=2, tournoi=True, minutes=1)
    scene.draw(5)
    scene.match()
    for number in range(2):
        assert GAME.outcome(scene.state) is None
        scene.now += 1_000
        if number:
            scene.draw(5)
        scene.run_out("time")
    assert "everyone_out" in scene.said
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (1, 0)
    assert len(scene.state.covered()) == 71  # stones left belong to nobody


def test_r9_the_allowance_does_not_run_during_the_removals() -> None:
    scene = Scene(seats=2, quick=False, tournoi=True, minutes=1)
    scene.now = 15_000
    for cell in FIRST_OF_EACH_SQUARE:
        assert [ask.kind for ask in GAME.asks(scene.state)] == ["clear"]
        scene.remove(cell)
    assert GAME.view(scene.state, SCREEN).board.time_left == (60_000, 60_000)


def test_r9_the_allowance_stops_with_the_game() -> None:
    scene = Scene(seats=2, tournoi=True, minutes=1)
    last = cells_of(3)[0]
    scene.uncover_all_but(last)
    scene.draw(3)
    scene.now = 7_000
    scene.remove(last)
    assert GAME.asks(scene.state) == ()
    assert GAME.view(scene.state, SCREEN).board.time_left == (53_000, 60_000)


def test_r9_without_tournoi_there_is_no_allowance() -> None:
    assert not PierresOptions().tournoi
    scene = Scene()
    scene.now = 3_000
    scene.draw(5)
    board = GAME.view(scene.state, SCREEN).board
    assert (board.time_left, board.running_since) == ((), 0)


def test_r9_who_needs_more_time_has_it_in_a_tournament_too() -> None:
    table = open_table(GAME, GAME.meta.presets["tournoi"], (None, None), seed_from("r9"))
    assert isinstance(table, Table)
    active = table.view(SCREEN).board.active
    table.pace = Pace(percents=(200, 200))
    assert table.speed == 500
    table.pace = Pace(percents=(200, 100) if active else (100, 200))
    assert table.speed == 1000


def test_r10_drawing_is_automatic_after_five_seconds() -> None:
    scene = Scene()
    assert scene.asked.until == 5_000
    scene.run_out("draw", [4])
    assert scene.facts("drawn") == {"seat": 0, "digit": 4}
    assert scene.asked.kind == "remove"


def test_r10_after_sixty_seconds_a_random_stone_is_removed() -> None:
    scene = Scene()
    scene.draw(5)
    assert scene.asked.until == 60_000
    third = scene.state.covered()[2]
    scene.run_out("remove", [2])
    assert scene.said[0] == "clock"
    assert scene.state.digits[third] == GRID[third]


def test_r10_after_thirty_seconds_the_lowest_digit_left_is_announced() -> None:
    scene = Scene(annonce=True)
    for cell in cells_of(1):
        scene.state.uncover(cell)
    assert scene.asked.until == 30_000
    scene.run_out("announce")
    assert scene.facts("announced") == {"seat": 0, "digit": 2}
