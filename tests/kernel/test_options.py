"""Options are typed data: what each field may be, every combination there is, and why a table cannot open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, cast

import pytest
from examples.morpion import GAME as MORPION
from tests.kernel.toys import Stage, StageOptions

from tablee.kernel import APack, Between, Board, Hand, Meta, Options, Refusal, Teams
from tablee.kernel.codec import codec_for
from tablee.kernel.game import Facts
from tablee.kernel.options import OptionField, combinations, option_fields, refuse_table


def test_what_a_lobby_reads_of_each_option() -> None:
    assert option_fields(StageOptions) == (
        OptionField("mood", ("calm", "wild"), None, False),
        OptionField("acts", (), Between(1, 5), False),
        OptionField("encore", (False, True), None, False),
        OptionField("first", ("random",), None, True),
    )


def test_a_game_may_have_no_options() -> None:
    assert option_fields(Options) == ()
    assert list(combinations(Options, 2)) == [Options()]


@pytest.mark.parametrize("hint", [int, str, float, Annotated[int, "some"], int | None, tuple[int, ...]])
def test_a_field_that_is_no_option_is_an_error_of_its_author(hint: object) -> None:
    made = type("Odd", (Options,), {"__annotations__": {"odd": hint}, "odd": None})
    with pytest.raises(TypeError, match="option odd"):
        option_fields(dataclass(frozen=True)(made))


def test_combinations_are_every_word_the_ends_of_numbers_and_the_outer_seats() -> None:
    found = list(combinations(StageOptions, 4))
    assert len(found) == len(set(found)) == (2 * 2 - 1) * 3 * 3
    assert {options.acts for options in found} == {1, 3, 5}
    assert {options.first for options in found} == {"random", 0, 3}
    assert StageOptions() in found


def test_combinations_leave_out_what_contradicts_itself() -> None:
    assert not any(options.encore and options.mood == "wild" for options in combinations(StageOptions, 2))


@dataclass(frozen=True, slots=True)
class Either(Options):
    pick: Literal["all"] | Annotated[int, Between(1, 40)] = "all"


def test_an_option_may_be_a_word_or_a_number() -> None:
    assert option_fields(Either) == (OptionField("pick", ("all",), Between(1, 40), False),)
    assert [options.pick for options in combinations(Either, 2)] == ["all", 1, 40]


# Opening a table.

TWO = (None, None)


@pytest.mark.parametrize("acts", [1, 3, 5])
def test_numbers_are_allowed_up_to_both_ends(acts: int) -> None:
    assert refuse_table(Stage.meta, StageOptions(acts=acts), TWO) is None


@pytest.mark.parametrize("acts", [0, 6, -1, 10**30])
def test_a_number_out_of_range_is_refused_with_its_range(acts: int) -> None:
    facts: Facts = {"option": "acts", "value": acts, "low": 1, "high": 5}
    assert refuse_table(Stage.meta, StageOptions(acts=acts), TWO) == Refusal("option_range", facts)


@pytest.mark.parametrize(("first", "is_fine"), [(0, True), (1, True), (2, False), (-1, False)])
def test_an_option_may_only_name_a_seat_of_the_table(first: int, is_fine: bool) -> None:
    refusal = refuse_table(Stage.meta, StageOptions(first=first), TWO)
    assert refusal == (None if is_fine else Refusal("no_such_seat", {"option": "first", "seat": first, "seats": 2}))


def test_options_that_contradict_each_other_are_refused_by_the_game() -> None:
    assert refuse_table(Stage.meta, StageOptions("wild", encore=True), TWO) == Refusal("wild_encore")


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_too_few_or_too_many_seats_are_refused(seats: int) -> None:
    refusal = refuse_table(Stage.meta, StageOptions(), (None,) * seats)
    assert refusal == Refusal("seats", {"seats": seats, "low": 2, "high": 6})


def test_how_many_seats_there_may_be_depends_on_the_options() -> None:
    assert refuse_table(Stage.meta, StageOptions(), (None,) * 6) is None
    refusal = refuse_table(Stage.meta, StageOptions(encore=True), (None,) * 6)
    assert refusal == Refusal("seats", {"seats": 6, "low": 2, "high": 3})


def test_a_game_without_teams_has_none() -> None:
    assert refuse_table(MORPION.meta, Options(), ("red", "blue")) == Refusal("no_teams")
    assert refuse_table(MORPION.meta, Options(), ("red", None)) == Refusal("no_teams")


TEAMED = cast(
    Meta[Options, Board, Hand],
    Meta(
        "tug",
        version=1,
        minutes=1,
        age=3,
        options=Options,
        presets={},
        kinds={},
        board=Board,
        hand=Hand,
        seats=lambda _: range(4, 13),
        teams=lambda _: Teams(("red", "blue"), 2),
    ),
)


@pytest.mark.parametrize(
    ("teams", "refusal"),
    [
        (("red", "blue", "red", "blue"), None),
        (("red", "red", "red", "blue", "blue"), None),
        (("red", "red", "red", "blue"), Refusal("team_too_small", {"team": "blue", "least": 2})),
        (("red", "red", "blue", "blue", None), Refusal("team_missing")),
        (("red", "red", "blue", "blue", "green"), Refusal("team_missing")),
    ],
)
def test_every_team_needs_its_people_and_everybody_a_team(
    teams: tuple[str | None, ...], refusal: Refusal | None
) -> None:
    assert refuse_table(TEAMED, Options(), teams) == refusal


@dataclass(frozen=True, slots=True)
class WithAPack(Options):
    theme: Literal["jobs"] | APack = "jobs"


def test_a_pack_of_the_players_own_is_a_text_that_travels_with_the_options() -> None:
    (field,) = option_fields(WithAPack)
    assert field.is_pack
    assert field.words == ("jobs",)
    assert list(combinations(WithAPack, 2)) == [WithAPack()]
    codec = codec_for(WithAPack)
    ours = WithAPack("1 | Boulangère à Trou-la-Ville | B T")
    assert codec.loads(codec.dumps(ours)) == ours
