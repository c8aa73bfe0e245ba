"""What everybody is told: warnings, phrases, and all of it at the end."""

from __future__ import annotations

from tablee.games.anges.tests.scene import Scene
from tablee.games.anges.view import Award


def test_nobody_is_warned_of_a_take_that_is_not_allowed() -> None:
    scene = Scene("a5 x d9")
    scene.leave(0)
    assert scene.board.take_ends
    scene.announce(9, 9, 9)
    assert (scene.board.take_ends, scene.board.challenge_ends) == (False, True)


def test_nobody_is_warned_once_the_listener_has_decided() -> None:
    scene = Scene("a5 x d9")
    scene.leave(0)
    scene.announce(9, 5, 5)
    assert (scene.board.take_ends, scene.board.challenge_ends) == (True, True)
    scene.challenge(True)
    assert (scene.board.take_ends, scene.board.challenge_ends) == (False, False)
    scene = Scene("a5 x d9 d6 a8")
    scene.leave(2)
    scene.announce(9, 5, 5)
    scene.take()
    assert (scene.board.take_ends, scene.board.challenge_ends) == (False, False)


def test_phrases_follow_the_role() -> None:
    scene = Scene("a5 x d9")
    assert [scene.hand(seat).phrases[0] for seat in range(3)] == ["sworn", "liar", "hmm"]
    assert scene.hand(0).talk[0].may_write == "text"
    scene.announce(9, 5, 5)
    scene.challenge(True)
    assert scene.hand(0).phrases == scene.hand(2).phrases


def test_at_the_end_everything_is_told() -> None:
    scene = Scene("a5 x d9 d6 a8")
    scene.leave(2)
    scene.announce(9, 9, 9 - 1)
    scene.take()
    scene.keep("d6", "a8", False)
    scene.announce(9, 5, 5)
    scene.challenge(False)
    scene.share(("x", "other_up"), ("a5", "mine_up"), ("d9", "other_up"))
    ending = scene.board.ending
    assert ending is not None
    assert [[(one.card.name, one.up, one.points) for one in pile] for pile in ending.piles] == [
        [],
        [("a8", False, 1), ("a5", True, 2)],
        [("x", True, 0), ("d9", True, -2)],
    ]
    assert [pile.points for pile in scene.board.piles] == [0, 3, -2]
    first, second = ending.told
    assert (first.claim, first.is_true, first.answer, first.winner) == ((9, 9, 8), False, "take", None)
    assert first.gains == (0, 0)
    assert (second.claim, second.is_true, second.answer, second.winner) == ((9, 5, 5), True, "false", 1)
    assert second.gains == (2, -2)
    assert [card.name for card in second.cards] == ["a5", "d9", "x"]
    assert ending.awards == (Award("believed", 0, 1, 0, 3), Award("doubt", 2, 1, 1, 4))
