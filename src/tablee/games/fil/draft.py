"""A board of De Fil en Aiguille while it is filled in."""

from __future__ import annotations

from dataclasses import fields

from tablee.games.fil.actions import Colour
from tablee.games.fil.moods import Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.pieces import Paw, Reason, Toss
from tablee.games.fil.state import Phase
from tablee.games.fil.view import DuelView, Face, FilBoard, PastRound, Story, ThemeCard
from tablee.kernel import Board, Ms, Seat


class Draft(Board):
    """It has the slots of a board and may be written to, then it becomes one. Setting 56 fields of a board that is
    frozen already takes ten times as long, and a board is made after every input."""

    __slots__ = tuple(field.name for field in fields(FilBoard))
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    options: FilOptions
    teams: tuple[str | None, ...]
    phase: Phase
    round: int
    rounds: int
    first: Seat
    braincat: Seat | None
    been: tuple[Seat, ...]
    candidates: tuple[Seat, ...]
    themes: tuple[ThemeCard, ...]
    taken: tuple[tuple[int, int], ...]
    theme: int | None
    clue_theme: int | None
    barred: int | None
    tries: int
    wishes: tuple[int | None, ...]
    mood: Mood | None
    moods: tuple[Mood, ...]
    looked: int
    clues: tuple[Face, ...]
    order: tuple[int, ...]
    paws: tuple[Paw, ...]
    paw_between: tuple[int, int] | None
    since: Ms
    greens: int
    asked: int
    clues_left: int
    worth: int | None
    spaces: tuple[Face | None, ...]
    visits: tuple[int, ...]
    face_down: int
    out: tuple[Face, ...]
    skip: int
    debates: int
    votes: tuple[Colour | None, ...]
    confirmed: tuple[bool, ...]
    tossed: Toss | None
    cuddles: tuple[bool, ...]
    cuddle_answer: bool | None
    turn: int
    totems: tuple[int | None, int | None]
    done: tuple[bool, bool]
    leader: int
    ambassadors: tuple[Seat | None, Seat | None]
    pointing: int | None
    pauses: int
    duel: DuelView | None
    tokens: tuple[int | None, ...]
    moved: tuple[bool, ...]
    scores: tuple[int, ...]
    fifteens: tuple[int, ...]
    past: tuple[PastRound, ...]
    story: Story | None
    reasons: tuple[Reason, ...]
    ready: tuple[bool, ...]
    slams: tuple[bool | None, ...]

    def board(self) -> FilBoard:
        """The board it has become."""
        drawn: object = self
        drawn.__class__ = FilBoard
        assert isinstance(drawn, FilBoard)
        return drawn
