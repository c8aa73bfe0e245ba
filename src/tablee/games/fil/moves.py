"""What a seat may do, judging by its view alone: each phase has its own offers."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil.actions import FilAction
from tablee.games.fil.rulebook import RULEBOOK
from tablee.games.fil.view import FilView
from tablee.kernel import Luck


def moves_of(view: FilView, luck: Luck) -> Sequence[FilAction]:
    return () if view.hand is None else RULEBOOK[view.board.phase].moves(view.board, view.hand)
