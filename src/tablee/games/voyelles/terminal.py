"""Voyelles in a plain terminal: five tracks for each player, three cards, and what a player types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.letters import VOWELS, fold
from tablee.games.voyelles.state import GOAL
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, View
from tablee.words import Words

FORMATS: Final[Mapping[str, Callable[[int], str]]] = {"pile": lambda pile: str(pile + 1)}

_WIDTH: Final = GOAL + 2
_PASSES: Final = frozenset({"p", "passe", "passer", "pass"})
_YES: Final = frozenset({"o", "oui", "ok", "y", "yes", "accepte", "accept"})
_NO: Final = frozenset({"n", "non", "no", "conteste", "dispute", "refuse"})
_GRABS: Final = frozenset({"", "m", "micro", "mic", "prendre", "grab"})


def draw(view: View[VoyellesBoard, Hand], words: Words) -> str:
    """The five tracks of each player side by side, a letter for each pawn; then the three cards, who has the microphone
    and who may not speak."""
    board = view.board
    names = [words.name(seat)[:_WIDTH] for seat in range(len(board.pawns))]
    lines = ["", "  ".join(name.ljust(_WIDTH) for name in names).rstrip()]
    for place, vowel in enumerate(VOWELS):
        lines.append("  ".join(_track(vowel.upper(), squares[place]) for squares in board.pawns).rstrip())
    cards = "  ".join(
        f"[{letter.upper()}] ({height})" for letter, height in zip(board.letters, board.piles, strict=True)
    )
    lines += ["", f"{words.label('board.round', number=board.round)}   {cards}"]
    if board.speaker is not None:
        lines.append(words.label("board.microphone.held", seat=board.speaker))
    silent = tuple(sorted({*board.excluded, *board.out}))
    if silent and view.asks:
        lines.append(words.label("board.silent", seats=silent))
    if board.said is not None and board.said.verdict == "trial":
        lines.append(words.label("board.trial", seat=board.said.seat, word=board.said.word))
    return "\n".join(lines)


def _track(vowel: str, square: int) -> str:
    return ("." * (square - 1) + vowel + "." * (GOAL - square) + "|").ljust(_WIDTH)


def example(view: View[VoyellesBoard, Hand]) -> str:
    """What could be typed now."""
    kinds = {ask.kind for ask in view.asks}
    return next((text for kind, text in _EXAMPLES.items() if kind in kinds), "…")


_EXAMPLES: Final = {"turn": "2", "mic": "m / p", "speak": "maison", "again": "maison", "dispute": "non", "jury": "oui"}


def parse(text: str, view: View[VoyellesBoard, Hand]) -> VoyellesAction | None:
    """`2` turns a card of the second pile, `m` takes the microphone, `p` passes, `oui` and `non` judge a word, and with
    the microphone in hand anything is a word. None: it means nothing."""
    kinds = {ask.kind for ask in view.asks}
    typed = fold(text.strip())
    if "turn" in kinds:
        return TurnCard(int(typed) - 1) if typed in ("1", "2", "3") else None
    if "mic" in kinds:
        return Grab() if typed in _GRABS else Pass() if typed in _PASSES else None
    if kinds & {"speak", "again"}:
        return Say(text.strip())
    if typed not in _YES and typed not in _NO:
        return None
    if "dispute" in kinds:
        return Agree() if typed in _YES else Dispute()
    return Vote(typed in _YES) if "jury" in kinds else None
