"""A game that is nothing but its asks, for tests of the table around it. The tests of the rules are the games' own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from tablee.kernel import (
    ALL,
    Action,
    ASeat,
    Ask,
    Between,
    Board,
    Caption,
    Game,
    Hand,
    Kind,
    Luck,
    Meta,
    Ms,
    Options,
    Outcome,
    Refusal,
    Seat,
    State,
    View,
)
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table


@dataclass(frozen=True, slots=True)
class StageOptions(Options):
    mood: Literal["calm", "wild"] = "calm"
    acts: Annotated[int, Between(1, 5)] = 3
    encore: bool = False
    first: Literal["random"] | ASeat = "random"

    def refusal(self) -> Refusal | None:
        return Refusal("wild_encore") if self.encore and self.mood == "wild" else None


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Aloud, or whispered to some seats."""

    text: str
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll(Action):
    sides: Annotated[int, Between(1, 100)]


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Stalls(Board):
    heard: tuple[str, ...]
    rolled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wings(Hand):
    cue: str | None = None


class Scene(State):
    __slots__ = ("asks", "heard", "now", "rolled")

    def __init__(self, rules: int, asks: tuple[Ask, ...], heard: tuple[str, ...], rolled: tuple[int, ...], now: Ms):
        super().__init__(rules)
        self.asks = asks
        self.heard = heard
        self.rolled = rolled
        self.now = now

    def __eq__(self, other: object) -> bool:
        mine = (self.rules, self.captions, self.asks, self.heard, self.rolled, self.now)
        return isinstance(other, Scene) and mine == (
            other.rules,
            other.captions,
            other.asks,
            other.heard,
            other.rolled,
            other.now,
        )

    __hash__ = None  # type: ignore[assignment]


SPEAK = Ask("1.speak", "speak", (0, 1, 2), (0, 1, 2), 60_000)


class Stage(Game[StageOptions, Scene, Say | Roll | Leave, Stalls, Wings]):
    """Opens the asks it is given. An expired ask is gone; everything else stays open until somebody leaves."""

    meta = Meta(
        "stage",
        version=2,
        minutes=1,
        age=3,
        options=StageOptions,
        presets={"classic": StageOptions()},
        kinds={
            "speak": Kind((Say, Leave), enumerable=False),
            "roll": Kind((Roll,)),
            "shout": Kind((Say,), race=True),
            "debate": Kind((Say,), firm=True),
            "moment": Kind(()),
        },
        board=Stalls,
        hand=Wings,
        seats=lambda options: range(2, 4 if options.encore else 7),
        contents={"plays.txt": "0" * 64},
    )

    def __init__(self, *asks: Ask) -> None:
        self._asks = asks or (SPEAK,)

    def setup(self, options: StageOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int) -> Scene:
        state = Scene(rules, self._asks, (), (luck.below(6),), now)
        state.captions = [Caption("curtain", {}, ALL)]
        return state

    def asks(self, state: Scene) -> tuple[Ask, ...]:
        return state.asks

    def check(self, state: Scene, seat: Seat, action: Say | Roll | Leave) -> Refusal | None:
        return Refusal("empty") if isinstance(action, Say) and not action.text else None

    def step(self, state: Scene, seat: Seat, action: Say | Roll | Leave, now: Ms, luck: Luck) -> Scene:
        if isinstance(action, Leave):
            return Scene(state.rules, (), state.heard, state.rolled, now)
        if isinstance(action, Roll):
            return Scene(state.rules, state.asks, state.heard, (*state.rolled, luck.below(action.sides)), now)
        heard = state.heard if action.to else (*state.heard, action.text)
        new = Scene(state.rules, state.asks, heard, state.rolled, now)
        new.captions = [Caption("said", {"seat": seat, "text": action.text}, action.to or ALL)]
        return new

    def expire(self, state: Scene, ask: Ask, luck: Luck) -> Scene:
        left = tuple(other for other in state.asks if other.id != ask.id)
        return Scene(state.rules, left, state.heard, state.rolled, ask.until or 0)

    def outcome(self, state: Scene) -> Outcome | None:
        return None if state.asks else Outcome((1, 1), (0, 0))

    def board(self, state: Scene) -> Stalls:
        return Stalls(state.heard, state.rolled)

    def hand(self, state: Scene, seat: Seat, held: bool) -> Wings:
        return Wings(seat, f"cue {seat}" if held else None)

    def moves(self, view: View[Stalls, Wings], luck: Luck) -> Sequence[Say | Roll | Leave]:
        return (Leave(),) if view.hand else ()

    def imagine(self, view: View[Stalls, Wings], luck: Luck) -> Scene:
        return Scene(2, view.asks, view.board.heard, view.board.rolled, 0)


def stage(*asks: Ask, seats: int = 3) -> Table[StageOptions, Scene, Say | Roll | Leave, Stalls, Wings]:
    """A table of three at which these asks are open."""
    table = open_table(Stage(*asks), StageOptions(), (None,) * seats, seed_from("stage"))
    assert isinstance(table, Table)
    return table
