"""Words to try: `moves` cannot list all of them, so it offers a few, good and bad, for fuzzers and simple bots.

The server shows them to nobody: a speaker's device is sent no words."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.letters import fold, is_one_slip
from tablee.games.voyelles.lexicon import lexicon
from tablee.games.voyelles.state import GOAL
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Luck, Seat

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def some_words(board: VoyellesBoard, seat: Seat, luck: Luck) -> list[str]:
    """Valid words where there are any, a word that fits by chance only, and a misspelt one."""
    find = finder()
    room = tuple(GOAL - square for square in board.pawns[seat])
    words = find.some(find.moving(find.fitting(board.letters, board.options.every_double), room), 4, luck)
    any_word = lexicon().form(luck.below(len(lexicon())))
    misspelt = (words or [any_word])[-1]
    return [*words, any_word, misspelt + misspelt[-1]]


def some_corrections(board: VoyellesBoard, luck: Luck) -> list[str]:
    """Words one slip away from the one that the dictionary lacks, and one that it lacks too."""
    assert board.said is not None
    letters = fold(board.said.word)
    known = [word for word in slips(letters) if word in lexicon() and is_one_slip(letters, word)]
    luck.shuffle(known)
    return [*known[:4], letters + letters[-1]]


def slips(letters: str) -> Iterator[str]:
    """All that one letter dropped, swapped, changed or added makes of this."""
    for place in range(len(letters) + 1):
        before, behind = letters[:place], letters[place:]
        if behind:
            yield before + behind[1:]
            yield from (before + letter + behind[1:] for letter in _ALPHABET)
        if len(behind) > 1:
            yield before + behind[1] + behind[0] + behind[2:]
        yield from (before + letter + behind for letter in _ALPHABET)
