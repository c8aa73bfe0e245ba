"""A draft becomes a board that cannot be told from one made field by field."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import get_type_hints

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.draft import Draft
from tablee.games.fil.tests.scene import Scene
from tablee.games.fil.view import FilBoard


def test_a_draft_has_the_fields_of_a_board_and_their_types() -> None:
    assert get_type_hints(Draft) == get_type_hints(FilBoard)


def test_what_was_a_draft_is_a_board_like_any_other() -> None:
    drawn = GAME.board(Scene().opened().state)
    made = replace(drawn)
    assert type(drawn) is type(made) is FilBoard
    assert drawn == made
    assert (hash(drawn), repr(drawn)) == (hash(made), repr(made))


def test_once_drawn_it_stays_as_it_is() -> None:
    drawn = GAME.board(Scene().opened().state)
    for field in fields(FilBoard):
        with pytest.raises(FrozenInstanceError):
            setattr(drawn, field.name, None)
        with pytest.raises(FrozenInstanceError):
            delattr(drawn, field.name)
