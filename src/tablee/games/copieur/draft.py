"""A board of Copieur ! while it is filled in."""

from __future__ import annotations

from dataclasses import fields

from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import Place, Ranked, Role, Tile
from tablee.games.copieur.view import Award, CopieurBoard, Shown, SlapSeen
from tablee.kernel import Board, Seat


class Draft(Board):
    """It has the slots of a board and may be written to, then it becomes one. Setting the fields of a board that is
    frozen already takes six times as long, and a board is made after every input."""

    __slots__ = tuple(field.name for field in fields(CopieurBoard))
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    options: CopieurOptions
    supply: int
    points: tuple[int, ...]
    tile: Tile
    first: Seat
    active: Seat
    turn: int
    turns: int
    die: int | None
    role: Role | None
    pointed: Place | None
    slapped: tuple[SlapSeen, ...]
    claims_left: tuple[int, ...]
    question: str | None
    pad: tuple[int, ...]
    shown: tuple[Shown, ...]
    ranking: tuple[Ranked, ...]
    awards: tuple[Award, ...]

    def board(self) -> CopieurBoard:
        """The board it has become."""
        drawn: object = self
        drawn.__class__ = CopieurBoard
        assert isinstance(drawn, CopieurBoard)
        return drawn
