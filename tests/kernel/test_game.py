"""The contract itself: who is told what, and what a game gets for nothing."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest
from examples.morpion import GAME as MORPION
from examples.morpion import Grid, Mark
from tests.kernel.toys import SPEAK, Scene, Stage

import tablee.kernel as kernel
from tablee.kernel import ALL, OPEN_TALK, SCREEN, Ask, Audience, Board, Game, Hand, Meta, Options, Outcome, Viewer
from tablee.kernel.game import NO_FACTS, Refusal, asks_seen, is_told


@pytest.mark.parametrize(
    ("to", "seat", "told"),
    [
        (ALL, 0, True),
        (ALL, None, True),
        ((0, 2), 0, True),
        ((0, 2), 1, False),
        ((0, 2), None, False),
        ((), 0, False),
        ((), None, False),
    ],
)
def test_an_audience_is_everybody_or_just_these_seats(to: Audience, seat: int | None, told: bool) -> None:
    assert is_told(to, seat) is told


def test_asks_seen_by_a_seat_do_not_depend_on_asks_it_cannot_see() -> None:
    secret = SPEAK._replace(id="2.secret", to=(1,))
    blanked = SPEAK._replace(id="3.vote", awaited_to=())
    assert asks_seen((SPEAK, secret, blanked), 0) == asks_seen((SPEAK, blanked), 0)
    assert asks_seen((SPEAK, secret), 0) == asks_seen((SPEAK,), 0) == (SPEAK,)


def test_an_awaited_audience_of_nobody_hides_it_from_the_awaited_too() -> None:
    (seen,) = asks_seen((SPEAK._replace(awaited_to=()),), 1)
    assert seen == SPEAK._replace(awaited=())


def test_the_door_out_cannot_be_replaced_by_a_game() -> None:
    assert Game.view.__final__  # type: ignore[attr-defined]
    assert Game.look.__final__  # type: ignore[attr-defined]


def test_a_photo_finish_goes_by_the_order_of_the_asks_seats() -> None:
    ask = Ask("1.shout", "shout", (2, 0, 1), (), 1_000)
    game = Stage(ask)
    assert game.precedence(Scene(2, (ask,), (), (), 0), ask) == (2, 0, 1)


def test_by_default_who_takes_over_a_seat_is_told_nothing() -> None:
    assert Stage().brief(Scene(2, (), (), (), 0), 1) == ()


def test_by_default_an_open_board_shows_what_the_board_shows() -> None:
    game, scene = Stage(), Scene(2, (), (), (), 0)
    assert game.open_board(scene) == game.board(scene)


def test_talk_is_open_unless_a_game_says_otherwise() -> None:
    assert Hand(1).talk == OPEN_TALK
    (table,) = OPEN_TALK
    assert (table.name, table.may_read, table.may_write) == ("table", True, "text")
    # And all that was said stays on screen.
    assert table.lines is None


@pytest.mark.parametrize("value", [Options(), Mark(3), Grid(("",) * 9), Hand(0), Board(), Outcome((1,), (0,))])
def test_what_crosses_a_boundary_is_frozen(value: object) -> None:
    assert is_dataclass(value)
    # Slots and frozen: neither an old field nor a new one can be set. (A class with slots raises a TypeError on 3.11.)
    names = [field.name for field in fields(value)] or ["anything"]
    with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
        setattr(value, names[0], 1)
    assert not hasattr(value, "__dict__")


def test_facts_that_are_not_given_are_empty_and_cannot_be_added() -> None:
    refusal = Refusal("no")
    assert refusal.facts is NO_FACTS
    with pytest.raises(TypeError):
        refusal.facts["why"] = "because"  # type: ignore[index]
    assert Refusal("again").facts == {}


def test_a_game_is_by_default_for_any_device_and_without_teams() -> None:
    meta: Meta[Options, Grid, Hand] = MORPION.meta
    assert meta.teams(Options()) is None
    assert meta.one_device(Options()) is True
    assert (meta.oldest, dict(meta.contents)) == (1, {})


def test_the_screen_is_nobody_and_holds_nothing() -> None:
    assert Viewer(None, held=False) == SCREEN


def test_all_that_an_author_needs_is_in_one_place() -> None:
    assert sorted(kernel.__all__) == sorted(name for name in vars(kernel) if name[0].isupper())
