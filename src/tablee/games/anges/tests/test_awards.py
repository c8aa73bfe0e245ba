"""Three prizes at the end."""

from __future__ import annotations

from tablee.games.anges import GAME
from tablee.games.anges.awards import awards
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import AngesState, Exchange
from tablee.games.anges.tests.scene import faces
from tablee.games.anges.view import Award


def told(answer: str, hand: str, claim: tuple[int, int, int], gains: tuple[int, int] = (0, 0)) -> Exchange:
    answers = {"take": ("take", None), "true": ("true", 0), "false": ("false", 1)}
    said, winner = answers[answer]
    return Exchange(0, 1, claim, tuple(faces(hand)), said, winner, gains)  # type: ignore[arg-type]


def awards_of(*story: Exchange) -> tuple[Award, ...]:
    state = AngesState(GAME.meta.version, AngesOptions(), 2, 0)
    state.story = list(story)
    return awards(state)


def test_awards_go_to_the_best_of_each_kind() -> None:
    story = (
        told("true", "a1 a2 a3", (9, 9, 9), (3, -2)),
        told("true", "a1 a2 a3", (9, 9, 8), (6, -2)),
        told("true", "a1 a2 a3", (3, 2, 1), (-2, 6)),  # it was true: no bluff
        told("take", "a1 a2 a3", (3, 2, 2)),
        told("take", "a1 a2 a3", (9, 2, 1)),
        told("take", "a1 a2 a3", (9, 2, 1)),
        told("false", "a1 a2 a3", (3, 2, 1), (6, 0)),
        told("false", "a1 a2 a3", (9, 2, 1), (-6, 6)),  # rightly doubted
    )
    assert awards_of(*story) == (
        Award("bluff", 0, 1, 1, 8),
        Award("believed", 0, 1, 4, 6),
        Award("doubt", 1, 0, 6, 6),
    )
    assert awards_of() == ()
    assert awards_of(told("take", "a1 a2 a3", (3, 2, 1))) == ()


def test_awards_are_for_what_they_say_however_much_was_won() -> None:
    lie, truth = (9, 2, 1), (3, 2, 1)
    for answer, claim in (("false", lie), ("true", truth)):
        assert awards_of(told(answer, "a1 a2 a3", claim, (9, 0))) == (), "who guesses right gives no prize away"
    assert awards_of(told("true", "a1 a2 a3", lie, (2, 2))) == (), "nothing was won"
    assert awards_of(told("take", "a1 a2 a3", (3, 2, 2))) == (Award("believed", 0, 1, 0, 1),)
    assert awards_of(told("true", "a1 a2 a3", lie, (2, 1))) == (Award("bluff", 0, 1, 0, 1),)
    assert awards_of(told("false", "a1 a2 a3", truth, (2, 1))) == (Award("doubt", 1, 0, 0, 1),)
