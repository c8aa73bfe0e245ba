"""Who sees what, and what is told at the end."""

from __future__ import annotations

from dataclasses import fields

from tablee.games.anges import GAME
from tablee.games.anges.awards import Award, awards
from tablee.games.anges.state import Exchange
from tablee.games.anges.tests.scene import Scene, faces
from tablee.games.anges.view import AngesBoard
from tablee.kernel import SCREEN, Viewer


def test_the_announcer_sees_what_was_passed_until_the_listener_decides() -> None:
    scene = Scene("a5 x d9 d6 a8")
    assert [scene.hand(seat).readings for seat in range(3)] == [((9, 9, 5), (9, 5, 5)), (), ()]
    scene.announce(9, 5, 5)
    assert scene.cards(0) == "a5 d9 x"
    assert scene.hand(0).readings == ((9, 9, 5), (9, 5, 5))
    scene.take()
    assert scene.cards(0) == ""
    assert scene.hand(0).readings == ()


def test_a_taker_sees_the_passed_cards_first_and_is_told_once_from_whom() -> None:
    scene = Scene("a5 x d9 d6 a8")
    scene.announce(9, 5, 5)
    scene.take()
    told = next(caption for caption in scene.state.captions if caption.code == "received")
    assert (told.to, told.facts) == ((1,), {"by": 0, "cards": ("a5", "d9", "x")})
    assert scene.cards(1) == "a5 d9 x a8 d6"
    assert [scene.hand(seat).drawn for seat in range(3)] == [0, 2, 0]
    # The claim stands while the taker compares; whether it was true, nobody is told.
    board = scene.board
    assert (board.claim, board.is_true) == ((9, 5, 5), None)
    assert not {"was_true", "was_false"} & set(scene.said)
    scene.keep("d6", "a8")
    assert scene.board.claim is None
    # What goes on is sorted: neither place nor name tells which cards were kept.
    assert scene.cards(1) == "a5 d9 x"


def test_the_three_cards_of_a_challenge_are_shown_to_all_until_shared() -> None:
    scene = Scene("a5 x d9")
    scene.announce(9, 5, 5)
    scene.challenge(True)
    for viewer in (SCREEN, Viewer(0), Viewer(2)):
        assert [card.name for card in GAME.view(scene.state, viewer).board.shown] == ["a5", "d9", "x"]
    assert all(scene.hand(seat).cards == () for seat in range(3))
    scene.share(("x", "other_down"), ("a5", "mine_up"), ("d9", "other_down"))
    assert scene.board.shown == ()
    board = str(GAME.view(scene.state, SCREEN))
    assert "d9" not in board
    assert "'x'" not in board


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


def test_nothing_of_the_end_is_on_the_board_before() -> None:
    scene = Scene("a5 x d9 d6 a8")
    scene.announce(9, 5, 5)
    scene.take()
    assert scene.state.story
    assert scene.board.ending is None
    assert "story" not in {field.name for field in fields(AngesBoard)}


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


def told(answer: str, hand: str, claim: tuple[int, int, int], gains: tuple[int, int] = (0, 0)) -> Exchange:
    answers = {"take": ("take", None), "true": ("true", 0), "false": ("false", 1)}
    said, winner = answers[answer]
    return Exchange(0, 1, claim, tuple(faces(hand)), said, winner, gains)  # type: ignore[arg-type]


def test_awards_go_to_the_best_of_each_kind() -> None:
    story = [
        told("true", "a1 a2 a3", (9, 9, 9), (3, -2)),
        told("true", "a1 a2 a3", (9, 9, 8), (6, -2)),
        told("true", "a1 a2 a3", (3, 2, 1), (-2, 6)),  # it was true: no bluff
        told("take", "a1 a2 a3", (3, 2, 2)),
        told("take", "a1 a2 a3", (9, 2, 1)),
        told("take", "a1 a2 a3", (9, 2, 1)),
        told("false", "a1 a2 a3", (3, 2, 1), (6, 0)),
        told("false", "a1 a2 a3", (9, 2, 1), (-6, 6)),  # rightly doubted
    ]
    assert awards(story) == (
        Award("bluff", 0, 1, 1, 8),
        Award("believed", 0, 1, 4, 6),
        Award("doubt", 1, 0, 6, 6),
    )
    assert awards([]) == ()
    assert awards([told("take", "a1 a2 a3", (3, 2, 1))]) == ()


def test_awards_are_for_what_they_say_however_much_was_won() -> None:
    lie, truth = (9, 2, 1), (3, 2, 1)
    for answer, claim in (("false", lie), ("true", truth)):
        assert awards([told(answer, "a1 a2 a3", claim, (9, 0))]) == (), "who guesses right gives no prize away"
    assert awards([told("true", "a1 a2 a3", lie, (2, 2))]) == (), "nothing was won"
    assert awards([told("take", "a1 a2 a3", (3, 2, 2))]) == (Award("believed", 0, 1, 0, 1),)
    assert awards([told("true", "a1 a2 a3", lie, (2, 1))]) == (Award("bluff", 0, 1, 0, 1),)
    assert awards([told("false", "a1 a2 a3", truth, (2, 1))]) == (Award("doubt", 1, 0, 0, 1),)
