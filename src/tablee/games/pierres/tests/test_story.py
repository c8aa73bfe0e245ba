"""The story of a game: found in what was told, and told only where there is something to tell."""

from __future__ import annotations

from tablee.games.pierres.story import tell
from tablee.kernel import ALL, Caption
from tablee.kernel.game import Fact
from tablee.kernel.story import StoryLine


def told(code: str, **facts: Fact) -> Caption:
    return Caption(code, facts, ALL)


def turn(seat: int, kept: int, missed_to: int | None = None) -> list[list[Caption]]:
    """One input for each stone of this turn; the number comes before, the next turn after."""
    inputs = [[told("turn", seat=seat)]]
    inputs += [[told("kept", seat=seat, cell=0, digit=1)] for _ in range(kept)]
    if missed_to is not None:
        inputs.append([told("given", seat=seat, to=missed_to, cell=0, digit=1, wanted=2)])
    return inputs


def lines(*turns: list[list[Caption]]) -> dict[str, StoryLine]:
    found = tell([caption for inputs in turns for caption in inputs])
    return {line.code: line for line in found}


def test_the_finest_turn_is_the_one_with_most_stones_and_the_first_of_equals() -> None:
    found = lines(turn(0, 1), turn(1, 3), turn(2, 3), turn(0, 1))
    assert found["fine_turn"] == StoryLine("fine_turn", {"seat": 1, "count": 3}, 5)
    assert "fine_turn" not in lines(turn(0, 1), turn(1, 1))


def test_thirst_is_counted_over_turns_and_quenched_by_a_stone() -> None:
    dry = [turn(0, 0, 1), turn(1, 1, 0)]
    assert lines(*dry * 3)["thirst"].facts == {"seat": 0, "count": 3}
    assert "thirst" not in lines(*dry * 2, turn(0, 1), *dry * 2)


def test_gifts_and_zeros_belong_to_those_who_got_them() -> None:
    found = lines(*[turn(0, 0, 1)] * 3, [[told("zero", seat=2)]] * 2)
    assert found["gifts"].facts == {"seat": 1, "count": 3}
    assert found["zeros"].facts == {"seat": 2, "count": 2}


def test_the_first_digit_that_is_complete_is_told_with_who_found_its_ninth() -> None:
    nine = [[told("kept", seat=1, cell=4, digit=7), told("complete", digit=7)]]
    again = [[told("given", seat=0, to=1, cell=5, digit=3, wanted=2), told("complete", digit=3)]]
    assert lines(nine, again)["first_gone"] == StoryLine("first_gone", {"seat": 1, "digit": 7}, 0)
    assert lines(nine, again)["last_stone"] == StoryLine("last_stone", {"seat": 0}, 1)


def test_a_story_is_short_and_a_game_without_stones_has_none() -> None:
    long = tell([*turn(0, 3), *turn(1, 0, 2) * 4, *[[told("zero", seat=0)]] * 3, *turn(2, 1)])
    assert [line.code for line in long] == ["fine_turn", "thirst", "gifts", "zeros"]
    assert tell([[told("everyone_out"), told("over")]]) == ()
