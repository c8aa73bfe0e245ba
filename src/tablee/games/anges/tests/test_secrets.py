"""What a seat may not know: who sees which cards, and for how long; and a leak would be found."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from tablee.games.anges import GAME
from tablee.games.anges.cards import shown
from tablee.games.anges.rules import Anges
from tablee.games.anges.state import AngesState
from tablee.games.anges.tests.scene import Scene
from tablee.games.anges.tests.witness import WITNESS
from tablee.games.anges.view import AngesBoard, AngesHand, Pile
from tablee.kernel import ALL, SCREEN, Caption, Luck, Ms, Seat, Viewer
from tablee.kernel.game import Action
from tablee.kit import check_game


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


def test_nothing_of_the_end_is_on_the_board_before() -> None:
    scene = Scene("a5 x d9 d6 a8")
    scene.announce(9, 5, 5)
    scene.take()
    assert scene.state.story
    assert scene.board.ending is None
    assert "story" not in {field.name for field in fields(AngesBoard)}


class ShowsTheDiscard(Anges):
    """The board shows the last discard."""

    def board(self, state: AngesState) -> AngesBoard:
        board = super().board(state)
        return replace(board, shown=board.shown or shown(state.discard[-1:]))


class ShowsThePassedHand(Anges):
    """The listener sees how many Demons were passed."""

    def hand(self, state: AngesState, seat: Seat, held: bool) -> AngesHand:
        hand = super().hand(state, seat, held)
        peeks = state.phase == "decide" and seat == state.listener
        return replace(hand, drawn=sum(9 < face < 14 for face in state.hand)) if peeks else hand


class TellsATakenLie(Anges):
    """A caption tells everybody whether taken cards were announced truthfully."""

    def step(self, state: AngesState, seat: Seat, action: Action, now: Ms, luck: Luck) -> AngesState:
        new = super().step(state, seat, action, now, luck)  # type: ignore[arg-type]
        if new.phase == "keep":
            new.captions.append(Caption("a_lie" if not new.story[-1].is_true else "no_lie", {}, ALL))
        return new


class KeepsTheOrder(Anges):
    """A card passed on keeps its place: whoever passed it sees where it went by the speed of the clock."""

    def step(self, state: AngesState, seat: Seat, action: Action, now: Ms, luck: Luck) -> AngesState:
        new = super().step(state, seat, action, now, luck)  # type: ignore[arg-type]
        if new.phase == "announce" and new.hand:
            new.until += new.hand[0]
        return new


class ShowsWhatLiesBelow(Anges):
    """A pile remembers for its owner what is under its top."""

    def board(self, state: AngesState) -> AngesBoard:
        board = super().board(state)
        if state.phase == "over":
            return board
        piles = [Pile(len(pile), shown([pile[0].face])[0] if pile else None, None) for pile in state.piles]
        return replace(board, piles=tuple(piles))


@pytest.mark.parametrize(
    ("leaky", "law"),
    [
        (ShowsTheDiscard, 9),
        (ShowsThePassedHand, 9),
        (TellsATakenLie, 9),
        (KeepsTheOrder, 9),
        (ShowsWhatLiesBelow, 10),
    ],
)
def test_a_leak_is_found(leaky: type[Anges], law: int) -> None:
    report = check_game(leaky(), WITNESS, tables=40, seed="leak")
    assert next(found for found in report.laws if found.number == law).breaches
