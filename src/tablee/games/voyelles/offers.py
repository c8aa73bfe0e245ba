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
    known = [word for word in known_slips(letters) if is_one_slip(letters, word)]
    luck.shuffle(known)
    return [*known[:4], letters + letters[-1]]


def known_slips(letters: str) -> Iterator[str]:
    """All that the lexicon has of what one letter dropped, swapped, changed or added makes of this."""
    words = lexicon()
    for place in range(len(letters) + 1):
        yield from words.among(letters[:place], _slips_at(letters[:place], letters[place:]))


def _slips_at(before: str, behind: str) -> list[str]:
    rest = behind[1:]
    made = [f"{before}{rest}", *[f"{before}{letter}{rest}" for letter in _ALPHABET]] if behind else []
    if rest:
        made.append(f"{before}{rest[0]}{behind[0]}{rest[1:]}")
    made += [f"{before}{letter}{behind}" for letter in _ALPHABET]
    return made
