"""One test for each printed rule of Équipes and Chacun pour soi."""

from __future__ import annotations

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import Choose, Expose, Place, Point, Seal, Stay, TakeTheme, Throw
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import STAY
from tablee.games.fil.tests.scene import LAST, METIERS, PHILO, Scene, swap, unshuffled
from tablee.kernel import Refusal
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table

EQUIPES = FilOptions(mode="equipes", first=0)
CHACUN = FilOptions(mode="chacun", first=0)
RED, BLUE = 0, 1


def teams(seats: int = 6) -> Scene:
    """Red: 0, 2, 4; blue: 1, 3, 5. Seat 0 is Braincat, 2 and 1 are the Ambassadors; red may wait."""
    return Scene(EQUIPES, seats)


def step(scene: Scene, red: int = STAY, blue: int = STAY) -> None:
    """Both families decide, the one that may not wait first, and Braincat lays the next paw."""
    for team in (scene.state.leader, 1 - scene.state.leader):
        scene.move(team, (red, blue)[team])
    if scene.phase() == "paw":
        scene.near()


# --- Équipes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reds", "blues", "is_welcome"), [(3, 3, True), (4, 3, True), (2, 4, False)])
def test_p25_two_families_of_at_least_three(reds: int, blues: int, is_welcome: bool) -> None:
    table = open_table(GAME, EQUIPES, ("red",) * reds + ("blue",) * blues, seed_from("p25"))
    assert isinstance(table, Table) == is_welcome
    if not is_welcome:
        assert table == Refusal("team_too_small", {"team": "red", "least": 3})


def test_p25_braincat_in_turn_nobody_twice_no_theme_twice_and_the_ambassador_alone_confirms() -> None:
    scene = teams()
    cats = []
    for number in range(4):
        assert scene.ask("theme").seats == (scene.state.braincat,)
        if number == 2:
            assert scene.refusal(scene.state.cat, TakeTheme(METIERS)) is not None
            assert scene.refusal(scene.state.cat, TakeTheme(PHILO)) is None
        scene.opened(METIERS if number < 2 else PHILO)
        cats.append(scene.state.braincat)
        assert scene.ask("seal").seats == (
            scene.ambassador(scene.state.leader),
            scene.ambassador(1 - scene.state.leader),
        )
        swap(scene.state, 0)
        step(scene, red=0)
        for _ in range(3):
            step(scene)
        assert scene.phase() == "recap"
        scene.end_round()
    assert cats == [0, 1, 2, 3]
    assert GAME.outcome(scene.state) is not None


def test_p26_six_master_cards_and_four_turns() -> None:
    scene = teams().begin()
    assert len(scene.state.hidden) == 6
    assert scene.board().face_down == 6
    scene.near()
    for turn in range(1, 5):
        assert scene.board().turn == turn
        step(scene, red=0 if turn == 1 else STAY)
    assert scene.phase() in ("recap", "expose")
    assert len(scene.state.paws) == 4


def test_p27_two_clues_and_two_masters_first_then_one_clue_and_a_green_paw() -> None:
    scene = teams().opened()
    assert len(scene.board().clues) == 2
    assert sum(face is not None for face in scene.board().spaces) == 2
    step(scene, red=0, blue=1)
    assert len(scene.board().clues) == 3
    assert len(scene.board().paws) == 2


def test_p28_stepping_onto_the_other_totem_gives_the_other_family_points() -> None:
    scene = teams().opened()
    assert scene.ask("step").until == scene.now + 120_000
    # Level scores: Braincat's family, red, may wait.
    assert scene.board().leader == BLUE
    scene.move(BLUE, 0)
    assert scene.board().totems == (None, 0)
    # What it would bring is on the board before anybody does it.
    assert scene.board().visits[:2] == (1, 0)
    scene.move(RED, 0)
    assert scene.facts("stepped_on") == {"team": "blue", "points": 1}
    assert scene.board().scores == (0, 1)
    scene.near()
    # Red is behind now and may wait; it moves away and back again, twice the points.
    assert scene.board().leader == BLUE
    scene.move(BLUE, STAY)
    scene.move(RED, 1)
    assert "stepped_on" not in scene.said
    scene.near()
    scene.move(BLUE, 1)
    assert scene.facts("stepped_on") == {"team": "red", "points": 3}
    assert scene.board().scores == (3, 1)


def test_p28_once_a_step() -> None:
    scene = teams().opened()
    scene.move(BLUE, 0)
    assert scene.ask("seal").seats == (2,)
    assert [ask.id.rpartition(".")[2] for ask in scene.asks if ask.kind == "vote"] == ["red"]


def test_p29_a_tie_within_a_family_is_played_out_first_to_win_two() -> None:
    scene = teams().opened()
    scene.lean(2, 0)
    scene.lean(4, 1)
    scene.do(2, Seal())
    assert scene.kinds == ["duel"]
    assert scene.ask("duel").seats == (2, 4)
    scene.throw("rock", "scissors")
    scene.throw("rock", "paper")
    assert scene.duel().wins == (1, 1)
    assert scene.refusal(2, Throw("rock")) is None
    scene.throw("paper", "scissors")
    assert scene.facts("duel_won") == {"seat": 4, "by": 2}
    assert scene.board().totems == (1, None)


def test_p30_cards_without_a_totem_go_to_the_skip_and_nothing_is_said() -> None:
    scene = teams().opened()
    swap(scene.state, 1)
    for team in (BLUE, RED):
        scene.move(team, 0)
    assert scene.facts("skipped") == {"cards": 1}
    assert not {"false_lead", "mystery_lost"} & set(scene.said)
    assert scene.board().skip == 1
    assert scene.board().out == ()


def test_p31_one_new_master_card_a_turn() -> None:
    scene = teams().opened()
    downs = [scene.board().face_down]
    for turn in range(4):
        step(scene, red=0 if turn == 0 else STAY, blue=1 if turn == 0 else STAY)
        downs.append(len(scene.state.hidden))
    assert downs == [4, 3, 2, 1, 0]


def test_p32_a_totem_on_the_mystery_card_scores_eight() -> None:
    scene = teams().opened()
    swap(scene.state, 0)
    step(scene, red=0, blue=1)
    for _ in range(3):
        step(scene)
    assert scene.facts("team_found") == {"team": "red", "points": 8}
    assert scene.board().scores == (8, 0)
    scene = teams().opened()
    swap(scene.state, 0)
    step(scene, red=0, blue=0)
    for _ in range(3):
        step(scene)
    assert scene.board().scores == (8, 9)


def in_the_skip() -> Scene:
    """The Mystery card was thrown away in the first turn; totems on others; Braincat must show three cards."""
    scene = teams().opened()
    swap(scene.state, 1)
    step(scene, red=0)
    for _ in range(3):
        step(scene)
    assert scene.phase() == "expose"
    return scene


def test_p33_the_mystery_card_in_the_skip_is_shown_with_two_others_and_pointed_at() -> None:
    scene = in_the_skip()
    skip = scene.hand(0).skip
    assert len(skip) == 5
    assert LAST + 1 in {face.number for face in skip}
    assert scene.hand(2).skip == ()
    others = [place for place, face in enumerate(skip) if face != scene.hand(0).mystery]
    scene.do(0, Expose(others[0], others[1]), unshuffled(3))
    assert {face.number for face in scene.board().spaces if face is not None} >= {LAST + 1}
    assert scene.board().totems == (None, None)
    # Level scores: the family that is not Braincat's points first. It has never had a totem, and points all the same.
    assert scene.board().pointing == BLUE
    assert scene.ask("point").until == scene.now + 60_000
    place = scene.state.spaces.index(LAST)
    scene.move(BLUE, place)
    assert scene.board().pointing == RED
    scene.move(RED, place)
    assert "stepped_on" not in scene.said
    assert scene.board().scores == (4, 4)
    assert scene.phase() == "recap"


def test_p33_the_leading_family_points_first() -> None:
    scene = in_the_skip()
    scene.state.scores = [3, 0]
    scene.run_out("expose", [*unshuffled(4), *unshuffled(3)])
    assert scene.board().pointing == RED
    scene.move(RED, (scene.state.spaces.index(LAST) + 1) % 3)
    scene.move(BLUE, scene.state.spaces.index(LAST))
    assert scene.board().scores == (3, 4)


def last_round(red: int, blue: int) -> Scene:
    """The end of the fourth round, with so many points before blue alone finds the Mystery card."""
    scene = teams()
    scene.state.round = 3
    scene.begin()
    scene.state.round = 4
    scene.near()
    scene.state.scores = [red, blue]
    swap(scene.state, 0)
    step(scene, blue=0)
    for _ in range(3):
        step(scene)
    scene.end_round()
    return scene


@pytest.mark.parametrize(
    ("red", "blue", "ranks", "winner"), [(21, 20, (1, 2), "red"), (19, 20, (2, 1), "blue"), (0, 8, (2, 1), "blue")]
)
def test_p34_the_highest_score_wins(red: int, blue: int, ranks: tuple[int, int], winner: str) -> None:
    scene = last_round(red, blue - 8)
    assert scene.facts("adopted_by") == {"team": winner, "points": max(red, blue)}
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.ranks == ranks * 3
    assert outcome.scores == (red, blue) * 3
    assert outcome.teams == ("red", "blue") * 3


def test_p34_ties_share() -> None:
    scene = last_round(20, 12)
    assert scene.board().scores == (20, 20)
    assert scene.facts("adopted_by_both") == {"points": 20}
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.ranks == (1,) * 6
    assert outcome.scores == (20,) * 6
    assert outcome.teams == ("red", "blue") * 3


def test_p18_in_equipes_the_memocat_is_read_while_laying_each_paw_and_never_while_the_families_choose() -> None:
    scene = teams().begin(PHILO)
    for turn in range(4):
        hand = scene.hand(0)
        assert [line.number for line in hand.memocat] == list(range(1, 61))
        assert hand.mystery is None  # Its number must be remembered.
        assert all(scene.hand(seat).memocat == () for seat in range(1, 6))
        scene.near()
        assert scene.phase() == "step"
        assert scene.hand(0).memocat == ()
        scene.move(BLUE, STAY if turn else 1)
        scene.move(RED, STAY if turn else 0)
    assert scene.phase() == "expose"
    assert scene.hand(0).memocat == ()


# --- Chacun pour soi -------------------------------------------------------------------------------------------------


def test_p35_everyone_is_braincat_once_clockwise_with_three_false_leads_and_no_memocat() -> None:
    scene = Scene(CHACUN, seats=3)
    cats = []
    for _ in range(3):
        scene.begin(PHILO)
        cats.append(scene.state.braincat)
        assert len(scene.hand(scene.state.cat).masters) == 4
        assert scene.hand(scene.state.cat).memocat == ()
        scene.near()
        for number in range(4):
            scene.place(*([0, 1] if number == 0 else [-1, -1]))
            if scene.phase() == "paw":
                scene.near()
        scene.end_round()
    assert cats == [0, 1, 2]
    assert GAME.outcome(scene.state) is not None


def test_p36_braincat_holds_all_four_until_the_blue_paw_then_they_are_shuffled_and_shown() -> None:
    scene = Scene(CHACUN, seats=4).begin()
    hand = scene.hand(0)
    assert [face.number for face in hand.masters] == [57, 58, 59, 60]
    assert hand.mystery is not None
    assert hand.mystery.number == LAST + 1
    assert scene.board().spaces == (None,) * 4
    scene.do(0, Point(0), [0, 0, 0])
    assert sorted(face.number for face in scene.board().spaces if face is not None) == [57, 58, 59, 60]
    assert scene.hand(0).masters == ()


def test_p37_stepping_onto_an_occupied_card_gives_each_occupant_points() -> None:
    scene = Scene(CHACUN, seats=5).begin()
    assert scene.board().moved == (False,) * 5
    scene.near()
    assert scene.ask("choose").until == scene.now + 120_000
    scene.do(1, Place(2))
    assert scene.board().moved == (False, True, False, False, False)
    assert scene.ask("choose").awaited == (2, 3, 4)
    scene.do(3, Place(2))
    assert scene.facts("joined") == {"seats": (1,), "points": 1}
    scene.do(2, Place(2))
    assert scene.board().scores == (0, 2, 0, 1, 0)
    assert scene.board().tokens == (None, 2, 2, 2, None)
    assert scene.refusal(2, Place(0)) == Refusal("moved_already")
    scene.do(4, Place(0))
    assert scene.board().visits == (), "Braincat thinks: nobody steps anywhere"
    scene.near()
    assert scene.board().visits == (2, 0, 2, 0)
    scene.do(4, Place(2))
    assert scene.board().scores == (0, 4, 2, 3, 0)


def test_p38_when_all_have_chosen_a_clue_and_a_paw_and_a_last_choice_after_the_fourth() -> None:
    scene = Scene(CHACUN, seats=3).opened()
    for paws in range(1, 5):
        assert len(scene.board().paws) == paws
        scene.do(1, Place(0) if paws == 1 else Stay())
        assert scene.phase() == "choose"
        scene.do(2, Place(1) if paws == 1 else Stay())
        if paws < 4:
            assert scene.phase() == "paw"
            scene.near()
    assert scene.phase() == "recap"


def last_choice(seats: int, finders: int) -> Scene:
    """The end of a round in which so many have found it."""
    scene = Scene(CHACUN, seats=seats).opened()
    right = scene.state.spaces.index(LAST)
    wrong = (right + 1) % 4
    for seat in scene.state.family():
        scene.state.tokens[seat] = right if seat <= finders else wrong
    for _ in range(4):
        scene.place(*[-1] * (seats - 1))
        if scene.phase() == "paw":
            scene.near()
    return scene


@pytest.mark.parametrize(("finders", "cat"), [(1, 6), (2, 8), (4, 12)])
def test_p39_six_for_each_finder_and_six_and_two_more_for_braincat(finders: int, cat: int) -> None:
    scene = last_choice(5, finders)
    assert scene.board().scores == (cat, *(6 if seat <= finders else 0 for seat in range(1, 5)))
    assert scene.facts("cat_scores") == {"seat": 0, "points": cat}


def test_p40_the_highest_total_wins_and_fifteens_are_shown() -> None:
    scene = Scene(CHACUN, seats=3)
    scene.state.scores = [31, 14, 15]
    assert scene.board().fifteens == (2, 0, 1)
    scene.state.round = 2
    scene.begin()
    scene.state.round = 3
    scene.near()
    for step_number in range(4):
        scene.place(*([0, 1] if step_number == 0 else [-1, -1]))
        if scene.phase() == "paw":
            scene.near()
    scene.end_round()
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.ranks[0] == 1
    assert scene.facts("adopted_by_one")["winners"] == (0,)


def test_choosing_where_no_card_lies_is_refused() -> None:
    scene = teams().opened()
    assert scene.refusal(2, Choose(2)) == Refusal("no_card_there")
    assert scene.refusal(2, Choose(3)) == Refusal("no_card_there")
