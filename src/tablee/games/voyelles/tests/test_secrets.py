"""What a seat may not know: the cards that lie face down; and a leak would be found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.games.voyelles import GAME
from tablee.games.voyelles.rules import Voyelles
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.tests.scene import Scene
from tablee.games.voyelles.tests.witness import WITNESS
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import ALL, SCREEN, Caption, Luck, Ms, Seat, Viewer
from tablee.kit import check_game


def test_p3_what_lies_face_down_looks_the_same_in_any_order() -> None:
    one, other = Scene(), Scene()
    other.state.cards.down = ["".join(sorted(pile)) for pile in other.state.cards.down]
    assert one.state.cards.down != other.state.cards.down
    for viewer in (SCREEN, *map(Viewer, range(3))):
        assert GAME.view(one.state, viewer) == GAME.view(other.state, viewer)


def test_r15_what_there_was_is_told_only_once_nobody_can_say_it() -> None:
    scene = Scene()
    scene.turn()
    assert scene.board().there_was is None
    scene.grab(1)
    scene.run_out()
    assert scene.board().there_was is None
    scene.pass_by(*scene.asked().seats)
    assert scene.board().there_was is not None


class ShowsTheNextCard(Voyelles):
    """The board shows what the next card of the first pile will be."""

    def board(self, state: VoyellesState) -> VoyellesBoard:
        down = state.cards.down[0]
        return replace(super().board(state), ours=(down[-1:],) if down else ())


class TellsTheNextCard(Voyelles):
    """A caption tells it."""

    def step(self, state: VoyellesState, seat: Seat, action: object, now: Ms, luck: Luck) -> VoyellesState:
        new = super().step(state, seat, action, now, luck)  # type: ignore[arg-type]
        new.captions.append(Caption("leak", {"letters": new.cards.down[0][-1:]}, ALL))
        return new


@pytest.mark.parametrize("leaky", [ShowsTheNextCard, TellsTheNextCard])
def test_a_leak_is_found(leaky: type[Voyelles]) -> None:
    assert 9 in check_game(leaky(), WITNESS, tables=2, seed="leak").broken
