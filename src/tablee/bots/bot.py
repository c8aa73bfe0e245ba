"""A bot is a seat: it gets the frames its seat gets, and nothing else; what it remembers it remembers by itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic

from tablee.kernel.frames import Frame
from tablee.kernel.game import A, Ask, B, Game, H, Ms, O, S, View
from tablee.kernel.luck import Luck


class Bot(ABC, Generic[A, B, H]):
    """One player. Make a new one for each seat and each game."""

    def see(self, frame: Frame[B, H]) -> None:
        """Told of every frame of this seat, in order, captions included. Remember here what must be remembered."""
        return

    @abstractmethod
    def act(self, view: View[B, H], ask: Ask, luck: Luck) -> A | None:
        """The answer to this ask, which is open to this seat; None to stay silent. `luck` is the bot's own."""

    def think(self, view: View[B, H], ask: Ask, luck: Luck) -> Ms:
        """How long a person of this character would take over this ask. Never depends on what it cannot know."""
        return 0


class RandomBot(Bot[A, B, H]):
    """Any legal move. For fuzzing, for baselines and for games that have no bots of their own."""

    def __init__(self, game: Game[O, S, A, B, H]) -> None:
        self._game = game

    def act(self, view: View[B, H], ask: Ask, luck: Luck) -> A | None:
        actions = self._game.meta.kinds[ask.kind].actions
        moves = [move for move in self._game.moves(view, luck) if type(move) in actions]
        return luck.pick(moves) if moves else None
