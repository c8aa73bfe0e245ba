"""The stage game and its tables: what is written is an equilibrium, and means what the rules mean."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.games.anges.cards import CLAIMS, COPIES, deck, is_triple
from tablee.games.anges.equilibrium import Key, solved, stages_in, write_stage
from tablee.games.anges.stage import (
    HANDS,
    STAKES,
    TRUTHFUL,
    Answers,
    announcing,
    exploitability,
    hand_class,
    symbol_counts,
    symbol_of,
    truths,
    ways,
)
from tablee.games.anges.tests.scene import faces

KEYS = [Key(cards, draws, origin) for cards in ("60", "54") for draws in (2, 3) for origin in ("fresh", "kept")]


def test_there_are_286_hands_and_220_claims() -> None:
    assert len(HANDS) == 286
    assert len(CLAIMS) == 220
    assert sum(ways(hand, symbol_counts(COPIES)) for hand in HANDS) == 60 * 59 * 58 // 6
    assert hand_class(faces("d9 a5 x")) == (5, 9, 10)
    assert truths((5, 9, 10)) == ((9, 9, 5), (9, 5, 5))
    assert (5, 9, 10) in TRUTHFUL[(9, 5, 5)]
    assert [STAKES[hand_class(faces(hand))] for hand in ("a1 a2 d9", "a1 a2 x", "x x x")] == [6, 5, 3]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_the_tables_are_equilibria_to_a_hundredth_of_a_point(key: Key) -> None:
    assert 0 <= exploitability(solved()[key]) <= 0.01


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_the_tables_are_sound(key: Key) -> None:
    stage = solved()[key]
    assert sum(stage.weights.values()) == pytest.approx(1)
    for hand in HANDS:
        said = announcing(stage, hand)
        assert sum(said.values()) == pytest.approx(1)
        assert min(said.values()) >= 0
    for claim in CLAIMS:
        assert sum(stage.answers[claim]) == pytest.approx(1)
        # P-5: three equal values cannot be taken.
        assert not (is_triple(claim) and stage.answers[claim].take)
    for is_bluff in (True, False):
        assert sum(share for claim, share in stage.lies.items() if is_triple(claim) == is_bluff) == pytest.approx(1)


@pytest.mark.parametrize("cards", ["60", "54"])
def test_fresh_hands_are_those_of_the_deck(cards: str) -> None:
    counts = [0] * 11
    for face, number in Counter(deck("60" if cards == "60" else "54")).items():
        counts[symbol_of(face)] += number
    dealt = {hand: ways(hand, counts) for hand in HANDS}
    weights = solved()[Key(cards, 2, "fresh")].weights
    for hand in HANDS:
        assert weights[hand] == pytest.approx(dealt[hand] / sum(dealt.values()), abs=1e-6)


def test_a_worse_announcer_and_a_worse_listener_are_found_out() -> None:
    """The measure itself can fail: honesty alone costs points, and so does believing everything."""
    stage = solved()[Key("60", 2, "fresh")]
    honest = {hand: {claim: 1 / len(truths(hand)) for claim in truths(hand)} for hand in HANDS}
    alone = stage._replace(truthful=honest, bluffs=dict.fromkeys(HANDS, 0.0))
    # Who hears nothing but the truth says so and wins the stake; a take would be worth half of it.
    assert exploitability(alone) > 2.5
    credulous = stage._replace(answers=dict.fromkeys(CLAIMS, Answers(0.0, 1.0, 0.0)))
    assert exploitability(credulous) > 5


def test_half_of_the_triples_are_bluffs() -> None:
    for key in KEYS:
        stage = solved()[key]
        true = false = 0.0
        for hand, weight in stage.weights.items():
            for claim, share in announcing(stage, hand).items():
                if is_triple(claim):
                    stake = weight * share * STAKES[hand]
                    true, false = (true + stake, false) if claim in truths(hand) else (true, false + stake)
        assert true / (true + false) == pytest.approx(0.5, abs=0.01)


def test_a_table_is_read_as_it_is_written() -> None:
    key = Key("54", 3, "kept")
    text = "#\n" + write_stage(key, solved()[key])
    assert stages_in(text) == {key: solved()[key]}
