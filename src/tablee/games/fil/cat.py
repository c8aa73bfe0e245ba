"""How bots are Braincat: what they saw, what they still remember of it, and which way a paw goes."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil.minds import Mind
from tablee.games.fil.moods import MOOD_TERMS
from tablee.games.fil.reading import Reader
from tablee.games.fil.themes import editions
from tablee.games.fil.view import Face, FilBoard, FilHand
from tablee.kernel import Caption, Luck


class Memory:
    """What a Braincat has seen in this round."""

    def __init__(self, forgets: int) -> None:
        self._forgets = forgets
        """Of how many of a hundred false leads nothing stays."""
        self._round = 0
        self.mystery: Face | None = None
        self.leads: list[Face] = []

    def see(self, board: FilBoard, hand: FilHand | None, captions: Sequence[Caption]) -> None:
        if board.round != self._round:
            self._round, self.mystery, self.leads = board.round, None, []
        if hand is None:
            return
        if hand.mystery is not None:
            self.mystery = hand.mystery
        for lead in (hand.lead, *hand.masters):
            if lead is not None and lead not in self.leads and lead != self.mystery:
                self.leads.append(lead)
        for caption in captions:
            # whoever takes over is told once.
            number = caption.facts.get("number")
            if caption.code == "mystery_told" and isinstance(number, int):
                self.mystery = _face(board, number, str(caption.facts.get("card", "")))

    def rivals(self, board: FilBoard, luck: Luck) -> list[Face]:
        """The false leads that are still in the game, as far as they are remembered."""
        gone = {face.number for face in board.out}
        seen = [lead for lead in self.leads if not luck.chance(self._forgets, 100)]
        lying = [card for card in board.spaces if card is not None and card != self.mystery]
        known = {face.number: face for face in (*seen, *lying)}
        return [face for number, face in known.items() if number not in gone]


def _face(board: FilBoard, number: int, text: str) -> Face:
    theme = board.theme
    assert theme is not None
    for pack in editions(board.options.language):
        if pack.id == board.themes[theme].id:
            card = pack.cards[pack.index(number)]
            return Face(theme, number, card.text, card.letters, card.sex, "".join(map(str, card.tags)))
    return Face(theme, number, text, "", "", "")


def feels_nearer(board: FilBoard, mind: Mind, mystery: Face, pair: tuple[int, int]) -> float:
    """How much nearer the first of two clues feels than the second; in Chat à rebours how much farther."""
    first, second = (board.clues[clue] for clue in pair)
    nearer = mind.likeness(board, mystery, first) - mind.likeness(board, mystery, second)
    return -nearer if board.mood is not None and MOOD_TERMS[board.mood].farther else nearer


def point(board: FilBoard, mind: Mind, reader: Reader, memory: Memory, luck: Luck, *, pragmatic: bool) -> int:
    """Which clue the claws point at. Literal: what feels nearer. Pragmatic: what the Family would conclude (P-16)."""
    pair, mystery = board.paw_between, memory.mystery
    assert pair is not None
    if mystery is None:
        return luck.pick(pair)
    literal = feels_nearer(board, mind, mystery, pair)
    rivals = memory.rivals(board, luck) if pragmatic else []
    if not rivals:
        return pair[0] if literal > 0 else pair[1] if literal < 0 else luck.pick(pair)
    believed = []
    for at, other in (pair, pair[::-1]):
        extra = (board.clues[at], board.clues[other])
        mine = reader.weight(board, mystery, extra)
        believed.append(mine / (mine + sum(reader.weight(board, rival, extra) for rival in rivals)))
    return pair[0] if believed[0] >= believed[1] else pair[1]
