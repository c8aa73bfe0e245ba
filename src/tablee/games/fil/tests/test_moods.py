"""One test for each mood of the cat. They are ours, so print cannot help."""

from __future__ import annotations

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import Cuddle, TakeTheme, Volunteer, Vote, WishTheme
from tablee.games.fil.moods import MOOD_TERMS, MOODS
from tablee.games.fil.options import FilOptions
from tablee.games.fil.tests.scene import ANNONCES, GRENIER, LAST, METIERS, Scene, swap, unshuffled
from tablee.kernel import ALL, SCREEN, Refusal, Viewer

HUMEURS = FilOptions(mode="humeurs", first=0)


def test_there_are_ten_and_each_changes_something() -> None:
    assert len(set(MOODS)) == 10
    assert len({MOOD_TERMS[mood] for mood in MOODS}) == 10


def test_m1_presse_debates_last_one_minute() -> None:
    scene = Scene(HUMEURS, mood="presse").opened()
    assert scene.ask("debate").until == scene.now + 60_000


def test_m2_rebours_all_know_that_claws_point_at_the_farther_clue() -> None:
    scene = Scene(HUMEURS, mood="rebours")
    scene.do(0, Volunteer())
    scene.take(METIERS)
    told = next(caption for caption in scene.state.captions if caption.code == "mood")
    assert (told.to, told.facts) == (ALL, {"mood": "rebours"})
    assert all(GAME.view(scene.state, viewer).board.mood == "rebours" for viewer in (SCREEN, Viewer(0), Viewer(1)))
    # It is the only mood in which they do.
    assert [mood for mood in MOODS if MOOD_TERMS[mood].farther] == ["rebours"]


@pytest.mark.parametrize(("at", "between"), [(0, (1, 2)), (1, (0, 2))])
def test_m2_rebours_the_chain_still_grows_away_from_the_claws(at: int, between: tuple[int, int]) -> None:
    scene = Scene(HUMEURS, mood="rebours").begin()
    scene.point(at)
    scene.vote("clue")
    assert scene.board().paw_between == between


@pytest.mark.parametrize(("clues", "points"), [(0, 9), (1, 7), (2, 6)])
def test_m3_avare_two_clues_and_one_point_more(clues: int, points: int) -> None:
    scene = Scene(HUMEURS, mood="avare").opened()
    for _ in range(clues):
        scene.vote("clue")
        scene.near()
    if clues == 2:
        assert scene.refusal(1, Vote("clue")) == Refusal("no_clue_left")
    scene.find()
    assert scene.state.scores == [points]


@pytest.mark.parametrize(("clues", "points"), [(0, 8), (1, 6), (2, 5)])
def test_m4_prodigue_three_clues_and_two_paws_to_start_with(clues: int, points: int) -> None:
    scene = Scene(HUMEURS, mood="prodigue").begin()
    assert len(scene.board().clues) == 2
    scene.near()
    # The third clue obeys P-13, and the Family has seen no Master card yet.
    assert len(scene.board().clues) == 3
    assert scene.board().spaces == (None, None)
    letters = [set(face.letters) for face in scene.board().clues]
    assert not letters[2] & (letters[0] | letters[1])
    scene.near()
    assert scene.phase() == "debate"
    assert scene.board().clues_left == 2
    for _ in range(clues):
        scene.vote("clue")
        scene.near()
    assert scene.board().clues_left == 2 - clues
    scene.find()
    assert scene.state.scores == [points]


def test_m5_curieux_six_master_cards_and_five_false_leads_to_eliminate() -> None:
    scene = Scene(HUMEURS, mood="curieux").opened()
    assert len(scene.state.hidden) == 4
    scene.find()
    assert len(scene.state.out) == 5
    assert scene.state.scores == [8]


def test_m6_lunatique_braincat_must_take_another_theme() -> None:
    scene = Scene(HUMEURS, mood="lunatique")
    scene.do(0, Volunteer())
    scene.take(METIERS)
    assert scene.ask("theme").seats == (0,)
    assert scene.refusal(0, TakeTheme(METIERS)) == Refusal("another_theme", {"theme": "Métiers & Patelins"})
    scene.take(GRENIER)
    assert scene.phase() == "look"
    assert scene.state.theme == GRENIER
    assert scene.state.plays[METIERS] == 0


def test_m7_schizo_for_one_round_and_lonely_hearts_are_changed_first() -> None:
    scene = Scene(HUMEURS, mood="schizo")
    scene.do(0, Volunteer())
    scene.take(ANNONCES)
    assert scene.phase() == "theme"
    assert scene.refusal(0, TakeTheme(ANNONCES)) is not None
    scene.take(METIERS)
    assert scene.phase() == "wish"
    assert scene.refusal(1, WishTheme(ANNONCES)) == Refusal("theme_alone", {"theme": "Petites Annonces Amoureuses"})
    assert scene.refusal(1, WishTheme(METIERS)) == Refusal("another_theme", {"theme": "Métiers & Patelins"})
    scene.do(1, WishTheme(GRENIER))
    scene.do(2, WishTheme(GRENIER), [*unshuffled(60), *unshuffled(60)])
    assert (scene.state.theme, scene.state.clue_theme) == (METIERS, GRENIER)
    scene = Scene(HUMEURS, mood="schizo")
    scene.do(0, Volunteer())
    scene.take(METIERS)
    assert scene.phase() == "wish"


def test_m8_muet_the_family_debates_with_emotes_only() -> None:
    scene = Scene(HUMEURS, mood="muet").opened()
    assert scene.hand(1).talk[0].may_write == "emote"
    assert scene.hand(0).talk[0].may_write == "none"
    scene.find()
    assert scene.hand(1).talk[0].may_write == "text"


def test_m9_democrate_a_card_leaves_only_by_unanimity_of_the_votes_cast() -> None:
    scene = Scene(HUMEURS, seats=4, mood="democrate").opened()
    scene.vote("red", "red", "blue")
    assert "no_unanimity" in scene.said
    assert scene.phase() == "paw"
    scene.near()
    # An abstention breaks no unanimity.
    scene.do(1, Vote("red"))
    scene.do(2, Vote("red"))
    scene.run_out("debate")
    assert scene.facts("kept")["colour"] == "red"
    for _ in range(2):
        scene.vote("red", "red", "clue")
        scene.near()
    assert scene.board().clues_left == 0
    # None left: a majority is enough.
    scene.vote("red", "red", "blue")
    assert scene.facts("kept")["colour"] == "red"


def test_m10_calin_the_family_may_ask_once_and_pays_two_points() -> None:
    scene = Scene(HUMEURS, seats=5, mood="calin").opened()
    assert scene.board().worth == 8
    scene.do(1, Cuddle())
    scene.do(2, Cuddle())
    assert scene.board().cuddle_answer is None
    # More than half of the four want it.
    scene.do(3, Cuddle())
    assert "no_purr" in scene.said
    assert scene.board().cuddle_answer is False
    assert scene.refusal(4, Cuddle()) == Refusal("cuddled")
    assert scene.board().worth == 6
    scene.find()
    assert scene.state.scores == [6]


def test_m10_calin_the_answer_is_true_and_other_cats_are_not_asked() -> None:
    scene = Scene(HUMEURS, seats=2, mood="calin").opened()
    swap(scene.state, 1)
    scene.do(1, Cuddle())
    assert "purr" in scene.said
    assert scene.state.mystery == LAST
    scene = Scene(HUMEURS, mood="muet").opened()
    assert scene.refusal(1, Cuddle()) == Refusal("no_cuddle")
