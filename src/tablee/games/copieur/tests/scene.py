"""A table of Copieur ! for tests: scripted luck, known operations, and words to play with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablee.games.copieur import GAME
from tablee.games.copieur.actions import (
    CopieurAction,
    Declare,
    Exchange,
    ExchangeCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import CopieurState, Tile
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import SCREEN, Ask, Ms, Refusal, Seat, View, Viewer
from tablee.kernel.luck import ScriptedLuck, SeededLuck, seed_from
from tablee.kernel.record import Header
from tablee.kernel.table import Table

OPERATIONS = ("3 + 4", "7 + 5", "9 − 4", "6 + 3", "8 + 7", "2 + 9")
RESULTS = (7, 12, 5, 9, 15, 11)
"""Those of slates 1 to 6."""


class Scene:
    """Seat 0 begins with slate 1, seat 1 has slate 2, and so on; the slates have been learned and turned down."""

    def __init__(self, seats: int = 4, *, learned: bool = True, tile: Tile = "correction", **options: object) -> None:
        chosen = replace(CopieurOptions(first=0), **options)  # type: ignore[arg-type]
        state = GAME.setup(chosen, (None,) * seats, 0, SeededLuck(seed_from("scene")), GAME.meta.version)
        state.operations = OPERATIONS
        state.tile = tile
        header = Header(GAME.meta.id, GAME.meta.version, {}, chosen, (None,) * seats, "")
        self.table = Table(GAME, header, ScriptedLuck(()), 0, state)
        if learned:
            for seat in range(seats):
                self.do(seat, Ready())

    @property
    def state(self) -> CopieurState:
        return self.table.state

    @property
    def now(self) -> Ms:
        return self.table.now

    def view(self, viewer: Viewer = SCREEN) -> View[CopieurBoard, CopieurHand]:
        return self.table.view(viewer)

    @property
    def board(self) -> CopieurBoard:
        return self.view().board

    def asked(self, kind: str) -> Ask:
        return next(ask for ask in self.table.asks if ask.kind == kind)

    @property
    def kinds(self) -> list[str]:
        return [ask.kind for ask in self.table.asks]

    @property
    def said(self) -> list[str]:
        return [caption.code for caption in self.table.captions]

    def facts(self, code: str) -> dict[str, object]:
        return dict(next(caption.facts for caption in self.table.captions if caption.code == code))

    def ask_for(self, action: CopieurAction) -> str:
        """The open ask that takes such an action; where there is none, that of the turn before last."""
        kinds = GAME.meta.kinds
        return next((ask.id for ask in self.table.asks if type(action) in kinds[ask.kind].actions), "gone")

    def refusal(self, seat: Seat, action: CopieurAction) -> Refusal | None:
        return self.table.refusal(seat, self.ask_for(action), action)

    def do(self, seat: Seat, action: CopieurAction, draws: Sequence[int] = (), after: Ms = 0) -> None:
        """Play it, some time later; everything drawn must have been scripted, and nothing else."""
        luck = ScriptedLuck(draws)
        self.table.draw_from(luck)
        refusal = self.table.play(seat, self.ask_for(action), action, self.now + after)
        assert refusal is None, refusal
        luck.finish()

    def run_out(self, kind: str, draws: Sequence[int] = ()) -> None:
        """Nobody answers until the clock of this kind of ask has run out."""
        due = self.table.next_due
        assert due is not None
        assert due.kind == kind
        luck = ScriptedLuck(draws)
        self.table.draw_from(luck)
        self.table.expire(due)
        luck.finish()

    # Whole stretches of play.

    def roll(self, number: int) -> None:
        self.do(self.state.active, Roll(), [number - 1])

    def copy(self, place: int) -> None:
        """The active seat, a Copier, exchanges with this place."""
        seats = self.state.seats
        action = Exchange(place) if place < seats else ExchangeCentre(place - seats + 1)
        self.do(self.state.active, action)

    def copy_rightly(self) -> None:
        """The active seat rolls what its left neighbour has, and takes it; nobody tells."""
        victim = (self.state.active + 1) % self.state.seats
        self.roll(self.state.slates[victim])
        self.copy(victim)
        self.run_out("tell")

    def teach(self) -> None:
        """The active seat rolls its own number and declares."""
        self.roll(self.state.slates[self.state.active])
        self.do(self.state.active, Declare())

    def slap(self, seat: Seat, answer: int, after: Ms = 0) -> None:
        self.do(seat, Slap(answer), after=after)

    def shout_mine(self, seat: Seat) -> None:
        self.do(seat, TellMine())

    def shout_centre(self, seat: Seat, centre: int) -> None:
        self.do(seat, TellCentre(centre))

    def give_points(self, *points: int) -> None:
        """Everybody has so many bad points already, taken from the supply."""
        self.state.supply -= sum(points) - sum(self.state.points)
        self.state.points = tuple(points)


def result(number: int) -> int:
    """The result of the operation on this slate."""
    return RESULTS[number - 1]
