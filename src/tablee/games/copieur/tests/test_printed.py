"""One test for each printed rule of Copieur !."""

from __future__ import annotations

import pytest

from tablee.games.copieur import GAME
from tablee.games.copieur.actions import Claim, Deny, Exchange, ExchangeCentre, Hint
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.tests.scene import OPERATIONS, Scene, result
from tablee.kernel import Viewer
from tablee.kernel.luck import SeededLuck, seed_from


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_p1_slates_go_round_from_the_first_player_face_up(seats: int) -> None:
    state = GAME.setup(CopieurOptions(first=2), (None,) * seats, 0, SeededLuck(seed_from("p1")), 1)
    assert [state.slates[(2 + step) % seats] for step in range(seats)] == list(range(1, seats + 1))
    assert {shown.place: shown.number for shown in GAME.board(state).shown} == dict(enumerate(state.slates))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_p2_slates_left_over_lie_face_up_in_the_centre(seats: int) -> None:
    scene = Scene(seats, learned=False)
    assert scene.state.slates[seats:] == list(range(seats + 1, 7))
    centre = [shown for shown in scene.board.shown if shown.place >= seats]
    assert [(shown.number, shown.operation) for shown in centre] == [
        (number, OPERATIONS[number - 1]) for number in range(seats + 1, 7)
    ]


@pytest.mark.parametrize("tokens", ["12", "18", "24"])
def test_p3_supply_and_tile(tokens: str) -> None:
    scene = Scene(tokens=tokens)
    assert scene.board.supply == int(tokens)
    assert scene.board.points == (0, 0, 0, 0)
    assert scene.board.tile == "correction"
    assert CopieurOptions().tokens == "12"


def test_p4_while_the_slates_are_learned_nobody_has_done_anything() -> None:
    board = Scene(learned=False).board
    assert (board.turn, board.die, board.role, board.pointed, board.question) == (0, None, None, None, None)
    assert (board.slapped, board.ranking, board.awards, board.pad) == ((), (), (), ())
    assert board.claims_left == (2, 2, 2, 2)


def test_p4_slates_are_turned_down_and_one_may_look_at_ones_own_at_any_time() -> None:
    scene = Scene()
    assert "turned_down" in scene.said
    assert scene.board.shown == ()
    for seat in range(4):
        held, unheld = scene.view(Viewer(seat, held=True)).hand, scene.view(Viewer(seat)).hand
        assert held is not None
        assert unheld is not None
        assert held.slate == (seat + 1, OPERATIONS[seat])
        assert unheld.slate is None


def test_p5_the_copier_exchanges_with_any_other_player_or_the_centre() -> None:
    scene = Scene()
    scene.roll(3)
    assert scene.asked("play").seats == (0,)
    for seat in (1, 2, 3):
        assert scene.refusal(0, Exchange(seat)) is None
    for centre in (1, 2):
        assert scene.refusal(0, ExchangeCentre(centre)) is None
    scene.copy(2)
    assert scene.state.slates == [3, 2, 1, 4, 5, 6]
    assert scene.facts("exchanged") == {"seat": 0, "to": 2}


def test_p6_whoever_is_eyed_may_say_anything() -> None:
    scene = Scene()
    scene.roll(3)
    scene.do(2, Deny())
    assert scene.facts("denied") == {"seat": 2, "number": 3}
    scene.do(2, Claim(6))
    assert scene.facts("claimed") == {"seat": 2, "number": 6}
    scene.do(1, Hint(3))
    assert scene.facts("hinted") == {"seat": 1, "to": 3, "number": 3}
    assert scene.state.slates == [1, 2, 3, 4, 5, 6]
    # The Copier has the last word.
    assert scene.refusal(0, Exchange(2)) is None


def test_p7_if_nobody_tells_the_next_seat_plays() -> None:
    scene = Scene()
    scene.copy_rightly()
    assert scene.said == ["nobody_told", "turn"]
    assert scene.asked("roll").seats == (1,)
    assert scene.board.points == (0, 0, 0, 0)


def test_p8_the_holder_tells_and_copier_and_copied_are_punished() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    scene.shout_mine(2)
    assert scene.facts("told") == {"seat": 2, "number": 3}
    assert scene.board.points == (1, 1, 0, 0)
    assert scene.board.supply == 10
    assert [(shown.place, shown.number) for shown in scene.board.shown] == [(2, 3)]


def test_p8_the_last_token_goes_to_the_copier() -> None:
    scene = Scene()
    scene.give_points(2, 3, 3, 3)
    assert scene.board.supply == 1
    scene.roll(3)
    scene.copy(1)
    scene.shout_mine(2)
    assert scene.board.points == (3, 3, 3, 3)
    assert scene.board.supply == 0


def test_p9_after_an_exchange_with_the_centre_only_the_copier_is_punished() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(4)
    assert scene.facts("exchanged_centre") == {"seat": 0, "centre": 1}
    scene.shout_mine(2)
    assert scene.board.points == (1, 0, 0, 0)
    assert scene.board.supply == 11


@pytest.mark.parametrize(("copied", "points"), [(1, (1, 1, 0, 0)), (5, (1, 0, 0, 0))])
def test_p10_who_turns_up_the_right_slate_of_the_centre_has_told(copied: int, points: tuple[int, ...]) -> None:
    scene = Scene()
    scene.roll(5)
    scene.copy(copied)
    scene.shout_centre(3, 1)
    assert scene.facts("told_centre") == {"seat": 3, "centre": 1, "number": 5}
    assert scene.board.points == points


def test_p10_who_turns_up_a_wrong_one_is_punished_alone() -> None:
    scene = Scene()
    scene.roll(5)
    scene.copy(4)  # rightly
    scene.shout_centre(3, 2)
    assert scene.facts("told_wrongly") == {"seat": 3, "centre": 2, "number": 6, "wanted": 5}
    assert scene.facts("punished") == {"seat": 3}
    assert scene.board.points == (0, 0, 0, 1)
    assert [(shown.place, shown.number) for shown in scene.board.shown] == [(5, 6)]


def test_p11_what_was_shown_is_turned_down_and_the_next_seat_plays() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    scene.shout_mine(2)
    scene.run_out("shown")
    assert scene.board.shown == ()
    assert scene.asked("roll").seats == (1,)


@pytest.mark.parametrize(("seats", "after"), [(3, [3, 1, 2, 4, 5, 6]), (6, [6, 1, 2, 3, 4, 5])])
def test_p12_correction_passes_every_slate_to_the_left_and_leaves_the_centre(seats: int, after: list[int]) -> None:
    scene = Scene(seats)
    scene.teach()
    assert scene.facts("correction") == {"seat": 0, "number": 1}
    assert [(shown.place, shown.number) for shown in scene.board.shown] == [(0, 1)]
    scene.run_out("shown")
    assert scene.state.slates == after
    assert scene.board.tile == "questioning"
    assert scene.said == ["passed", "tile_questioning", "turn"]


def test_p13_the_first_gives_a_bad_point_to_the_last() -> None:
    scene = Scene(4, tile="questioning")
    scene.give_points(1, 1, 1, 1)
    scene.teach()
    assert scene.board.question == OPERATIONS[0]
    for seat in (2, 1, 3):
        scene.slap(seat, result(1))
    assert [one.seat for one in scene.board.ranking] == [2, 1, 3]
    assert scene.facts("gave") == {"seat": 2, "to": 3}
    assert scene.board.points == (1, 1, 0, 2)
    scene.run_out("shown")
    assert scene.board.tile == "correction"


def test_p13_the_question_is_on_the_board_only_while_it_is_asked() -> None:
    scene = Scene(4, tile="questioning")
    questions = [scene.board.question]
    scene.roll(1)
    questions.append(scene.board.question)
    scene.run_out("suspense")
    questions.append(scene.board.question)
    scene.run_out("question")
    questions.append(scene.board.question)
    assert questions == [None, None, OPERATIONS[0], None]


@pytest.mark.parametrize(("seats", "answering"), [(3, (2, 1)), (4, (2, 1, 3))])
def test_p13_with_three_or_four_players_only_the_first_gives(seats: int, answering: tuple[int, ...]) -> None:
    scene = Scene(seats, tile="questioning")
    scene.give_points(*[1] * seats)
    scene.teach()
    for seat in answering:
        scene.slap(seat, result(1))
    assert scene.said.count("gave") == 1
    assert scene.board.points[answering[0]] == 0
    assert scene.board.points[answering[-1]] == 2


def test_p13_when_the_next_seat_plays_the_ranking_is_gone() -> None:
    scene = Scene(4, tile="questioning")
    scene.teach()
    scene.run_out("question")
    assert [one.seat for one in scene.board.ranking] == [1, 2, 3]
    scene.run_out("shown")
    assert scene.board.ranking == ()


def test_p13_with_five_or_six_players_the_second_gives_to_the_last_but_one() -> None:
    scene = Scene(5, tile="questioning")
    scene.give_points(1, 1, 1, 1, 1)
    scene.teach()
    for seat in (4, 2, 1, 3):
        scene.slap(seat, result(1))
    assert scene.board.points == (1, 2, 0, 2, 0)


def test_p13_who_has_nothing_to_give_gives_nothing() -> None:
    scene = Scene(3, tile="questioning")
    scene.teach()
    scene.slap(1, result(1))
    scene.slap(2, result(1))
    assert scene.facts("nothing_to_give") == {"seat": 1}
    assert scene.board.points == (0, 0, 0)


def test_p14_an_early_slap_counts_as_the_first_answer() -> None:
    scene = Scene(4, tile="questioning")
    scene.give_points(0, 1, 1, 1)
    scene.roll(1)
    scene.slap(3, result(1))
    scene.run_out("suspense")
    for seat in (1, 2):
        scene.slap(seat, result(1))
    assert [(one.seat, one.is_early) for one in scene.board.ranking] == [(3, True), (1, False), (2, False)]
    assert scene.board.points == (0, 1, 2, 0)


def test_p14_an_early_slap_by_mistake_costs_a_bad_point() -> None:
    scene = Scene(4, tile="questioning")
    scene.roll(4)  # a Copier: seat 3 has the 4
    scene.slap(2, result(4))
    assert scene.board.points == (0, 0, 0, 0)
    scene.run_out("suspense")
    assert scene.facts("mistaken") == {"seat": 2}
    assert scene.board.points == (0, 0, 1, 0)
    assert scene.board.supply == 11
    assert scene.kinds == ["play", "claim"]


def test_p15_when_the_supply_is_empty_the_game_ends_and_fewest_points_win() -> None:
    scene = Scene()
    scene.give_points(4, 2, 2, 3)
    scene.roll(5)
    scene.copy(1)
    scene.shout_centre(3, 1)  # rightly: one token, and it is the Copier's
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert scene.table.asks == ()
    assert scene.said[-2:] == ["supply_empty", "over"]
    assert outcome.scores == (5, 2, 2, 3)
    assert outcome.ranks == (4, 1, 1, 3)
    assert [shown.number for shown in scene.board.shown] == scene.state.slates
