"""The story of a game: each title leads to the word that won it."""

from __future__ import annotations

from tablee.arena.match import play_match
from tablee.games.voyelles import GAME
from tablee.games.voyelles.bots import BOTS
from tablee.games.voyelles.story import watch
from tablee.kernel import SCREEN
from tablee.kernel.replay import replay


def test_every_title_of_the_end_board_is_told_with_its_moment() -> None:
    bots = [BOTS[level](seat) for seat, level in enumerate(("easy", "medium", "hard"))]
    table = play_match(GAME, GAME.meta.options(), (None,) * 3, bots, "story")
    titles = table.view(SCREEN).board.awards
    lines = watch(replay(GAME, table.record))
    assert [(line.code, line.facts["seats"], line.facts["word"], line.facts["count"]) for line in lines] == [
        (title.code, title.seats, title.word, title.number) for title in titles
    ]
    assert {"longest", "richest", "quickest"} <= {line.code for line in lines}
    moments = [(list(one.state.words), list(one.state.errors)) for one in replay(GAME, table.record)]
    for line in lines:
        (before, slips_before), (after, slips) = moments[line.at - 1], moments[line.at]
        if line.code == "hasty":
            assert slips != slips_before
        else:
            new = after[-1]
            assert len(after) == len(before) + 1
            assert new.seat in line.facts["seats"]  # type: ignore[operator]
            assert line.facts["word"] in ("", new.word)


def test_where_nobody_said_anything_nothing_is_told() -> None:
    assert watch(()) == ()
