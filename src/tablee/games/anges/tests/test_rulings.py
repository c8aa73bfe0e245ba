"""One test for each of our rulings on Anges & Démons."""

from __future__ import annotations

import pytest

from tablee.games.anges import GAME
from tablee.games.anges.actions import Announce
from tablee.games.anges.cards import CLAIMS, X, deck, is_true, readings
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.tests.scene import Scene, faces, share
from tablee.kernel import Refusal, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import Table, open_table


def test_r1_sixty_cards_as_listed_or_fifty_four_without_the_x() -> None:
    assert AngesOptions().deck == "60"
    assert len(deck("60")) == 60
    assert len(deck("54")) == 54
    assert X not in deck("54")
    assert Scene(cards="60").board.draw == 57
    assert Scene(cards="54").board.draw == 51


@pytest.mark.parametrize(("seats", "is_welcome"), [(1, False), (2, True), (6, True), (7, False)])
def test_r2_two_to_six_players(seats: int, is_welcome: bool) -> None:
    table = open_table(GAME, AngesOptions(), (None,) * seats, seed_from("r2"))
    assert isinstance(table, Table) == is_welcome
    if not is_welcome:
        assert table == Refusal("seats", {"seats": seats, "low": 2, "high": 6})


def test_r2_the_x_is_the_card_of_no_points() -> None:
    scene = Scene("x x x")
    assert [(card.value, card.up, card.down) for card in scene.hand(0).cards] == [(None, 0, 1)] * 3


def test_r3_values_are_announced_highest_first_and_x_never() -> None:
    assert len(CLAIMS) == 220
    scene = Scene("a5 a3 x")
    assert scene.refusal(Announce((3, 5, 5))) == Refusal("highest_first", {"values": (5, 5, 3)})
    assert scene.refusal(Announce((10, 5, 5))) == Refusal("no_such_value")
    view = GAME.view(scene.state, Viewer(0))
    assert GAME.moves(view, SeededLuck(seed_from("r3"))) == tuple(Announce(claim) for claim in CLAIMS)


def test_r3_a_claim_is_final_once_sent() -> None:
    table = open_table(GAME, AngesOptions(first=0), (None,) * 3, seed_from("r3"))
    assert isinstance(table, Table)
    assert table.play(0, "1.announce", Announce((9, 5, 3)), 0) is None
    assert table.play(0, "1.announce", Announce((9, 5, 4)), 0) == Refusal("too_late")
    assert table.play(0, "1.decide", Announce((9, 5, 4)), 0) == Refusal("not_yours")


@pytest.mark.parametrize(
    ("hand", "truths"),
    [
        ("a5 a3 d9", [(9, 5, 3)]),
        ("a6 d6 d6", [(6, 6, 6)]),
        ("a5 x x", [(5, 5, 5)]),
        ("d8 a2 x", [(8, 8, 2), (8, 2, 2)]),
        ("a7 d7 x", [(7, 7, 7)]),
        ("x x x", [(value, value, value) for value in range(9, -1, -1)]),
    ],
)
def test_r4_an_announcement_is_true_when_it_equals_some_reading(hand: str, truths: list[tuple[int, int, int]]) -> None:
    assert list(readings(faces(hand))) == truths
    assert [claim for claim in CLAIMS if is_true(claim, faces(hand))] == truths


@pytest.mark.parametrize("up", [True, False])
def test_r5_a_card_is_laid_face_up_or_face_down(up: bool) -> None:
    scene = Scene("a5 a3 d9 d6 a8", scores=True)
    scene.announce(9, 5, 3)
    scene.take()
    scene.keep("a3", "d9", up)
    assert scene.pile(1) == ("d9+" if up else "d9-")
    assert scene.board.piles[1].points == (-2 if up else 1)
    if not up:
        # Only the layer is told which card it was, once.
        assert scene.facts("laid_down") == {"seat": 1}
        own = next(caption for caption in scene.state.captions if caption.code == "laid_down_own")
        assert (own.to, own.facts) == ((1,), {"card": "d9"})
        assert scene.board.piles[1].top is None


@pytest.mark.parametrize(("says", "winner", "other"), [(True, 1, 0), (False, 0, 1)])
def test_r6_the_other_of_the_two_gets_what_the_winner_gives(says: bool, winner: int, other: int) -> None:
    scene = Scene("a5 a3 d9", seats=4)
    scene.announce(9, 5, 3)
    scene.challenge(says)
    scene.share(("d9", "other_up"), ("a3", "mine_up"), ("a5", "mine_up"))
    assert scene.pile(winner) == "a3+ a5+"
    assert scene.pile(other) == "d9+"


def test_r6_the_sharer_chooses_the_order() -> None:
    for order in ("a3 a5 d9", "d9 a5 a3", "a5 d9 a3"):
        scene = Scene("a5 a3 d9")
        scene.announce(9, 5, 3)
        scene.challenge(True)
        scene.do(share(*((name, "mine_up") for name in order.split())))
        assert scene.pile(1) == " ".join(f"{name}+" for name in order.split())


def test_r7_an_empty_pile_alone_does_not_end_the_game() -> None:
    scene = Scene("a5 a3 d9")
    scene.leave(0)
    assert scene.asked.kind == "announce"
    scene.announce(9, 5, 3)
    assert scene.asked.kind == "decide"


@pytest.mark.parametrize("left", [1, 2])
def test_r7_one_or_two_cards_left_after_a_challenge_are_not_drawn(left: int) -> None:
    scene = Scene("a5 a3 d9")
    scene.leave(left)
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share_anyhow()
    assert GAME.asks(scene.state) == ()
    assert len(scene.state.draw) == left


def test_r7_three_cards_left_after_a_challenge_are_drawn_though_none_remains() -> None:
    scene = Scene("a5 a3 d9")
    scene.leave(3)
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share_anyhow()
    assert len(scene.state.draw) == 0
    assert scene.asked.kind == "announce"
    scene.announce(9, 5, 3)
    assert scene.asked.kind == "decide"


def test_r8_the_two_cards_count_one_each_and_as_cards_for_the_tie() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9", seats=2, scores=True)
    assert [pile.points for pile in scene.board.piles] == [2, 2]
    assert [pile.height for pile in scene.board.piles] == [2, 2]
    scene.leave(0)
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("a5", "mine_up"), ("a3", "other_down"), ("d9", "other_down"))
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (4, 4)
    assert outcome.ranks == (2, 1)


def test_r8_nobody_sees_the_card_that_opens_the_face_down_discard_pile() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9", seats=2)
    assert scene.state.discard == faces("x")
    assert scene.facts("two_piles") == {"card": "a9"}
    assert not any("x" in str(caption.facts) for caption in scene.state.captions)


def test_r9_of_two_players_a_taker_needs_three_cards_to_draw() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9", seats=2)
    scene.leave(2)
    assert scene.board.take_ends
    scene.announce(9, 5, 3)
    scene.take()
    assert "took_last" in scene.said
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9", seats=2)
    scene.leave(3)
    assert not scene.board.take_ends
    scene.announce(9, 5, 3)
    scene.take()
    assert scene.asked.kind == "keep"
    assert scene.board.draw == 0


@pytest.mark.parametrize(
    ("hand", "truth"),
    [("a5 a3 d9", (9, 5, 3)), ("a5 a3 x", (5, 5, 3)), ("a5 x x", (5, 5, 5)), ("x x x", (9, 9, 9))],
)
def test_r10_after_forty_five_seconds_the_truth_is_announced(hand: str, truth: tuple[int, int, int]) -> None:
    scene = Scene(hand)
    assert scene.asked.until == 45_000
    scene.run_out()
    assert scene.said[0] == "clock"
    assert scene.board.claim == truth


def test_r10_after_thirty_seconds_the_cards_are_taken() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    assert scene.asked.until == 30_000
    scene.run_out()
    assert scene.board.answer == "take"
    assert scene.asked.kind == "keep"


def test_r10_who_is_forced_and_silent_says_true() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 9, 9)
    scene.run_out()
    assert scene.board.answer == "true"
    assert scene.board.winner == 0


@pytest.mark.parametrize(
    ("hand", "laid", "discarded"),
    [
        ("a5 a3 d9 d6 a8", "a3+", "d6"),  # the lowest Angel, the lowest Demon
        ("a5 a3 a9 x a8", "a3+", "x"),
        ("a5 a3 a9 a7 a8", "a3+", "a5"),
        ("d9 d8 x x d7", "x-", "d7"),
        ("d9 d8 d8 d6 d7", "d6-", "d7"),
    ],
)
def test_r11_after_forty_five_seconds_the_clock_lays_and_discards(hand: str, laid: str, discarded: str) -> None:
    scene = Scene(hand)
    scene.announce(9, 5, 4)
    scene.take()
    assert scene.asked.until == 45_000
    scene.run_out()
    assert scene.pile(1) == laid
    assert scene.state.discard == faces(discarded)


def test_r11_of_two_players_the_face_down_pile_gets_the_first_discard() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9 x a0 d8", seats=2)
    scene.announce(9, 5, 3)
    scene.take()
    scene.run_out()
    assert scene.pile(1) == "d6- d7- a0+"
    assert scene.state.discard == faces("x d8")
    assert scene.state.open_discard == faces("a9 d9")


def test_r11_the_clock_shares_for_the_winner() -> None:
    scene = Scene("a5 x d9")
    scene.announce(9, 9, 5)
    scene.challenge(True)
    assert scene.asked.until == 45_000
    scene.run_out()
    assert scene.pile(1) == "a5+ x-"
    assert scene.pile(0) == "d9+"
