"""What a seat may do, judging by its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.offers import some_corrections, some_words
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Luck, View

_RACE: Final = (Grab(), Pass())
_DOUBTS: Final = (Dispute(), Agree())
_VOTES: Final = (Vote(True), Vote(False))


def moves_of(view: View[VoyellesBoard, Hand], luck: Luck) -> Sequence[VoyellesAction]:
    hand, board = view.hand, view.board
    ask = view.asks[0] if view.asks else None
    if hand is None or ask is None or hand.seat not in ask.seats:
        return ()
    if ask.kind == "turn":
        return [TurnCard(pile) for pile, height in enumerate(board.piles) if height]
    if ask.kind == "mic":
        return _RACE
    if ask.kind == "speak":
        return [Say(word) for word in some_words(board, hand.seat, luck)]
    if ask.kind == "again":
        return [Say(word) for word in some_corrections(board, luck)]
    return _DOUBTS if ask.kind == "dispute" else _VOTES
