"""A draft becomes a board that cannot be told from one made field by field."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import get_type_hints

import pytest

from tablee.games.copieur import GAME
from tablee.games.copieur.draft import Draft
from tablee.games.copieur.tests.scene import Scene
from tablee.games.copieur.view import CopieurBoard


def test_a_draft_has_the_fields_of_a_board_and_their_types() -> None:
    assert get_type_hints(Draft) == get_type_hints(CopieurBoard)


def test_what_was_a_draft_is_a_board_like_any_other() -> None:
    drawn = GAME.board(Scene(4).state)
    made = replace(drawn)
    assert type(drawn) is type(made) is CopieurBoard
    assert drawn == made
    assert (hash(drawn), repr(drawn)) == (hash(made), repr(made))


def test_once_drawn_it_stays_as_it_is() -> None:
    drawn = GAME.board(Scene(4).state)
    for field in fields(CopieurBoard):
        with pytest.raises(FrozenInstanceError):
            setattr(drawn, field.name, None)
        with pytest.raises(FrozenInstanceError):
            delattr(drawn, field.name)
