"""A lesson: a short game played from a script, in which the learner's own moves wait for the learner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple

from tablee.kernel.game import A, B, Game, H, O, Refusal, S, Seat
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table


class Step(NamedTuple, Generic[A]):
    """What happens next. Before it, the coach says the label `lesson.<note>`."""

    note: str
    """Empty: it happens without a word, right after what came before."""
    seat: Seat | None = None
    """Nobody: time runs out, or with no action at all the coach only speaks."""
    action: A | None = None
    also: tuple[A, ...] = ()
    """What comes to the same: the learner may do that, and the script goes on with `action`."""
    is_expiry: bool = False


class Lesson(NamedTuple, Generic[O, A]):
    """`seed` was looked for until chance did what the lesson wants to show."""

    options: O
    seats: int
    learner: Seat
    seed: str
    steps: tuple[Step[A], ...]
    goodbye: str
    """The coach's last words: `lesson.<goodbye>`."""


class BadLesson(Exception):
    """The script does not play. The message says where."""


def play_lesson(
    game: Game[O, S, A, B, H], lesson: Lesson[O, A]
) -> Iterator[tuple[Table[O, S, A, B, H], Step[A] | None]]:
    """The table before each step of which the coach speaks, and that step; at the end the table once more, and None."""
    table = open_table(game, lesson.options, (None,) * lesson.seats, seed_from("lesson", lesson.seed))
    if isinstance(table, Refusal):
        raise BadLesson(f"no table can be opened like this ({table.code})")
    for number, step in enumerate(lesson.steps):
        if step.note:
            yield table, step
        if step.is_expiry:
            if table.next_due is None:
                raise BadLesson(f"step {number}: nothing runs out here")
            table.expire(table.next_due)
        elif step.seat is not None and step.action is not None:
            _play(table, step.seat, step.action, number)
    yield table, None


def _play(table: Table[O, S, A, B, H], seat: Seat, action: A, number: int) -> None:
    kinds = table.game.meta.kinds
    for ask in table.asks:
        if seat in ask.seats and type(action) in kinds[ask.kind].actions:
            refusal = table.play(seat, ask.id, action, table.now)
            if refusal is not None:
                raise BadLesson(f"step {number}: {action} is refused ({refusal.code})")
            return
    raise BadLesson(f"step {number}: nobody asks seat {seat} for {action}")
