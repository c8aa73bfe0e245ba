"""One test or more for each of our rulings on Copieur !."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.games.copieur import GAME
from tablee.games.copieur.actions import (
    Claim,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Hint,
    HintCentre,
    Point,
    PointCentre,
    Ready,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.operations import Level, bank, complete, make_operations, result_of, solve
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.tests.scene import OPERATIONS, RESULTS, Scene, result
from tablee.kernel import ALL, SCREEN, Refusal, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.pace import NORMAL, Pace, speed

LEVELS: tuple[Level, ...] = ("cp", "ce", "cm", "adulte")


# --- operations and learning ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_r1_results_are_all_different_and_never_the_slates_own_number(level: Level) -> None:
    luck = SeededLuck(seed_from("r1", level))
    for _ in range(300):
        results = [result_of(operation) for operation in make_operations(level, luck)]
        assert len(set(results)) == 6
        assert all(found != number for number, found in enumerate(results, 1))


def test_r1_each_level_has_its_own_operations() -> None:
    assert max(bank("cp")) == 10
    assert all("+" in text for texts in bank("cp").values() for text in texts)
    ce = [text for texts in bank("ce").values() for text in texts]
    assert max(bank("ce")) == 20
    assert {text.split()[1] for text in ce} == {"+", "−"}
    assert max(int(number) for text in ce for number in text.split()[::2]) == 20
    cm = [text for texts in bank("cm").values() for text in texts]
    assert any("?" in text for text in cm)
    assert any("×" in text and "?" not in text for text in cm)
    two_steps = [text for texts in bank("adulte").values() for text in texts]
    assert all(sum(sign in "+−×" for sign in text) == 2 for text in two_steps)


@pytest.mark.parametrize(
    ("level", "signs", "count", "smallest", "greatest"),
    [
        ("cp", "+", 44, 3, 10),
        ("ce", "+", 152, 5, 20),
        ("ce", "−", 152, 2, 18),
        ("cm", "×", 64, 4, 81),
        ("cm", "×?=", 56, 2, 9),
        ("cm", "+?=", 725, 5, 29),
        ("adulte", "×+", 392, 11, 90),
        ("adulte", "×−", 383, 5, 79),
        ("adulte", "(+)×", 450, 8, 99),
    ],
)
def test_r1_how_many_operations_of_each_kind_there_are(
    level: Level, signs: str, count: int, smallest: int, greatest: int
) -> None:
    found = [
        (text, result)
        for result, texts in bank(level).items()
        for text in texts
        if "".join(char for char in text if not char.isdigit() and char != " ") == signs
    ]
    assert len(found) == len(set(found)) == count
    assert (min(result for _, result in found), max(result for _, result in found)) == (smallest, greatest)


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("3 + 4", 7),
        ("12 − 5", 7),
        ("6 × 7", 42),
        ("8 × ? = 56", 7),
        ("14 + ? = 23", 9),
        ("1 + ? = 100", 99),
        ("3 × 4 + 5", 17),
        ("9 × 9 − 2", 79),
        ("(2 + 6) × 3", 24),
    ],
)
def test_r1_operations_are_worked_out(operation: str, expected: int) -> None:
    assert solve(operation) == expected


def test_r1_who_knows_some_operations_and_the_six_results_can_imagine_the_others() -> None:
    for seed in range(20):
        made = complete("ce", {2: OPERATIONS[1], 5: OPERATIONS[4]}, RESULTS, SeededLuck(seed_from(seed)))
        assert (made[1], made[4]) == (OPERATIONS[1], OPERATIONS[4])
        assert sorted(map(result_of, made)) == sorted(RESULTS)


def test_r1_operations_come_from_the_tables_luck() -> None:
    made = [GAME.setup(CopieurOptions(), (None,) * 3, 0, SeededLuck(seed_from(seed)), 1) for seed in (1, 1, 2)]
    assert made[0].operations == made[1].operations != made[2].operations


def test_r1_everybody_sees_the_six_slates_for_ten_seconds() -> None:
    scene = Scene(learned=False)
    assert scene.asked("look").until == 10_000
    assert [(shown.number, shown.operation) for shown in scene.board.shown] == list(enumerate(OPERATIONS, 1))
    scene.run_out("look")
    assert scene.board.shown == ()
    assert scene.kinds == ["roll"]
    assert Scene(learned=False, learning=25).asked("look").until == 25_000


def test_r1_or_until_all_are_ready() -> None:
    scene = Scene(3, learned=False, learning="ready")
    assert scene.asked("look").until == 120_000
    scene.do(1, Ready())
    scene.do(0, Ready())
    assert scene.asked("look").awaited == (2,)
    assert len(scene.board.shown) == 6
    scene.do(2, Ready())
    assert not scene.board.shown


# --- pointing, claiming, exchanging ---------------------------------------------------------------------


def test_r2_pointing_is_public_and_binds_to_nothing() -> None:
    scene = Scene()
    scene.roll(3)
    scene.do(0, Point(2))
    assert scene.board.pointed == 2
    assert scene.facts("pointed") == {"seat": 0, "to": 2}
    scene.do(0, PointCentre(2))
    assert scene.board.pointed == 5
    assert scene.facts("pointed_centre") == {"seat": 0, "centre": 2}
    scene.copy(1)
    assert scene.state.slates == [2, 1, 3, 4, 5, 6]
    assert scene.board.pointed is None


def test_r2_anybody_may_talk_and_claim_twice_a_turn_and_it_costs_no_time() -> None:
    scene = Scene()
    scene.roll(3)
    assert scene.asked("claim").seats == (0, 1, 2, 3)
    assert scene.asked("claim").awaited == ()
    until = scene.asked("play").until
    scene.do(1, Claim(3))
    scene.do(1, HintCentre(1))
    assert scene.refusal(1, Deny()) == Refusal("enough_said", {"count": 2})
    assert scene.board.claims_left == (2, 0, 2, 2)
    assert scene.asked("play").until == until
    hand = scene.view(Viewer(3)).hand
    assert hand is not None
    assert [(channel.may_read, channel.may_write, channel.lines) for channel in hand.talk] == [(True, "text", 4)]
    scene.copy(2)
    scene.run_out("tell")
    assert scene.board.claims_left == (2, 2, 2, 2)


def test_r3_the_copier_leaves_the_own_slate_at_the_place_of_the_centre() -> None:
    scene = Scene()
    scene.roll(6)
    scene.copy(5)
    assert scene.state.slates == [6, 2, 3, 4, 5, 1]


def test_r3_keeping_ones_own_is_illegal() -> None:
    scene = Scene()
    scene.roll(3)
    assert scene.refusal(0, Exchange(0)) == Refusal("own_slate")
    assert scene.refusal(0, Point(0)) == Refusal("own_slate")


# --- telling ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("place", range(1, 6))
def test_r4_the_same_window_opens_after_every_exchange(seats: int, place: int) -> None:
    """Right or wrong, seat or centre: to whoever watches, it is one and the same."""
    scene = Scene(seats)
    scene.roll(2)
    scene.copy(place)
    others = tuple(range(1, seats))
    assert scene.table.asks == (("1.tell", "tell", others, (), 8_000, ALL, ALL),)


def test_r4_option_how_long_the_window_is_open() -> None:
    scene = Scene(telling=15)
    scene.roll(2)
    scene.copy(1)
    assert scene.asked("tell").until == 15_000


def test_r4_the_first_shout_decides_even_a_wrong_one() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)  # wrongly: seat 2 has the 3
    scene.shout_centre(1, 2)
    assert scene.board.points == (0, 1, 0, 0)
    assert scene.kinds == ["shown"]
    assert scene.refusal(2, TellMine()) == Refusal("too_late")


def test_r5_mine_is_for_the_holder_alone_who_may_use_no_other() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    assert scene.refusal(2, TellMine()) is None
    assert scene.refusal(2, TellCentre(1)) == Refusal("show_own", {"number": 3})
    for seat in (1, 3):
        assert scene.refusal(seat, TellMine()) == Refusal("not_mine", {"number": 3})
        # The Copied may turn up the centre too.
        assert scene.refusal(seat, TellCentre(1)) is None
    assert scene.refusal(0, TellCentre(1)) == Refusal("not_yours")


def test_r5_a_holder_who_stays_silent_is_told_for() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    scene.run_out("tell")
    assert scene.facts("told_for") == {"seat": 2, "number": 3}
    assert scene.board.points == (1, 1, 0, 0)


def test_r5_the_slate_of_the_holder_who_is_told_for_is_shown() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    scene.run_out("tell")
    assert [(shown.place, shown.number) for shown in scene.board.shown] == [(2, 3)]


def test_r6_nobody_is_told_whether_an_exchange_was_right_when_nobody_tells() -> None:
    """Right from the centre, and wrong with the right one in the centre: the same words, the same board."""
    right, wrong = Scene(), Scene()
    for scene, place in ((right, 4), (wrong, 5)):
        scene.roll(5)
        scene.copy(place)
        scene.run_out("tell")
    assert right.state.slates != wrong.state.slates
    assert right.table.captions == wrong.table.captions
    assert right.view() == wrong.view()


def test_r6_only_copier_and_copied_see_the_slates_they_received() -> None:
    scene = Scene()
    before = [scene.view(Viewer(seat, held=True)).hand for seat in range(4)]
    scene.roll(3)
    scene.copy(1)
    assert all(caption.to == ALL for caption in scene.table.captions)
    assert "number" not in scene.facts("exchanged")
    after = [scene.view(Viewer(seat, held=True)).hand for seat in range(4)]
    assert [old != new for old, new in zip(before, after, strict=True)] == [True, True, False, False]


def test_r6_shown_slates_stay_up_for_four_seconds_and_stay_where_they_are() -> None:
    scene = Scene()
    scene.roll(3)
    scene.copy(1)
    scene.shout_mine(2)
    slates = scene.state.slates
    assert scene.asked("shown").until == scene.now + 4_000
    for viewer in (SCREEN, Viewer(0), Viewer(3)):
        assert [(shown.place, shown.number) for shown in scene.view(viewer).board.shown] == [(2, 3)]
    scene.run_out("shown")
    assert scene.state.slates == slates == [2, 1, 3, 4, 5, 6]


# --- slapping --------------------------------------------------------------------------------------


def test_r7_there_is_no_pad_while_the_tile_shows_correction() -> None:
    scene = Scene()
    scene.roll(1)
    assert "early" not in scene.kinds
    assert scene.board.pad == ()
    assert scene.refusal(1, Slap(7)) == Refusal("too_late")


def test_r7_the_pad_has_the_six_results_in_ascending_order() -> None:
    scene = Scene(tile="questioning")
    assert scene.board.pad == ()
    scene.roll(4)
    assert scene.board.pad == tuple(sorted(RESULTS))
    assert scene.asked("early").seats == (1, 2, 3)
    assert scene.refusal(1, Slap(8)) == Refusal("not_on_pad", {"answer": 8})


def test_r7_option_a_plain_number_pad() -> None:
    scene = Scene(tile="questioning", pad="numbers")
    scene.roll(4)
    assert scene.board.pad == ()
    assert all(scene.refusal(1, Slap(answer)) is None for answer in range(100))


def test_r7_that_somebody_slapped_early_is_public_their_answer_is_not() -> None:
    scenes = [Scene(tile="questioning") for _ in range(2)]
    for scene, answer in zip(scenes, (7, 12), strict=True):
        scene.roll(1)
        scene.slap(2, answer)
    one, other = scenes
    assert one.board.slapped == ((2, True),)
    for viewer in (SCREEN, Viewer(1, held=True)):
        assert one.view(viewer) == other.view(viewer)
    assert one.table.captions == other.table.captions
    held, unheld = one.view(Viewer(2, held=True)).hand, one.view(Viewer(2)).hand
    assert held is not None
    assert unheld is not None
    assert (held.answer, unheld.answer) == (7, None)


def test_r7_one_slap_a_turn() -> None:
    scene = Scene(tile="questioning")
    scene.roll(1)
    scene.slap(2, 7)
    assert scene.refusal(2, Slap(12)) == Refusal("one_slap")
    scene.do(0, Declare())
    assert scene.refusal(2, Slap(12)) == Refusal("one_slap")
    assert scene.asked("question").awaited == (1, 3)


def test_r8_right_answers_then_wrong_ones_then_those_who_never_slapped() -> None:
    scene = Scene(6, tile="questioning")
    scene.give_points(1, 1, 1, 1, 1, 1)
    scene.teach()
    assert scene.asked("question").until == scene.now + 10_000
    scene.slap(3, result(2))  # quick and wrong
    scene.slap(5, result(1))
    scene.slap(1, result(1))
    scene.run_out("question")
    assert [(one.seat, one.answer) for one in scene.board.ranking] == [(5, 7), (1, 7), (3, 12), (2, None), (4, None)]
    # First to last, second to last but one.
    assert scene.board.points == (1, 0, 2, 1, 2, 0)


def test_r8_silent_seats_come_in_seat_order_after_the_teacher() -> None:
    scene = Scene(4, tile="questioning")
    scene.copy_rightly()
    scene.copy_rightly()
    scene.teach()
    scene.run_out("question")
    assert [one.seat for one in scene.board.ranking] == [3, 0, 1]


def test_r8_only_a_right_answer_gives_and_a_wrong_one_costs_nothing_else() -> None:
    scene = Scene(5, tile="questioning")
    scene.give_points(1, 1, 1, 1, 1)
    scene.teach()
    scene.slap(2, result(1))
    for seat in (1, 3, 4):
        scene.slap(seat, result(3))
    # The second of the ranking was wrong: that gift does not happen.
    assert scene.said.count("gave") == 1
    assert scene.facts("no_gift") == {"seat": 1}
    assert scene.board.points == (1, 1, 0, 1, 2)
    assert scene.board.supply == 7


def test_r8_when_nobody_answers_nothing_is_given() -> None:
    scene = Scene(3, tile="questioning")
    scene.give_points(0, 2, 2)
    scene.teach()
    scene.run_out("question")
    assert scene.board.points == (0, 2, 2)
    scene.run_out("shown")
    assert scene.board.tile == "correction"


def test_r8_when_all_have_slapped_early_the_question_is_answered_at_once() -> None:
    scene = Scene(3, tile="questioning")
    scene.roll(1)
    scene.slap(2, result(1))
    scene.slap(1, result(1))
    scene.do(0, Declare())
    assert [one.seat for one in scene.board.ranking] == [2, 1]
    assert scene.kinds == ["shown"]


@pytest.mark.parametrize("how", [lambda s: s.run_out("suspense"), lambda s: s.do(0, Point(3)), lambda s: s.copy(3)])
def test_r9_mistakes_are_paid_when_the_role_becomes_public(how: Callable[[Scene], None]) -> None:
    scene = Scene(tile="questioning")
    scene.roll(4)
    scene.slap(3, 7)
    scene.slap(1, 9)
    how(scene)
    mistaken = [caption.facts["seat"] for caption in scene.table.captions if caption.code == "mistaken"]
    assert mistaken == [3, 1]
    assert scene.board.points == (0, 1, 0, 1)
    assert scene.board.slapped == ()


def test_r9_in_order_of_the_slap_while_the_supply_lasts_and_before_the_exchange() -> None:
    scene = Scene(tile="questioning")
    scene.give_points(2, 3, 3, 3)
    scene.roll(4)
    scene.slap(3, 7)
    scene.slap(1, 9)
    scene.copy(3)
    assert scene.board.points == (2, 3, 3, 4)
    assert scene.table.asks == ()
    assert "exchanged" not in scene.said
    assert scene.state.slates == [1, 2, 3, 4, 5, 6]


# --- roles and precedence -----------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["correction", "questioning"])
def test_r10_until_the_role_is_public_teacher_and_copier_look_the_same(tile: str) -> None:
    teacher, copier = Scene(tile=tile), Scene(tile=tile)  # type: ignore[arg-type]
    copier.state.slates = [2, 1, 3, 4, 5, 6]
    for scene in (teacher, copier):
        scene.roll(1)
    for viewer in (SCREEN, Viewer(0), Viewer(2, held=True)):
        assert teacher.view(viewer) == copier.view(viewer)
    assert teacher.table.captions == copier.table.captions
    assert teacher.table.deadline == copier.table.deadline == 3_000
    assert teacher.asked("play").until == 30_000
    assert teacher.board.role is None


def test_r10_after_three_seconds_a_teacher_is_declared() -> None:
    scene = Scene()
    scene.roll(1)
    scene.run_out("suspense")
    assert scene.now == 3_000
    assert scene.board.role == "teacher"
    assert scene.kinds == ["shown"]


def test_r10_after_three_seconds_a_copier_just_goes_on() -> None:
    scene = Scene(tile="questioning")
    scene.roll(4)
    scene.run_out("suspense")
    assert scene.board.role == "copier"
    assert scene.facts("copier") == {"seat": 0, "number": 4}
    assert scene.kinds == ["play", "claim"]
    assert scene.asked("play").until == 30_000


@pytest.mark.parametrize("how", [lambda s: s.do(0, PointCentre(1)), lambda s: s.copy(4)])
def test_r10_pointing_and_exchanging_make_the_copier_public_and_close_the_pad(how: Callable[[Scene], None]) -> None:
    scene = Scene(tile="questioning")
    scene.roll(4)
    how(scene)
    assert scene.board.role == "copier"
    assert not {"suspense", "early"} & set(scene.kinds)
    assert scene.board.pad == ()


def test_r10_only_a_teacher_declares_and_only_a_copier_points_or_exchanges() -> None:
    scene = Scene()
    scene.roll(1)
    assert scene.refusal(0, Exchange(2)) == Refusal("not_copier", {"number": 1})
    assert scene.refusal(0, PointCentre(1)) == Refusal("not_copier", {"number": 1})
    assert scene.refusal(0, Declare()) is None
    scene = Scene()
    scene.roll(2)
    assert scene.refusal(0, Declare()) == Refusal("not_teacher", {"number": 2})


def test_r10_a_hand_that_is_not_held_offers_the_same_buttons_to_both() -> None:
    offers = []
    for number in (1, 4):
        scene = Scene()
        scene.roll(4)
        scene.state.slates[0], scene.state.slates[3] = (number, 5 - number)
        offers.append(GAME.moves(scene.view(Viewer(0)), SeededLuck(seed_from(1))))
    assert offers[0] == offers[1]
    assert {Declare(), Exchange(1), PointCentre(2)} <= set(offers[0])


def test_r11_the_holder_first_then_seat_order_after_the_active_player() -> None:
    scene = Scene()
    scene.copy_rightly()  # now seat 1 plays: slates 2 1 3 4 5 6
    scene.roll(4)
    scene.copy(0)
    ask = scene.asked("tell")
    assert ask.seats == (2, 3, 0)
    assert GAME.precedence(scene.state, ask) == (3, 2, 0)
    # Right, or the right one in the centre: no holder.
    scene.run_out("tell")
    scene.run_out("shown")
    scene.roll(5)
    scene.copy(4)
    assert GAME.precedence(scene.state, scene.asked("tell")) == (3, 0, 1)


def test_r11_slaps_in_seat_order_after_the_active_player() -> None:
    scene = Scene(tile="questioning")
    scene.copy_rightly()
    scene.teach()
    assert GAME.precedence(scene.state, scene.asked("question")) == (2, 3, 0)
    kinds = GAME.meta.kinds
    assert {kind for kind in kinds if kinds[kind].race} == {"early", "tell", "question"}


def test_r2_nobody_waits_for_a_claim() -> None:
    kinds = GAME.meta.kinds
    assert {kind for kind in kinds if kinds[kind].optional} == {"claim"}


# --- ends and clocks ----------------------------------------------------------------------------


def test_r12_a_resolution_is_finished_as_far_as_the_tokens_go() -> None:
    scene = Scene()
    scene.give_points(3, 2, 3, 3)
    scene.roll(4)
    scene.copy(2)
    scene.shout_mine(3)
    assert scene.board.points == (4, 2, 3, 3)
    assert scene.said == ["told", "punished", "supply_empty", "over"]


def test_r13_the_game_ends_after_so_many_turns_for_each_seat() -> None:
    scene = Scene(3, limit=20)
    assert scene.board.turns == 60
    announced = []
    while scene.table.asks:
        scene.copy_rightly()
        if "last_turns" in scene.said:
            announced.append(scene.board.turn)
    # Announced as the turn begins after which nine more follow.
    assert announced == [51]
    assert scene.board.turn == 60
    assert scene.said == ["nobody_told", "turns_over", "over"]
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.ranks == (1, 1, 1)
    assert Scene(3).board.turns == 180


def test_r14_after_ten_seconds_the_die_is_rolled_for_them() -> None:
    scene = Scene()
    assert scene.asked("roll").until == 10_000
    scene.run_out("roll", [4])
    assert scene.board.die == 5


def test_r14_every_turn_has_ten_seconds_of_its_own() -> None:
    scene = Scene()
    scene.copy_rightly()
    assert scene.asked("roll").until == scene.now + 10_000
    scene.roll(6)
    scene.copy(2)
    scene.shout_centre(0, 1)
    scene.run_out("shown")
    assert scene.asked("roll").until == scene.now + 10_000


def test_r14_after_thirty_seconds_a_copier_exchanges_with_a_random_slate_and_can_be_told() -> None:
    scene = Scene()
    scene.roll(3)
    scene.run_out("suspense")
    scene.run_out("play", [4])
    assert scene.now == 30_000
    assert scene.said == ["clock", "exchanged_centre"]
    assert scene.state.slates == [6, 2, 3, 4, 5, 1]
    scene.shout_mine(2)
    assert scene.board.points == (1, 0, 0, 0)


def test_r14_the_pace_reaches_the_copier_but_no_race_and_no_suspense() -> None:
    scene = Scene()
    pace = Pace("relaxed")
    kinds = GAME.meta.kinds
    assert speed(scene.table.asks, kinds, pace) == 500
    scene.roll(3)
    assert speed(scene.table.asks, kinds, pace) == NORMAL
    scene.run_out("suspense")
    assert speed(scene.table.asks, kinds, pace) == 500
    scene.copy(1)
    assert speed(scene.table.asks, kinds, pace) == NORMAL


# --- The end ------------------------------------------------------------------------------------------------------


def test_the_open_board_shows_all_slates_at_any_time() -> None:
    scene = Scene()
    scene.copy_rightly()
    assert scene.board.shown == ()
    assert [shown.number for shown in GAME.open_board(scene.state).shown] == scene.state.slates


@pytest.mark.parametrize(
    ("action", "code"), [(Hint(0), "hint_self"), (Hint(9), "nobody_there"), (Claim(7), "no_such_slate")]
)
def test_r2_senseless_claims_are_refused(action: Hint | Claim, code: str) -> None:
    scene = Scene()
    scene.roll(3)
    refusal = scene.refusal(0, action)
    assert refusal is not None
    assert refusal.code == code


def test_r3_places_that_do_not_exist_are_refused() -> None:
    scene = Scene(6)
    scene.roll(3)
    assert scene.refusal(0, ExchangeCentre(1)) == Refusal("no_centre")
    scene = Scene(4)
    scene.roll(3)
    for centre in (0, 3):
        assert scene.refusal(0, ExchangeCentre(centre)) == Refusal("no_such_centre", {"centre": centre, "count": 2})
    assert scene.refusal(0, Exchange(4)) == Refusal("nobody_there")


# --- The box ------------------------------------------------------------------------------------------------------


def test_what_the_box_says() -> None:
    assert (GAME.meta.minutes, GAME.meta.age) == (20, 8)
    assert {
        name: (options.tokens, options.level, options.learning, options.telling, options.pad)
        for name, options in GAME.meta.presets.items()
    } == {
        "classique": ("12", "ce", 10, 8, "results"),
        "petits": ("12", "cp", "ready", 12, "results"),
        "longue": ("18", "cm", 10, 8, "results"),
        "maitres": ("24", "adulte", 20, 8, "numbers"),
    }
