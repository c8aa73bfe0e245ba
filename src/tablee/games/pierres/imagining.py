"""Some state in which a viewer would see this very view."""

from __future__ import annotations

from tablee.games.pierres.grids import complete
from tablee.games.pierres.state import PierresState
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, Luck, View


def imagined(view: View[PierresBoard, Hand], luck: Luck, rules: int) -> PierresState:
    """Any grid that fits what is uncovered; nothing else is hidden."""
    board = view.board
    grid = complete(board.digits, luck)
    if grid is None:
        raise ValueError("no grid fits what is uncovered")
    state = PierresState(rules, board.options, len(board.stones), grid, board.first)
    state.digits = board.digits
    state.left = (0, *(9 - board.digits.count(digit) for digit in range(1, 10)))
    state.gone = tuple(digit for digit in range(1, 10) if not state.left[digit])
    state.stones = board.stones
    state.active = board.active
    state.turn = board.turn
    state.kept = board.kept
    state.number = board.number
    state.matched = board.matched
    state.phase = "over"
    for ask in view.asks:
        if ask.awaited and ask.until is not None:
            state.phase = ask.kind  # type: ignore[assignment]
            state.until = ask.until
    if state.allowance is not None:
        state.allowance.left = list(board.time_left)
        state.allowance.since = board.running_since
        state.allowance.running = board.active if board.turn and state.phase != "over" else None
    return state
