"""The story of a finished game of Voyelles: its titles, and the words that won them."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.voyelles.actions import VoyellesAction
from tablee.games.voyelles.awards import awards
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import Award, Spoken, VoyellesBoard
from tablee.kernel import Hand
from tablee.kernel.game import Facts
from tablee.kernel.story import StoryLine
from tablee.kernel.table import Table


def watch(
    tables: Iterable[Table[VoyellesOptions, VoyellesState, VoyellesAction, VoyellesBoard, Hand]],
) -> tuple[StoryLine, ...]:
    words: list[Spoken] = []
    errors: list[int] = []
    last: VoyellesState | None = None
    said: list[int] = []
    """By valid word: the input that made it one."""
    erred = 0
    for at, table in enumerate(tables):
        last = table.state
        words = list(last.words)
        said += [at] * (len(words) - len(said))
        if errors != last.errors:
            errors, erred = list(last.errors), at
    return tuple(
        StoryLine(
            award.code,
            _facts(award),
            erred if award.code == "hasty" else said[_won_by(award, words)],
        )
        for award in (() if last is None else awards(last))
    )


def _facts(award: Award) -> Facts:
    """What is counted in tenths of a second is told in seconds, as each language writes them."""
    whole, tenth = divmod(award.number, 10)
    counted = {"count": award.number, "whole": whole, "tenth": tenth}
    return {"seat": award.seats[0], "seats": award.seats, "word": award.word, **counted}


def _won_by(award: Award, words: list[Spoken]) -> int:
    """Which word brought this title: the one it names, or the last of who holds it."""
    named = [number for number, spoken in enumerate(words) if spoken.word == award.word and spoken.seat in award.seats]
    return named[0] if named else max(number for number, spoken in enumerate(words) if spoken.seat in award.seats)
