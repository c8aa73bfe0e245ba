"""Everything that is true at a table of Voyelles."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from tablee.games.voyelles.cards import Cards
from tablee.games.voyelles.letters import VOWELS
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.view import Said, Spoken, ThereWas
from tablee.kernel import ALL, Caption, Ms, Seat, State
from tablee.kernel.game import Fact

Phase: TypeAlias = Literal["turn", "mic", "speak", "again", "dispute", "jury", "over"]
Ending: TypeAlias = Literal["", "won", "dry", "long"]

START: Final = 1
GOAL: Final = 13
"""P-1: the last square of a row."""


class VoyellesState(State):
    __slots__ = (
        "agreed",
        "cards",
        "dry",
        "ending",
        "errors",
        "excluded",
        "first",
        "grabs",
        "left",
        "options",
        "ours",
        "out",
        "passed",
        "pawns",
        "phase",
        "round",
        "said",
        "speaker",
        "there_was",
        "turner",
        "until",
        "votes",
        "words",
    )

    options: VoyellesOptions
    cards: Cards
    """The only secret is the order of those that lie face down."""
    pawns: list[list[int]]
    """For each seat the squares of A E I O U."""
    first: Seat
    turner: Seat
    round: int
    excluded: list[Seat]
    out: list[Seat]
    passed: list[Seat]
    speaker: Seat | None
    grabs: int
    left: Ms
    """What is left of the round's clock while it does not run."""
    phase: Phase
    until: Ms
    said: Said | None
    votes: list[bool | None]
    agreed: list[Seat]
    words: list[Spoken]
    errors: list[int]
    ours: list[str]
    dry: int
    there_was: ThereWas | None
    ending: Ending

    def __init__(self, rules: int, options: VoyellesOptions, seats: int, cards: Cards, first: Seat) -> None:
        super().__init__(rules)
        self.options = options
        self.cards = cards
        self.pawns = [[START] * len(VOWELS) for _ in range(seats)]
        self.first = first
        self.turner = first
        self.round = 0
        self.excluded = []
        self.out = []
        self.passed = []
        self.speaker = None
        self.grabs = 0
        self.left = 0
        self.phase = "turn"
        self.until = 0
        self.said = None
        self.votes = []
        self.agreed = []
        self.words = []
        self.errors = [0] * seats
        self.ours = []
        self.dry = 0
        self.there_was = None
        self.ending = ""

    def copy(self) -> VoyellesState:
        """The same, free to be changed, with nothing told yet."""
        new = VoyellesState.__new__(VoyellesState)
        new.rules = self.rules
        new.captions = []
        new.options = self.options
        new.cards = self.cards.copy()
        new.pawns = [row.copy() for row in self.pawns]
        new.first = self.first
        new.turner = self.turner
        new.round = self.round
        new.excluded = self.excluded.copy()
        new.out = self.out.copy()
        new.passed = self.passed.copy()
        new.speaker = self.speaker
        new.grabs = self.grabs
        new.left = self.left
        new.phase = self.phase
        new.until = self.until
        new.said = self.said
        new.votes = self.votes.copy()
        new.agreed = self.agreed.copy()
        new.words = self.words.copy()
        new.errors = self.errors.copy()
        new.ours = self.ours.copy()
        new.dry = self.dry
        new.there_was = self.there_was
        new.ending = self.ending
        return new

    @property
    def seats(self) -> int:
        return len(self.pawns)

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, clockwise, this one last."""
        return (*range(seat + 1, len(self.pawns)), *range(seat + 1))

    def may_speak(self) -> tuple[Seat, ...]:
        """R-6, R-8: who may still take the microphone in this round, in the order of a photo finish."""
        silent = {*self.excluded, *self.out, *self.passed}
        return tuple([seat for seat in self.after(self.turner) if seat not in silent])

    def judges(self) -> tuple[Seat, ...]:
        """R-10: all but the speaker, excluded ones too."""
        speaker = self.speaker
        return () if speaker is None else self.after(speaker)[:-1]

    def room(self, seat: Seat) -> tuple[int, ...]:
        """How many squares each pawn of this seat has before it."""
        return tuple([GOAL - square for square in self.pawns[seat]])

    def steps(self, seat: Seat) -> int:
        return sum(self.pawns[seat]) - START * len(VOWELS)


def tell(state: VoyellesState, code: str, **facts: Fact) -> None:
    """What just happened, for everybody: nothing in this game is said to some only."""
    state.captions.append(Caption(code, facts, ALL))
