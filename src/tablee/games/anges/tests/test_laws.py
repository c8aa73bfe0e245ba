"""Anges & Démons obeys the twelve laws, and the ninth and tenth would notice if it did not.

`tablee check anges --tables 2000` goes through every combination of options many times."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablee.games.anges import GAME
from tablee.games.anges.cards import shown
from tablee.games.anges.rules import Anges
from tablee.games.anges.state import AngesState
from tablee.games.anges.tests.witness import WITNESS
from tablee.games.anges.view import AngesBoard, AngesHand, Pile
from tablee.kernel import ALL, Caption, Luck, Ms, Seat
from tablee.kernel.game import Action
from tablee.kit import check_game

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def test_anges_obeys_the_twelve_laws() -> None:
    report = check_game(GAME, WITNESS, tables=120, seed="ci", playthroughs=PLAYTHROUGHS)
    report.raise_if_breached()
    assert all(law.cases for law in report.laws)


class ShowsTheDiscard(Anges):
    """The board shows the last discard."""

    def board(self, state: AngesState) -> AngesBoard:
        board = super().board(state)
        return replace(board, shown=board.shown or shown(state.discard[-1:]))


class ShowsThePassedHand(Anges):
    """The listener sees how many Demons were passed."""

    def hand(self, state: AngesState, seat: Seat, held: bool) -> AngesHand:
        hand = super().hand(state, seat, held)
        peeks = state.phase == "decide" and seat == state.listener
        return replace(hand, drawn=sum(9 < face < 14 for face in state.hand)) if peeks else hand


class TellsATakenLie(Anges):
    """A caption tells everybody whether taken cards were announced truthfully."""

    def step(self, state: AngesState, seat: Seat, action: Action, now: Ms, luck: Luck) -> AngesState:
        new = super().step(state, seat, action, now, luck)  # type: ignore[arg-type]
        if new.phase == "keep":
            new.captions.append(Caption("a_lie" if not new.story[-1].is_true else "no_lie", {}, ALL))
        return new


class KeepsTheOrder(Anges):
    """A card passed on keeps its place: whoever passed it sees where it went by the speed of the clock."""

    def step(self, state: AngesState, seat: Seat, action: Action, now: Ms, luck: Luck) -> AngesState:
        new = super().step(state, seat, action, now, luck)  # type: ignore[arg-type]
        if new.phase == "announce" and new.hand:
            new.until += new.hand[0]
        return new


class ShowsWhatLiesBelow(Anges):
    """A pile remembers for its owner what is under its top."""

    def board(self, state: AngesState) -> AngesBoard:
        board = super().board(state)
        if state.phase == "over":
            return board
        piles = [Pile(len(pile), shown([pile[0].face])[0] if pile else None, None) for pile in state.piles]
        return replace(board, piles=tuple(piles))


@pytest.mark.parametrize(
    ("leaky", "law"),
    [
        (ShowsTheDiscard, 9),
        (ShowsThePassedHand, 9),
        (TellsATakenLie, 9),
        (KeepsTheOrder, 9),
        (ShowsWhatLiesBelow, 10),
    ],
)
def test_a_leak_is_noticed(leaky: type[Anges], law: int) -> None:
    report = check_game(leaky(), WITNESS, tables=40, seed="leak")
    assert next(found for found in report.laws if found.number == law).breaches
