"""Lessons for the page: every picture of the script as the learner sees it, and what the learner has to do in it."""

from __future__ import annotations

from functools import cache
from typing import cast

from tablee.kernel.game import Action, Options, Seat, Viewer
from tablee.kernel.lesson import Lesson, Step, play_lesson
from tablee.server.show.scenes import Scenes
from tablee.server.show.tools import GameTools
from tablee.server.show.voice import words_of
from tablee.server.wire import pages as p
from tablee.server.wire import tells as t


def find_lesson(tools: GameTools, language: str = "fr") -> Lesson[Options, Action] | None:
    """`LESSON_EN` is the English one, where a game has cards in words; without, `LESSON` serves everybody."""
    own = tools.found.part("lesson", f"LESSON_{language.upper()}")
    return cast("Lesson[Options, Action] | None", own or tools.found.part("lesson", "LESSON"))


@cache
def lesson_page(tools: GameTools, language: str) -> p.Lesson | None:
    """The whole lesson, None where the game has none."""
    lesson = find_lesson(tools, language)
    return None if lesson is None else told(tools, lesson, language)


def told(tools: GameTools, lesson: Lesson[Options, Action], language: str) -> p.Lesson:
    """Every picture of this script, in this language."""
    names, you = _names(tools, lesson, language), lesson.learner
    words = words_of(tools.found, language, names)
    steps: list[p.LessonStep] = []
    scenes: Scenes | None = None
    seen = 0
    for table, step in play_lesson(tools.game, lesson):
        scenes = scenes or Scenes(tools, table, Viewer(you, held=True), words, learner=you)
        entries, note = len(table.record.entries), lesson.goodbye if step is None else step.note
        steps.append(
            {
                "frame": scenes.frame(is_told=entries != seen),
                "note": words.label(f"lesson.{note}"),
                "expected": [cast(t.Action, tools.wire.action.to_json(action)) for action in _expected(step, you)],
            }
        )
        seen = entries
    return {
        "game": tools.game.meta.id,
        "title": words.title() or tools.game.meta.id,
        "options": cast(t.Options, tools.wire.options.to_json(lesson.options)),
        "people": list(names),
        "seat": you,
        "steps": steps,
    }


def _expected(step: Step[Action] | None, learner: Seat) -> tuple[Action, ...]:
    """What the learner has to do, any of these."""
    if step is None or step.seat != learner or step.action is None:
        return ()
    return (step.action, *step.also)


def _names(tools: GameTools, lesson: Lesson[Options, Action], language: str) -> tuple[str, ...]:
    """The learner is nobody in particular; the others have names of their own."""
    words = words_of(tools.found, language)
    others = iter(words.label("lesson.names").split(", "))
    return tuple(words.label("lesson.you") if seat == lesson.learner else next(others) for seat in range(lesson.seats))
