"""Every random choice is an integer, evenly drawn, the same for the same seed, and written down."""

from __future__ import annotations

from array import array
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.luck import (
    SEED_BYTES,
    Luck,
    OutOfLuck,
    RecordedLuck,
    ScriptedLuck,
    SeededLuck,
    commitment,
    seed_from,
)

WORD = 1 << 32
ZERO_SEED = bytes(SEED_BYTES)


def draws(luck: Luck, n: int, count: int) -> list[int]:
    return [luck.below(n) for _ in range(count)]


# Seeded luck.


def test_the_generator_never_changes_silently() -> None:
    # Golden: with other numbers here, seeds published by finished tables would no longer prove anything.
    luck = SeededLuck(ZERO_SEED)
    assert draws(luck, 6, 12) == [3, 4, 3, 4, 2, 0, 4, 3, 3, 0, 0, 0]
    assert draws(luck, 52, 8) == [15, 48, 22, 19, 3, 5, 44, 19]
    assert draws(luck, WORD, 3) == [173551998, 1192272960, 3790387272]
    assert luck.below(10**24) == 109616030687384103913982
    assert draws(SeededLuck(seed_from("tablée", 7)), 1000, 5) == [572, 44, 341, 852, 166]


def test_the_same_seed_gives_the_same_integers_across_many_blocks() -> None:
    assert draws(SeededLuck(ZERO_SEED), 10, 2_000) == draws(SeededLuck(ZERO_SEED), 10, 2_000)


def test_another_seed_gives_other_integers() -> None:
    assert draws(SeededLuck(ZERO_SEED), 1000, 20) != draws(SeededLuck(seed_from(1)), 1000, 20)


def test_blocks_do_not_repeat() -> None:
    luck = SeededLuck(ZERO_SEED)
    blocks = [tuple(draws(luck, WORD, 128)) for _ in range(20)]
    assert len(set(blocks)) == len(blocks)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 81])
def test_every_result_is_about_equally_likely(n: int) -> None:
    luck = SeededLuck(seed_from("uniform", n))
    expected = 1_000
    counts = [0] * n
    for drawn in draws(luck, n, n * expected):
        counts[drawn] += 1
    # Pearson's sum has mean n - 1 and variance 2(n - 1): five deviations off is no accident.
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    assert abs(chi_square - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5


class OneWord(SeededLuck):
    """Seeded luck with a single word in store, to watch what it makes of it."""

    def __init__(self, *words: int) -> None:
        super().__init__(ZERO_SEED)
        self._words = array("I", words)

    def _refill(self) -> array[int]:
        raise LookupError("it wants another word")


def made_of(word: int, n: int) -> int | None:
    """What is drawn below n if this is the next word; None if it is thrown away."""
    try:
        return OneWord(word).below(n)
    except LookupError:
        return None


def test_the_word_that_three_results_cannot_share_is_thrown_away() -> None:
    # 2³² = 3 · 1431655765 + 1: one word too many.
    assert [made_of(word, 3) for word in (0, 1, WORD // 3, WORD // 3 + 1, WORD - 1)] == [None, 0, 0, 1, 2]


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 100, 1 << 16, WORD // 2 + 1, WORD - 5, WORD - 1, WORD])
def test_every_result_has_just_as_many_words_as_every_other(n: int) -> None:
    for result in sorted({0, 1, n // 3, n // 2, n - 2, n - 1}):
        # The words of a result are neighbours. Only the first of them can be one too many.
        first, last = -(-result * WORD // n), -(-(result + 1) * WORD // n) - 1
        kept = range(first, last + 1) if made_of(first, n) is not None else range(first + 1, last + 1)
        assert len(kept) == WORD // n
        assert {made_of(word, n) for word in (kept[0], kept[-1])} == {result}


def test_just_above_half_of_all_words_about_every_second_word_is_thrown_away() -> None:
    # The worst n for rejection; a wrong threshold shows as results that never come or come twice as often.
    n = WORD // 2 + 1
    low_half = sum(drawn < n // 2 for drawn in draws(SeededLuck(seed_from("half")), n, 4_000))
    assert abs(low_half - 2_000) < 5 * 1_000**0.5


@pytest.mark.parametrize("n", [WORD + 1, 3 * WORD, 1 << 64, (1 << 64) + 1, 10**30])
def test_more_than_a_word_is_drawn_from_several(n: int) -> None:
    drawn = draws(SeededLuck(seed_from(n)), n, 400)
    assert all(0 <= number < n for number in drawn)
    assert abs(sum(number < n // 2 for number in drawn) - 200) < 50
    assert max(drawn) > n - n // 20
    assert len({number % WORD for number in drawn}) > 390


def test_one_result_needs_no_word() -> None:
    assert OneWord().below(1) == 0


@pytest.mark.parametrize("n", [0, -1])
@pytest.mark.parametrize("luck", [SeededLuck(ZERO_SEED), ScriptedLuck([0]), RecordedLuck(SeededLuck(ZERO_SEED))])
def test_nothing_can_be_drawn_from_nothing(luck: Luck, n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw below"):
        luck.below(n)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_thirty_two_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededLuck(bytes(length))


# What is built on it.


def test_a_shuffle_gives_every_order_equally_often() -> None:
    luck = SeededLuck(seed_from("shuffle"))
    counts = dict.fromkeys(permutations("abcd"), 0)
    for _ in range(24 * 400):
        cards = list("abcd")
        luck.shuffle(cards)
        counts[cards[0], cards[1], cards[2], cards[3]] += 1
    chi_square = sum((count - 400) ** 2 for count in counts.values()) / 400
    assert abs(chi_square - 23) < 5 * 46**0.5


def test_a_shuffle_costs_one_draw_for_each_item_but_one() -> None:
    script = ScriptedLuck([0, 0, 0])
    cards = [1, 2, 3, 4]
    script.shuffle(cards)
    script.finish()
    assert cards == [2, 3, 4, 1]


@pytest.mark.parametrize("cards", [[], ["alone"]])
def test_nothing_to_shuffle_costs_nothing(cards: list[str]) -> None:
    ScriptedLuck([]).shuffle(cards)


def test_pick_takes_the_item_drawn() -> None:
    assert ScriptedLuck([2]).pick("abc") == "c"


class Plain(SeededLuck):
    """Picks as any luck does."""

    pick = Luck.pick


def test_seeded_luck_picks_what_any_luck_would_pick_with_the_same_draws() -> None:
    quick, plain = SeededLuck(seed_from("pick")), Plain(seed_from("pick"))
    for count in range(1, 400):
        assert quick.pick(range(count)) == plain.pick(range(count))
        assert quick.below(WORD) == plain.below(WORD)


def test_a_pick_throws_the_same_words_away_as_a_draw() -> None:
    assert OneWord(WORD - 1, 0).pick("abc") == "c"
    assert OneWord(WORD // 3 + 1).pick("abc") == "b"
    assert OneWord().pick("a") == "a"
    with pytest.raises(ValueError, match="cannot draw below 0"):
        SeededLuck(ZERO_SEED).pick("")


def test_a_chance_of_one_in_twenty_comes_true_for_one_of_twenty_draws() -> None:
    assert [ScriptedLuck([drawn]).chance(1, 20) for drawn in range(20)] == [True] + 19 * [False]


# Scripted luck.


def test_a_script_is_given_in_order() -> None:
    luck = ScriptedLuck([3, 0, 5])
    assert [luck.below(6), luck.below(1), luck.below(6)] == [3, 0, 5]
    luck.finish()


@pytest.mark.parametrize("misfit", [6, 7, -1])
def test_a_script_refuses_a_draw_that_does_not_fit(misfit: int) -> None:
    luck = ScriptedLuck([1, misfit])
    luck.below(6)
    with pytest.raises(OutOfLuck, match=f"draw 1 of the script is {misfit}, asked for one below 6"):
        luck.below(6)


def test_a_misfit_is_not_used_up() -> None:
    luck = ScriptedLuck([6])
    with pytest.raises(OutOfLuck):
        luck.below(6)
    assert luck.below(7) == 6


def test_a_script_that_is_used_up_gives_no_more() -> None:
    luck = ScriptedLuck([1])
    luck.below(2)
    with pytest.raises(OutOfLuck, match="used up"):
        luck.below(2)


def test_leftovers_of_a_script_are_an_error() -> None:
    luck = ScriptedLuck([1, 1, 1])
    luck.below(2)
    with pytest.raises(OutOfLuck, match="2 draws of the script were never asked for"):
        luck.finish()


# Recorded luck.


def test_what_is_drawn_is_kept_until_it_is_taken() -> None:
    luck = RecordedLuck(ScriptedLuck([4, 2, 0]))
    assert luck.take_draws() == ()
    luck.below(6)
    luck.below(6)
    assert luck.take_draws() == (4, 2)
    luck.below(6)
    assert luck.take_draws() == (0,)
    assert luck.take_draws() == ()


def test_a_draw_that_failed_is_not_recorded() -> None:
    luck = RecordedLuck(ScriptedLuck([9]))
    with pytest.raises(OutOfLuck):
        luck.below(6)
    assert luck.take_draws() == ()


@given(st.lists(st.integers(min_value=1, max_value=1 << 70), max_size=40))
def test_recorded_draws_replay_as_a_script(wanted: list[int]) -> None:
    recorded = RecordedLuck(SeededLuck(seed_from(len(wanted))))
    drawn = [recorded.below(n) for n in wanted]
    script = ScriptedLuck(recorded.take_draws())
    assert [script.below(n) for n in wanted] == drawn
    script.finish()


# Commitment.


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    # Anybody can check it with sha256sum.
    assert commitment(ZERO_SEED) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(seed_from("x")) == sha256(seed_from("x")).hexdigest()


def test_a_seed_from_words_depends_on_each_word_and_on_their_order() -> None:
    seeds = {seed_from(), seed_from("a"), seed_from("a", "b"), seed_from("b", "a"), seed_from("ab"), seed_from("a", "")}
    assert len(seeds) == 6
    assert all(len(seed) == SEED_BYTES for seed in seeds)


def test_luck_by_itself_has_no_integers() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Luck()  # type: ignore[abstract]
