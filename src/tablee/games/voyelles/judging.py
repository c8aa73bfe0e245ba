"""Is it a word, and is it valid? What the table decides by itself; the vote is in jury.py."""

from __future__ import annotations

from tablee.games.voyelles.familiarity import familiarity
from tablee.games.voyelles.letters import (
    LONGEST,
    VOWELS,
    fold,
    has_apostrophe,
    has_hyphen,
    is_one_slip,
    is_spelt,
    missing_letters,
    tidy,
    vowel_counts,
)
from tablee.games.voyelles.lexicon import lexicon
from tablee.games.voyelles.state import GOAL, VoyellesState
from tablee.games.voyelles.view import Move, Said, Verdict, Why
from tablee.kernel import Refusal, Seat


def unreadable(typed: str) -> Refusal | None:
    """What is no attempt at a word costs nothing: it was a slip on the keyboard, or something worse."""
    word = tidy(typed)
    if not word:
        return Refusal("no_word")
    if len(word) > LONGEST and len(word.split()) == 1:
        return Refusal("long_word", {"most": LONGEST})
    if len(word.split()) > 1:
        return Refusal("one_word")
    if not is_spelt(word):
        return Refusal("letters_only")
    return None


def not_a_correction(state: VoyellesState, typed: str) -> Refusal | None:
    """R-12: only a slip may be mended, so a word of another kind is no second chance."""
    assert state.said is not None
    first = state.said.word
    return None if is_one_slip(fold(first), fold(tidy(typed))) else Refusal("one_slip", {"word": first})


def judge(state: VoyellesState, seat: Seat, typed: str) -> Said:
    """The word as the table sees it: invalid and why, or on trial: nothing speaks against it but perhaps, `unknown`,
    that no dictionary has it."""
    word = tidy(typed)
    letters = fold(word)
    moves = pawn_moves(state, seat, letters)
    missing = missing_letters(letters, state.cards.shown, state.options.every_double)
    why = _why(state, word, letters, moves, missing)
    verdict: Verdict = "trial" if why in ("", "unknown") and any(move.end > move.start for move in moves) else "invalid"
    return Said(state.round, seat, shown_back(word, letters), verdict, why, missing, moves, None)


def _why(state: VoyellesState, word: str, letters: str, moves: tuple[Move, ...], missing: tuple[str, ...]) -> Why:
    # P-9: no hyphens, no apostrophes.
    if has_hyphen(word):
        return "hyphen"
    if has_apostrophe(word):
        return "apostrophe"
    # P-8: the three consonants.
    if missing:
        return "missing"
    # P-9, R-10: the dictionary, where it has something to say.
    if state.options.judge != "jury" and not is_known(state, letters):
        return "unknown"
    # P-8, P-11: it must move a pawn.
    if not moves:
        return "no_vowel"
    if all(move.start == move.end for move in moves):
        return "arrived"
    # not a word that was accepted before.
    if state.options.sans_redite and any(fold(spoken.word) == letters for spoken in state.words):
        return "repeated"
    return ""


def is_known(state: VoyellesState, letters: str) -> bool:
    """In the dictionary of this table: the lexicon, and what its juries have accepted."""
    if letters in lexicon():
        return True
    return any(fold(word) == letters for word in (*state.ours, *state.options.our_words.split()))


def pawn_moves(state: VoyellesState, seat: Seat, letters: str) -> tuple[Move, ...]:
    """P-6: each pawn by the number of times its vowel occurs. R-5: never past the last square, and all of them move."""
    squares = state.pawns[seat]
    return tuple(
        Move(vowel, times, square, min(GOAL, square + times))
        for vowel, times, square in zip(VOWELS, vowel_counts(letters), squares, strict=True)
        if times
    )


def shown_back(word: str, letters: str) -> str:
    """R-3: as it was typed if it is spelt so, else with the accents of the most familiar word of these letters, the
    fewest of equals."""
    numbers = lexicon().numbers(letters)
    levels = {lexicon().form(number): familiarity().level(number) for number in numbers}
    if not levels or word in levels:
        return word
    spellings = sorted(levels, key=lambda form: sum(char not in letters for char in form))
    return max(spellings, key=levels.__getitem__)
