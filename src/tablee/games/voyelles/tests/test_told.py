"""What everybody is told, step by step."""

from __future__ import annotations

from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.tests.scene import Scene

Told = tuple[str, dict[str, object]]


def heard(scene: Scene) -> list[Told]:
    return [(caption.code, dict(caption.facts)) for caption in scene.state.captions]


def test_a_round_that_is_won() -> None:
    scene = Scene()
    assert heard(scene) == [("dealt", {"letters": ("Q", "T", "N")}), ("turn", {"seat": 0})]
    scene.turn()
    assert heard(scene) == [("turned", {"seat": 0, "pile": 0, "letter": "D"})]
    scene.pass_by(2)
    assert heard(scene) == [("passed", {"seat": 2})]
    scene.grab(1)
    assert heard(scene) == [("grabbed", {"seat": 1})]
    scene.place(1, 1, 11, 1, 1, 1)
    scene.say("divertissement")
    assert heard(scene) == [
        ("valid", {"seat": 1, "word": "divertissement", "steps": 4}),
        ("arrived", {"seat": 1, "vowel": "E"}),
        ("moved", {"seat": 1, "vowel": "I", "number": 2}),
        ("turn", {"seat": 1}),
    ]


def test_a_pawn_that_had_arrived_is_not_spoken_of() -> None:
    scene = Scene()
    scene.place(0, 1, 13, 1, 1, 1)
    scene.turn()
    scene.speak(0, "divertissement")
    assert [code for code, _ in heard(scene)] == ["valid", "moved", "turn"]


def test_the_game_that_is_won() -> None:
    scene = Scene()
    scene.place(1, 13, 12, 13, 13, 13)
    scene.turn()
    scene.speak(1, "dent")
    assert heard(scene)[1:] == [("arrived", {"seat": 1, "vowel": "E"}), ("won", {"winner": 1})]


def test_an_invalid_word_and_who_is_out_of_the_next_round() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(1, "maison")
    assert heard(scene) == [
        ("missing", {"seat": 1, "word": "maison", "letters": ("D", "T")}),
        ("out", {"seat": 1}),
    ]
    scene.speak(0, "dent")
    assert heard(scene)[-2:] == [("turn", {"seat": 1}), ("excluded", {"seats": (1,)})]


def test_a_misspelt_word() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "divertissemnt")
    assert heard(scene) == [("again", {"seat": 0, "word": "divertissemnt"})]


def test_a_word_that_is_disputed_and_voted_in() -> None:
    scene = Scene(seats=4, options=VoyellesOptions(judge="jury", first=0))
    scene.turn()
    scene.speak(0, "dantonesque")
    assert heard(scene) == [("submitted", {"seat": 0, "word": "dantonesque"})]
    scene.dispute(1)
    assert heard(scene) == [("disputed", {"seat": 1, "word": "dantonesque"})]
    scene.vote(2, True)
    assert heard(scene) == [("voted_for", {"seat": 2})]
    scene.vote(3, True)
    assert heard(scene)[:3] == [
        ("voted_for", {"seat": 3}),
        ("voted_in", {"word": "dantonesque", "yes": 2, "no": 1}),
        ("valid", {"seat": 0, "word": "dantonesque", "steps": 5}),
    ]


def test_a_word_that_the_dictionary_lacks_and_that_is_voted_out() -> None:
    scene = Scene(options=VoyellesOptions(judge="mixte", first=0))
    scene.turn()
    scene.speak(0, "dantonesque")
    assert heard(scene) == [("on_trial", {"seat": 0, "word": "dantonesque"})]
    scene.vote(1, False)
    assert heard(scene) == [("voted_against", {"seat": 1})]
    scene.vote(2, True)
    assert heard(scene)[:3] == [
        ("voted_for", {"seat": 2}),
        ("voted_out", {"word": "dantonesque", "yes": 1, "no": 1}),
        ("out", {"seat": 0}),
    ]
    assert scene.board().votes == ()


def test_r14_too_many_rounds_without_a_word_or_in_all() -> None:
    scene = Scene()
    scene.state.dry = 14
    scene.dry_round()
    assert heard(scene)[-1] == ("dry", {"count": 15})
    scene = Scene()
    scene.state.round = 150
    scene.dry_round()
    assert heard(scene)[-1] == ("long", {"count": 150})


def test_clocks_that_run_out() -> None:
    scene = Scene()
    scene.run_out()
    assert heard(scene)[0] == ("clock", {"seat": 0})
    scene.run_out()
    assert heard(scene)[0] == ("time_up", {})
    assert heard(scene)[1][0] == "there_was"
