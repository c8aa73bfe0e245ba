"""From a state to what everybody sees, and back to some state that looks so."""

from __future__ import annotations

from tablee.games.voyelles.awards import awards
from tablee.games.voyelles.cards import DECK, Cards
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Luck, View


def board_of(state: VoyellesState) -> VoyellesBoard:
    return VoyellesBoard(
        options=state.options,
        round=state.round,
        first=state.first,
        turner=state.turner,
        pawns=tuple(map(tuple, state.pawns)),
        steps=tuple(state.steps(seat) for seat in range(state.seats)),
        piles=tuple(map(len, state.cards.down)),
        letters=state.cards.shown,
        covered=tuple(pile[:-1] for pile in state.cards.up),
        excluded=tuple(state.excluded),
        out=tuple(state.out),
        passed=tuple(state.passed),
        speaker=state.speaker,
        grabs=state.grabs,
        left=state.left,
        said=state.said,
        votes=tuple(state.votes),
        agreed=tuple(state.agreed),
        words=tuple(state.words),
        errors=tuple(state.errors),
        ours=tuple(state.ours),
        dry=state.dry,
        there_was=state.there_was,
        ending=state.ending,
        awards=awards(state.words, state.errors) if state.phase == "over" else (),
    )


def state_of(view: View[VoyellesBoard, Hand], rules: int, luck: Luck) -> VoyellesState:
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
