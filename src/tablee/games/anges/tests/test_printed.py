"""One test for each printed rule of Anges & Démons."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.games.anges import GAME
from tablee.games.anges.actions import Challenge, Take
from tablee.games.anges.cards import ANGELS, CARDS, DEMONS, X, deck, readings
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.tests.scene import Scene, faces, keep, share
from tablee.kernel import SCREEN, Refusal, Viewer
from tablee.kernel.luck import SeededLuck, seed_from


def test_p1_material() -> None:
    cards = Counter(CARDS[face] for face in deck("60"))
    angels = {card.value: count for card, count in cards.items() if card.suit == "angel"}
    demons = {card.value: count for card, count in cards.items() if card.suit == "demon"}
    assert angels == dict.fromkeys(range(10), 3)
    assert demons == dict.fromkeys(range(6, 10), 6)
    assert sum(count for card, count in cards.items() if card.suit == "x") == 6
    assert {(card.suit, card.up, card.down) for card in cards} == {("angel", 2, 1), ("demon", -2, 1), ("x", 0, 1)}
    assert [CARDS[face].suit for face in (*ANGELS, *DEMONS, X)] == ["angel"] * 10 + ["demon"] * 4 + ["x"]


def test_p2_the_first_player_draws_three_from_a_shuffled_pile() -> None:
    scene = Scene("a5 d9 x")
    assert scene.facts("drew") == {"seat": 0, "count": 3}
    assert scene.cards(0) == "a5 d9 x"
    assert scene.board.draw == 57
    assert scene.who == 0
    luck = SeededLuck(seed_from("p2"))
    piles = [GAME.setup(AngesOptions(), (None,) * 3, 0, luck, 1).draw for _ in range(2)]
    assert piles[0] != piles[1]


def test_p2_chance_or_the_host_chooses_the_first_player_among_all() -> None:
    luck = SeededLuck(seed_from("p2"))
    by_chance = [GAME.setup(AngesOptions(), (None,) * 4, 0, luck, 1) for _ in range(40)]
    assert {state.first for state in by_chance} == {0, 1, 2, 3}
    assert all(GAME.asks(state)[0].seats == (state.first,) for state in by_chance)
    by_host = GAME.setup(AngesOptions(first=2), (None,) * 4, 0, luck, 1)
    assert GAME.asks(by_host)[0].seats == (2,)


def test_p3_three_values_are_announced_true_or_not() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(7, 7, 0)
    assert scene.facts("announced") == {"seat": 0, "to": 1, "values": (7, 7, 0)}
    assert scene.board.claim == (7, 7, 0)
    assert (scene.board.announcer, scene.board.listener) == (0, 1)
    # Face down: the listener has not seen them, and nobody else has; who passed them remembers.
    assert scene.cards(0) == "a3 a5 d9"
    assert scene.cards(1) == scene.cards(2) == ""
    assert scene.board.shown == ()


def test_p4_the_listener_takes_or_says_true_or_false_in_one_act() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    assert scene.who == 1
    view = GAME.view(scene.state, Viewer(1))
    assert set(GAME.moves(view, SeededLuck(seed_from("p4")))) == {Take(), Challenge(True), Challenge(False)}


def test_p5_three_equal_values_must_be_challenged() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(4, 4, 4)
    assert scene.facts("forced") == {"seat": 1}
    assert scene.board.forced == "triple"
    assert scene.refusal(Take()) == Refusal("must_challenge", {"values": (4, 4, 4)})
    scene.challenge(False)
    assert scene.board.is_true is False
    assert scene.board.winner == 1


def test_p6_an_x_copies_another_card_of_the_hand() -> None:
    assert readings(faces("a5 a3 x")) == ((5, 5, 3), (5, 3, 3))
    assert readings(faces("x x x")) == tuple((value,) * 3 for value in range(9, -1, -1))
    for claim in ((5, 5, 3), (5, 3, 3)):
        scene = Scene("a5 a3 x")
        scene.announce(*claim)
        scene.challenge(True)
        assert scene.board.is_true is True
    scene = Scene("a5 a3 x")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    assert scene.board.is_true is False


def test_p7_who_takes_draws_two_discards_one_lays_one_and_announces_the_rest() -> None:
    scene = Scene("a5 a3 d9 d6 a8")
    scene.announce(5, 5, 5 - 1)
    scene.take()
    assert scene.facts("took") == {"seat": 1, "by": 0, "count": 2}
    assert scene.asked.kind == "keep"
    assert scene.who == 1
    assert scene.cards(1) == "a3 a5 d9 a8 d6"
    assert scene.hand(1).drawn == 2
    assert scene.cards(0) == ""
    assert scene.board.draw == 55
    scene.keep("d9", "a8")
    assert scene.facts("laid_up") == {"seat": 1, "card": "a8"}
    assert scene.pile(1) == "a8+"
    assert scene.board.discard == 1
    assert scene.asked.kind == "announce"
    assert (scene.board.announcer, scene.board.listener) == (1, 2)
    assert scene.cards(1) == "a3 a5 d6"
    # Nothing is left of the exchange before.
    assert (scene.board.claim, scene.board.answer, scene.hand(1).drawn) == (None, None, 0)


def test_p8_discards_are_never_looked_at_again() -> None:
    scene = Scene("a5 a3 d9 d6 a8")
    scene.announce(5, 5, 4)
    scene.take()
    scene.keep("d9", "a8")
    assert "discarded" in scene.said
    assert scene.facts("discarded") == {"seat": 1}
    own = next(caption for caption in scene.state.captions if caption.code == "discarded_own")
    assert own.to == (1,)
    for viewer in (SCREEN, Viewer(0), Viewer(1), Viewer(2)):
        assert "d9" not in str(GAME.view(scene.state, viewer))


@pytest.mark.parametrize(
    ("claim", "says", "winner"),
    [((9, 5, 3), True, 1), ((9, 5, 3), False, 0), ((9, 9, 3), False, 1), ((9, 9, 3), True, 0)],
)
def test_p9_a_right_guess_wins_the_cards_for_the_listener(claim: tuple[int, int, int], says: bool, winner: int) -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(*claim)
    scene.challenge(says)
    assert scene.facts("challenged") == {"seat": 1, "by": 0, "truth": says}
    assert [card.name for card in scene.board.shown] == ["a3", "a5", "d9"]
    assert scene.board.winner == scene.who == winner
    assert scene.board.other == 1 - winner
    assert ("right" if winner == 1 else "wrong") in scene.said


@pytest.mark.parametrize(("claim", "is_true"), [((5, 5, 3), True), ((5, 3, 3), True), ((5, 5, 5), False)])
def test_p9_every_reading_of_an_x_is_told_to_be_true(claim: tuple[int, int, int], is_true: bool) -> None:
    for says in (True, False):
        scene = Scene("a5 a3 x")
        scene.announce(*claim)
        scene.challenge(says)
        told = "was_true" if is_true else "was_false"
        assert scene.said == ["challenged", told, "right" if says == is_true else "wrong"]
        assert scene.facts(told) == {"seat": 0, "cards": ("a3", "a5", "x")}
        assert scene.board.winner == (1 if says == is_true else 0)


def test_p10_the_winner_shares_between_these_two_each_card_up_or_down() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("a3", "mine_up"), ("d9", "other_up"), ("a5", "mine_down"))
    assert scene.pile(1) == "a3+ a5-"
    assert scene.pile(0) == "d9+"
    assert scene.pile(2) == ""
    assert scene.state.story[-1].gains == (-2, 3)
    told = [(caption.code, caption.facts) for caption in scene.state.captions[:3]]
    assert told == [
        ("kept", {"seat": 1, "card": "a3", "up": True}),
        ("given", {"seat": 1, "to": 0, "card": "d9", "up": True}),
        ("kept", {"seat": 1, "card": "a5", "up": False}),
    ]
    # Nothing to the others, everything to oneself or to the other.
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(False)
    scene.share(("d9", "other_up"), ("a3", "other_down"), ("a5", "other_up"))
    assert scene.pile(0) == ""
    assert scene.pile(1) == "d9+ a3- a5+"


def test_p11_the_listener_then_draws_three_and_announces() -> None:
    scene = Scene("a5 a3 d9 x a0 a1")
    scene.announce(9, 5, 3)
    scene.challenge(False)
    scene.share_anyhow()
    assert scene.facts("drew") == {"seat": 1, "count": 3}
    assert scene.who == scene.board.announcer == 1
    assert scene.cards(1) == "a0 a1 x"
    assert scene.board.shown == ()
    assert (scene.board.claim, scene.board.answer) == (None, None)


def test_p12_nobody_may_look_through_a_pile() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("a5", "mine_up"), ("a3", "mine_up"), ("d9", "mine_down"))
    for viewer in (SCREEN, Viewer(0), Viewer(1)):
        pile = GAME.view(scene.state, viewer).board.piles[1]
        assert pile == (3, None, None)
    # A card that lies face up on top can be seen by all.
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("d9", "mine_down"), ("a3", "mine_up"), ("a5", "mine_up"))
    top = scene.board.piles[1].top
    assert top is not None
    assert top.name == "a5"


def test_p12_running_scores_are_an_option() -> None:
    assert not AngesOptions().scores
    scene = Scene("a5 a3 d9", scores=True)
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("a5", "mine_up"), ("a3", "mine_down"), ("d9", "other_up"))
    assert [pile.points for pile in scene.board.piles] == [-2, 3, 0]


def test_p13_who_takes_and_cannot_draw_two_ends_the_game() -> None:
    scene = Scene("a5 a3 d9 x")
    scene.leave(1)
    assert scene.board.take_ends
    scene.announce(9, 5, 3)
    assert scene.board.take_ends
    assert scene.refusal(Take()) is None
    scene.take()
    assert scene.said == ["took_last", "over"]
    assert GAME.asks(scene.state) == ()
    assert (scene.board.claim, scene.board.answer) == (None, None)
    assert scene.state.discard[-3:] == faces("a3 a5 d9")
    ending = scene.board.ending
    assert ending is not None
    assert ending.reason == "take"
    assert [card.name for card in ending.left] == ["x"]


def test_p14_who_cannot_draw_three_after_a_challenge_ends_the_game() -> None:
    scene = Scene("a5 a3 d9 x x")
    scene.leave(2)
    assert scene.board.challenge_ends
    assert not scene.board.take_ends
    scene.announce(9, 5, 3)
    scene.challenge(True)
    assert GAME.outcome(scene.state) is None
    scene.share(("a5", "mine_up"), ("a3", "mine_up"), ("d9", "other_up"))
    assert scene.said[-2:] == ["pile_short", "over"]
    assert (scene.board.claim, scene.board.answer, scene.board.winner) == (None, None, None)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (-2, 4, 0)


def test_p14_exactly_three_left_after_a_challenge_are_drawn_and_the_game_goes_on() -> None:
    scene = Scene("a5 a3 d9 x a0 a1")
    scene.leave(3)
    assert not scene.board.challenge_ends
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share_anyhow()
    assert "pile_short" not in scene.said
    assert GAME.outcome(scene.state) is None
    assert scene.who == 1
    assert scene.cards(1) == "a0 a1 x"
    assert scene.board.draw == 0


def last_two(then: str) -> Scene:
    """Exactly two are left, and the cards are taken: they are drawn, and three go on."""
    scene = Scene("a5 a3 d9 x x")
    scene.leave(2)
    scene.announce(9, 5, 3)
    scene.take()
    assert scene.board.draw == 0
    scene.keep("d9", "a5")
    assert scene.asked.kind == "announce"
    assert scene.board.take_ends
    assert scene.board.challenge_ends
    scene.announce(3, 3, 2)
    if then == "take":
        scene.take()
    else:
        scene.challenge(False)
    return scene


def test_p15_exactly_two_left_are_drawn_and_a_challenge_is_resolved() -> None:
    scene = last_two("challenge")
    assert scene.who == scene.board.winner == 2
    scene.share(("a3", "mine_up"), ("x", "mine_down"), ("x", "other_up"))
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (0, 2, 3)


def test_p15_exactly_two_left_are_drawn_and_a_take_discards_the_cards() -> None:
    scene = last_two("take")
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (0, 2, 0)
    assert scene.state.discard[-3:] == faces("a3 x x")


def test_p16_points_then_the_smaller_pile_then_shared() -> None:
    scene = Scene("a5 a3 d9")
    scene.leave(0)
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("a5", "mine_up"), ("a3", "other_down"), ("d9", "other_down"))
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (2, 2, 0)
    assert outcome.ranks == (2, 1, 3)  # seat 1 has the smaller pile
    scene = Scene("a5 a3 d9")
    scene.leave(0)
    scene.announce(9, 5, 3)
    scene.challenge(True)
    scene.share(("d9", "other_up"), ("a5", "mine_down"), ("a3", "other_up"))
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (0, 1, 0)  # nothing and nothing at all are the same points
    assert outcome.ranks == (3, 1, 2)


def test_p16_a_tie_in_both_is_shared_and_totals_may_be_negative() -> None:
    scene = Scene("d6 d7 d9")
    scene.leave(0)
    scene.announce(9, 7, 6)
    scene.challenge(True)
    scene.share(("d6", "other_up"), ("d7", "other_up"), ("d9", "other_up"))
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (-6, 0, 0)
    assert outcome.ranks == (3, 1, 1)


def test_p17_two_players_lay_two_cards_each_and_prepare_two_discard_piles() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9", seats=2)
    assert scene.pile(0) == "a1- a2-"
    assert scene.pile(1) == "d6- d7-"
    peeked = [caption for caption in scene.state.captions if caption.code == "peeked"]
    assert [(caption.to, caption.facts) for caption in peeked] == [
        ((0,), {"cards": ("a1", "a2")}),
        ((1,), {"cards": ("d6", "d7")}),
    ]
    assert scene.cards(0) == "a3 a5 d9"
    assert (scene.board.discard, scene.board.open_discard) == (1, 1)
    assert scene.board.open_top is not None
    assert scene.board.open_top.name == "a9"
    assert scene.board.draw == 60 - 6 - 3


def test_p18_of_two_players_a_taker_draws_three_and_discards_to_both_piles() -> None:
    scene = Scene("a1 a2 d6 d7 x a9 a5 a3 d9 x a0 d8", seats=2)
    scene.announce(9, 5, 3)
    assert scene.board.draws == 3
    scene.take()
    assert scene.cards(1) == "a3 a5 d9 a0 d8 x"
    assert scene.refusal(keep("d8", "a5", True)) == Refusal("two_discards")
    scene.keep("d8", "a5", True, "d9")
    assert scene.pile(1) == "d6- d7- a5+"
    assert (scene.board.discard, scene.board.open_discard) == (2, 2)
    assert scene.facts("discarded_open") == {"seat": 1, "card": "d9"}
    assert scene.board.open_top is not None
    assert scene.board.open_top.name == "d9"
    assert scene.cards(1) == "a0 a3 x"
    assert scene.who == 1
    scene.announce(3, 3, 0)
    scene.challenge(True)
    scene.share(("a0", "mine_up"), ("a3", "mine_up"), ("x", "mine_down"))
    assert scene.pile(0) == "a1- a2- a0+ a3+ x-"


def test_sharing_names_each_card_shown_once() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    twice = share(("a5", "mine_up"), ("a5", "mine_up"), ("d9", "other_up"))
    assert scene.refusal(twice) == Refusal("shared_twice", {"card": "a5"})
