"""What is no word, no turn and no microphone: refused with a sentence, and nothing happens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Grab, Pass, Say, TurnCard, Vote
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.tests.scene import Scene
from tablee.kernel import Refusal
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "no_word"),
        ("   \t ", "no_word"),
        ("a" * 200, "long_word"),
        ("d" * 100_000, "long_word"),
        ("pomme de terre", "one_word"),
        ("dent ou tendon", "one_word"),
        ("dent" + " " * 500 + "x", "one_word"),
        ("d3nt", "letters_only"),
        ("12", "letters_only"),
        ("dent!", "letters_only"),
        ("dent🙂", "letters_only"),
        ("🎤", "letters_only"),
        ("зуб", "letters_only"),
        ("δόντι", "letters_only"),
        ("歯", "letters_only"),
        ("dеnt", "letters_only"),  # a Cyrillic e
        ("ｄｅｎｔ", "letters_only"),  # full width
        ("den\u200bt", "letters_only"),
        ("dent\x00", "letters_only"),
        ("\u202edent", "letters_only"),
        ("<b>", "letters_only"),
        ("straße", "letters_only"),
        ("łódź", "letters_only"),
    ],
)
def test_what_is_no_attempt_at_a_word_costs_nothing(typed: str, code: str) -> None:
    scene = Scene()
    scene.turn()
    scene.grab(1)
    refusal = scene.refusal(1, Say(typed))
    assert refusal is not None
    assert refusal.code == code
    scene.say(" Dent ")
    assert (scene.word().word, scene.word().verdict) == ("dent", "valid")


@pytest.mark.parametrize("word", ["arc-en-ciel", "arc‐en‐ciel", "aujourd’hui", "aujourd'hui", "-dnt", "l'"])
def test_hyphens_and_apostrophes_make_a_word_invalid_with_their_own_reason(word: str) -> None:
    """P-9 names them, so a word with one has been said."""
    scene = Scene()
    scene.turn()
    scene.speak(1, word)
    assert (scene.word().verdict, scene.word().why in ("hyphen", "apostrophe")) == ("invalid", True)
    assert scene.told()[0] == scene.word().why


def test_speaking_without_the_microphone() -> None:
    scene = Scene()
    scene.turn()
    assert scene.refusal(0, Say("dent")) == Refusal("malformed")
    scene.grab(1)
    assert scene.refusal(0, Say("dent")) == Refusal("not_yours")


def test_grabbing_while_excluded_out_or_after_passing() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(1, "maison")
    assert scene.refusal(1, Grab()) == Refusal("not_yours")
    scene.pass_by(2)
    assert scene.refusal(2, Grab()) == Refusal("not_yours")
    scene.speak(0, "dent")
    scene.turn(1)
    assert scene.refusal(1, Grab()) == Refusal("not_yours")
    assert scene.refusal(1, Pass()) == Refusal("not_yours")


@pytest.mark.parametrize("pile", [-1, 3, 10**9])
def test_a_pile_that_is_not_there(pile: int) -> None:
    assert Scene().refusal(0, TurnCard(pile)) == Refusal("no_such_pile")


def test_voting_twice_and_voting_on_ones_own_word() -> None:
    scene = Scene(options=VoyellesOptions(judge="mixte", first=0))
    scene.turn()
    scene.speak(0, "dantonesque")
    assert scene.refusal(0, Vote(True)) == Refusal("not_yours")
    scene.vote(1, False)
    assert scene.refusal(1, Vote(True)) == Refusal("not_yours")


def test_a_record_with_strange_words_is_read_again() -> None:
    table = open_table(GAME, VoyellesOptions(first=0), (None, None), seed_from("strange"))
    assert isinstance(table, Table)
    assert table.play(0, "1.turn", TurnCard(0), 0) is None
    assert table.play(1, "1.0.mic", Grab(), 10) is None
    assert table.play(1, "1.1.speak", Say("l’œuvre"), 20) is None
    wire = Wire(GAME)
    assert wire.read_record(wire.write_record(table.record)) == table.record


@pytest.mark.parametrize(("letters", "code"), [(40, None), (41, "long_word")])
def test_a_word_has_forty_letters_at_most(letters: int, code: str | None) -> None:
    scene = Scene()
    scene.turn()
    scene.grab(1)
    refusal = scene.refusal(1, Say("d" * letters))
    assert (refusal and refusal.code) == code


@pytest.mark.parametrize(("pile", "is_one"), [(-1, False), (0, True), (2, True), (3, False)])
def test_the_codec_knows_three_piles(pile: int, is_one: bool) -> None:
    text = f'{{"type":"TurnCard","pile":{pile}}}'
    if is_one:
        assert Wire(GAME).action.loads(text) == TurnCard(pile)
    else:
        with pytest.raises(Malformed):
            Wire(GAME).action.loads(text)


@pytest.mark.parametrize(("option", "low", "high"), [("speaking", 4, 15), ("searching", 30, 120)])
def test_the_host_may_set_numbers_within_their_limits(option: str, low: int, high: int) -> None:
    def opened(number: int) -> object:
        options = replace(VoyellesOptions(), **{option: number})  # type: ignore[arg-type]
        return open_table(GAME, options, (None,) * 3, seed_from("limits"))

    assert isinstance(opened(low), Table)
    assert isinstance(opened(high), Table)
    for number in (low - 1, high + 1):
        assert opened(number) == Refusal("option_range", {"option": option, "value": number, "low": low, "high": high})


@pytest.mark.parametrize(
    ("our_words", "code"),
    [
        ("a " * 500, None),
        ("a " * 501, "too_many_of_ours"),
        ("d" * 40, None),
        ("d" * 41, "no_word_of_ours"),
        ("dent d’antan", "no_word_of_ours"),
        ("dent demi-tarin", "no_word_of_ours"),
        ("dent d3nt", "no_word_of_ours"),
    ],
)
def test_r10_words_that_a_table_may_bring_along(our_words: str, code: str | None) -> None:
    refusal = VoyellesOptions(our_words=our_words).refusal()
    assert (refusal and refusal.code) == code


def test_a_table_keeps_the_rules_it_was_born_with() -> None:
    scene = Scene()
    scene.turn()
    assert scene.state.rules == GAME.meta.version
