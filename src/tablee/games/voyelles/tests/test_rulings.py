"""One test for each of our rulings on Voyelles."""

from __future__ import annotations

from string import ascii_lowercase

import pytest

from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Dispute, Grab, Say, TurnCard
from tablee.games.voyelles.familiarity import familiarity
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.lexicon import lexicon
from tablee.games.voyelles.options import MOST_BYTES, VoyellesOptions
from tablee.games.voyelles.tests.scene import Scene, deck_with, shuffling
from tablee.games.voyelles.view import Move
from tablee.kernel import Refusal
from tablee.kernel.luck import seed_from
from tablee.kernel.pace import Pace, speed
from tablee.kernel.table import Table, open_table

JURY = VoyellesOptions(judge="jury", first=0)
MIXED = VoyellesOptions(judge="mixte", first=0)


@pytest.mark.parametrize(("seats", "is_welcome"), [(1, False), (2, True), (4, True), (5, False)])
def test_r1_two_to_four_players(seats: int, is_welcome: bool) -> None:
    table = open_table(GAME, VoyellesOptions(), (None,) * seats, seed_from("r1"))
    assert isinstance(table, Table) == is_welcome
    if not is_welcome:
        assert table == Refusal("seats", {"seats": seats, "low": 2, "high": 4})


def test_r2_piles_of_nineteen_eighteen_and_eighteen() -> None:
    board = Scene().board()
    assert [height + 1 for height in board.piles] == [19, 18, 18]


@pytest.mark.parametrize(
    ("letters", "typed", "shown", "pawns"),
    [
        ("mrm", "marmite", "marmite", (2, 2, 2, 1, 1)),
        ("mrs", "MÈRES", "mères", (1, 3, 1, 1, 1)),
        ("mgs", "mangeassions", "mangeassions", (3, 2, 2, 2, 1)),
        ("vrs", "OEUVRES", "œuvres", (1, 3, 1, 2, 2)),
        ("vrs", "œuvres", "œuvres", (1, 3, 1, 2, 2)),
        ("nfs", "naifs", "naïfs", (2, 1, 2, 1, 1)),
        ("fcs", "facades", "façades", (3, 2, 1, 1, 1)),
        ("cgr", "garçon", "garçon", (2, 1, 1, 2, 1)),
        ("ryl", "royale", "royale", (2, 2, 1, 2, 1)),
        ("pch", "peche", "pêche", (1, 3, 1, 1, 1)),
        ("pch", "péché", "péché", (1, 3, 1, 1, 1)),
    ],
)
def test_r3_accents_are_folded_and_every_written_vowel_counts(
    letters: str, typed: str, shown: str, pawns: tuple[int, ...]
) -> None:
    scene = Scene()
    scene.turn()
    scene.show(letters)
    scene.speak(0, typed)
    assert (scene.word().verdict, scene.word().word, scene.board().pawns[0]) == ("valid", shown, pawns)


def test_r3_a_short_word_with_two_consonants_where_once_is_enough() -> None:
    scene = Scene(options=VoyellesOptions(first=0, every_double=False))
    scene.turn()
    scene.show("mrm")
    scene.speak(0, "mère")
    assert (scene.word().verdict, scene.word().word, scene.board().pawns[0]) == ("valid", "mère", (1, 3, 1, 1, 1))


def test_r3_k_and_x_have_no_card_but_may_occur() -> None:
    for letters, word in (("rgl", "kilogrammes"), ("ptc", "explicatif")):
        scene = Scene()
        scene.turn()
        scene.show(letters)
        scene.speak(0, word)
        assert scene.word().verdict == "valid"


def test_r3_accents_may_come_in_two_pieces() -> None:
    scene = Scene()
    scene.turn()
    scene.show("mrs")
    scene.speak(0, "me\u0300res")
    assert (scene.word().verdict, scene.word().word) == ("valid", "mères")


def test_r3_y_is_a_consonant() -> None:
    scene = Scene()
    scene.turn()
    scene.show("yps")
    scene.speak(0, "pays")
    assert scene.word().moves == (Move("a", 1, 1, 2),)
    assert scene.word().verdict == "valid"


def test_r4_a_consonant_shown_twice_or_three_times_must_occur_that_often() -> None:
    scene = Scene()
    scene.turn()
    scene.show("ttn")
    scene.speak(0, "tenu")
    assert scene.word().missing == ("t",)
    scene.speak(1, "attente")
    assert scene.word().verdict == "valid"
    scene.turn(scene.state.cards.fullest())
    scene.show("sss")
    scene.speak(2, "assises")
    assert scene.word().verdict == "valid"


def test_r4_option_once_is_enough() -> None:
    scene = Scene(options=VoyellesOptions(every_double=False, first=0))
    scene.turn()
    scene.show("ttt")
    scene.speak(0, "toi")
    assert scene.word().verdict == "valid"


def test_r5_a_pawn_never_passes_the_last_square_and_all_vowels_move() -> None:
    scene = Scene()
    scene.place(0, 1, 12, 1, 1, 1)
    scene.turn()
    scene.speak(0, "divertissement")
    assert scene.board().pawns[0] == (1, 13, 3, 1, 1)
    assert scene.word().moves == (Move("e", 3, 12, 13), Move("i", 2, 1, 3))
    assert scene.state.words[-1].steps == (0, 1, 2, 0, 0)
    assert scene.facts("arrived") == {"seat": 0, "vowel": "E"}


def test_r6_the_microphone_opens_with_the_card_and_a_photo_finish_goes_round_from_the_active_player() -> None:
    scene = Scene(seats=4)
    assert scene.asked().kind == "turn"
    scene.turn()
    assert scene.asked().kind == "mic"
    assert scene.asked().seats == GAME.precedence(scene.state, scene.asked()) == (1, 2, 3, 0)


@pytest.mark.parametrize("seconds", [4, 6, 15])
def test_r6_no_word_in_time_counts_as_an_invalid_one(seconds: int) -> None:
    scene = Scene(options=VoyellesOptions(speaking=seconds, first=0))
    scene.turn()
    scene.now = 10_000
    scene.grab(1)
    assert scene.asked().until == 10_000 + seconds * 1000
    scene.run_out()
    assert (scene.word().word, scene.word().verdict, scene.word().why) == ("", "invalid", "silence")
    assert scene.board().out == (1,)


def test_r6_the_clock_of_the_round_stops_meanwhile() -> None:
    scene = Scene()
    scene.now = 1_000
    scene.turn()
    assert scene.asked().until == 61_000
    scene.now = 21_000
    scene.grab(1)
    assert scene.board().left == 40_000
    scene.now = 26_000
    scene.say("maison")
    assert (scene.asked().kind, scene.asked().until) == ("mic", 66_000)


def test_r6_a_held_microphone_runs_at_normal_speed_at_any_pace() -> None:
    scene = Scene()
    scene.turn()
    scene.grab(1)
    assert speed(GAME.asks(scene.state), GAME.meta.kinds, Pace("none")) == 1000


def test_r7_the_round_goes_on_for_the_others_and_the_speaker_is_out_of_it_too() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(1, "maison")
    assert (scene.board().round, scene.asked().kind, scene.asked().seats) == (1, "mic", (2, 0))
    assert scene.refusal(1, Grab()) == Refusal("not_yours")


def test_r7_option_the_round_ends() -> None:
    scene = Scene(options=VoyellesOptions(after_error="round-ends", first=0))
    scene.turn()
    scene.speak(1, "maison")
    assert (scene.board().round, scene.asked().kind, scene.asked().seats) == (2, "turn", (1,))
    assert scene.board().excluded == (1,)
    assert scene.board().speaker is None
    # Nobody has won it.
    assert scene.board().dry == 1
    assert scene.board().there_was is not None


def test_r8_a_round_ends_with_a_valid_word_and_the_next_after_the_turner_goes_on() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(2, "dent")
    assert (scene.board().round, scene.asked().kind, scene.asked().seats) == (2, "turn", (1,))
    assert scene.facts("turn") == {"seat": 1}
    assert scene.board().speaker is None


def test_r8_a_round_ends_when_all_are_out_or_have_passed() -> None:
    scene = Scene()
    scene.turn()
    scene.pass_by(1)
    assert scene.asked().seats == (2, 0)
    scene.speak(2, "maison")
    assert scene.asked().seats == (0,)
    scene.pass_by(0)
    assert (scene.board().round, scene.asked().seats) == (2, (1,))
    assert "nobody_left" in scene.told()


@pytest.mark.parametrize("seconds", [30, 60, 120])
def test_r8_a_round_ends_when_its_time_is_up(seconds: int) -> None:
    scene = Scene(options=VoyellesOptions(searching=seconds, first=0))
    scene.turn()
    assert scene.asked().until == seconds * 1000
    scene.run_out()
    assert scene.told()[0] == "time_up"
    assert (scene.board().round, scene.asked().seats) == (2, (1,))


def test_r8_an_excluded_player_still_turns_their_card() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(1, "maison")
    scene.speak(2, "dent")
    assert scene.board().excluded == scene.asked().seats == (1,)
    scene.turn(1)
    assert scene.asked().seats == (2, 0)


def test_r9_exclusion_lasts_one_round() -> None:
    scene = Scene(seats=2)
    scene.turn()
    scene.speak(1, "maison")
    scene.pass_by(0)
    assert scene.board().excluded == (1,)
    scene.turn(1)
    scene.speak(0, "maison")  # nobody is left
    assert (scene.board().round, scene.board().excluded) == (3, (0,))
    scene.turn(1)
    assert scene.asked().seats == (1,)


def test_r9_if_all_would_be_excluded_all_are_pardoned_for_good() -> None:
    scene = Scene(seats=2)
    scene.turn()
    scene.speak(1, "maison")
    scene.speak(0, "maison")
    assert "pardoned" in scene.told()
    assert scene.board().excluded == ()
    scene.turn(1)
    assert scene.asked().seats == (0, 1)
    scene.pass_by(0, 1)
    assert scene.board().excluded == ()


def test_r10_dictionnaire_the_dictionary_decides() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "dantonesque")
    assert scene.asked().kind == "again"
    scene.run_out()
    assert (scene.word().verdict, scene.word().why) == ("invalid", "unknown")


def test_r10_jury_the_word_stands_unless_somebody_disputes_it_within_five_seconds() -> None:
    scene = Scene(options=JURY)
    scene.turn()
    scene.now = 2_000
    scene.speak(0, "dantonesque")
    assert (scene.asked().kind, scene.asked().seats, scene.asked().awaited) == ("dispute", (1, 2), ())
    assert scene.asked().until == 7_000
    assert scene.word().verdict == "trial"
    scene.run_out()
    assert scene.word().verdict == "valid"
    assert scene.board().pawns[0] == (2, 3, 1, 2, 2)


def test_r10_jury_when_all_others_agree_nobody_waits() -> None:
    scene = Scene(options=JURY)
    scene.turn()
    scene.speak(0, "dantonesque")
    scene.agree(2)
    assert scene.board().agreed == (2,)
    assert scene.refusal(2, Dispute()) == Refusal("not_yours")
    scene.agree(1)
    assert scene.word().verdict == "valid"
    assert scene.board().agreed == ()


@pytest.mark.parametrize(("word", "why"), [("maison", "missing"), ("demi-tarin", "hyphen"), ("d’antan", "apostrophe")])
def test_r10_jury_the_table_checks_consonants_hyphens_and_apostrophes(word: str, why: str) -> None:
    scene = Scene(options=JURY)
    scene.turn()
    scene.speak(0, word)
    assert (scene.word().verdict, scene.word().why) == ("invalid", why)


def test_r10_jury_the_table_checks_that_a_pawn_moves() -> None:
    scene = Scene(options=JURY)
    scene.place(0, 1, 13, 1, 1, 1)
    scene.turn()
    scene.speak(0, "dent")
    assert (scene.word().verdict, scene.word().why) == ("invalid", "arrived")


def test_r10_all_others_vote_for_ten_seconds_excluded_ones_too() -> None:
    scene = Scene(seats=4, options=JURY)
    scene.turn()
    scene.speak(3, "maison")
    scene.speak(2, "dantonesque")
    scene.dispute(0)
    assert (scene.asked().kind, scene.asked().seats) == ("jury", (3, 1))
    assert scene.asked().until == scene.now + 10_000
    assert scene.board().votes == (False, None, None, None)
    scene.vote(3, True)
    assert scene.board().votes == (False, None, None, True)
    scene.vote(1, True)
    assert scene.word().verdict == "valid"
    assert scene.facts("voted_in") == {"word": "dantonesque", "yes": 2, "no": 1}


def test_r10_silence_accepts() -> None:
    scene = Scene(seats=4, options=JURY)
    scene.turn()
    scene.speak(0, "dantonesque")
    scene.dispute(1)
    scene.run_out()
    assert scene.word().verdict == "valid"


def test_r10_a_tie_refuses() -> None:
    scene = Scene(options=JURY)
    scene.turn()
    scene.speak(0, "dantonesque")
    scene.dispute(1)
    scene.vote(2, True)
    assert (scene.word().verdict, scene.word().why) == ("invalid", "voted_down")
    assert scene.facts("voted_out") == {"word": "dantonesque", "yes": 1, "no": 1}
    assert scene.board().out == (0,)


def test_r10_with_two_players_the_other_decides() -> None:
    for accepts in (True, False):
        scene = Scene(seats=2, options=MIXED)
        scene.turn()
        scene.speak(0, "dantonesque")
        scene.vote(1, accepts)
        assert scene.word().verdict == ("valid" if accepts else "invalid")
    scene = Scene(seats=2, options=JURY)
    scene.turn()
    scene.speak(0, "dantonesque")
    scene.dispute(1)
    assert scene.word().verdict == "invalid"


def test_r10_mixte_a_word_the_dictionary_lacks_goes_to_the_vote() -> None:
    scene = Scene(options=MIXED)
    scene.turn()
    scene.speak(0, "dent")
    assert scene.word().verdict == "valid"
    scene.turn(1)
    scene.show("dtn")
    scene.speak(1, "dantonesque")
    assert (scene.asked().kind, scene.asked().seats) == ("jury", (2, 0))
    scene.vote(0, True)
    scene.vote(2, True)
    assert scene.word().verdict == "valid"


def test_r10_a_word_the_jury_accepted_is_a_word_at_this_table() -> None:
    scene = Scene(options=VoyellesOptions(judge="mixte", sans_redite=False, first=0))
    scene.turn()
    scene.speak(0, "dantonesque")
    scene.vote(1, True)
    scene.vote(2, True)
    assert scene.board().ours == ("dantonesque",)
    scene.turn(1)
    scene.show("dtn")
    scene.speak(1, "Dantonesque")
    assert scene.word().verdict == "valid"  # no second vote
    # The next game begins with it, and with what the table had before.
    handed = GAME.next_options(scene.state, VoyellesOptions(our_words="chatouillon"))
    assert handed == VoyellesOptions(our_words="chatouillon\ndantonesque")
    scene = Scene(options=VoyellesOptions(our_words="dantonesque\nchatouillon", first=0))
    scene.turn()
    scene.speak(0, "dantonesque")
    assert scene.word().verdict == "valid"


def test_r10_of_too_many_words_the_oldest_are_forgotten() -> None:
    old = [f"{'z' * 30}{first}{then}" for first in ascii_lowercase[:20] for then in ascii_lowercase[:25]]
    before = VoyellesOptions(our_words=" ".join(old))
    assert before.handing_down([]) == before
    assert before.handing_down(old) == before
    assert before.handing_down(["Zzz" + "z" * 27 + "AB"]) == before  # it was there
    after = before.handing_down(["dantonesque"])
    words = after.our_words.split()
    assert after.refusal() is None
    assert words[-1] == "dantonesque"
    assert words[:-1] == old[501 - len(words) :]
    assert len(after.our_words.encode()) <= MOST_BYTES


def test_r10_words_handed_down_fill_twelve_thousand_bytes_and_no_more() -> None:
    """Three hundred words of 39 letters and a line feed each, the last without it."""
    old = [f"{'z' * 37}{first}{then}" for first in ascii_lowercase[:12] for then in ascii_lowercase[:25]]
    exact = VoyellesOptions(our_words="\n".join(old[1:])).handing_down(["b" * 40])
    assert len(exact.our_words) == MOST_BYTES == 12_000
    assert exact.our_words.split()[0] == old[1]
    over = VoyellesOptions(our_words="\n".join([*old[1:-1], old[-1] + "z"])).handing_down(["b" * 40])
    assert over.our_words.split() == [*old[2:-1], old[-1] + "z", "b" * 40]


@pytest.mark.parametrize(
    ("text", "code"), [("un deux3", "no_word_of_ours"), ("rez-de", "no_word_of_ours"), ("a " * 501, "too_many_of_ours")]
)
def test_r10_words_of_our_own_are_words(text: str, code: str) -> None:
    refusal = VoyellesOptions(our_words=text).refusal()
    assert refusal is not None
    assert refusal.code == code


def test_r11_sans_redite_a_word_already_accepted_is_invalid() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(1, "détend")
    assert scene.word().verdict == "valid"
    scene.turn(1)
    scene.show("dtn")
    scene.speak(0, "DETEND")
    assert (scene.word().verdict, scene.word().why) == ("invalid", "repeated")


def test_r11_refused_words_may_be_said_again() -> None:
    scene = Scene()
    scene.place(1, 1, 13, 1, 1, 1)
    scene.turn()
    scene.speak(1, "dent")
    assert scene.word().why == "arrived"
    scene.speak(0, "dent")
    assert scene.word().verdict == "valid"


def test_r11_option_off() -> None:
    scene = Scene(options=VoyellesOptions(sans_redite=False, first=0))
    scene.turn()
    scene.speak(1, "dent")
    scene.turn(1)
    scene.show("dtn")
    scene.speak(1, "dent")
    assert scene.word().verdict == "valid"


@pytest.mark.parametrize("slip", ["divertissemnt", "divertisssement", "divertissemant", "divertissemetn"])
def test_r12_a_slip_of_the_pen_may_be_mended_once_in_the_time_left(slip: str) -> None:
    scene = Scene()
    scene.turn()
    scene.grab(0)
    scene.now = 4_000
    scene.say(slip)
    assert (scene.asked().kind, scene.asked().seats, scene.asked().until) == ("again", (0,), 6_000)
    assert scene.word().word == slip
    scene.say("divertissement")
    assert scene.word().verdict == "valid"


def test_r12_another_word_is_no_correction() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "divertissemnt")
    for word in ("entendu", "divertissemnt", "divertissements"):
        assert scene.refusal(0, Say(word)) == Refusal("one_slip", {"word": "divertissemnt"})
    scene.say("divertissemnts")
    assert (scene.word().verdict, scene.word().why) == ("invalid", "unknown")
    assert scene.board().out == (0,)


@pytest.mark.parametrize(("typed", "code"), [("", "no_word"), ("deux mots", "one_word"), ("d3nt", "letters_only")])
def test_r12_what_is_no_word_is_no_correction_either(typed: str, code: str) -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "divertissemnt")
    assert scene.refusal(0, Say(typed)) == Refusal(code)


def test_r12_only_a_word_that_the_dictionary_lacks() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "divertissemen")  # one N, one T, one D: but not a word
    assert scene.asked().kind == "again"
    scene.run_out()
    scene.speak(1, "table")
    assert scene.asked().kind == "mic"
    scene.place(2, 1, 13, 13, 1, 1)
    scene.speak(2, "divertissemnt")  # would move nothing either
    assert (scene.word().verdict, scene.word().why) == ("invalid", "unknown")


@pytest.mark.parametrize("options", [JURY, MIXED])
def test_r12_not_with_a_jury(options: VoyellesOptions) -> None:
    scene = Scene(options=options)
    scene.turn()
    scene.speak(0, "divertissemnt")
    assert scene.asked().kind in ("dispute", "jury")


def test_r13_a_pile_that_ran_out_is_dealt_anew_when_the_round_is_over() -> None:
    scene = Scene(seats=2)
    scene.state.cards.down[2] = scene.state.cards.down[2][-1]
    scene.turn(2)
    assert scene.board().piles[2] == 0
    assert "shuffled" not in scene.told()
    scene.show("dtn")
    scene.grab(1)
    scene.say("dent", draws=shuffling(deck_with(("bq", "cz", "dw"))))
    assert "shuffled" in scene.told()
    assert sum(scene.board().piles) + 3 == 55
    assert (scene.asked().kind, scene.asked().seats) == ("turn", (1,))
    scene.turn(0)
    assert scene.board().letters == ("q", "c", "d")


def test_r13_an_empty_pile_cannot_be_turned() -> None:
    scene = Scene()
    scene.state.cards.down[1] = ""
    assert scene.refusal(0, TurnCard(1)) == Refusal("empty_pile")


def test_r14_the_game_ends_after_fifteen_rounds_without_a_valid_word() -> None:
    scene = Scene()
    scene.place(1, 2, 2, 1, 1, 1)
    scene.place(2, 3, 1, 1, 1, 1)
    for number in range(1, 16):
        assert scene.board().dry == number - 1
        scene.dry_round()
    assert (scene.board().ending, GAME.asks(scene.state)) == ("dry", ())
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks) == ((0, 2, 2), (3, 1, 1))


def test_r14_a_valid_word_begins_the_count_anew() -> None:
    scene = Scene()
    for _ in range(14):
        scene.dry_round()
    scene.turn(scene.state.cards.fullest())
    scene.show("dtn")
    scene.speak(0, "dent")
    assert (scene.board().dry, scene.board().ending) == (0, "")


def test_r14_the_game_ends_after_a_hundred_and_fifty_rounds() -> None:
    scene = Scene()
    scene.state.round = 150
    scene.turn()
    scene.speak(1, "dent")
    assert scene.board().ending == "long"
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.ranks == (2, 1, 2)


def test_r15_a_round_that_was_not_won_shows_the_best_words_there_were() -> None:
    scene = Scene()
    scene.place(0, 13, 13, 13, 13, 11)
    scene.turn()
    assert scene.board().there_was is None
    scene.pass_by(*scene.asked().seats)
    there_was = scene.board().there_was
    assert there_was is not None
    assert there_was.count > 30_000
    for_seat_0, for_the_others, *familiar = there_was.finds
    assert for_seat_0.steps[0] == 2  # two U, and no more can count
    assert for_the_others.steps == (find_u(for_the_others.word), 12, 12)
    assert familiar
    assert all(any(find.steps) for find in there_was.finds)
    assert "there_was" in scene.told()
    scene.turn(1)
    assert scene.board().there_was is None


def test_r15_beside_the_best_word_for_each_seat_three_familiar_ones() -> None:
    scene = Scene(seats=2)
    scene.place(1, 13, 13, 13, 13, 12)
    scene.turn()
    scene.pass_by(*scene.asked().seats)
    there_was = scene.board().there_was
    assert there_was is not None
    best_for_seat_0, best_for_seat_1, *familiar = there_was.finds
    assert best_for_seat_0.steps[0] == max(find.steps[0] for find in there_was.finds) == 12
    assert best_for_seat_1.steps[1] == 1
    assert len(familiar) == 3
    levels = [familiarity().level(lexicon().numbers(fold(find.word))[0]) for find in familiar]
    assert levels == [9, 9, 9]


def find_u(word: str) -> int:
    return min(2, word.count("u"))


def test_r15_or_that_there_was_none() -> None:
    scene = Scene()
    scene.turn()
    scene.show("wwq")
    scene.pass_by(*scene.asked().seats)
    there_was = scene.board().there_was
    assert there_was is not None
    assert (there_was.count, there_was.finds) == (0, ())
    assert "there_was_none" in scene.told()


def test_r15_a_round_that_was_won_shows_nothing_more() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "dent")
    assert scene.board().there_was is None


def test_r15_words_said_before_are_not_among_them() -> None:
    scene = Scene()
    scene.turn()
    scene.show("qzj")
    scene.pass_by(*scene.asked().seats)
    first = scene.board().there_was
    assert first is not None
    said = first.finds[0].word
    scene.turn(1)
    scene.show("qzj")
    scene.speak(0, said)
    scene.turn(1)
    scene.show("qzj")
    scene.pass_by(*scene.asked().seats)
    then = scene.board().there_was
    assert then is not None
    assert then.count == first.count - 1
    assert said not in {find.word for find in then.finds}


def test_r16_after_fifteen_seconds_the_fullest_pile_is_turned_the_leftmost_of_equals() -> None:
    scene = Scene(("qd", "tb", "ng"))
    assert scene.asked().until == 15_000
    scene.run_out()
    assert scene.told()[:2] == ["clock", "turned"]
    assert scene.board().letters == ("d", "t", "n")
    scene.pass_by(*scene.asked().seats)
    assert scene.board().piles == (17, 17, 17)
    scene.turn(0)
    scene.pass_by(*scene.asked().seats)
    scene.run_out()
    assert scene.board().letters[1] == "b"
    assert scene.board().letters[2] == "n"


def test_r16_the_pace_stretches_the_turning_but_no_race() -> None:
    table = open_table(GAME, VoyellesOptions(), (None, None), seed_from("r16"))
    assert isinstance(table, Table)
    table.pace = Pace("relaxed")
    assert table.speed == 500
    assert table.play(table.state.turner, "1.turn", TurnCard(0), 0) is None
    assert table.speed == 1000


def test_r6_the_microphone_is_a_race_and_no_pace_stretches_a_word_or_a_doubt() -> None:
    kinds = GAME.meta.kinds
    assert {kind for kind in kinds if kinds[kind].race} == {"mic"}
    assert {kind for kind in kinds if kinds[kind].firm} == {"speak", "again", "dispute"}
    assert {kind for kind in kinds if not kinds[kind].enumerable} == {"speak", "again"}  # there are too many words


def test_what_the_box_says() -> None:
    assert (GAME.meta.minutes, GAME.meta.age) == (25, 9)
    assert GAME.meta.presets == {
        "classique": VoyellesOptions(
            judge="dictionnaire", sans_redite=True, every_double=True, after_error="go-on", speaking=6, searching=60
        ),
        "jury": VoyellesOptions(judge="jury"),
        "mixte": VoyellesOptions(judge="mixte"),
        "posee": VoyellesOptions(every_double=False, speaking=12, searching=90),
        "eclair": VoyellesOptions(after_error="round-ends", speaking=4, searching=30),
    }
