"""Reading paws: which Master card is the Mystery card? Bradley–Terry over the candidates, paw by paw."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from tablee.games.fil.minds import Mind
from tablee.games.fil.moods import MOOD_TERMS
from tablee.games.fil.themes import editions
from tablee.games.fil.view import Face, FilBoard
from tablee.kernel import Luck

_STRENGTH: Final = 1.5
"""How surely a paw points at what feels nearer."""
_QUICK, _SLOW = 8_000, 40_000
"""Milliseconds: a paw laid so fast was obvious, one laid so slowly was not."""


class Reader:
    """Reads the chain of one board with one mind."""

    def __init__(self, mind: Mind, *, paws: int, clocks: bool) -> None:
        self._mind = mind
        self._paws = paws
        """How many of the last paws it thinks of."""
        self._clocks = clocks
        """Does it weigh how long Braincat took?"""

    def weight(self, board: FilBoard, card: Face, extra: tuple[Face, Face] | None = None) -> float:
        """How likely the paws are if this is the Mystery card. `extra`: a further paw, (pointed at, other)."""
        total = 0.0
        for paw in board.paws[-self._paws :]:
            if not paw.by_clock:
                strength = _STRENGTH * (self._haste(paw.took) if self._clocks else 1.0)
                total += self._points(board, card, board.clues[paw.at], board.clues[paw.other], strength)
        if extra is not None:
            total += self._points(board, card, extra[0], extra[1], _STRENGTH)
        return exp(total)

    def _points(self, board: FilBoard, card: Face, at: Face, other: Face, strength: float) -> float:
        """The logarithm of the chance that a paw points so."""
        nearer = self._mind.likeness(board, card, at) - self._mind.likeness(board, card, other)
        if board.mood is not None and MOOD_TERMS[board.mood].farther:
            nearer = -nearer  # M-2
        return -log(1 + exp(-max(-30.0, min(30.0, strength * nearer))))

    @staticmethod
    def _haste(took: int) -> float:
        return 1.2 if took < _QUICK else 0.7 if took > _SLOW else 1.0

    def unseen_weight(self, board: FilBoard, luck: Luck, extra: tuple[Face, Face] | None = None) -> float:
        """The same for a Master card nobody has seen: the mean over some cards of the theme."""
        cards = unseen(board)
        if not cards:
            paws = len(board.paws[-self._paws :]) + (extra is not None)
            return 0.5**paws
        some = [luck.pick(cards) for _ in range(12)]
        return sum(self.weight(board, card, extra) for card in some) / len(some)

    def chances(self, board: FilBoard, luck: Luck, extra: tuple[Face, Face] | None = None) -> list[float]:
        """For each space the chance that the Mystery card lies there; none where no card lies."""
        weights = [0.0 if card is None else self.weight(board, card, extra) for card in board.spaces]
        hidden = board.face_down + (board.skip if board.pointing is None and board.phase != "point" else 0)
        rest = hidden * self.unseen_weight(board, luck, extra) if hidden else 0.0
        total = sum(weights) + rest
        return [weight / total for weight in weights]


def unseen(board: FilBoard) -> list[Face]:
    """The cards of the Master cards' theme that do not lie open; of a pack of the players' own nothing is known."""
    theme = board.theme
    if theme is None or board.themes[theme].own:
        return []
    lying = {face.number for face in (*board.spaces, *board.out) if face is not None}
    if board.clue_theme == theme:
        lying |= {face.number for face in board.clues}
    sexes = {face.sex for face in board.spaces if face is not None}
    pack = next(pack for pack in editions(board.options.language) if pack.id == board.themes[theme].id)
    return [
        Face(theme, card.number, card.text, card.letters, card.sex, "".join(map(str, card.tags)))
        for card in pack.cards
        if card.number not in lying and (not sexes or card.sex in sexes)
    ]


def some_clues(board: FilBoard, luck: Luck, count: int) -> Sequence[Face]:
    """Clues that could come next."""
    if board.clue_theme is None or board.themes[board.clue_theme].own:
        return ()
    pack = next(pack for pack in editions(board.options.language) if pack.id == board.themes[board.clue_theme].id)
    sexes = {face.sex for face in board.clues}
    laid = {letter for face in board.clues for letter in face.letters}
    fitting = [card for card in pack.cards if card.sex in sexes and not laid.intersection(card.letters)]
    picked = [luck.pick(fitting) for _ in range(count)] if fitting else []
    return [
        Face(board.clue_theme, card.number, card.text, card.letters, card.sex, "".join(map(str, card.tags)))
        for card in picked
    ]
