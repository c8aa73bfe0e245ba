"""Titles on the end board."""

from __future__ import annotations

from tablee.games.voyelles.awards import awards
from tablee.games.voyelles.tests.scene import Scene
from tablee.games.voyelles.view import Award, Spoken


def awards_of(words: list[Spoken], errors: list[int]) -> tuple[Award, ...]:
    state = Scene().state
    state.words, state.errors = words, errors
    return awards(state)


def test_titles_come_from_words_squares_and_the_clock() -> None:
    words = [
        Spoken(0, "œuvres", (0, 2, 0, 1, 1), 4_250),
        Spoken(1, "divertissement", (0, 3, 2, 0, 0), 9_000),
        Spoken(0, "dent", (0, 1, 0, 0, 0), 1_240),
    ]
    assert awards_of(words, [0, 2, 2]) == (
        Award("longest", (1,), 14, "divertissement"),
        Award("richest", (1,), 5, "divertissement"),
        Award("busiest", (0,), 2, ""),
        Award("quickest", (0,), 12, "dent"),
        Award("hasty", (1, 2), 2, ""),
    )


def test_equals_share_a_title_and_the_first_word_is_named() -> None:
    words = [Spoken(1, "dents", (0, 1, 0, 0, 0), 2_000), Spoken(0, "tendu", (0, 1, 0, 0, 1), 2_090)]
    longest, richest, busiest, quickest = awards_of(words, [0, 0])
    assert longest == Award("longest", (0, 1), 5, "dents")
    assert richest == Award("richest", (0,), 2, "tendu")
    assert busiest.seats == (0, 1)
    assert quickest == Award("quickest", (0, 1), 20, "dents")


def test_without_words_there_is_nothing_to_honour_but_haste() -> None:
    assert awards_of([], [0, 0]) == ()
    assert awards_of([], [0, 3]) == (Award("hasty", (1,), 3, ""),)


def test_the_board_has_them_at_the_end_and_not_before() -> None:
    scene = Scene()
    scene.place(1, 13, 12, 13, 13, 13)
    scene.turn()
    assert scene.board().awards == ()
    scene.now = 3_700
    scene.speak(1, "dent")
    codes = {award.code: award for award in scene.board().awards}
    assert set(codes) == {"longest", "richest", "busiest", "quickest"}
    assert codes["quickest"].number == 37


def test_a_word_took_so_long_as_the_clock_of_the_round_ran() -> None:
    scene = Scene()
    scene.now = 1_000
    scene.turn()
    scene.now = 3_500
    scene.grab(1)
    scene.now = 7_000
    scene.say("maison")
    scene.now = 8_250
    scene.speak(2, "dent")
    assert scene.board().words[-1].took == 2_500 + 1_250  # a held microphone does not count
