"""Lessons for the page: every picture of the script as the learner sees it, and what the learner has to do in it."""

from __future__ import annotations

from functools import cache
from typing import cast

from tablee.kernel.codec import Json
from tablee.kernel.game import Action, Options, Viewer
from tablee.kernel.lesson import Lesson, Step, play_lesson
from tablee.kernel.luck import SeededLuck
from tablee.server.show.tools import AnyTable, GameTools
from tablee.server.show.views import PUBLIC, frame_json
from tablee.server.show.voice import words_of
from tablee.words import Words


def find_lesson(kit: GameTools, language: str = "fr") -> Lesson[Options, Action] | None:
    """`LESSON_EN` is the English one, where a game has cards in words; without, `LESSON` serves everybody."""
    own = kit.found.part("lesson", f"LESSON_{language.upper()}")
    return cast("Lesson[Options, Action] | None", own or kit.found.part("lesson", "LESSON"))


@cache
def lesson_json(kit: GameTools, language: str) -> Json:
    """The whole lesson, or null where the game has none."""
    lesson = find_lesson(kit, language)
    return None if lesson is None else told(kit, lesson, language)


def told(kit: GameTools, lesson: Lesson[Options, Action], language: str) -> Json:
    """Every picture of this script, in this language."""
    names = _names(kit, lesson, language)
    words = words_of(kit.found, language, names)
    steps: list[Json] = []
    seen = 0
    for table, step in play_lesson(kit.game, lesson):
        is_new = len(table.record.entries) != seen
        seen = len(table.record.entries)
        steps.append(_step(kit, table, step, lesson, words, is_new=is_new))
    return {
        "game": kit.game.meta.id,
        "title": words.title() or kit.game.meta.id,
        "options": kit.wire.options.to_json(lesson.options),
        "people": list(names),
        "seat": lesson.learner,
        "steps": steps,
    }


def _names(kit: GameTools, lesson: Lesson[Options, Action], language: str) -> tuple[str, ...]:
    """The learner is nobody in particular; the others have names of their own."""
    words = words_of(kit.found, language)
    others = iter(words.label("lesson.names").split(", "))
    return tuple(words.label("lesson.you") if seat == lesson.learner else next(others) for seat in range(lesson.seats))


def _step(
    kit: GameTools,
    table: AnyTable,
    step: Step[Action] | None,
    lesson: Lesson[Options, Action],
    words: Words,
    *,
    is_new: bool,
) -> Json:
    viewer = Viewer(lesson.learner, held=True)
    frame = frame_json(kit, table, viewer, words, lesson.learner)
    if not is_new:
        frame["captions"] = []
    view = table.view(viewer)
    is_asked = any(lesson.learner in ask.seats for ask in view.asks)
    moves = kit.game.moves(view, SeededLuck(PUBLIC)) if is_asked else ()
    # As at a real table: what is typed is not given away.
    frame["moves"] = [kit.wire.action.to_json(move) for move in moves if type(move) not in kit.free]
    outcome = table.outcome
    frame["outcome"] = None if outcome is None else kit.wire.outcome.to_json(outcome)
    wanted: tuple[Action, ...] = ()
    if step is not None and step.seat == lesson.learner and step.action is not None:
        wanted = (step.action, *step.also)
    return {
        "frame": frame,
        "note": words.label(f"lesson.{lesson.goodbye if step is None else step.note}"),
        "expected": [kit.wire.action.to_json(action) for action in wanted],
    }
