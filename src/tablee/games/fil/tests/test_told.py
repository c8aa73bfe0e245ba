"""What everybody is told while it is played, what the story of a round says, and what a new round forgets."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import Explain
from tablee.games.fil.options import FilOptions, Mode
from tablee.games.fil.pieces import Reason
from tablee.games.fil.state import STAY
from tablee.games.fil.tests.scene import LAST, METIERS, PHILO, Scene, swap
from tablee.games.fil.tests.test_printed_rivals import BLUE, CHACUN, RED, in_the_skip, last_choice, step, teams
from tablee.games.fil.themes import FURTHER, LANGUAGES, PRINTED

# --- Before the first clue -------------------------------------------------------------------------------------------


def test_a_round_begins_with_its_number_and_its_braincat() -> None:
    scene = Scene()
    assert scene.facts("round") == {"number": 1, "rounds": 3}
    scene.run_out("volunteer")
    assert scene.said == ["no_volunteer", "braincat"]
    assert scene.facts("braincat") == {"seat": 0}
    scene.take(METIERS)
    assert scene.facts("theme") == {"seat": 0, "theme": "Métiers & Patelins"}
    assert scene.facts("dealt") == {"seat": 0, "cards": 5}
    scene.look()
    assert scene.facts("shuffled") == {"cards": 5}
    first, second = (face.text for face in scene.board().clues)
    assert scene.facts("first_clues") == {"first": first, "second": second}


@pytest.mark.parametrize(("mode", "seats", "rounds"), [("humeurs", 3, 4), ("equipes", 6, 4), ("chacun", 5, 5)])
def test_how_many_rounds_there_are(mode: Mode, seats: int, rounds: int) -> None:
    scene = Scene(FilOptions(mode=mode, first=0), seats)
    assert scene.facts("round") == {"number": 1, "rounds": rounds}
    assert scene.board().rounds == rounds


def test_r9_braincat_is_told_at_once_what_there_will_be_to_remind_of_the_mystery_card() -> None:
    for theme, pense_bete, reminder in ((METIERS, False, ""), (PHILO, False, "memocat"), (METIERS, True, "card")):
        scene = Scene(FilOptions(first=0, pense_bete=pense_bete))
        scene.run_out("volunteer")
        scene.take(theme)
        assert [scene.hand(seat).reminder for seat in range(3)] == [reminder, "", ""]
        scene.run_out("look")
        assert scene.hand(0).reminder == ""


def test_r1_a_record_knows_every_pack_by_its_hash() -> None:
    assert set(GAME.meta.contents) == {
        f"{theme}.{language}.toml" for theme in (*PRINTED, *FURTHER) for language in LANGUAGES
    }


def test_the_rules_under_which_a_table_was_opened_stay_with_it() -> None:
    scene = Scene().opened()
    assert scene.state.rules == GAME.meta.version


# --- While it is played ----------------------------------------------------------------------------------------------


def test_p8_every_debate_has_a_name_of_its_own() -> None:
    scene = Scene().opened()
    names = []
    for _ in range(3):
        names.append(scene.ask("debate").id)
        scene.vote("blue" if scene.state.spaces[0] == LAST else "red")
    assert names == ["1.1.debate", "1.2.debate", "1.3.debate"]


def test_p9_a_clue_is_told_with_how_many_are_left() -> None:
    scene = Scene().opened()
    for left in (2, 1, 0):
        scene.vote("clue")
        assert scene.facts("clue_asked") == {"left": left}
        assert scene.facts("clue") == {"card": scene.board().clues[-1].text}
        scene.near()


def test_p28_a_turn_is_told_with_the_family_that_may_not_wait() -> None:
    scene = teams().opened()
    assert scene.facts("turn") == {"number": 1, "team": "blue"}
    assert scene.said.count("master_shown") == 2
    scene.move(BLUE, 0)
    assert scene.facts("totem_moves") == {"team": "blue", "card": scene.text(scene.state.spaces[0] or 0)}
    scene.move(RED, STAY)
    assert scene.facts("totem_stays") == {"team": "red"}
    scene.state.scores = [5, 2]
    scene.near()
    assert scene.facts("turn") == {"number": 2, "team": "red"}
    assert scene.board().leader == RED


def test_p33_what_is_not_among_the_three_stays_in_the_skip() -> None:
    scene = in_the_skip()
    assert scene.board().skip == 5
    assert scene.facts("skipped") == {"cards": 1}
    assert "in_the_skip" in scene.said
    scene.run_out("expose", [3, 2, 1, 2, 1])
    assert "three_shown" in scene.said
    assert scene.facts("to_point") == {"team": "blue"}
    # Three are shown; the other two and the card on which red stood are out of the round.
    assert scene.board().skip == 3
    assert scene.board().pauses == 0
    space = scene.state.spaces.index(LAST)
    scene.move(BLUE, space)
    assert scene.facts("points_at") == {"team": "blue", "card": scene.text(LAST)}
    scene.run_out("point")
    assert scene.facts("points_nowhere") == {"team": "red"}
    assert scene.facts("team_found") == {"team": "blue", "points": 4}
    story = scene.board().story
    assert story is not None
    assert len(story.masters) == 6


def test_p39_who_found_it_is_told() -> None:
    scene = last_choice(4, finders=2)
    assert scene.facts("revealed") == {"card": scene.text(LAST)}
    assert scene.facts("found_by") == {"seats": (1, 2), "points": 6}
    assert scene.facts("cat_scores") == {"seat": 0, "points": 8}


# --- The story of a round --------------------------------------------------------------------------------------------


def test_the_chain_is_read_back_paw_by_paw() -> None:
    scene = Scene().begin()
    scene.point(1)
    scene.vote("clue")
    scene.point(0)
    scene.find()
    clues = [face.text for face in scene.board().clues]
    told = [caption.facts for caption in scene.state.captions if caption.code == "read_back"]
    assert told == [
        {"number": 1, "near": clues[1], "far": clues[0]},
        {"number": 2, "near": clues[0], "far": clues[2]},
    ]
    assert "astray" not in scene.said


def test_everybody_may_say_what_a_paw_meant_and_think_again() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    scene.find()
    clues = [face.text for face in scene.board().clues]
    scene.do(0, Explain(0, (0, 20)))
    assert scene.facts("meant") == {"seat": 0, "number": 1, "near": clues[0], "reasons": ("danger", "feint")}
    scene.do(1, Explain(1, (1,)))
    assert scene.facts("took_for") == {"seat": 1, "number": 2, "near": clues[1], "reasons": ("night",)}
    scene.do(0, Explain(1, (2,)))
    scene.do(0, Explain(0, (3,)))
    assert scene.board().reasons == (Reason(1, 1, (1,)), Reason(0, 1, (2,)), Reason(0, 0, (3,)))


def test_the_story_of_a_co_operative_round_tells_every_vote() -> None:
    scene = Scene(seats=4).opened()
    scene.vote("clue", "clue", "red")
    scene.near()
    first = scene.board().spaces
    scene.vote("red", "red", "blue")
    scene.find()
    story = scene.board().story
    assert story is not None
    assert (story.mystery.number, story.found, story.points, story.astray) == (LAST + 1, True, (1,), None)
    asked, kept, *_ = story.scenes
    assert (asked.paws, asked.spaces, asked.votes, asked.result) == (1, first, (None, "clue", "clue", "red"), "clue")
    assert (asked.marks, asked.out) == ((), ())
    assert (kept.paws, kept.spaces, kept.votes, kept.result) == (2, first, (None, "red", "red", "blue"), "red")
    assert kept.out == (first[0],)


def test_the_story_of_a_round_of_equipes_tells_where_the_totems_stood_and_what_went_to_the_skip() -> None:
    scene = teams().opened()
    swap(scene.state, 0)
    first = scene.board().spaces
    step(scene, red=0)
    for _ in range(3):
        step(scene)
    story = scene.board().story
    assert story is not None
    assert (story.found, story.points, len(story.masters)) == (True, (8, 0), 6)
    assert [moment.paws for moment in story.scenes] == [1, 2, 3, 4, 4]
    assert all(moment.marks == (0, None) for moment in story.scenes)
    assert (story.scenes[0].spaces, story.scenes[0].out) == (first, (first[1],))
    assert [len(moment.out) for moment in story.scenes] == [1, 1, 1, 1, 1]


def test_the_story_of_a_round_of_chacun_pour_soi_tells_where_the_tokens_stood() -> None:
    scene = last_choice(3, finders=1)
    right = scene.state.spaces.index(LAST)
    story = scene.board().story
    assert story is not None
    assert (story.found, story.points) == (True, (6, 6, 0))
    assert [moment.paws for moment in story.scenes] == [1, 2, 3, 4]
    assert all(moment.marks == (None, right, (right + 1) % 4) for moment in story.scenes)
    assert all(moment.spaces == scene.board().spaces for moment in story.scenes)


# --- The next round --------------------------------------------------------------------------------------------------


def new_in(scene: Scene, fresh: Scene) -> set[str]:
    """What the board of a later round has that the first round's had not."""
    later, first = scene.board(), fresh.board()
    return {field.name for field in fields(first) if getattr(later, field.name) != getattr(first, field.name)}


def test_a_new_round_of_decouverte_forgets_all_but_cats_themes_paws_and_points() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    scene.vote("blue", "red", draws=[1, 19, 19])
    scene.find()
    scene.do(0, Explain(0, (0,)))
    scene.end_round()
    assert new_in(scene, Scene()) == {"round", "been", "candidates", "themes", "greens", "scores", "past"}


def test_a_new_round_of_humeurs_forgets_the_mood_and_its_paws() -> None:
    humeurs = FilOptions(mode="humeurs", first=0)
    scene = Scene(humeurs, mood="calin").opened()
    scene.vote("clue")
    scene.near()
    scene.find()
    scene.end_round()
    assert new_in(scene, Scene(humeurs)) == {"round", "been", "candidates", "themes", "moods", "scores", "past"}


def test_a_new_round_of_equipes_has_new_totems_and_ambassadors() -> None:
    scene = in_the_skip()
    scene.run_out("expose", [3, 2, 1, 2, 1])
    for team in (BLUE, RED):
        scene.move(team, 0)
    scene.end_round()
    fresh = teams()
    assert new_in(scene, fresh) == {"round", "been", "braincat", "themes", "taken", "ambassadors", "past", "scores"}
    # Braincat is 1 now, and the next of its family speaks for it.
    assert scene.board().ambassadors == (0, 3)


def test_a_new_round_of_chacun_pour_soi_has_no_tokens() -> None:
    scene = last_choice(3, finders=1)
    scene.end_round()
    assert new_in(scene, Scene(CHACUN)) == {"round", "been", "braincat", "themes", "scores", "past"}
