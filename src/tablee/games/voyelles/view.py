"""What everybody sees of a game of Voyelles. Nothing is hidden but the order of the cards that lie face down.

For whoever draws the screens:

- *Asks.* `turn` (TurnCard): the turner chooses a pile. `mic` (Grab, Pass; a race): the microphone is free. `speak`
  (Say): the speaker types a word; `again` (Say): the same, once more, one slip of the pen away from `said.word`.
  `dispute` (Dispute, Agree): does anybody doubt the word? `jury` (Vote): the others vote.
- Letters and vowels are small letters everywhere; words have their accents, in small letters too.
- `said` is the word on the table: on trial, or the last one judged, which may be of an earlier `round`. `there_was` is
  filled only while a card is to be turned after a round that nobody won, or if the game ended with such a round.
- What a player types stays on the device until it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tablee.games.voyelles.options import VoyellesOptions
from tablee.kernel import Board, Ms, Seat

Verdict: TypeAlias = Literal["trial", "valid", "invalid"]
Why: TypeAlias = Literal[
    "", "hyphen", "apostrophe", "missing", "no_vowel", "arrived", "repeated", "unknown", "voted_down", "silence"
]
"""Why a word is invalid. `unknown` while `again` is asked: not in the dictionary, one slip may be mended."""


@dataclass(frozen=True, slots=True)
class Move:
    """A pawn on its way: from this square (1–13) to that one. `times` is how often its vowel occurs in the word, so it
    is more than the way where the pawn arrives or has arrived."""

    vowel: str
    times: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Said:
    """A word that was said. `word` is empty where the speaker found none in time."""

    round: int
    seat: Seat
    word: str
    verdict: Verdict
    why: Why
    missing: tuple[str, ...]
    """The shown consonants it lacks."""
    moves: tuple[Move, ...]
    """What it moves, or would move if it stood: one for each vowel that occurs in it, A to U."""
    disputed_by: Seat | None


@dataclass(frozen=True, slots=True)
class Spoken:
    """A valid word of this game."""

    seat: Seat
    word: str
    steps: tuple[int, ...]
    """How many squares it moved each pawn, A E I O U."""
    took: Ms
    """How long after the card was turned the microphone was grabbed; held microphones not counted."""


@dataclass(frozen=True, slots=True)
class Find:
    """A word there was, and how many squares it would have moved the pawns of each seat, all five together."""

    word: str
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThereWas:
    """R-15: what nobody said. `count` forms would have moved a pawn of somebody; `finds` has the best for each seat,
    then the most familiar ones. A count of 0: there was no word."""

    count: int
    finds: tuple[Find, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """A title for the end board. `code`: longest (letters), richest (squares in one word), busiest (words), quickest
    (tenths of a second), hasty (invalid words). Several seats share it. `word` where it was won by one."""

    code: Literal["longest", "richest", "busiest", "quickest", "hasty"]
    seats: tuple[Seat, ...]
    number: int
    word: str


@dataclass(frozen=True, slots=True)
class VoyellesBoard(Board):
    options: VoyellesOptions
    round: int
    """From 1."""
    first: Seat
    turner: Seat
    """Who turns, or has turned, this round's card."""
    pawns: tuple[tuple[int, ...], ...]
    """For each seat the squares of its pawns A E I O U: 1 at the start, 13 arrived."""
    steps: tuple[int, ...]
    """For each seat the squares walked by all five pawns, 60 at most."""
    piles: tuple[int, ...]
    """Cards left face down in each of the three piles, left to right."""
    letters: tuple[str, ...]
    """The three shown consonants."""
    covered: tuple[str, ...]
    """For each pile the cards under its shown one, first turned first."""
    excluded: tuple[Seat, ...]
    """Out of this round because of an invalid word in the one before."""
    out: tuple[Seat, ...]
    """Out because of an invalid word in this round: of this round (R-7) and of the next."""
    passed: tuple[Seat, ...]
    speaker: Seat | None
    """Who holds the microphone, until the word is judged."""
    grabs: int
    """How often the microphone was taken in this round."""
    left: Ms
    """What was left of the round's clock when it last began to run or stopped."""
    said: Said | None
    votes: tuple[bool | None, ...]
    """On trial: what each seat has voted, None until then. Empty otherwise."""
    agreed: tuple[Seat, ...]
    """While a word can be disputed: who lets it stand."""
    words: tuple[Spoken, ...]
    """All valid words, in order."""
    errors: tuple[int, ...]
    """For each seat how many invalid words."""
    ours: tuple[str, ...]
    """Words that the vote has accepted in this game, though no dictionary has them."""
    dry: int
    """Rounds in a row without a valid word; the fifteenth ends the game (R-14)."""
    there_was: ThereWas | None
    ending: Literal["", "won", "dry", "long"]
    """How it ended: somebody arrived, or nobody had found a word for too long, or it was the last round."""
    awards: tuple[Award, ...]
    """At the end."""
