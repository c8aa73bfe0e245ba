"""How the parts of the rulebook fit together: a game is always in one phase, and a phase says which comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from tablee.games.fil.actions import FilAction
from tablee.games.fil.state import FilState, Phase
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat

Station: TypeAlias = Phase | Literal["round", "mood", "deal", "turn_end", "verdict"]
"""A phase, or a place where nobody is asked anything and the game runs straight through."""
Then: TypeAlias = Station | None
"""Where to go on; None: stay in this phase."""


class Rulebook:
    """One phase: what is asked in it, what is legal, what an answer and a silence do. It keeps nothing itself."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        """Begin this phase."""
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        return ()

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        return None

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        raise TypeError(f"{type(action).__name__} is no answer in {state.phase}")

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        raise TypeError(f"{ask.kind} cannot run out in {state.phase}")

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        """All that this seat may do, judging by what it sees."""
        return ()
