"""How bots of the Family decide: when to cut and when to ask, and where a totem or a token is worth most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.fil.actions import Colour
from tablee.games.fil.reading import Reader, some_clues
from tablee.games.fil.state import STAY
from tablee.games.fil.view import FilBoard
from tablee.kernel import Luck, Seat

_SAMPLES: Final = 10
_COLOURS: Final[tuple[Colour, Colour]] = ("blue", "red")
_CLUE_HELPS_LATER: Final = 0.5
"""A clue serves every later decision of the round too, though each a little less."""


def vote(board: FilBoard, reader: Reader, luck: Luck, *, far_sighted: bool, bold: float) -> Colour:
    """Keep the likelier card, or ask for a clue.

    Who is not far-sighted looks at the two cards only: `bold` is how likely the worse of them may be."""
    chances = reader.chances(board, luck)
    likely = 0 if chances[0] >= chances[1] else 1
    risk = chances[1 - likely]
    is_torn = risk > bold * (chances[0] + chances[1])
    if board.clues_left and (_is_clue_worth_it(board, reader, luck, risk) if far_sighted else is_torn):
        return "clue"
    return _COLOURS[likely]


def _is_clue_worth_it(board: FilBoard, reader: Reader, luck: Luck, risk: float) -> bool:
    """Optimal stopping, one step ahead: does the risk that a clue takes away outweigh what it costs?"""
    gain = (risk - _risk_after(board, reader, luck)) * (1 + _CLUE_HELPS_LATER * board.face_down)
    return gain > _price(board)


def _risk_after(board: FilBoard, reader: Reader, luck: Luck) -> float:
    """The risk of cutting once another clue and its paw lie there, on average."""
    last = board.clues[board.order[0] if board.order[0] == len(board.clues) - 1 else board.order[-1]]
    total = count = 0.0
    for clue in some_clues(board, luck, _SAMPLES):
        for at, other in ((clue, last), (last, clue)):
            before, after = reader.chances(board, luck), reader.chances(board, luck, (at, other))
            # How likely is it that the paw will point so? As likely as all candidates together make it.
            part = sum(after) / (sum(before) or 1.0)
            total += part * min(after[:2])
            count += part
    return total / count if count else 1.0


def _price(board: FilBoard) -> float:
    """What a clue costs, in rounds: points in Humeurs, paws that will be missed later in Découverte."""
    if board.options.mode == "humeurs":
        return (0.1, 0.06, 0.06, 0.0)[min(board.asked, 3)]
    rounds_left = max(0, board.rounds - board.round)
    spare = board.greens - 2 * rounds_left
    return 0.0 if spare >= board.clues_left else 0.03


def place(
    board: FilBoard,
    reader: Reader,
    luck: Luck,
    here: int | None,
    occupied: Sequence[int],
    *,
    find: int,
    far_sighted: bool,
) -> int:
    """The space that is worth most, STAY for the one where one is. `occupied`: how many others stand on each space."""
    chances = reader.chances(board, luck)
    paws = len(board.paws)
    best, most = STAY, -1e9
    for space, card in enumerate(board.spaces):
        if card is None:
            continue
        worth = find * chances[space]
        if space != here:
            # Whoever is joined scores; who moves for little may be better off staying.
            worth -= (paws * occupied[space] * 0.6 if far_sighted else 0.0) + 0.05
        if worth > most:
            best, most = (STAY if space == here else space), worth
    return best


def others_on(board: FilBoard, seat: Seat) -> list[int]:
    """Chacun pour soi: how many others stand on each space."""
    return [sum(at == space for other, at in enumerate(board.tokens) if other != seat) for space in range(4)]
