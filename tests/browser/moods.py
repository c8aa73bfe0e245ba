"""Tables of Humeurs du Chat, each in another mood, played as far as the first debate: a script for the page."""

from __future__ import annotations

from typing import Any, Final

from tablee.games import find
from tablee.games.fil import GAME
from tablee.games.fil.actions import FilAction, Vote
from tablee.games.fil.moods import MOODS, Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Refusal, Seat, Viewer
from tablee.kernel.codec import Json
from tablee.kernel.lesson import Lesson, Step
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import Table, open_table
from tablee.server.show.lessons import told
from tablee.server.show.tools import tools_of

LEARNER: Final = 0
CAT: Final = 1
OPTIONS: Final = FilOptions(mode="humeurs", first=CAT)
MOST_SEEDS: Final = 500
LUCK: Final = SeededLuck(seed_from("moves"))


def first_debates(language: str) -> Json:
    """As the page fetches a lesson: a picture for each mood, in which the learner may vote for the blue card."""
    told_of = [_first_debate(mood, language) for mood in MOODS]
    return {**told_of[0], "steps": [*(one["steps"][0] for one in told_of), told_of[-1]["steps"][-1]]}


def _first_debate(mood: Mood, language: str) -> dict[str, Any]:
    for number in range(MOST_SEEDS):
        steps = _steps(f"{mood} {number}", mood)
        if steps is not None:
            vote: Step[FilAction] = Step("vote", LEARNER, Vote("blue"))
            lesson = Lesson(OPTIONS, 3, LEARNER, f"{mood} {number}", (*steps, vote), "confirm")
            script: Any = told(tools_of(find("fil")), lesson, language)  # type: ignore[arg-type]
            return dict(script)
    raise AssertionError(f"no seed gives {mood}")


def _steps(seed: str, mood: Mood) -> tuple[Step[FilAction], ...] | None:
    """How to get there, None where the cat is in another mood."""
    table = open_table(GAME, OPTIONS, (None,) * 3, seed_from("lesson", seed))
    assert not isinstance(table, Refusal)
    steps: list[Step[FilAction]] = []
    while table.state.phase != "debate":
        if table.state.mood not in (None, mood):
            return None
        seat, action, ask = _next(table)
        assert table.play(seat, ask, action, table.now) is None
        steps.append(Step("", seat, action))
    return tuple(steps)


def _next(table: Table[FilOptions, FilState, FilAction, FilBoard, FilHand]) -> tuple[Seat, FilAction, str]:
    """Whoever is asked does the first thing there is to do; the cat is always the same."""
    ask = table.asks[0]
    seat = CAT if CAT in ask.seats else ask.awaited[0]
    return seat, GAME.moves(table.view(Viewer(seat)), LUCK)[0], ask.id
