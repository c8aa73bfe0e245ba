"""The lesson shows what its coach says: three squares, a refusal, four squares."""

from __future__ import annotations

from tablee.games.voyelles import GAME
from tablee.games.voyelles.lesson import LEA, LESSON, YOU
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import SCREEN
from tablee.kernel.lesson import play_lesson


def boards() -> dict[str, VoyellesBoard]:
    """By the coach's note: what is on the table while it is read."""
    return {
        LESSON.goodbye if step is None else step.note: table.view(SCREEN).board
        for table, step in play_lesson(GAME, LESSON)
    }


def test_the_cards_are_those_that_the_coach_names() -> None:
    shown = boards()
    assert shown["turn"].letters[1] == "s"
    assert sorted(shown["grab"].letters) == sorted("ftr")
    assert sorted(shown["race"].letters) == sorted("ptr")


def test_the_pawns_go_where_the_coach_says() -> None:
    shown = boards()
    assert shown["moved"].pawns[YOU] == (1, 4, 1, 1, 1)
    assert shown["goodbye"].pawns[YOU] == (1, 6, 2, 1, 2)
    assert shown["goodbye"].steps[YOU] - shown["moved"].steps[YOU] == 4


def test_lea_is_silenced_and_the_round_goes_on() -> None:
    shown = boards()
    said = shown["chance"].said
    assert said is not None
    assert (said.seat, said.why, said.missing) == (LEA, "missing", ("t",))
    assert shown["chance"].out == (LEA,)
    assert shown["goodbye"].excluded == (LEA,)
