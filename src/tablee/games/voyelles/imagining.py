"""From what everybody sees back to some state that looks so."""

from __future__ import annotations

from tablee.games.voyelles.cards import DECK, Cards
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Luck, View


def imagined(view: View[VoyellesBoard, Hand], luck: Luck, rules: int) -> VoyellesState:
    """The cards that lie face down are those not seen, in any order."""
    board = view.board
    up = [covered + shown for covered, shown in zip(board.covered, board.letters, strict=True)]
    unseen = list(DECK)
    for letter in "".join(up):
        unseen.remove(letter)
    luck.shuffle(unseen)
    down = []
    for height in board.piles:
        down.append("".join(unseen[:height]))
        del unseen[:height]
    state = VoyellesState(rules, board.options, len(board.pawns), Cards(down, up), board.first)
    state.pawns = [list(row) for row in board.pawns]
    state.turner = board.turner
    state.round = board.round
    state.excluded = list(board.excluded)
    state.out = list(board.out)
    state.passed = list(board.passed)
    state.speaker = board.speaker
    state.grabs = board.grabs
    state.left = board.left
    state.phase = "over"
    for ask in view.asks:
        state.phase = ask.kind  # type: ignore[assignment]
        state.until = ask.until or 0
    state.said = board.said
    state.votes = list(board.votes)
    state.agreed = list(board.agreed)
    state.words = list(board.words)
    state.errors = list(board.errors)
    state.ours = list(board.ours)
    state.dry = board.dry
    state.there_was = board.there_was
    state.ending = board.ending
    return state
