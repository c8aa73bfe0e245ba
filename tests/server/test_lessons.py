"""Lessons: every script plays, the learner is always offered what the coach asks for, and the coach has the words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.venue import Venue, play_out

from tablee.games import find, known_games
from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Remove
from tablee.games.pierres.lesson import LESSON
from tablee.kernel.game import Viewer
from tablee.kernel.lesson import BadLesson, Step, play_lesson
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.show.lessons import find_lesson
from tablee.server.show.tools import tools_of
from tablee.words import LANGUAGES, Words

GAMES = [name for name in known_games() if find_lesson(tools_of(find(name))) is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_script_plays_and_offers_what_it_wants(name: str, language: str) -> None:
    kit = tools_of(find(name))
    lesson = find_lesson(kit, language)
    assert lesson is not None
    is_active = False
    for table, step in play_lesson(kit.game, lesson):
        if step is not None and step.seat == lesson.learner and step.action is not None:
            is_active = True
            view = table.view(Viewer(lesson.learner, held=True))
            moves = kit.game.moves(view, SeededLuck(seed_from("moves")))
            # What is typed is never listed; that it is taken, the script itself has shown.
            assert step.action in moves or len(moves) > 512 or type(step.action) in kit.free
    assert is_active


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_coach_has_the_words(name: str, language: str) -> None:
    found = find(name)
    lesson = find_lesson(tools_of(found))
    assert lesson is not None
    words = Words(language, found.locales, strict=True)
    for note in (*(step.note for step in lesson.steps if step.note), lesson.goodbye):
        assert words.label(f"lesson.{note}")


def test_a_script_that_does_not_play_says_where() -> None:
    first = LESSON._replace(steps=(Step("draw", 0, Remove(1)),))
    with pytest.raises(BadLesson, match="step 0: nobody asks seat 0"):
        list(play_lesson(GAME, first))
    with pytest.raises(BadLesson, match="no table can be opened"):
        list(play_lesson(GAME, LESSON._replace(seats=9)))


def test_a_lesson_is_told_over_http(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            status, _, body = await venue.get("/api/lessons/pierres?lang=en")
            assert status == 200
            assert b"You begin. Reach into the bag" in body
            for unknown in ("buzzer", "nothing"):
                assert (await venue.get(f"/api/lessons/{unknown}"))[0] == 404

    play_out(test)
