"""One test for each printed rule of Voyelles."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Grab, TurnCard
from tablee.games.voyelles.cards import DECK
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.tests.scene import Scene, deck_with, shuffling
from tablee.games.voyelles.view import Move, Spoken
from tablee.kernel import Refusal
from tablee.kernel.luck import ScriptedLuck


def test_p1_five_pawns_for_each_player_twelve_steps_from_the_end_of_their_rows() -> None:
    board = Scene(seats=4).board()
    assert board.pawns == ((1, 1, 1, 1, 1),) * 4
    assert board.steps == (0, 0, 0, 0)
    scene = Scene()
    scene.place(0, 13, 13, 13, 13, 13)
    assert scene.board().steps[0] == 60


def test_p1_the_goal_is_square_thirteen_twelve_steps_from_the_first() -> None:
    scene = Scene(options=VoyellesOptions(first=0, sans_redite=False))
    squares = []
    for _ in range(4):
        scene.turn(1)
        scene.show("dtn")
        scene.speak(0, "divertissement")  # three E
        squares.append(scene.board().pawns[0][1])
        assert ("arrived" in scene.told()) == (squares[-1] == 13)
    assert squares == [4, 7, 10, 13]


def test_p1_a_pawn_on_square_twelve_has_not_arrived() -> None:
    scene = Scene()
    scene.place(0, 13, 12, 13, 13, 12)
    scene.turn()
    scene.speak(0, "dent")
    assert scene.word().moves == (Move("e", 1, 12, 13),)
    assert (scene.word().verdict, scene.board().pawns[0]) == ("valid", (13, 13, 13, 13, 12))
    assert scene.facts("arrived") == {"seat": 0, "vowel": "E"}


def test_p2_fifty_five_consonant_cards() -> None:
    assert len(DECK) == 55
    assert Counter(DECK) == {**dict.fromkeys("bcdfghlmnpqrstvwy", 3), "j": 2, "z": 2}


def test_p3_three_piles_a_card_of_each_is_turned_and_the_first_player_is_drawn() -> None:
    draws = shuffling(deck_with(("qd", "t", "n")))
    luck = ScriptedLuck([*draws, 2])
    state = GAME.setup(VoyellesOptions(), (None,) * 3, 0, luck, 1)
    luck.finish()
    assert state.cards.shown == ("q", "t", "n")
    assert (state.first, state.turner, state.round, state.phase) == (2, 2, 1, "turn")
    assert GAME.board(state).covered == ("", "", "")


def test_p4_the_active_player_turns_a_card_of_any_pile_onto_its_shown_card() -> None:
    scene = Scene(("qd", "tb", "n"))
    assert (scene.asked().kind, scene.asked().seats) == ("turn", (0,))
    assert scene.refusal(1, TurnCard(0)) == Refusal("not_yours")
    scene.turn(1)
    board = scene.board()
    assert board.letters == ("q", "b", "n")
    assert board.covered == ("", "t", "")
    assert scene.facts("turned") == {"seat": 0, "pile": 1, "letter": "B"}


def test_p5_whoever_grabs_the_microphone_first_says_the_word() -> None:
    scene = Scene()
    scene.turn()
    assert scene.asked().kind == "mic"
    assert GAME.meta.kinds["mic"].race
    assert set(scene.asked().seats) == set(scene.asked().awaited) == {0, 1, 2}
    scene.grab(2)
    assert (scene.asked().kind, scene.asked().seats) == ("speak", (2,))
    assert scene.refusal(1, Grab()) == Refusal("not_yours")


def test_p6_each_pawn_moves_by_the_number_of_times_its_vowel_occurs() -> None:
    """The printed example."""
    scene = Scene()
    scene.turn()
    scene.speak(1, "divertissement")
    assert scene.board().pawns[1] == (1, 4, 3, 1, 1)
    assert scene.board().pawns[0] == scene.board().pawns[2] == (1, 1, 1, 1, 1)
    assert scene.word().moves == (Move("e", 3, 1, 4), Move("i", 2, 1, 3))
    assert scene.facts("valid") == {"seat": 1, "word": "divertissement", "steps": 5}


def test_p6_the_printed_example_is_invalid_for_a_player_whose_e_and_i_have_arrived() -> None:
    scene = Scene()
    scene.place(1, 5, 13, 13, 2, 8)
    scene.turn()
    scene.speak(1, "divertissement")
    assert (scene.word().verdict, scene.word().why) == ("invalid", "arrived")
    assert scene.board().pawns[1] == (5, 13, 13, 2, 8)


def test_p7_after_an_invalid_word_the_speaker_is_out_of_the_next_round() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(1, "maison")
    assert scene.word().verdict == "invalid"
    assert scene.board().errors == (0, 1, 0)
    scene.speak(2, "dent")
    assert scene.board().excluded == (1,)
    scene.turn(1)
    assert set(scene.asked().seats) == {0, 2}
    assert scene.refusal(1, Grab()) == Refusal("not_yours")
    scene.pass_by(*scene.asked().seats)
    assert scene.board().excluded == ()
    scene.turn(1)
    assert set(scene.asked().seats) == {0, 1, 2}


@pytest.mark.parametrize(
    ("letters", "word", "code"),
    [
        ("dtn", "maison", "missing"),
        ("dtn", "demi-tarin", "hyphen"),
        ("dtn", "d’antan", "apostrophe"),
        ("thm", "thym", "no_vowel"),
        ("dtn", "tendu", "all_arrived"),
        ("dtn", "antidote", "repeated"),
        ("dtn", "dantonesque", "unknown"),
        ("dtn", "", "silence"),
    ],
)
def test_p7_everybody_is_told_why_a_word_is_invalid(letters: str, word: str, code: str) -> None:
    scene = Scene()
    scene.state.words.append(Spoken(1, "antidote", (1, 1, 1, 1, 0), 0))
    scene.place(0, 1, 13, 1, 1, 13)
    scene.turn()
    scene.show(letters)
    scene.grab(0)
    if word:
        scene.say(word)
    if scene.asked().kind in ("speak", "again"):
        scene.run_out()
    reasons = {"missing", "hyphen", "apostrophe", "no_vowel", "all_arrived", "repeated", "unknown", "silence"}
    assert [caption for caption in scene.told() if caption in reasons] == [code]
    facts = scene.facts(code)
    assert (facts["seat"], facts.get("word", "")) == (0, word)
    assert scene.facts("out") == {"seat": 0}


@pytest.mark.parametrize("word", ["dent", "tend", "édition", "handicapant"])
def test_p8_the_three_consonants_in_any_order(word: str) -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, word)
    assert scene.word().verdict == "valid"


def test_p8_a_word_that_lacks_a_consonant_is_invalid() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "table")
    assert (scene.word().verdict, scene.word().why, scene.word().missing) == ("invalid", "missing", ("d", "n"))
    assert scene.facts("missing") == {"seat": 0, "word": "table", "letters": ("D", "N")}


def test_p8_a_word_must_move_a_pawn() -> None:
    scene = Scene()
    scene.state.options = VoyellesOptions(first=0, every_double=False)
    scene.turn()
    scene.show("hmy")
    scene.speak(0, "rhythm")  # not even a word
    assert scene.word().why == "unknown"
    scene.show("tyt")
    scene.speak(1, "thym")
    assert (scene.word().verdict, scene.word().why) == ("invalid", "no_vowel")


@pytest.mark.parametrize("word", ["entendre", "entendrions", "tondues", "détonant", "indistinctement", "dindonnât"])
def test_p9_words_of_the_dictionary_in_all_their_forms(word: str) -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, word)
    assert (scene.word().verdict, scene.word().word) == ("valid", word)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("Dunstan", "unknown"),
        ("nordstat", "unknown"),
        ("demi-tarin", "hyphen"),
        ("d’antan", "apostrophe"),
        ("d'antan", "apostrophe"),
    ],
)
def test_p9_no_proper_nouns_no_foreign_words_no_apostrophes_no_hyphens(word: str, why: str) -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, word)
    assert scene.word().why == why
    if why == "unknown":
        scene.run_out()
    assert (scene.word().verdict, scene.board().out) == ("invalid", (0,))


def test_p10_in_a_dispute_any_word_stands_if_the_majority_of_the_others_accept_it() -> None:
    for refusing, stands in (((1,), True), ((1, 2), False)):
        scene = Scene(seats=4, options=VoyellesOptions(judge="jury", first=0))
        scene.turn()
        scene.speak(0, "dantonesque")
        scene.dispute(1)
        for seat in (2, 3):
            scene.vote(seat, seat not in refusing)
        assert scene.word().verdict == ("valid" if stands else "invalid")
        assert scene.board().pawns[0] == ((2, 3, 1, 2, 2) if stands else (1, 1, 1, 1, 1))


def test_p11_a_pawn_that_has_arrived_does_not_move() -> None:
    scene = Scene()
    scene.place(0, 13, 1, 1, 1, 1)
    scene.turn()
    scene.speak(0, "tendra")
    assert scene.board().pawns[0] == (13, 2, 1, 1, 1)
    assert scene.word().moves == (Move("a", 1, 13, 13), Move("e", 1, 1, 2))
    assert scene.state.words[-1].steps == (0, 1, 0, 0, 0)


def test_p12_when_a_pile_runs_out_all_cards_are_shuffled_into_three_new_piles() -> None:
    scene = Scene(seats=2)
    while scene.board().piles[2] > 1:
        scene.turn(2)
        scene.pass_by(*scene.asked().seats)
        scene.state.dry = 0
    scene.turn(2)
    assert scene.board().piles[2] == 0
    scene.pass_by(*scene.asked().seats, draws=shuffling(deck_with(("bq", "cz", "dw"))))
    board = scene.board()
    assert scene.facts("shuffled") == {"letters": ("B", "C", "D")}
    assert (board.letters, board.piles, board.covered) == (("b", "c", "d"), (18, 17, 17), ("", "", ""))


def test_p13_first_with_all_five_pawns_on_the_last_square_wins_at_once() -> None:
    scene = Scene()
    scene.place(1, 13, 12, 13, 13, 13)
    scene.place(2, 13, 13, 13, 13, 12)
    scene.turn()
    scene.speak(1, "dent")
    assert GAME.asks(scene.state) == ()
    assert (scene.board().ending, scene.board().speaker) == ("won", None)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.ranks == (3, 1, 2)
    assert outcome.scores == (0, 60, 59)


@pytest.mark.parametrize("left_behind", [0, 2, 3, 4])
def test_p13_four_pawns_on_the_last_square_do_not_win(left_behind: int) -> None:
    scene = Scene()
    squares = [13, 12, 13, 13, 13]
    squares[left_behind] = 12
    scene.place(1, *squares)
    scene.turn()
    scene.speak(1, "dent")  # the E arrives
    assert scene.board().pawns[1].count(13) == 4
    assert (scene.board().round, scene.board().ending) == (2, "")
    assert GAME.outcome(scene.state) is None
