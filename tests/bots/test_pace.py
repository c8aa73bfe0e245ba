from statistics import median

from tablee.bots.pace import SOONEST, fraction, normal, reflex, thinking
from tablee.kernel.luck import ScriptedLuck, SeededLuck, seed_from


def test_thinking_times_lie_around_the_median_and_have_a_long_tail() -> None:
    luck = SeededLuck(seed_from("pace"))
    times = sorted(thinking(luck, 8_000) for _ in range(4_000))
    assert 7_600 < median(times) < 8_400
    assert times[100] > 2_000
    assert times[-100] > 16_000


def test_nobody_thinks_longer_than_the_longest() -> None:
    luck = SeededLuck(seed_from("pace"))
    assert max(thinking(luck, 8_000, longest=9_000) for _ in range(500)) == 9_000


def test_normal_draws_have_mean_zero_and_variance_one() -> None:
    luck = SeededLuck(seed_from("normal"))
    draws = [normal(luck) for _ in range(5_000)]
    mean = sum(draws) / len(draws)
    assert abs(mean) < 0.05
    assert abs(sum((draw - mean) ** 2 for draw in draws) / len(draws) - 1) < 0.06


def test_a_fraction_is_never_zero() -> None:
    assert fraction(ScriptedLuck([0])) > 0
    assert fraction(ScriptedLuck([(1 << 24) - 1])) == 1


def test_reflexes_lie_round_their_mean_with_a_tail_of_lapses() -> None:
    luck = SeededLuck(seed_from("reflex"))
    times = sorted(reflex(luck, 400, 40, 120) for _ in range(4_000))
    # The mean of an ex-Gaussian is that of its bell and of its tail together.
    assert 505 < sum(times) / len(times) < 535
    assert median(times) < sum(times) / len(times)
    assert times[-40] > 900


def test_nobody_reacts_before_anybody_could() -> None:
    luck = SeededLuck(seed_from("reflex"))
    assert min(reflex(luck, 160, 100, 10) for _ in range(500)) == SOONEST
