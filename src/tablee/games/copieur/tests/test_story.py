"""The story of a game: who remembered longest, won most questions and bluffed best, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.arena.match import play_match
from tablee.games.copieur import GAME
from tablee.games.copieur.actions import CopieurAction
from tablee.games.copieur.bots import BOTS
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import CopieurState, Deeds
from tablee.games.copieur.story import watch
from tablee.games.copieur.tests.scene import Scene
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import SCREEN
from tablee.kernel.replay import replay
from tablee.kernel.story import StoryLine
from tablee.kernel.table import Table


def moments(
    *deeds: Sequence[Sequence[int]],
) -> Iterator[Table[CopieurOptions, CopieurState, CopieurAction, CopieurBoard, CopieurHand]]:
    """The same table again and again, with these deeds: longest runs, slaps, bluffs of each seat."""
    scene = Scene(3)
    for longest, slaps, bluffs in deeds:
        scene.state.deeds = Deeds((0, 0, 0), tuple(longest), tuple(slaps), tuple(bluffs))
        yield scene.table


NONE = (0, 0, 0)


def test_each_line_names_the_best_and_the_moment_they_became_it() -> None:
    told = watch(
        moments(
            (NONE, NONE, NONE),
            ((1, 0, 0), NONE, NONE),
            ((1, 0, 0), (0, 1, 0), NONE),
            ((1, 0, 2), (0, 1, 0), (0, 0, 1)),
            ((1, 0, 2), (0, 2, 0), (0, 0, 1)),
        )
    )
    assert told == (
        StoryLine("memory", {"seat": 2, "seats": (2,), "count": 2}, 3),
        StoryLine("reflex", {"seat": 1, "seats": (1,), "count": 2}, 4),
        StoryLine("bluff", {"seat": 2, "seats": (2,), "count": 1}, 3),
    )


def test_equals_share_it_and_who_was_first_comes_first() -> None:
    (line,) = watch(moments(((0, 2, 0), NONE, NONE), ((2, 2, 1), NONE, NONE)))
    assert line == StoryLine("memory", {"seat": 1, "seats": (1, 0), "count": 2}, 0)


def test_where_nobody_did_anything_nothing_is_told() -> None:
    assert watch(moments((NONE, NONE, NONE))) == ()


def test_the_story_of_a_whole_game_is_that_of_its_awards() -> None:
    bots = [BOTS["medium"](seat) for seat in range(4)]
    table = play_match(GAME, CopieurOptions(limit=20), (None,) * 4, bots, "story")
    told = watch(replay(GAME, table.record))
    awards = table.view(SCREEN).board.awards
    assert [line.code for line in told] == [award.name for award in awards] == ["memory", "reflex", "bluff"]
    for line, award in zip(told, awards, strict=True):
        seats = line.facts["seats"]
        assert isinstance(seats, tuple)
        assert (set(seats), line.facts["count"]) == (set(award.seats), award.times)
