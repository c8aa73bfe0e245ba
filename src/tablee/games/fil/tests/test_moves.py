"""What a seat is offered in each phase: all that it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil import GAME
from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Cuddle,
    Explain,
    Expose,
    FilAction,
    Next,
    Nominate,
    Place,
    Point,
    Seal,
    Slam,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.options import FilOptions
from tablee.games.fil.tags import REASONS
from tablee.games.fil.tests.scene import ANNONCES, GRENIER, METIERS, PHILO, Scene, unshuffled
from tablee.games.fil.tests.test_printed_rivals import BLUE, CHACUN, in_the_skip, teams
from tablee.kernel import SCREEN, Viewer
from tablee.kernel.luck import ScriptedLuck

HUMEURS = FilOptions(mode="humeurs", first=0)


def offered(scene: Scene, seat: int) -> Sequence[FilAction]:
    """Whatever is offered is allowed; a screen is offered nothing."""
    assert GAME.moves(GAME.view(scene.state, SCREEN), ScriptedLuck([])) == ()
    moves = GAME.moves(GAME.view(scene.state, Viewer(seat)), ScriptedLuck([]))
    assert all(scene.refusal(seat, move) is None for move in moves)
    return list(moves)


def all_offered(scene: Scene) -> list[Sequence[FilAction]]:
    return [offered(scene, seat) for seat in scene.state.seats]


def test_r7_everybody_may_volunteer_and_p24_in_humeurs_not_who_has_been() -> None:
    scene = Scene(HUMEURS)
    assert all_offered(scene) == [[Volunteer()]] * 3
    scene.opened()
    scene.lose()
    scene.end_round()
    assert all_offered(scene) == [[], [Volunteer()], [Volunteer()]]


def test_p4_braincat_alone_takes_a_theme_and_looks() -> None:
    scene = Scene()
    scene.do(1, Volunteer())
    assert all_offered(scene) == [[], [TakeTheme(number) for number in range(9)], []]
    scene.take(METIERS)
    assert all_offered(scene) == [[], [Next()], []]


def test_p20_the_family_wishes_for_another_theme_than_the_one_that_is_taken() -> None:
    scene = Scene(FilOptions(schizo=True, first=0))
    scene.do(0, Volunteer())
    assert offered(scene, 0) == [TakeTheme(number) for number in range(9) if number != ANNONCES]
    scene.take(METIERS)
    open_to_all = [number for number in range(9) if number not in (METIERS, ANNONCES)]
    scene.do(1, WishTheme(GRENIER))
    assert all_offered(scene) == [
        [],
        [WishTheme(number) for number in open_to_all if number != GRENIER],
        [WishTheme(number) for number in open_to_all],
    ]


def test_p5_braincat_alone_lays_the_paw() -> None:
    scene = Scene().begin()
    assert all_offered(scene) == [[Point(0), Point(1)], [], []]
    scene.point(1)
    scene.vote("clue")
    assert all_offered(scene) == [[Point(0), Point(2)], [], []]


def test_p7_the_family_votes_and_confirms_and_may_change_its_mind() -> None:
    scene = Scene().opened()
    assert all_offered(scene) == [[], *[[Vote("blue"), Vote("red"), Vote("clue")]] * 2]
    scene.do(1, Vote("red"))
    assert offered(scene, 1) == [Vote("blue"), Vote("clue"), Confirm()]
    scene.do(1, Confirm())
    assert offered(scene, 1) == [Vote("blue"), Vote("clue")]


def test_r5_no_clue_is_offered_when_none_is_left() -> None:
    scene = Scene().opened()
    scene.state.greens = 0
    assert offered(scene, 1) == [Vote("blue"), Vote("red")]


def test_m10_a_cuddle_is_offered_once_and_by_one_cat_only() -> None:
    votes = [Vote("blue"), Vote("red"), Vote("clue")]
    assert offered(Scene(HUMEURS, mood="muet").opened(), 1) == votes
    scene = Scene(HUMEURS, seats=4, mood="calin").opened()
    assert all_offered(scene) == [[], *[[*votes, Cuddle()]] * 3]
    scene.do(1, Cuddle())
    assert all_offered(scene) == [[], votes, [*votes, Cuddle()], [*votes, Cuddle()]]
    scene.do(2, Cuddle())  # More than half: the cat has answered.
    assert all_offered(scene) == [[], votes, votes, votes]


def test_r17_while_braincat_chooses_and_looks_each_family_may_nominate_one_of_its_own() -> None:
    scene = teams(7)  # Red: 0, 2, 4, 6; 0 is Braincat.
    for _ in range(2):
        assert offered(scene, 1) == [Nominate(1), Nominate(3), Nominate(5)]
        assert offered(scene, 2) == [Nominate(2), Nominate(4), Nominate(6)]
        if scene.phase() == "theme":
            scene.take(METIERS)
    scene.do(2, Nominate(4))
    assert offered(scene, 2) == [Nominate(2), Nominate(6)]
    assert offered(scene, 4) == [Nominate(2), Nominate(4), Nominate(6)]
    assert offered(scene, 0) == [Next()]


def test_p28_a_family_votes_for_a_card_or_to_stay_and_its_ambassador_confirms() -> None:
    scene = teams().opened()
    both = [Choose(0), Choose(1), Stay()]
    assert all_offered(scene) == [[], *[both] * 5]
    scene.lean(4, 1)
    assert offered(scene, 4) == [Choose(0), Stay()]
    assert offered(scene, 2) == [*both, Seal()]  # The Ambassador, once somebody has voted.
    assert offered(scene, 1) == both
    scene.lean(2, -1)
    assert offered(scene, 2) == [Choose(0), Choose(1), Seal()]
    scene.move(BLUE, 0)
    assert [offered(scene, seat) for seat in (1, 3, 5)] == [[], [], []]
    scene.lean(4, 0)
    scene.lean(2, 0)
    scene.do(2, Seal())
    scene.near()
    # The totem is not lifted off; the third space has its card.
    assert scene.board().totems == (0, 0)
    assert offered(scene, 3) == [Choose(1), Stay()]


def test_p29_only_those_who_duel_throw_and_once() -> None:
    scene = teams().opened()
    scene.lean(2, 0)
    scene.lean(4, 1)
    scene.do(2, Seal())
    throws = [Throw("rock"), Throw("paper"), Throw("scissors")]
    assert all_offered(scene) == [[], [], throws, [], throws, []]
    scene.do(4, Throw("rock"))
    assert all_offered(scene) == [[], [], throws, [], [], []]


def test_p33_braincat_shows_any_two_others_and_one_family_points_after_the_other() -> None:
    scene = in_the_skip()
    places = [place for place, face in enumerate(scene.hand(0).skip) if face != scene.hand(0).mystery]
    assert len(places) == 4
    pairs = {Expose(first, second) for first in places for second in places if first != second}
    assert set(offered(scene, 0)) == pairs
    assert [offered(scene, seat) for seat in range(1, 6)] == [[]] * 5
    scene.do(0, Expose(places[0], places[1]), unshuffled(3))
    three = [Choose(0), Choose(1), Choose(2)]
    assert all_offered(scene) == [[], three, [], three, [], three]
    scene.move(BLUE, 1)
    assert all_offered(scene) == [[], [], three, [], three, []]
    scene.lean(4, 1)
    assert offered(scene, 4) == [Choose(0), Choose(2)]
    assert offered(scene, 2) == [*three, Seal()]


def test_p37_a_token_is_placed_anywhere_then_moved_or_left() -> None:
    scene = Scene(CHACUN).opened()
    everywhere = [Place(0), Place(1), Place(2), Place(3)]
    assert all_offered(scene) == [[], everywhere, everywhere]
    scene.do(1, Place(2))
    assert all_offered(scene) == [[], [], everywhere]
    scene.do(2, Place(2))
    scene.near()
    assert offered(scene, 1) == [Place(0), Place(1), Place(3), Stay()]


def test_after_a_round_everybody_may_explain_each_paw_and_go_on_once() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    scene.find()
    reasons = [Explain(paw, (reason,)) for paw in range(2) for reason in range(len(REASONS))]
    assert all_offered(scene) == [[Continue(), *reasons]] * 3
    scene.do(1, Continue())
    assert offered(scene, 1) == reasons


def test_r2_everybody_says_whether_the_third_round_is_played() -> None:
    scene = Scene()
    for _ in range(2):
        scene.opened(PHILO)
        scene.find()
        scene.end_round()
    scene.do(0, Slam(False))
    assert all_offered(scene) == [[Slam(True)], [Slam(True), Slam(False)], [Slam(True), Slam(False)]]
    scene.do(1, Slam(False))
    scene.do(2, Slam(False))
    assert scene.phase() == "over"
    assert all_offered(scene) == [[], [], []]
