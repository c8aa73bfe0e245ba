"""A round: a card is turned, the microphone is free, a word is said, the round is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablee.games.voyelles import jury
from tablee.games.voyelles.cards import deal
from tablee.games.voyelles.clocks import TURNING
from tablee.games.voyelles.judging import judge
from tablee.games.voyelles.letters import VOWELS
from tablee.games.voyelles.missed import there_was
from tablee.games.voyelles.state import GOAL, Ending, VoyellesState, tell
from tablee.games.voyelles.view import Said, Spoken, Why
from tablee.kernel import Luck, Ms, Seat

DRY_ROUNDS: Final = 15
MOST_ROUNDS: Final = 150
"""R-14."""


def begin_round(state: VoyellesState, seat: Seat, now: Ms) -> None:
    """P-4: this player turns a card. R-8: also if excluded."""
    state.round += 1
    state.turner = seat
    # P-7, R-9: out of one round, the next, and if that were all of them, none.
    state.excluded, state.out = sorted(state.out), []
    if len(state.excluded) == state.seats:
        state.excluded.clear()
        tell(state, "pardoned")
    state.passed.clear()
    state.grabs = 0
    state.speaker = None
    state.left = state.options.searching * 1000
    state.phase = "turn"
    state.until = now + TURNING
    tell(state, "turn", seat=seat)
    if state.excluded:
        tell(state, "excluded", seats=tuple(state.excluded))


def turn_card(state: VoyellesState, pile: int, now: Ms, luck: Luck) -> None:
    """P-4: onto the shown card of its pile. R-6: now the microphone is free."""
    letter = state.cards.turn(pile)
    state.there_was = None
    tell(state, "turned", seat=state.turner, pile=pile, letter=letter.upper())
    open_microphone(state, now, luck)


def open_microphone(state: VoyellesState, now: Ms, luck: Luck) -> None:
    """R-8: for those who may still speak; where there are none the round is over."""
    state.speaker = None
    if not state.may_speak():
        tell(state, "nobody_left")
        end_round(state, now, luck, is_won=False)
        return
    state.phase = "mic"
    state.until = now + state.left


def grab(state: VoyellesState, seat: Seat, now: Ms) -> None:
    """P-5, R-6: the first has the microphone, the round's clock waits, and a few seconds run for the word."""
    state.left = state.until - now
    state.speaker = seat
    state.grabs += 1
    state.phase = "speak"
    state.until = now + state.options.speaking * 1000
    tell(state, "grabbed", seat=seat)


def pass_round(state: VoyellesState, seat: Seat, now: Ms, luck: Luck) -> None:
    state.passed.append(seat)
    tell(state, "passed", seat=seat)
    if not state.may_speak():
        tell(state, "nobody_left")
        end_round(state, now, luck, is_won=False)


def say(state: VoyellesState, seat: Seat, typed: str, now: Ms, luck: Luck) -> None:
    """P-5 to P-11: a word is said."""
    said = state.said = judge(state, seat, typed)
    if said.verdict == "invalid":
        invalid(state, said.why, now, luck)
    elif said.why == "unknown":
        _not_in_the_dictionary(state, said, now, luck)
    elif state.options.judge == "jury":
        jury.open_dispute(state, now)
    else:
        valid(state, now, luck)


def _not_in_the_dictionary(state: VoyellesState, said: Said, now: Ms, luck: Luck) -> None:
    if state.options.judge == "mixte":
        # what the dictionary lacks goes to the vote.
        tell(state, "on_trial", seat=said.seat, word=said.word)
        jury.open_vote(state, now)
    elif state.phase == "speak":
        # once, in the time that is left.
        tell(state, "again", seat=said.seat, word=said.word)
        state.phase = "again"
    else:
        invalid(state, "unknown", now, luck)


def silence(state: VoyellesState, now: Ms, luck: Luck) -> None:
    """R-6: no word in time counts as an invalid one."""
    assert state.speaker is not None
    if state.phase == "again":
        invalid(state, "unknown", now, luck)
        return
    state.said = Said(state.round, state.speaker, "", "invalid", "silence", (), (), None)
    invalid(state, "silence", now, luck)


def valid(state: VoyellesState, now: Ms, luck: Luck) -> None:
    """P-6: the pawns move. P-13: with all five on the last square the game is won, at once."""
    said = state.said
    assert said is not None
    seat, squares = said.seat, state.pawns[said.seat]
    state.said = replace(said, verdict="valid", why="")
    steps = [0] * len(squares)
    for move in said.moves:
        place = VOWELS.index(move.vowel)
        steps[place] = move.end - move.start
        squares[place] = move.end
    state.words.append(Spoken(seat, said.word, tuple(steps), state.options.searching * 1000 - state.left))
    _clear_trial(state)
    tell(state, "valid", seat=seat, word=said.word, steps=sum(steps))
    for move in said.moves:
        if move.start < move.end == GOAL:
            tell(state, "arrived", seat=seat, vowel=move.vowel.upper())
        elif move.start < move.end:
            tell(state, "moved", seat=seat, vowel=move.vowel.upper(), number=move.end - move.start)
    if all(square == GOAL for square in squares):
        tell(state, "won", winner=seat)
        end_game(state, "won")
    else:
        end_round(state, now, luck, is_won=True)


def invalid(state: VoyellesState, why: Why, now: Ms, luck: Luck) -> None:
    """P-7: out of the next round. R-7: and of what is left of this one, or the round is over."""
    said = state.said
    assert said is not None
    seat = said.seat
    state.said = replace(said, verdict="invalid", why=why)
    state.errors[seat] += 1
    state.out.append(seat)
    _clear_trial(state)
    _tell_why(state, state.said)
    tell(state, "out", seat=seat)
    if state.options.after_error == "round-ends":
        end_round(state, now, luck, is_won=False)
    else:
        open_microphone(state, now, luck)


def _clear_trial(state: VoyellesState) -> None:
    state.votes = []
    state.agreed.clear()


def _tell_why(state: VoyellesState, said: Said) -> None:
    seat, word = said.seat, said.word
    if said.why == "missing":
        tell(state, "missing", seat=seat, word=word, letters=tuple(letter.upper() for letter in said.missing))
    elif said.why == "hyphen":
        tell(state, "hyphen", seat=seat, word=word)
    elif said.why == "apostrophe":
        tell(state, "apostrophe", seat=seat, word=word)
    elif said.why == "no_vowel":
        tell(state, "no_vowel", seat=seat, word=word)
    elif said.why == "arrived":
        tell(state, "all_arrived", seat=seat, word=word)
    elif said.why == "repeated":
        tell(state, "repeated", seat=seat, word=word)
    elif said.why == "unknown":
        tell(state, "unknown", seat=seat, word=word)
    elif said.why == "silence":
        tell(state, "silence", seat=seat)


def end_round(state: VoyellesState, now: Ms, luck: Luck, *, is_won: bool) -> None:
    """R-8: the next player after the turner goes on, unless the game is over."""
    state.dry = 0 if is_won else state.dry + 1
    if not is_won:
        # now, and never before.
        state.there_was = there_was(state)
        _tell_there_was(state)
    if state.dry == DRY_ROUNDS:
        tell(state, "dry", count=DRY_ROUNDS)
        end_game(state, "dry")
    elif state.round == MOST_ROUNDS:
        tell(state, "long", count=MOST_ROUNDS)
        end_game(state, "long")
    else:
        # P-12, R-13: a pile has run out, so all 55 cards are shuffled.
        if state.cards.has_empty_pile:
            state.cards = deal(luck)
            tell(state, "shuffled", letters=tuple(letter.upper() for letter in state.cards.shown))
        begin_round(state, state.after(state.turner)[0], now)


def _tell_there_was(state: VoyellesState) -> None:
    found = state.there_was
    assert found is not None
    if found.finds:
        tell(state, "there_was", count=found.count, words=tuple(find.word for find in found.finds))
    else:
        tell(state, "there_was_none")


def end_game(state: VoyellesState, ending: Ending) -> None:
    state.phase = "over"
    state.ending = ending
    state.speaker = None
